"""The command that checks a game's pack: flaws by their fields, exit codes, refusals."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec import to_builtins

from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tests.valley import HOUSE_FILE, PLAIN


def checked(file: Path, *words: str) -> tuple[str, int]:
    """What is said, and the exit code."""
    out = StringIO()
    try:
        call_command("check_pack", str(file), *words, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def written(folder: Path, **fields: Any) -> Path:
    file = folder / "pack.json"
    own = PLAIN | {"meta": {"id": "mine", "title": "My magazine", "kind": "own"}} | fields
    file.write_text(json.dumps({name: value for name, value in own.items() if value is not None}))
    return file


def test_the_houses_pack_has_no_flaw() -> None:
    said, code = checked(HOUSE_FILE)
    assert (said.strip(), code) == ("House pack: nothing is missing (house pack, not the published numbers)", 0)


def test_flaws_are_named_with_what_they_disable(tmp_path: Path) -> None:
    five = dict.fromkeys("12345", 2)
    file = written(tmp_path, summon=five, wand=None)
    said, code = checked(file)
    assert code == 1
    assert said.splitlines() == [
        "My magazine: 2 flaws (own pack “My magazine”, typed in by its owner)",
        "  summon.6: has 5 of six faces, none for 6; without it: no summoning by rolls",
        "  wand: isn't entered; without it: no fireballs of the wand",
    ]
    plain = json.loads(checked(file, "--format", "json")[0])
    assert (plain["kind"], [flaw["field"] for flaw in plain["flaws"]]) == ("own", ["summon.6", "wand"])


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    for fields, says in (
        ({"wand": 3}, "wand: must be an object"),
        ({"game": "arcana"}, "units: there is no such field"),
    ):
        with pytest.raises(CommandError, match=says) as refused:
            checked(written(tmp_path, **fields))
        assert refused.value.returncode == 2


def test_an_own_army_list_is_checked_too(tmp_path: Path) -> None:
    row = {"name": "Frog", "movement": {"ground": 6}, "morale": {"value": 7}, "melee": [{"attacks": 1, "skill": 2}]}
    listed = {"name": "Frogs", "shield": to_builtins(OWN_DESIGNS.shield), "rows": [row]}
    file = tmp_path / "list.json"
    meta = {"id": "frogs", "title": "Frogs", "kind": "own"}
    file.write_text(json.dumps({"format": "muster-pack/1", "game": "arcana", "meta": meta, "list": listed}))
    said, code = checked(file)
    assert (code, said.splitlines()[1]) == (
        1,
        "  list.rows: there are no characters; without it: no leaders and wizards",
    )
    listed["rows"] = [row, row | {"name": "FROG"}]
    file.write_text(json.dumps({"format": "muster-pack/1", "game": "arcana", "meta": meta, "list": listed}))
    with pytest.raises(CommandError, match=r"list.rows\[1\].name: another row"):
        checked(file)
