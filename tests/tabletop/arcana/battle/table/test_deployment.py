"""Armies put down: every sample stands in its zone in legal formations."""

from __future__ import annotations

import json

import pytest

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.table import deployed
from tabletop.arcana.battle.table.deployment import BETWEEN, FAR, NEAR, Zone
from tabletop.arcana.battlefield import Table, lay
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.rules.deployment import Terms, set_up, zones_of
from tabletop.arcana.rules.formation import faults
from tabletop.decoding import MalformedError
from tests.catalogue import SAMPLES, printed_catalogue
from tests.designs import CARRYING
from tests.laws import of_each
from tests.tables import NOTHING

SIZE = (72.0, 48.0)
NAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))


@of_each("name", NAMES)
def test_an_army_stands_in_its_zone_in_legal_formations(name: str) -> None:
    catalogue = printed_catalogue()
    army = resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), catalogue)
    near, far = zones_of(SIZE, Terms())
    units = deployed(army, side="red", zone=Zone(near, NEAR), scale=25)
    units += deployed(army, side="blue", zone=Zone(far, FAR), scale=25)
    scene = lay(Table(format="muster-table/1", game="arcana", size=SIZE, units=units), catalogue)
    assert [reason.text for unit in scene.units.values() for reason in faults(unit)] == []
    assert set_up(scene, Terms()).faults == ()
    assert sum(unit.models for unit in units) == 2 * sum(unit.size for unit in army.units)


def test_an_army_too_large_for_its_zone_is_refused() -> None:
    army = resolve(read_roster((SAMPLES / "dwarves.json").read_bytes()), printed_catalogue())
    narrow = Zone(((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0)), NEAR)
    with pytest.raises(MalformedError, match="zone"):
        deployed(army, side="red", zone=narrow, scale=25)


def test_a_second_army_stands_behind_the_first_under_refs_of_its_own() -> None:
    catalogue = printed_catalogue()
    army = resolve(read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes()), catalogue)
    for facing, polygon in zip((NEAR, FAR), zones_of((72.0, 96.0), Terms()), strict=True):
        zone = Zone(polygon, facing)
        first = deployed(army, side="red", zone=zone, scale=25)
        scene = lay(Table(format="muster-table/1", game="arcana", size=(72.0, 96.0), units=first), catalogue)
        second = deployed(army, side="red", zone=zone, scale=25, behind=list(scene.units.values()))
        both = lay(Table(format="muster-table/1", game="arcana", size=(72.0, 96.0), units=(*first, *second)), catalogue)
        assert len(both.units) == 2 * len(first)
        gaps = [between(both.unit(one.ref), both.unit(two.ref)).gap.inches for one in first for two in second]
        assert min(gaps) >= BETWEEN


def test_leaders_and_other_troops_are_members_of_their_unit() -> None:
    army = resolve(read_roster((SAMPLES / "dwarves.json").read_bytes()), printed_catalogue())
    near, _ = zones_of(SIZE, Terms())
    for unit, stated in zip(army.units, deployed(army, side="red", zone=Zone(near, NEAR), scale=25), strict=True):
        if unit.models:
            leaders = [each.row.slug for each in unit.characters]
            assert [each.profile for each in stated.members][-len(leaders) or len(stated.members) :] == leaders


def test_a_creature_of_ones_own_is_stated_by_its_figures() -> None:
    units = [{"ref": "u1", "models": [{"profile": "designs/young-dragon", "count": 1}]}]
    army = resolve(read_roster(json.dumps(CARRYING | {"units": units}).encode()), printed_catalogue())
    near, _ = zones_of(SIZE, Terms())
    (unit,) = deployed(army, side="red", zone=Zone(near, NEAR), scale=25)
    assert (unit.profile, unit.base, unit.fly) == (None, 9, 15)
    assert lay(Table(format="muster-table/1", game="arcana", size=SIZE, units=(unit,)), NOTHING).unit("r1").models == 1
