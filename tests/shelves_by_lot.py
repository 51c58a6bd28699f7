"""Shelves drawn by lot, and every army of one tried: what the search for armies is held against."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from tabletop.arcana.army.fielding import Answer, Wish, fielded
from tabletop.arcana.army.judging import judge_army
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.rosters.collection import Collection, Owned, new_collection

FIELDED = (Section.TROOPS, Section.CHARACTERS, Section.MONSTERS, Section.WAR_MACHINES)


def small_shelf(dice: Random, catalogue: Catalogue) -> tuple[Collection, Wish]:
    """Up to five kinds of an army with a few models each, and a game whose normal share they may just reach."""
    army = dice.choice(catalogue.armies)
    own = [row for row in catalogue.rows_of(army.slug) if row.section in FIELDED and row.points]
    monsters = [row for row in catalogue.rows_of("monsters") if row.points < 200 and army.may_field(row)]
    troops = [row for row in own if row.section == Section.TROOPS]
    rows = {row.slug: row for row in dice.sample(troops, 2) + dice.sample(own, 1) + dice.sample(monsters, 2)}
    models = [Owned(profile=slug, count=dice.randint(1, 5)) for slug in rows]
    worth = sum(rows[owned.profile].points * owned.count for owned in models if rows[owned.profile] in troops)
    points = max(100, dice.randint(worth // 2, worth * 5 // 3))
    return new_collection("arcana", "By lot", models), Wish(points=points, army=army.slug, smallest=1)


def every_army(collection: Collection, wish: Wish, catalogue: Catalogue) -> Iterator[Roster]:
    """Each way to field some of the models, one unit a kind and every character by itself."""
    rows = [catalogue.rows[owned.profile] for owned in collection.models]
    for counts in product(*(range(owned.count + 1) for owned in collection.models)):
        units = [unit for row, count in zip(rows, counts, strict=True) for unit in _units(row, count)]
        named = tuple(Unit(ref=f"u{at}", models=models, characters=who) for at, (models, who) in enumerate(units))
        yield Roster(
            format="muster-roster/1", game="arcana", name="Tried", army=wish.army, points_limit=wish.points, units=named
        )


def _units(row: Row, count: int) -> Iterator[tuple[tuple[Models, ...], tuple[Character, ...]]]:
    casts = row.spellcaster if row.spellcaster and not row.spellcaster.cost else None
    school = schools_of(row, optional=False)[0] if casts else None
    if row.section == Section.CHARACTERS:
        for number in range(count):
            ref = f"c-{list_slug(row.slug)}-{row.slug.rpartition('/')[2]}"[:28]
            yield (), (Character(ref=f"{ref}-{number}", profile=row.slug, school=school),)
    elif count:
        yield (Models(profile=row.slug, count=count, school=school),), ()


def nearest_by_trying(collection: Collection, wish: Wish, catalogue: Catalogue) -> int | None:
    """The points of the legal army that comes nearest, by the verdict on each; None where none is legal.

    What needs the opponent's leave doesn't count.
    """
    judged = (judge_army(roster, catalogue) for roster in every_army(collection, wish, catalogue))
    legal = [each.price.points for each in judged if not each.report.findings]
    return max(legal, default=None)


def faults_of(collection: Collection, wish: Wish, answer: Answer, catalogue: Catalogue) -> list[str]:
    """What is wrong with an answer, whatever other armies there are."""
    faults = []
    home = {owned.profile: owned.count for owned in collection.models}
    for proposal in answer.proposals:
        judged = judge_army(proposal.roster, catalogue)
        if not judged.report.is_legal or judged.price.points != proposal.points or proposal.points > wish.points:
            faults.append(f"{proposal.style}: not legal, or of other points")
        for unit in proposal.roster.units:
            for models in unit.models:
                home[models.profile] -= models.count
            for character in unit.characters:
                home[character.profile] -= 1
        if min(home.values()) < 0:
            faults.append(f"{proposal.style}: more than there are")
        home = {owned.profile: owned.count for owned in collection.models}
    return faults


def check_shelf(seed: int, catalogue: Catalogue) -> None:
    """AssertionError where the search says another thing than trying every army."""
    collection, wish = small_shelf(Random(seed), catalogue)
    answer = fielded(collection, wish, catalogue)
    tried = nearest_by_trying(collection, wish, catalogue)
    assert faults_of(collection, wish, answer, catalogue) == [], f"seed {seed}"
    found = answer.proposals[0].points if answer.proposals else None
    assert (found, answer.is_exact) == (tried, True), f"seed {seed}: {found} found, {tried} by trying"
