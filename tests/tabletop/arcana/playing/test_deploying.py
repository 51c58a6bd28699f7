"""Armies put down: every sample stands in its zone in legal formations."""

from __future__ import annotations

import pytest

from tabletop.arcana.fielding import field
from tabletop.arcana.formation import faults
from tabletop.arcana.playing import deployed
from tabletop.arcana.playing.deploying import FAR, NEAR, Zone
from tabletop.arcana.roster import MalformedError, read_roster
from tabletop.arcana.settingup import Terms, set_up, zones_of
from tabletop.arcana.table import Table, lay
from tests.catalogue import SAMPLES, printed_catalogue

SIZE = (72.0, 48.0)
NAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_an_army_stands_in_its_zone_in_legal_formations(name: str) -> None:
    catalogue = printed_catalogue()
    army = field(read_roster((SAMPLES / f"{name}.json").read_bytes()), catalogue)
    near, far = zones_of(SIZE, Terms())
    units = deployed(army, side="red", zone=Zone(near, NEAR), scale=25)
    units += deployed(army, side="blue", zone=Zone(far, FAR), scale=25)
    scene = lay(Table(format="muster-table/1", game="arcana", size=SIZE, units=units), catalogue)
    assert [reason.text for unit in scene.units.values() for reason in faults(unit)] == []
    assert set_up(scene, Terms()).faults == {}
    assert sum(unit.models for unit in units) == 2 * sum(unit.size for unit in army.units)


def test_an_army_too_large_for_its_zone_is_refused() -> None:
    army = field(read_roster((SAMPLES / "dwarves.json").read_bytes()), printed_catalogue())
    narrow = Zone(((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0)), NEAR)
    with pytest.raises(MalformedError, match="zone"):
        deployed(army, side="red", zone=narrow, scale=25)
