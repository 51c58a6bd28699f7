"""What a situation states of riders, characters and spells that can't be is named by its field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import law_of
from tests.situations import CHAMPION, GUNS, HEAD, RIDDEN, SIDES, WATCH, unit

PONY = {"figures": {"wounds": 2}}
STRAYS = [{"unit": unit("dwarves/axemen", 8, name="x"), "range": 9}]
WAGON = {"profile": "vehicles/assault-wagon-4-horses-1-crew-5-cargo"}


def led(*characters: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Axemen with these characters."""
    return unit("dwarves/axemen", 6, characters=list(characters), **more)


def melee(one: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "melee", "sides": [one | {"name": "a"} | more, SIDES[1]]}


def shoot(**fields: Any) -> dict[str, Any]:
    return {"kind": "shoot", "shooter": GUNS, "target": WATCH, "range": 10} | fields


BAD: list[tuple[dict[str, Any], str]] = [
    (melee(unit("dwarves/dwarf-champion", 2, characters=[CHAMPION])),
     "sides[0].models[0].count: must be 1: characters"),
    (melee(unit("dwarves/dwarf-champion", characters=[CHAMPION]), in_contact=1),
     "sides[0].in_contact: must be absent: characters strike each by itself"),
    (melee(led(CHAMPION | {"rides": True})), "sides[0].models[0].count: must be 1: a character rides one model"),
    (melee(led(CHAMPION, CHAMPION | {"aboard": 1})),
     "sides[0].characters[1].aboard: must be the number of a character"),
    (melee(led(CHAMPION | {"mount": WAGON}, CHAMPION | {"aboard": 1, "mount": WAGON})),
     "sides[0].characters[1].mount: must be absent: it rides another"),
    (melee(led(CHAMPION | {"fallen": True})), "sides[0].characters[0].fallen: must be false: only its mount"),
    (melee(led(CHAMPION | {"mount": PONY})), "sides[0].characters[0].mount: has 2 wounds: such a mount and its rider"),
    (melee({"models": [{**PONY, "count": 1}], "characters": [CHAMPION | {"rides": True}]}),
     "sides[0].models[0]: has 2 wounds: such a mount and its rider"),
    (melee(RIDDEN, characters=[CHAMPION | {"rides": True, "joined": True}]),
     "sides[0].characters[0].joined: must be false: it rides the only model"),
    (shoot(shooter=led(CHAMPION)), "shooter.characters: must be empty: characters shoot by themselves"),
    (shoot(charge="standing", engaged=True), "engaged: must be false: who stands and fires shoots at chargers"),
    (shoot(engages=True), "engages: must be false: who fights doesn't shoot"),
    (shoot(strays=STRAYS), "engaged: must be true: shots that miss"),
    (shoot(shooter=unit("dwarves/handgunner", 60), shots=50, engaged=True, strays=STRAYS),
     "shots: must be at most 40 into a melee"),
    (shoot(shots=99), "shots: "),
]  # fmt: skip


@law_of(BAD, lambda case: case[1])
def test_what_cannot_be_is_named_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    plain, reason = case
    with pytest.raises(MalformedError) as error:
        odds(printed_catalogue(), read_situation(json.dumps(HEAD | plain)))
    assert str(error.value).startswith(reason), str(error.value)
