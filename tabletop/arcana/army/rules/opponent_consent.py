"""What is legal only with the opponent's leave, and what allies owe."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.edits import SetOptions
from tabletop.arcana.army.remedies import agree_on, cheapen, leave_at_home
from tabletop.arcana.army.resolve import Contingent
from tabletop.arcana.army.roster import MOST_MODELS
from tabletop.arcana.army.rules.composition import BUILDING_AN_ARMY
from tabletop.arcana.army.rules.context import Subject, unit_culprit
from tabletop.arcana.army.rules.magic import SPELL_NOTES, casters
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import DESIGNS, is_design
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS
from tabletop.arcana.catalogue.troop_class import is_cheap_monster
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, rule

ALLIES = BOOK.section("Allies")
NEW_CREATURES = BOOK.section("Creating New Creatures")


@rule("ALLY-01", ALLIES, Severity.WARNING)
def allies_need_agreement(subject: Subject) -> Iterator[Breach | Pass]:
    """Allies are fielded only if the opponent agrees."""
    for ally in subject.army.contingents[1:]:
        yield Breach(
            say("The {army} are allies; the opponent has to agree.", army=ally.army.name),
            Culprit("army", ally.army.slug),
            remedies=(leave_at_home(ally.army),),
        )


@rule("ALLY-02", ALLIES)
def contingent_keeps_to_its_share(subject: Subject) -> Iterator[Breach | Pass]:
    """With allies, each army costs no more than its own share of the points."""
    if len(subject.army.contingents) == 1:
        return
    for part in subject.parts:
        contingent, _, shares = part
        if contingent.points is not None and contingent.points < 0:
            yield _shares_beyond_the_game(subject, contingent)
        elif contingent.points is not None and shares.total > contingent.points:
            yield Breach(
                say(
                    "The {army} cost {total} points; their share is {points}.",
                    army=contingent.army.name,
                    total=shares.total,
                    points=contingent.points,
                ),
                Culprit("army", contingent.army.slug),
                actual=shares.total,
                limit=contingent.points,
                remedies=tuple(
                    cheapen(subject.army, [contingent], shares.total - contingent.points, special_only=False)
                ),
            )


def _shares_beyond_the_game(subject: Subject, contingent: Contingent) -> Breach:
    shares = sum(ally.points or 0 for ally in subject.army.contingents[1:])
    limit = subject.army.points_limit or 0
    return Breach(
        say(
            "The allies' shares come to {shares} points, more than the {limit} of the game.", shares=shares, limit=limit
        ),
        Culprit("army", contingent.army.slug),
        actual=shares,
        limit=limit,
        remedies=agree_on(shares),
    )


@rule("OPT-01", BUILDING_AN_ARMY, Severity.WARNING, of=Trait.CHEAP_MONSTER)
def cheap_monsters_need_agreement(subject: Subject) -> Iterator[Breach | Pass]:
    """Cheap monsters count as normal troops only if both players agree."""
    if not subject.army.options.cheap_monsters_as_normal:
        return
    for unit in subject.army.units:
        for models in unit.models:
            if is_cheap_monster(models.row):
                text = say(
                    "{models} count as normal troops; both players have to agree.",
                    models=named(models.row.name, MOST_MODELS),
                )
                edit = SetOptions(optional_schools=subject.army.options.optional_schools)
                yield Breach(text, unit_culprit(unit.ref), remedies=(Remedy(say("Count them as special"), edit),))


@rule("OPT-02", SPELL_NOTES, Severity.WARNING, of=Trait.MAGIC)
def optional_schools_need_agreement(subject: Subject) -> Iterator[Breach | Pass]:
    """The optional schools of magic are used only if both players agree."""
    for caster in casters(subject) if subject.army.options.optional_schools else ():
        if caster.school in OPTIONAL_SCHOOLS:
            text = say(
                "{caster} has {school} magic; both players have to agree.",
                caster=caster.row.name,
                school=caster.school.capitalize(),
            )
            yield Breach(text, caster.culprit)


@rule("DSGN-01", NEW_CREATURES, Severity.WARNING, of=Trait.DESIGN)
def designs_may_be_vetoed(subject: Subject) -> Iterator[Breach | Pass]:
    """The opponent may refuse a creature that you designed, in an army of a printed list."""
    contingents = (contingent for contingent in subject.army.contingents if contingent.army.slug != DESIGNS)
    for unit in (unit for contingent in contingents for unit in contingent.units):
        rows = [models.row for models in unit.models]
        rows += [row for character in unit.characters for row in (character.row, character.mount) if row]
        for row in {row.slug: row for row in rows}.values():
            if is_design(row):
                yield Breach(
                    say("{row} is a player's own design; the opponent may refuse it.", row=row.name),
                    unit_culprit(unit.ref),
                )


@rule("LIST-02", NEW_CREATURES, Severity.WARNING)
def own_list_may_be_vetoed(subject: Subject) -> Iterator[Breach | Pass]:
    """The opponent may refuse an army list that you designed, or any creature in it."""
    if subject.army.has_own_list:
        text = say("{army}: the opponent may refuse this list, or any creature in it.", army=subject.army.own.army.name)
        yield Breach(text, Culprit("army", DESIGNS))
