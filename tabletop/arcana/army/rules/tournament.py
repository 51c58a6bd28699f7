"""The tournament rules, their figures open to organisers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.edits import OneEdit, SetOptions, Several
from tabletop.arcana.army.pricing import UnitPrice
from tabletop.arcana.army.remedies import agree_on, cheapen_unit, grow_unit, leave_at_home
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.army.rules.context import Subject, unit_culprit
from tabletop.arcana.army.rules.designs import monsters_are_no_troops
from tabletop.arcana.army.rules.magic import SPELL_NOTES, casters
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import DESIGNS, is_design
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, Row, Section
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.languages import number, say
from tabletop.rulebook import Breach, Pass, Rule, rule

TOURNAMENT_RULES = BOOK.section("Tournament Rules")


class Terms(Struct, frozen=True, kw_only=True):
    """The figures of a tournament; the book's recommendation as default."""

    sizes: tuple[int, ...] = (4000, 5000)
    largest_unit: int = 800
    small_unit: int = 200
    small_units: int = 1


def tournament_rules(terms: Terms) -> tuple[Rule, ...]:
    """The rules of the book with these figures, and what follows from them."""
    return (
        _game_size(terms),
        one_army_only,
        _no_unit_too_large(terms),
        _few_small_units(terms),
        no_optional_schools,
        no_cheap_monsters,
        _lone_characters_that_fit(terms),
        monsters_are_no_troops,
        printed_lists_only,
    )


def _game_size(terms: Terms) -> Rule:
    @rule("TOUR-01", TOURNAMENT_RULES)
    def game_has_the_agreed_size(subject: Subject) -> Iterator[Breach | Pass]:
        """The game has the size of the tournament: by the book 4,000 points, or 5,000 if there is time."""
        limit = subject.army.points_limit
        if limit not in terms.sizes:
            sizes = say(" or ").join(map(number, terms.sizes))
            text = say("The game has no agreed size; this tournament plays {sizes}.", sizes=sizes)
            if limit:
                text = say("The game has {limit} points; this tournament plays {sizes}.", limit=limit, sizes=sizes)
            remedies = tuple(remedy for size in terms.sizes for remedy in agree_on(size))
            yield Breach(text, actual=limit, limit=max(terms.sizes), remedies=remedies)

    return game_has_the_agreed_size


@rule("TOUR-02", TOURNAMENT_RULES)
def one_army_only(subject: Subject) -> Iterator[Breach | Pass]:
    """A tournament army uses one army list, without allies."""
    for ally in subject.army.contingents[1:]:
        yield Breach(
            say("The {army} are allies; tournaments don't allow any.", army=ally.army.name),
            Culprit("army", ally.army.slug),
            remedies=(leave_at_home(ally.army),),
        )


@rule("TOUR-10", TOURNAMENT_RULES)
def printed_lists_only(subject: Subject) -> Iterator[Breach | Pass]:
    """A tournament army uses a printed list, not one that its player designed."""
    if subject.army.has_own_list:
        text = say("The army uses {army}; tournaments allow only the printed lists.", army=subject.army.own.army.name)
        ways = say("Play by the core rules, or under a pack that allows players' own lists.")
        yield Breach(f"{text} {ways}", Culprit("army", DESIGNS))


def _no_unit_too_large(terms: Terms) -> Rule:
    @rule("TOUR-04", TOURNAMENT_RULES, of=Trait.ANYTHING)
    def no_unit_is_too_large(subject: Subject) -> Iterator[Breach | Pass]:
        """No unit costs more than 800 points with its characters, or the tournament's own figure."""
        prices = subject.price.units
        for contingent, unit in ((part, unit) for part in subject.army.contingents for unit in part.units):
            points = prices[unit.ref].points
            if points > terms.largest_unit:
                yield Breach(
                    say(
                        "{unit}: {points} points; no unit may cost more than {largest_unit}.",
                        unit=unit.name,
                        points=points,
                        largest_unit=terms.largest_unit,
                    ),
                    unit_culprit(unit.ref),
                    actual=points,
                    limit=terms.largest_unit,
                    remedies=cheapen_unit(unit, contingent, subject.army, points - terms.largest_unit),
                )

    return no_unit_is_too_large


def _few_small_units(terms: Terms) -> Rule:
    @rule("TOUR-05", TOURNAMENT_RULES)
    def few_units_are_small(subject: Subject) -> Iterator[Breach | Pass]:
        """Only one unit of normal troops or monsters costs less than 200 points, or the tournament's own figures."""
        prices = subject.price.units
        small = [
            unit
            for contingent in subject.army.contingents
            for unit in contingent.units
            if _is_small(unit, prices[unit.ref], terms, own_list=contingent.army.slug == DESIGNS)
        ]
        spared = sorted(small, key=lambda unit: (prices[unit.ref].points, unit.ref))[: terms.small_units]
        for unit in (unit for unit in small if unit not in spared):
            points = prices[unit.ref].points
            yield Breach(
                say(
                    "{unit}: {points} points; only {small_units} of the army's {count} units under {small_unit} "
                    "may be that small.",
                    unit=unit.name,
                    points=points,
                    small_units=terms.small_units,
                    count=len(small),
                    small_unit=terms.small_unit,
                ),
                unit_culprit(unit.ref),
                actual=len(small),
                limit=terms.small_units,
                remedies=grow_unit(unit, terms.small_unit - points),
            )

    return few_units_are_small


def _is_small(unit: FieldedUnit, price: UnitPrice, terms: Terms, *, own_list: bool) -> bool:
    """Elite troops are neither normal troops nor monsters; creatures of one's own are as monsters (ruling M19).

    Those of an army list of one's own are troops as printed ones are (ruling M44).
    """
    if price.points >= terms.small_unit:
        return False
    normal = {item.profile for item in price.items if not item.special}
    return any(
        models.row.section == Section.MONSTERS
        or models.row.slug in normal
        or (_is_own_creature(models.row) and not own_list)
        for models in unit.models
    )


def _is_own_creature(row: Row) -> bool:
    return is_design(row) and row.section == Section.TROOPS


@rule("TOUR-06", SPELL_NOTES)
def no_optional_schools(subject: Subject) -> Iterator[Breach | Pass]:
    """Only the core schools of magic are used in tournaments."""
    if subject.army.options.optional_schools:
        off = SetOptions(cheap_monsters_as_normal=subject.army.options.cheap_monsters_as_normal)
        remedy = Remedy(say("Core schools"), Several(edits=(off, *_core_schools(subject))))
        yield Breach(say("The optional schools are on; tournaments don't allow them."), remedies=(remedy,))


def _core_schools(subject: Subject) -> Iterator[OneEdit]:
    """A core school for everyone who has an optional one."""
    for caster in casters(subject):
        if caster.school in OPTIONAL_SCHOOLS and caster.row.spellcaster:
            yield caster.choosing(caster.row.spellcaster.schools[0])


@rule("TOUR-07", TOURNAMENT_RULES)
def no_cheap_monsters(subject: Subject) -> Iterator[Breach | Pass]:
    """Cheap monsters are special in tournaments like all others (ruling M4)."""
    if subject.army.options.cheap_monsters_as_normal:
        edit = SetOptions(optional_schools=subject.army.options.optional_schools)
        text = say("Cheap monsters count as normal troops; in tournaments they are special.")
        yield Breach(text, remedies=(Remedy(say("Count them as special"), edit),))


def _is_lone(unit: FieldedUnit) -> bool:
    """One character by itself; several together are a unit of commanders, who never leave it."""
    return not unit.models and len(unit.characters) == 1


def _lone_characters_that_fit(terms: Terms) -> Rule:
    @rule("TOUR-08", TOURNAMENT_RULES, Severity.NOTE)
    def lone_characters_join_within_the_limit(subject: Subject) -> Iterator[Breach | Pass]:
        """A lone character can't join a unit that would then cost more than 800 points."""
        prices = subject.price.units
        units = [unit for unit in subject.army.units if not _is_lone(unit)]
        for lone in filter(_is_lone, subject.army.units):
            cost = prices[lone.ref].points
            full = [unit.name for unit in units if prices[unit.ref].points + cost > terms.largest_unit]
            if full:
                text = say(
                    "{lone} ({cost}) can't join {join}: together over {largest_unit}.",
                    lone=lone.name,
                    cost=cost,
                    join=", ".join(full),
                    largest_unit=terms.largest_unit,
                )
                yield Breach(text, unit_culprit(lone.ref))

    return lone_characters_join_within_the_limit
