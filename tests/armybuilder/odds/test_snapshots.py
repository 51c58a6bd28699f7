"""Units whose odds are asked stand as on a table, and what can't be asked is said with the unit's name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from armybuilder.odds.presenters.meeting import MOST_MODELS, Meeting, Party
from armybuilder.odds.presenters.what_if import MOST_ADDED, what_ifs
from armybuilder.odds.snapshots import of_design, of_profile, of_unit
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import Melee, Morale, Section
from tabletop.arcana.odds.matrix import troop_of
from tabletop.arcana.odds.situations import Ranks
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import law_of


def army_of(**unit: Any) -> Army:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "Many", "army": "goblins"}
    return resolve(read_roster(json.dumps(plain | {"units": [{"ref": "u1", **unit}]})), printed_catalogue())


STANDING = (
    (("goblins/goblin-regulars", 60), 6),
    (("goblins/goblin-regulars", 50), 5),
    (("goblins/goblin-regulars", 5), 0),
    (("dwarves/berserker", 12), 0),
    (("war-machines/ballista", 1), 0),
)


@law_of(STANDING)
def test_a_unit_stands_as_it_is_put_down(case: tuple[tuple[str, int], int]) -> None:
    (profile, count), files = case
    army = army_of(models=[{"profile": profile, "count": count}])
    [unit] = army.units
    stands = troop_of(unit, printed_catalogue()).side.formation
    assert of_unit("u1", unit, army, 1).files == files == (stands.files if isinstance(stands, Ranks) else 0)


def test_only_what_can_be_is_offered() -> None:
    unit = of_profile("dwarves/crossbowmen", printed_catalogue())
    limited = {"amore", "bmore", "hit", "steady"}
    for count, added, offered in ((MOST_MODELS - 5, MOST_ADDED - 1, limited), (MOST_MODELS - 4, MOST_ADDED, set())):
        party = Party(unit=unit, count=count, files=5, to_hit=added, morale=added)
        meetings = [Meeting(parties=(party, party), kind=kind) for kind in ("melee", "shoot", "morale")]
        keys = {what_if.key for meeting in meetings for what_if in what_ifs(meeting)}
        assert keys & limited == offered
        assert keys >= {"later", "cover", "alone"}


def test_characters_stand_among_those_for_whom_there_is_room() -> None:
    unit = of_profile("dwarves/axemen", printed_catalogue())
    one_rank = Party(unit=unit, count=5, files=5)  # a flank has room for one before it and two beside it
    for files, contacts in ((5, [3, 2, 1, None]), (0, [3, 2, 1, None])):
        for led, contact in enumerate(contacts):
            party = Party(unit=unit, count=20, files=files, leaders=unit.offered[:led])
            assert Meeting(parties=(party, one_rank), place="flank").contact(0) == contact, (files, led)
    alone = Party(unit=unit, count=1, files=0, leaders=unit.offered[:3])
    assert Meeting(parties=(alone, one_rank), place="flank").contact(0) == 1


def test_what_has_no_odds_is_named() -> None:
    machine = Design(name="Old Ram", kind=DesignKind.VEHICLE, wounds=12, morale=Morale(value=7))
    assert of_design("design.old", machine).section is Section.VEHICLES
    beast = Design(name="Old Beast", kind=DesignKind.MONSTER, melee=(Melee(attacks=1, skill=6),))
    with pytest.raises(MalformedError, match=r"^Old Beast has no price"):
        of_design("design.old", beast)
    army = army_of(name="The Absent", models=[])
    [unit] = army.units
    with pytest.raises(MalformedError, match=r"^The Absent has no models$"):
        of_unit("u1", unit, army, 0)
