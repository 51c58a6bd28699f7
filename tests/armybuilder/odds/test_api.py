"""Odds by the API: what the command answers, and refusals with the field."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.test import Client

from tabletop.arcana.catalogue.lists import Catalogue

HEAD: dict[str, Any] = {"format": "muster-situation/1", "game": "arcana"}
RANKS = {"kind": "rank-and-file", "files": 3}
AXEMEN = {"name": "a", "models": [{"profile": "dwarves/axemen", "count": 6}], "formation": RANKS}
ORCS = {"name": "b", "models": [{"profile": "orcs/orc-warrior", "count": 6}], "formation": RANKS}
BOWS = {"models": [{"profile": "dwarves/crossbowmen", "count": 6}]}
ANSWERED: tuple[dict[str, Any], ...] = (
    HEAD | {"kind": "melee", "sides": [AXEMEN, ORCS]},
    HEAD | {"kind": "fight-on", "sides": [AXEMEN, ORCS]},
    HEAD | {"kind": "shoot", "shooter": BOWS, "target": ORCS, "range": 10},
    HEAD | {"kind": "morale", "unit": ORCS | {"fallen": 4}, "enemies": [AXEMEN]},
    HEAD | {"kind": "rally", "morale": 7},
)
REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    (HEAD | {"kind": "brawl"}, "kind"),
    (HEAD | {"kind": "melee", "sides": [AXEMEN, ORCS | {"models": [{"profile": "orcs/ork"}]}]}, "sides[1].models[0]"),
    (HEAD | {"kind": "melee", "sides": [AXEMEN, ORCS | {"name": "a"}]}, "sides[1].name"),
    (HEAD | {"kind": "shoot", "shooter": BOWS, "target": ORCS, "range": 150}, "range"),
)


def asked(client: Client, situation: Any) -> Any:
    return client.post("/api/odds/", json.dumps(situation), "application/json")


def test_answers_are_those_of_the_command(client: Client, catalogue: Catalogue, tmp_path: Path) -> None:
    for number, situation in enumerate(ANSWERED):
        answer = asked(client, situation)
        assert answer.status_code == 200, answer.content
        file, out = tmp_path / f"{number}.json", StringIO()
        file.write_text(json.dumps(situation), encoding="utf-8")
        call_command("odds", str(file), "--format", "json", stdout=out)
        assert answer.json() == json.loads(out.getvalue())


def test_what_is_no_situation_is_refused_with_its_field(client: Client, catalogue: Catalogue) -> None:
    for situation, field in REFUSED:
        answer = asked(client, situation)
        assert answer.status_code == 400
        assert answer.json()["field"].startswith(field)
    long = asked(client, ANSWERED[0] | {"name": "x" * 100_000})
    assert (long.status_code, long.json()["field"]) == (400, "")
