"""What a roster costs: receipts from printed points and the book's surcharges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.army.resolve import Army, Contingent, FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import WarMachineTerms, is_design, list_slug
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.arcana.creation.points.pricing import reinforcement
from tabletop.arcana.creation.points.rows import design_of
from tabletop.citations import Citation
from tabletop.receipts import Breakdown, Line, rounded_up, to_nearest
from tabletop.rosters.price_record import PriceRecord
from tabletop.work import go_on

ARMY_LISTS = BOOK.section("Army lists")
WAR_MACHINES = BOOK.section("Purchasing War Machines")
CHARACTER_WEAPONS = BOOK.section("Missile Weapons for Characters")
COUNTERSPELLING = BOOK.section("Counterspelling for Characters")
INFILTRATION = BOOK.section("Infiltration for Characters")
MOUNTED = BOOK.section("Mounted Characters")
SPELLCASTERS = BOOK.section("Special Ability Costs")

COUNTERSPELL = 75
INFILTRATION_FACTOR = Fraction(5, 4)


class Item(Struct, frozen=True):
    """One priced part of a unit: its receipt, the price of all `count` of it and whether that counts as special."""

    ref: str
    profile: str
    count: int
    breakdown: Breakdown
    points: int
    special: bool


class UnitPrice(Struct, frozen=True):
    """A unit's items in order."""

    ref: str
    items: tuple[Item, ...]

    @property
    def points(self) -> int:
        return sum(item.points for item in self.items)

    @property
    def breakdown(self) -> Breakdown:
        return Breakdown(tuple(line for item in self.items for line in item.breakdown.lines))


class Shares(Struct, frozen=True):
    """Points spent on normal and on special troops."""

    normal: int
    special: int

    @property
    def total(self) -> int:
        return self.normal + self.special


class ArmyPrice(Struct, frozen=True):
    """The prices of every contingent's units, in the roster's order."""

    contingents: tuple[tuple[UnitPrice, ...], ...]

    @property
    def units(self) -> dict[str, UnitPrice]:
        return {unit.ref: unit for units in self.contingents for unit in units}

    @property
    def shares(self) -> tuple[Shares, ...]:
        """Normal and special points of each contingent."""
        return tuple(_shares(units) for units in self.contingents)

    @property
    def points(self) -> int:
        return sum(shares.total for shares in self.shares)

    @property
    def normal(self) -> int:
        return sum(shares.normal for shares in self.shares)

    @property
    def special(self) -> int:
        return sum(shares.special for shares in self.shares)


def _shares(units: tuple[UnitPrice, ...]) -> Shares:
    items = [item for unit in units for item in unit.items]
    special = sum(item.points for item in items if item.special)
    return Shares(sum(item.points for item in items) - special, special)


def price(army: Army) -> ArmyPrice:
    """What the army costs, unit by unit."""
    return ArmyPrice(
        tuple(tuple(price_unit(unit, contingent, army) for unit in contingent.units) for contingent in army.contingents)
    )


def price_unit(unit: FieldedUnit, contingent: Contingent, army: Army) -> UnitPrice:
    go_on()
    items: list[Item] = []
    for models in unit.models:
        items += price_models(models, unit, contingent, army)
    for character in unit.characters:
        items.append(price_character(character, infiltrating=unit.choice.infiltrating))
    return UnitPrice(unit.ref, tuple(items))


def price_models(models: FieldedModels, unit: FieldedUnit, contingent: Contingent, army: Army) -> tuple[Item, ...]:
    """The item of a unit's models, then those of their extras."""
    special = is_special(models.row, contingent.army, army.options, army.basis)
    lines = tuple(_models(models, contingent, infiltrating=unit.choice.infiltrating))
    extras = (
        _item(unit.ref, upgrade.row, (_upgrade(upgrade, models.count),), count=upgrade.count * models.count)
        for upgrade in models.upgrades
    )
    return _item(unit.ref, models.row, lines, count=models.count, special=special), *extras


def price_character(character: FieldedCharacter, *, infiltrating: bool) -> Item:
    """The item of a character with everything that was bought for it."""
    return _item(character.choice.ref, character.row, tuple(_character(character, infiltrating=infiltrating)))


def _item(ref: str, row: Row, lines: tuple[Line, ...], *, count: int = 1, special: bool = True) -> Item:
    breakdown = Breakdown(lines)
    return Item(ref, row.slug, count, breakdown, to_nearest(breakdown.exact), special)


def _line(label: str, amount: int | Fraction, citation: Citation = ARMY_LISTS) -> Line:
    return Line(label, amount if isinstance(amount, Fraction) else _whole(amount), citation)


@lru_cache(maxsize=4096)
def _whole(points: int) -> Fraction:
    """Whole prices are made once: the same few thousand come again with every click."""
    return Fraction(points)


def _models(models: FieldedModels, contingent: Contingent, *, infiltrating: bool) -> Iterator[Line]:
    row, count = models.row, models.count
    if infiltrating:
        yield _line(f"{counted(row.name, count)}, infiltrating", infiltrating_points(row) * count, INFILTRATION)
    else:
        yield _line(f"{counted(row.name, count)} at {row.points}", row.points * count)
    if row.section == Section.WAR_MACHINES:
        yield from _crews(models, contingent)
    yield from _model_extras(models)


def _model_extras(models: FieldedModels) -> Iterator[Line]:
    """What all the models of a line have learned: a beast's magic, a phalanx."""
    yield from _learning(models.row, models.choice.school, models.count)
    if models.choice.phalanx and models.row.phalanx_cost is not None:
        each = models.row.phalanx_cost - models.row.points
        yield _line(f"Phalanx at {each}", each * models.count)


def _learning(row: Row, school: School | None, count: int = 1) -> Iterator[Line]:
    if school and row.spellcaster and row.spellcaster.cost:
        yield _line(f"Spellcaster: {school.capitalize()}", row.spellcaster.cost * count, SPELLCASTERS)


def infiltrating_points(row: Row) -> Fraction:
    """The printed price for infiltrating, or a quarter more where none is printed."""
    if row.infiltrate_cost is not None:
        return Fraction(row.infiltrate_cost)
    return row.points * INFILTRATION_FACTOR


def infiltrating_whole(unit: FieldedUnit) -> Fraction:
    """What the unit would pay if its whole usual price were multiplied by 1¼, as the book also allows."""
    lines = [line for character in unit.characters for line in _character(character, infiltrating=False)]
    for models in unit.models:
        lines.append(_line(models.row.name, models.row.points * models.count))
        lines += [*_model_extras(models), *(_upgrade(upgrade, models.count) for upgrade in models.upgrades)]
    return Breakdown(tuple(lines)).exact * INFILTRATION_FACTOR


def _crews(models: FieldedModels, contingent: Contingent) -> Iterator[Line]:
    """An army's crews for standard war machines, and second crews (ruling M6)."""
    terms = contingent.army.war_machines
    is_standard = list_slug(models.row.slug) == "war-machines"
    if is_standard and terms.surcharge:
        yield _line(f"{contingent.army.name} crews at {terms.surcharge}", terms.surcharge * models.count, WAR_MACHINES)
    if reinforced := models.choice.reinforced:
        each = _second_crew(models.row, terms)
        yield _line(f"{reinforced} reinforced at {each}", each * reinforced, WAR_MACHINES)


def _second_crew(row: Row, terms: WarMachineTerms) -> int:
    """As the army's list prints it, for a design of the player's own by the formula."""
    return rounded_up(reinforcement(design_of(row)) or Fraction(0)) if is_design(row) else terms.reinforcement


def _upgrade(upgrade: FieldedUpgrade, count: int) -> Line:
    number = upgrade.count * count
    return _line(f"{counted(upgrade.row.name, number)} at {upgrade.row.points}", upgrade.row.points * number)


def _character(character: FieldedCharacter, *, infiltrating: bool) -> Iterator[Line]:
    row = character.row
    has_own_price = infiltrating and row.infiltrate_cost is not None
    yield _line(row.name, infiltrating_points(row) if has_own_price else row.points)
    extras = list(_extras(character))
    yield from extras
    if infiltrating:
        base = 0 if has_own_price else row.points
        surcharge = (base + sum(line.amount for line in extras)) * (INFILTRATION_FACTOR - 1)
        if surcharge:
            yield _line("Infiltrating with the unit: a quarter more", surcharge, INFILTRATION)


def _extras(character: FieldedCharacter) -> Iterator[Line]:
    row, choice = character.row, character.choice
    if choice.weapon:
        yield _line(WEAPONS[choice.weapon].name, weapon_points(row, choice.weapon) or 0, CHARACTER_WEAPONS)
    if choice.counterspell:
        yield _line("Counterspell", COUNTERSPELL, COUNTERSPELLING)
    yield from _learning(row, choice.school)
    if character.mount and choice.mount and not character.rides_along:
        yield _line(f"Mount: {character.mount.name}", character.mount.points, MOUNTED)
        yield from _learning(character.mount, choice.mount.school)
    yield from (_upgrade(upgrade, 1) for upgrade in character.upgrades)


def weapon_points(row: Row, weapon: str) -> int | None:
    """What the weapon costs at this row's missile skill; None where the table has no price."""
    return WEAPONS[weapon].price(row.missile_skill.skill) if row.missile_skill else None


def price_record(price: ArmyPrice, catalogue: str) -> PriceRecord:
    """What is worth remembering of a price by a catalogue's version."""
    spent: Counter[str] = Counter()
    for unit in price.units.values():
        for item in unit.items:
            spent[item.profile] += item.points
    return PriceRecord(catalogue, price.points, dict(spent))
