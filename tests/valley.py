"""The house's pack of Arrakhar's Wand and its board, for tests."""

from __future__ import annotations

import json
from typing import Any

from tabletop.arrakhar.pack import Pack, read_pack
from tabletop.boards.hex import HexBoard
from tabletop.packs import Packs
from tests.catalogue import PROJECT

HOUSE_FILE = PROJECT / "fixtures" / "arrakhar" / "house-pack.json"
PLAIN: dict[str, Any] = json.loads(HOUSE_FILE.read_bytes())
HOUSE = read_pack(HOUSE_FILE.read_bytes())
PACKS = Packs(HOUSE, lambda _: {})
assert HOUSE.board
VALLEY: HexBoard = HOUSE.board

# Where the haunts of the short and the basic scenario stand legally.
HAUNTS = {"T1": "6,9", "R1": "5,7", "C1": "1,5", "T2": "11,5", "R2": "9,12", "C2": "7,2"}


def pack(**fields: Any) -> Pack:
    """The house's pack as an owner's, with other fields; None leaves one out."""
    own = PLAIN | {"meta": {"id": "mine", "title": "My magazine", "kind": "own"}} | fields
    return read_pack(json.dumps({name: value for name, value in own.items() if value is not None}))
