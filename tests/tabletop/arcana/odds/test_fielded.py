"""Units of rosters are stated as they stand: with what was bought, who leads or rides them, and what isn't counted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import Morale
from tabletop.arcana.odds.fielded import MOST_CHARACTERS, Fielded, fielded
from tabletop.arcana.odds.units import known
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue

CATALOGUE = printed_catalogue()


def stated(models: tuple[Models, ...] = (), *characters: Character, **fields: Any) -> Fielded:
    unit = Unit(ref="u1", models=models, characters=characters, **fields)
    roster = Roster(format="muster-roster/1", game="arcana", name="A", army="dwarves", units=(unit,))
    (found,) = resolve(roster, CATALOGUE).units
    return fielded(found, CATALOGUE)


def led(ref: str, profile: str = "dwarves/dwarf-champion", **fields: Any) -> Character:
    return Character(ref=ref, profile=profile, **fields)


AXEMEN = (Models(profile="dwarves/axemen", count=20),)


def test_characters_fight_with_their_unit_as_many_as_a_situation_takes() -> None:
    lone = stated(AXEMEN)
    assert (lone.files, lone.commanders, lone.left_out) == (5, (), ())
    many = stated(AXEMEN, *(led(f"c{number}") for number in range(MOST_CHARACTERS + 1)))
    assert [commander.stated.profile for commander in many.commanders] == ["dwarves/dwarf-champion"] * MOST_CHARACTERS
    assert many.left_out == ("Dwarf Champion, who leads 20 Axemen",)
    assert len(many.side.characters) == MOST_CHARACTERS


def test_a_small_mount_is_one_with_its_rider_and_a_large_one_is_ridden() -> None:
    eagle = stated((), led("c1", mount=Mount(profile="monsters/giant-eagle")))
    assert (eagle.troops.profile, eagle.commanders) == (None, ())
    assert eagle.figures.wounds == sum(
        CATALOGUE.rows[slug].wounds for slug in ("dwarves/dwarf-champion", "monsters/giant-eagle")
    )
    dragon = stated((), led("c1", mount=Mount(profile="monsters/dragon-young")))
    assert dragon.troops.profile == "monsters/dragon-young"
    assert [commander.stated.rides for commander in dragon.commanders] == [True]
    above = stated(AXEMEN, led("c1", mount=Mount(profile="monsters/dragon-young")))
    assert ([own.name for own in above.commanders], above.left_out) == (["Dwarf Champion on Dragon, Young"], ())
    assert above.commanders[0].stated.mount
    assert above.commanders[0].stated.mount.profile == "monsters/dragon-young"


def test_characters_alone_are_a_unit_with_what_carries_them() -> None:
    """The one that stands for it is on foot, or what the first who rides has bought; all others follow."""
    three = stated((), led("c1"), led("c2"), led("c3", mount=Mount(profile="monsters/dragon-young")))
    assert three.troops.profile == "monsters/dragon-young"
    assert [(own.stated.rides, own.stated.mount) for own in three.commanders] == [
        (True, None),
        (False, None),
        (False, None),
    ]
    afoot = stated((), led("c1"), led("c2"))
    assert (afoot.troops.profile, len(afoot.commanders)) == ("dwarves/dwarf-champion", 1)
    wagon = "vehicles/heavy-chariot-with-4-javelins-and-4-horses"
    aboard = led("c2", mount=Mount(profile=wagon, shared=True))
    both = stated((), led("c1", mount=Mount(profile=wagon)), aboard)
    assert [own.stated.rides for own in both.commanders] == [True, True]
    among = stated(AXEMEN, aboard, led("c1", mount=Mount(profile=wagon)))
    assert [(own.stated.mount is not None, own.stated.aboard) for own in among.commanders] == [(True, None), (False, 1)]
    for found in (three, afoot, both, among):
        assert known(CATALOGUE, found.side, "", name="they").field == ""


def test_own_vehicles_and_war_machines_fight_as_what_they_are() -> None:
    ram = Design(name="Old Ram", kind=DesignKind.VEHICLE, wounds=12, morale=Morale(value=7))
    own = "designs/old-ram"
    for design, models, characters in (
        (ram, (Models(profile=own, count=1),), ()),
        (replace(ram, kind=DesignKind.WAR_MACHINE), (Models(profile=own, count=1),), ()),
        (ram, (), (led("c1", mount=Mount(profile=own)),)),
    ):
        unit = Unit(ref="u1", models=models, characters=characters)
        roster = Roster(
            format="muster-roster/1", game="arcana", name="A", army="dwarves", units=(unit,), designs=(design,)
        )
        army = resolve(roster, CATALOGUE)
        stands = fielded(next(iter(army.units)), army.catalogue)
        assert stands.troops.figures
        assert stands.troops.figures.wounds == 12
        found = known(CATALOGUE, stands.side, "", name="ram")
        assert (found.is_vehicle, found.is_war_machine) == (design is ram, design is not ram)


def test_what_was_bought_fights_too_or_is_named() -> None:
    giant = Models(
        profile="giant-kings/young-giant",
        count=1,
        upgrades=(Upgrade(profile="giant-kings/rollers", count=1), Upgrade(profile="giant-kings/lobbers", count=2)),
    )
    armed = stated((giant,))
    assert armed.troops.figures
    assert armed.figures.ramming == CATALOGUE.in_play("giant-kings/rollers").ramming
    assert armed.figures.missile[-1].attacks == 2 * CATALOGUE.in_play("giant-kings/lobbers").missile[0].attacks
    assert not armed.left_out
    crews = stated((Models(profile="war-machines/cannon", count=2, reinforced=1),))
    assert not crews.left_out
    assert [(troops.figures and troops.figures.wounds, troops.profile) for troops in crews.side.models] == [
        (8, None),
        (None, "war-machines/cannon"),
    ]
    bow = stated((), led("c1", "dwarves/dwarf-lord", weapon="crossbow"))
    assert bow.figures.missile[0].name.lower().startswith("crossbow")
    with pytest.raises(MalformedError, match="has no models"):
        stated()
