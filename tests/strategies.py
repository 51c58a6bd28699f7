"""Hypothesis strategies for rosters: any that a file can state, and armies that a player might field."""

from __future__ import annotations

from typing import get_args

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import (
    MOST_MODELS,
    MOST_POINTS,
    Ally,
    Character,
    Models,
    Mount,
    Options,
    Roster,
    Unit,
    Upgrade,
    new_roster,
)
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import DESIGNS, OwnList
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.arcana.creation.design_files import design_slug
from tabletop.heraldry import Charge, Division, Shield, Tincture
from tests.catalogue import printed_catalogue

CATALOGUE = printed_catalogue()
ARMIES = [army.slug for army in CATALOGUE.lists.values() if army.kind == "army"]
FORBIDDEN = "".join(map(chr, (*range(0x2028, 0x202F), *range(0x2066, 0x206A))))

letters = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=FORBIDDEN)
labels = st.text(letters, max_size=30)
names = st.text(letters, min_size=1, max_size=30)
refs = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)
slugs = st.sampled_from(list(CATALOGUE.rows))
points = st.none() | st.integers(1, MOST_POINTS)

upgrades = st.lists(st.builds(Upgrade, profile=slugs, count=st.integers(1, 100)), max_size=3).map(tuple)
weapons = st.sampled_from([None, *get_args(Weapon)])
schools = st.sampled_from([None, *School])
mounts = st.none() | st.builds(Mount, profile=slugs, shared=st.booleans(), school=schools)
designs = st.builds(Design, name=names, kind=st.sampled_from(DesignKind))
shields = st.builds(
    lambda tinctures, **rest: Shield(field=tinctures[0], second=tinctures[1], **rest),
    st.permutations(Tincture),
    division=st.sampled_from(Division),
    charge=st.sampled_from(Charge),
    charge_tincture=st.sampled_from(Tincture),
)
own_lists = st.none() | st.builds(OwnList, name=names, shield=shields, note=labels)
options = st.builds(Options, cheap_monsters_as_normal=st.booleans(), optional_schools=st.booleans())


@st.composite
def models(draw: st.DrawFn, profiles: st.SearchStrategy[str] = slugs, most: int = MOST_MODELS) -> Models:
    count = draw(st.integers(1, most))
    return Models(
        profile=draw(profiles),
        count=count,
        reinforced=draw(st.integers(0, count)),
        upgrades=draw(upgrades),
        school=draw(schools),
        phalanx=draw(st.booleans()),
    )


characters = st.builds(
    Character,
    ref=st.just("c"),
    profile=slugs,
    weapon=weapons,
    counterspell=st.booleans(),
    school=schools,
    upgrades=upgrades,
    mount=mounts,
)
units = st.builds(
    Unit,
    ref=st.just("u"),
    name=labels,
    notes=st.just("") | labels,
    infiltrating=st.booleans(),
    models=st.lists(models(), max_size=3).map(tuple),
    characters=st.lists(characters, max_size=3).map(tuple),
)
many_units = st.lists(units, max_size=4).map(tuple)
allies = st.builds(Ally, army=st.sampled_from(ARMIES), points=st.integers(1, MOST_POINTS), units=many_units)


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    """Any roster whose slugs the catalogue has, legal or not."""
    own_list = draw(own_lists)
    roster = Roster(
        format="muster-roster/1",
        game="arcana",
        name=draw(names),
        notes=draw(st.just("") | labels),
        army=DESIGNS if own_list else draw(st.sampled_from(ARMIES)),
        own_list=own_list,
        points_limit=draw(points),
        rules=draw(st.sampled_from(["core", "tournament", "pack/spring-cup-1"])),
        options=draw(options),
        units=draw(many_units),
        allies=draw(st.lists(allies, max_size=2).map(tuple)),
        designs=draw(st.lists(designs, max_size=2, unique_by=design_slug).map(tuple)),
    )
    parts = sum(1 + len(unit.characters) for unit in roster.contingent_units)
    return with_refs(roster, draw(st.lists(refs, min_size=parts, max_size=parts, unique=True)))


def with_refs(roster: Roster, fresh: list[str]) -> Roster:
    """The roster with these refs given out in order."""
    left = iter(fresh)

    def renamed(unit: Unit) -> Unit:
        leaders = tuple(replace(each, ref=next(left)) for each in unit.characters)
        return replace(unit, ref=next(left), characters=leaders)

    own = tuple(map(renamed, roster.units))
    others = tuple(replace(ally, units=tuple(map(renamed, ally.units))) for ally in roster.allies)
    return replace(roster, units=own, allies=others)


@st.composite
def armies(draw: st.DrawFn, limits: st.SearchStrategy[int | None] | None = None) -> Roster:
    """Units of one list and of the general ones, as a player might put them together."""
    army = draw(st.sampled_from(ARMIES))
    fielded = [
        row for row in CATALOGUE.rows.values() if row.slug.startswith((f"{army}/", "monsters/", "war-machines/"))
    ]
    ranks = st.sampled_from([row.slug for row in fielded if row.section in ("troops", "monsters", "war-machines")])
    leaders = st.sampled_from([row.slug for row in fielded if row.section == "characters"])
    unit = st.builds(
        Unit,
        ref=st.just("u"),
        models=st.lists(st.builds(Models, profile=ranks, count=st.integers(1, 30)), max_size=2).map(tuple),
        characters=st.lists(st.builds(Character, ref=st.just("c"), profile=leaders), max_size=2).map(tuple),
    )
    chosen = tuple(draw(st.lists(unit, max_size=5)))
    limit = draw(st.none() | st.integers(1, 4000) if limits is None else limits)
    roster = replace(new_roster(name="Drawn", army=army, points_limit=limit), units=chosen)
    parts = sum(1 + len(each.characters) for each in chosen)
    return with_refs(roster, [f"r{number}" for number in range(parts)])


def plain(value: msgspec.Struct) -> object:
    """The value as JSON carries it."""
    return msgspec.json.decode(msgspec.json.encode(value))
