"""Events are read strictly: what is wrong is refused by its field, by the reader and by the schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event, FirstRound
from tabletop.tournament.file import read_event, write_event
from tests.catalogue import PROJECT
from tests.laws import law_of
from tests.tournaments import spoilt_at

SCHEMA = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-event-1.json").read_bytes()))
DIGEST = "0" * 64
RESULT = {"outcome": "first", "destroyed": [1200, 300], "level": "major", "own_points": [{"painting": 3}, {}]}
WHOLE: dict[str, Any] = {
    "format": "muster-event/1",
    "name": "Frostgate Open",
    "game": "arcana",
    "days": ["2026-12-05", "2026-12-06"],
    "place": "Ravensford",
    "pack": "Frostgate 2,000",
    "points_limit": 2000,
    "minutes": 150,
    "tables": 12,
    "first_round": "challenges",
    "planned_rounds": 5,
    "clubs_apart": 2,
    "scoring": {
        "levels": [{"slug": "major", "name": "Major", "win": 4}],
        "measure": "difference",
        "bands": [{"at_least": 500, "bonus": 1}],
        "point_types": [{"slug": "painting", "name": "Painting", "most": 5}],
    },
    "tie_breaks": ["opponents-points", "wins"],
    "players": [
        {"ref": "marek", "name": "Marek Dvorak", "club": "Oak and Iron", "ranking": 12},
        {"ref": "greta", "name": "Greta Lund", "travels_with": "Ridge", "joined": 1, "dropped_after": 1},
        {"ref": "ines", "name": "Ines Almeida"},
    ],
    "challenges": [["greta", "marek"]],
    "rounds": [
        {
            "seed": "frostgate-1",
            "pairings": [
                {
                    "players": ["marek", "greta"],
                    "table": 1,
                    "result": RESULT,
                    "corrections": [{"was": {"outcome": "draw"}, "after": 1, "reason": "Typing error"}],
                },
                {"players": ["ines"]},
            ],
            "certificate": {
                "inputs": DIGEST,
                "totals": {"rematch": 0},
                "concessions": [{"wish": "second-bye", "players": ["ines"], "amount": 1}],
            },
        }
    ],
}
PAIRING = "rounds.0.pairings.0"
BY_SCHEMA = [
    ("format", "muster-event/2", "format"),
    ("name", "", "name"),
    ("days", ["5 December"], "days[0]"),
    ("planned_rounds", 0, "planned_rounds"),
    ("planned_rounds", 2.5, "planned_rounds"),
    ("method", "dutch", "method"),
    ("tie_breaks", ["luck"], "tie_breaks[0]"),
    ("venue", "Ravensford", "venue"),
    ("players.0.ref", "Marek Dvorak", "players[0].ref"),
    ("players.0.name", None, "players[0].name"),
    ("scoring.win", "3", "scoring.win"),
    ("scoring.bands.0.bonus", 5000, "scoring.bands[0].bonus"),
    (f"{PAIRING}.players", [], "rounds[0].pairings[0].players"),
    (f"{PAIRING}.table", 0, "rounds[0].pairings[0].table"),
    (f"{PAIRING}.result.outcome", "won", "rounds[0].pairings[0].result.outcome"),
    (f"{PAIRING}.result.destroyed", [1], "rounds[0].pairings[0].result.destroyed"),
    ("rounds.0.certificate.inputs", "9be2", "rounds[0].certificate.inputs"),
    ("rounds.0.seed", "two words", "rounds[0].seed"),
]
BY_READER = [
    ("rounds.0.certificate.totals", {"luck": 1}, "rounds[0].certificate.totals"),
    ("days", ["2026-02-30"], "days[0]"),
    ("players.1.ref", "marek", "players[1].ref"),
    ("tie_breaks", ["wins", "wins"], "tie_breaks[1]"),
    ("challenges", [["greta", "nobody"]], "challenges[0]"),
    ("challenges", [["greta", "marek"], ["ines", "greta"]], "challenges[1]"),
    ("scoring.point_types.0.most", -1, "scoring.point_types[0].most"),
    (f"{PAIRING}.players", ["marek", "nobody"], "rounds[0].pairings[0].players"),
    (f"{PAIRING}.players", ["marek"], "rounds[0].pairings[0].result"),
    (f"{PAIRING}.result.level", "crushing", "rounds[0].pairings[0].result.level"),
    (f"{PAIRING}.result.own_points", [{"painting": 6}, {}], "rounds[0].pairings[0].result.own_points[0].painting"),
    (f"{PAIRING}.result.own_points", [{}, {"luck": 1}], "rounds[0].pairings[0].result.own_points[1].luck"),
    (f"{PAIRING}.corrections.0.was.level", "minor", "rounds[0].pairings[0].corrections[0].was.level"),
    (f"{PAIRING}.corrections.0.after", 2, "rounds[0].pairings[0].corrections[0].after"),
    ("players.0", {"ref": "ann", "name": "Ann", "joined": 4, "dropped_after": 2}, "players[0].dropped_after"),
    ("rounds.0.certificate.concessions.0.players", ["nobody"], "rounds[0].certificate.concessions[0].players"),
]


def test_an_event_that_uses_everything_reads_back_to_the_byte() -> None:
    SCHEMA.validate(WHOLE)
    event = read_event(json.dumps(WHOLE))
    assert event.first_round is FirstRound.CHALLENGES
    written = write_event(event)
    assert write_event(read_event(written)) == written
    assert json.loads(written)["players"][0] == WHOLE["players"][0]
    assert json.loads(write_event(Event(format="muster-event/1", name="Short", planned_rounds=3))) == {
        "format": "muster-event/1",
        "name": "Short",
        "planned_rounds": 3,
    }


def test_the_event_of_the_page_is_one() -> None:
    page = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = page.partition("## `muster-event/1`")[2].partition("```json\n")[2].partition("```")[0]
    SCHEMA.validate(json.loads(shown))
    assert [player.name for player in read_event(shown).players] == ["Marek Dvorak", "Greta Lund"]


@law_of([*BY_SCHEMA, *BY_READER], name=lambda case: f"{case[0]} {case[1]}")
def test_what_is_wrong_is_refused_by_its_field(case: tuple[str, Any, str]) -> None:
    path, value, field = case
    with pytest.raises(MalformedError) as refused:
        read_event(json.dumps(spoilt_at(WHOLE, path, value)))
    assert refused.value.field == field
    assert SCHEMA.is_valid(spoilt_at(WHOLE, path, value)) == (case in BY_READER)


def after_three_rounds(*corrections: dict[str, Any]) -> dict[str, Any]:
    """An event whose first result was corrected so."""
    corrected = spoilt_at(WHOLE, f"{PAIRING}.corrections", corrections)
    (first,) = corrected["rounds"]
    return corrected | {"rounds": [first, *[first | {"pairings": []}] * 2]}


def test_corrections_stand_in_the_order_of_the_rounds_they_were_made_after() -> None:
    old = {"was": None, "after": 3, "reason": "Entered late"}
    earlier = {"was": {"outcome": "draw"}, "after": 2, "reason": "Typing error"}
    with pytest.raises(MalformedError, match=r"corrections\[1\].after: must be at least 3"):
        read_event(json.dumps(after_three_rounds(old, earlier)))
    event = read_event(json.dumps(after_three_rounds(earlier | {"after": 1}, earlier, old)))
    pairing = event.rounds[0].pairings[0]
    known = [pairing.result_before(number) for number in (2, 3, 4)]
    assert [result and result.outcome for result in known] == ["draw", None, "first"]
