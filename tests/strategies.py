"""Hypothesis strategies for rosters: any that a file can state, and armies that a player might field.

Hypothesis pays for each draw, not for what comes of it: the shape of a roster and its texts are drawn one by one, what
a part consists of by one lot. Lot 0 is the plainest, and a counterexample shrinks to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from operator import itemgetter
from random import Random
from string import ascii_lowercase, digits
from typing import Any, get_args

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

ROWS = list(CATALOGUE.rows)
WEAPONS, SCHOOLS = [None, *get_args(Weapon)], [None, *School]
TINCTURES = list(permutations(Tincture, 2))

letters = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=FORBIDDEN)
labels = st.text(letters, max_size=30)
names = st.text(letters, min_size=1, max_size=30)
slugs = st.sampled_from(ROWS)
points = st.none() | st.integers(1, MOST_POINTS)
weapons = st.sampled_from(WEAPONS)
schools = st.sampled_from(SCHOOLS)

Pick = Callable[[Sequence[Any]], Any]
lots = st.integers(0, 2**20)


def by_lot(lot: int) -> Pick:
    """What chooses one of several, time and again; lot 0 always the first."""
    return Random(lot).choice if lot else itemgetter(0)


def some_models(pick: Pick) -> Models:
    count = pick([1, MOST_MODELS, pick(range(1, MOST_MODELS + 1))])
    return Models(
        profile=pick(ROWS),
        count=count,
        reinforced=pick([0, count, pick(range(count + 1))]),
        upgrades=some_upgrades(pick),
        school=pick(SCHOOLS),
        phalanx=pick([False, True]),
    )


def some_character(pick: Pick) -> Character:
    mount = Mount(profile=pick(ROWS), shared=pick([False, True]), school=pick(SCHOOLS))
    return Character(
        ref="c",
        profile=pick(ROWS),
        weapon=pick(WEAPONS),
        counterspell=pick([False, True]),
        school=pick(SCHOOLS),
        upgrades=some_upgrades(pick),
        mount=pick([None, mount]),
    )


def some_upgrades(pick: Pick) -> tuple[Upgrade, ...]:
    return tuple(Upgrade(profile=pick(ROWS), count=pick(range(1, 101))) for _ in range(pick(range(4))))


def some_shield(pick: Pick) -> Shield:
    field, second = pick(TINCTURES)
    return Shield(
        field=field,
        second=second,
        division=pick(list(Division)),
        charge=pick(list(Charge)),
        charge_tincture=pick(list(Tincture)),
    )


@st.composite
def units(draw: st.DrawFn) -> Unit:
    characters, models = divmod(draw(st.integers(0, 15)), 4)
    return Unit(
        ref="u",
        name=draw(labels),
        notes=draw(labels) if draw(st.booleans()) else "",
        infiltrating=draw(st.booleans()),
        models=tuple(some_models(by_lot(draw(lots))) for _ in range(models)),
        characters=tuple(some_character(by_lot(draw(lots))) for _ in range(characters)),
    )


designs = st.builds(Design, name=names, kind=st.sampled_from(DesignKind))
own_lists = st.none() | st.builds(OwnList, name=names, shield=lots.map(by_lot).map(some_shield), note=labels)
options = st.builds(Options, cheap_monsters_as_normal=st.booleans(), optional_schools=st.booleans())
many_units = st.lists(units(), max_size=4).map(tuple)
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
    return with_refs(roster, some_refs(draw(lots), parts))


def some_refs(lot: int, many: int) -> list[str]:
    """So many different refs of all lengths."""
    random, refs = Random(lot), dict[str, None]()
    while len(refs) < many:
        rest = random.choices(ascii_lowercase + digits + "-", k=random.choice([0, 0, 1, 3, 10, 31]))
        refs[random.choice(ascii_lowercase + digits) + "".join(rest)] = None
    return list(refs)


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
    chosen = tuple(draw(st.lists(_fielded(army), max_size=5)))
    limit = draw(st.none() | st.integers(1, 4000) if limits is None else limits)
    roster = replace(new_roster(name="Drawn", army=army, points_limit=limit), units=chosen)
    parts = sum(1 + len(each.characters) for each in chosen)
    return with_refs(roster, [f"r{number}" for number in range(parts)])


@cache
def _fielded(army: str) -> st.SearchStrategy[Unit]:
    """Units of an army and the general lists."""
    rows = [row for row in CATALOGUE.rows.values() if row.slug.startswith((f"{army}/", "monsters/", "war-machines/"))]
    ranks = [row.slug for row in rows if row.section in ("troops", "monsters", "war-machines")]
    leaders = [row.slug for row in rows if row.section == "characters"]
    # One number says which row and how many.
    models = st.integers(0, 30 * len(ranks) - 1).map(
        lambda number: Models(profile=ranks[number // 30], count=1 + number % 30)
    )
    leader = st.sampled_from([Character(ref="c", profile=slug) for slug in leaders])
    return st.builds(
        Unit,
        ref=st.just("u"),
        models=st.lists(models, max_size=2).map(tuple),
        characters=st.lists(leader, max_size=2).map(tuple),
    )


def plain(value: msgspec.Struct) -> object:
    """The value as JSON carries it."""
    return msgspec.json.decode(msgspec.json.encode(value))
