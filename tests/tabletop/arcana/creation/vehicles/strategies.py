"""Hypothesis strategies for vehicle parts: any that can be looked up, legal or not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tabletop.arcana.catalogue.profiles import Movement
from tabletop.arcana.catalogue.vehicle_parts import Wears
from tabletop.arcana.creation.vehicles import TYPES, Beasts, Crew, Machines, VehicleParts
from tests.catalogue import printed_catalogue

CATALOGUE = printed_catalogue()
ROWS = CATALOGUE.rows.values()
TOWED = [slug for slug, kind in TYPES.items() if not kind.is_howdah]
HOWDAHS = [slug for slug, kind in TYPES.items() if kind.is_howdah]


def of_section(*sections: str) -> st.SearchStrategy[str]:
    return st.sampled_from([row.slug for row in ROWS if row.section in sections])


def crews(army: str) -> st.SearchStrategy[Crew]:
    """Mostly of one army, now and then of any."""
    own = [row.slug for row in ROWS if row.section == "troops" and row.slug.startswith(f"{army}/")]
    profiles = st.sampled_from(own) | st.sampled_from(own) | of_section("troops", "monsters")
    return st.builds(Crew, profile=profiles, count=st.integers(1, 3))


def rarely(usual: object, others: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly the usual value."""
    return st.sampled_from([True, True, True, False]).flatmap(lambda plain: st.just(usual) if plain else others)


LARGE = [row.slug for row in ROWS if row.section == "monsters" and row.base >= 4 and row.wounds >= 4]
beasts = st.builds(Beasts, profile=of_section("monsters", "mounts"), count=st.integers(1, 3))
mounts = st.builds(Beasts, profile=st.sampled_from(LARGE) | of_section("monsters"), count=rarely(1, st.just(2)))
machines = st.builds(Machines, profile=of_section("war-machines"))
movements = st.builds(Movement, ground=st.integers(2, 20), fly=st.none() | st.integers(1, 20))
shared = {
    "name": st.just("Built"),
    "armour": st.sampled_from([-1, 0, 1]),
    "cargo": rarely(0, st.integers(0, 3)),
    "base": rarely(None, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    "war_machines": rarely((), st.lists(machines, max_size=1).map(tuple)),
}


@st.composite
def parts(draw: st.DrawFn) -> VehicleParts:
    """Towed, self-propelled or carried, with a crew mostly of one army."""
    army = draw(st.sampled_from([each.slug for each in CATALOGUE.lists.values() if each.kind == "army"]))
    crew = st.lists(crews(army), max_size=2).map(tuple)
    wounds = rarely(None, st.integers(1, 9))
    pulled = st.builds(VehicleParts, type=st.sampled_from(TOWED), beasts=beasts, wounds=wounds, crew=crew, **shared)
    driven = st.builds(
        VehicleParts, type=st.sampled_from(TOWED), movement=movements, wounds=wounds, crew=crew, **shared
    )
    wears = st.sampled_from(Wears)
    carried = st.builds(
        VehicleParts,
        type=st.sampled_from(HOWDAHS),
        beasts=st.none() | mounts | mounts | mounts,
        wears=wears,
        crew=crew,
        **shared,
    )
    return draw(st.one_of(pulled, driven, carried))
