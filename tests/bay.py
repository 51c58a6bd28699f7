"""The house's pack of Wizard Kings, for tests, and packs like it."""

from __future__ import annotations

import json
from typing import Any

from tabletop.packs import Packs
from tabletop.wizardkings.pack import Pack, read_pack
from tests.catalogue import PROJECT

HOUSE_FILE = PROJECT / "fixtures" / "wizard-kings" / "house-pack.json"
PLAIN: dict[str, Any] = json.loads(HOUSE_FILE.read_bytes())
HOUSE = read_pack(HOUSE_FILE.read_bytes())
PACKS = Packs(HOUSE, lambda _: {})


def pack(**fields: Any) -> Pack:
    """The house's pack as an owner's, with other fields; None leaves one out."""
    own = PLAIN | {"meta": {"id": "mine", "title": "My blocks", "kind": "own"}} | fields
    return read_pack(json.dumps({name: value for name, value in own.items() if value is not None}))


def units(**changed: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The house's units, with other fields of some by their ids (hyphens as underscores); None leaves a unit out."""
    by_id = {name.replace("_", "-"): fields for name, fields in changed.items()}
    rows = [(row, by_id.get(row["id"], {})) for row in PLAIN["units"]]
    return [row | fields for row, fields in rows if fields is not None]
