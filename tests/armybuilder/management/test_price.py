"""`price`: a design file's receipt, or the field that has none, for scripts to trust."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tabletop.arcana.creation.design_files import write_design
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.points.rows import design_of
from tests.catalogue import printed_catalogue
from tests.designs import YOUNG_DRAGON, design


def priced(content: bytes | dict[str, Any], folder: Path, form: str = "json") -> tuple[Any, str, str]:
    """The exit code, standard output and standard error."""
    path = folder / "design.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("price", str(path), format=form, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_young_dragon_costs_428(tmp_path: Path) -> None:
    code, out, err = priced(YOUNG_DRAGON, tmp_path)
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["name", "exact", "points", "elite", "special", "lines", "legal", "findings"]
    assert (answer["name"], answer["exact"], answer["points"]) == ("Young Dragon", "855/2", 428)
    assert (answer["elite"], answer["special"]) == (True, True)
    assert answer["lines"][0] == {
        "label": "Ground 8″: 0.5 × 8 − 1",
        "amount": "3",
        "citation": {"document": "Armies of Arcana, fifth edition", "section": "Movement Costs"},
    }


def test_the_lines_add_up_to_the_exact_price_rounded_up_once(tmp_path: Path) -> None:
    for row in list(printed_catalogue().rows.values())[::37]:
        design = design_of(row)
        answer = json.loads(priced(write_design(design), tmp_path)[1])
        assert sum(Fraction(line["amount"]) for line in answer["lines"]) == Fraction(answer["exact"])
        assert ceil(Fraction(answer["exact"])) == answer["points"] == price(design).points


def test_people_read_the_same_lines(tmp_path: Path) -> None:
    code, out, _ = priced(YOUNG_DRAGON, tmp_path, "text")
    assert code == 0
    assert all(line.label in out for line in price(design()).breakdown.lines)
    assert out.splitlines()[-1] == "Young Dragon: 428 points, elite, special"


def test_what_no_vehicle_may_be_has_a_price_and_its_findings(tmp_path: Path) -> None:
    cart = {"format": "muster-design/1", "name": "Cart", "kind": "vehicle", "movement": {"ground": 40}, "base": 4}
    ram = {"attacks": 6, "skill": 3, "strength": 1}
    wild = cart | {"wounds": 3, "armour": {"value": 3, "fixed": True}, "ramming": ram}
    code, out, err = priced(wild, tmp_path)
    answer = json.loads(out)
    assert (code, err, answer["legal"]) == (0, "", False)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["culprit"]["ref"], finding["limit"]) == ("VEH-01", "movement.ground", 18)
    assert finding["remedies"][0]["edit"]["movement"] == {"ground": 18}
    assert "error VEH-01: 40″ is too fast" in priced(wild, tmp_path, "text")[1]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (YOUNG_DRAGON | {"melee": [{"attacks": 1, "skill": 6}]}, "melee[0].skill"),
        (YOUNG_DRAGON | {"wounds": "many"}, "wounds"),
        (YOUNG_DRAGON | {"points": 12}, "points"),
        ({"name": "x"}, "format"),
        (b"{", "the JSON ends too soon"),
        (b" " * 1_000_001, "larger than"),
    ],
)
def test_what_has_no_price_ends_with_2_and_names_the_field(tmp_path: Path, content: Any, named: str) -> None:
    code, out, err = priced(content, tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"{tmp_path / 'design.json'}: {named}" if isinstance(content, dict) else str(tmp_path))
    assert named in err


def test_every_refusal_is_told(tmp_path: Path) -> None:
    refused = YOUNG_DRAGON | {"melee": [{"attacks": 0, "skill": 6}], "morale": {"value": 12}}
    _, _, err = priced(refused, tmp_path)
    assert [line.split(": ")[1] for line in err.splitlines()] == ["morale.value", "melee[0].attacks", "melee[0].skill"]


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("price", str(tmp_path / "none.json"), stderr=err)
    assert end.value.code == 2
    assert "can't be read" in err.getvalue()


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(YOUNG_DRAGON).encode())))
    out = io.StringIO()
    call_command("price", "-", format="json", stdout=out)
    assert json.loads(out.getvalue())["points"] == 428
