"""What a roster costs: receipts from printed points and the book's surcharges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from tabletop.arcana.army.resolve import Army, FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import ArmyList, is_design, list_slug
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.arcana.creation.points.pricing import reinforcement
from tabletop.arcana.creation.points.rows import design_of
from tabletop.citations import Citation
from tabletop.languages import say
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


class Cost(Struct, frozen=True):
    """One amount of a price; what it is for is put into words only where a receipt is read."""

    amount: int | Fraction
    words: Callable[[], str]
    citation: Citation = ARMY_LISTS

    @property
    def line(self) -> Line:
        return Line(self.words(), Fraction(self.amount), self.citation)


class Item(Struct, frozen=True, dict=True):
    """One priced part of a unit: its costs, the price of all `count` of it and whether that counts as special."""

    ref: str
    profile: str
    count: int
    costs: tuple[Cost, ...]
    points: int
    special: bool

    @cached_property
    def breakdown(self) -> Breakdown:
        """Its receipt."""
        return Breakdown(tuple(cost.line for cost in self.costs))


class UnitPrice(Struct, frozen=True, dict=True):
    """What a unit costs in normal and in special points, and what of it goes to each profile in the receipt's order.

    The receipt, its items in order, is written when it is read: most of those who ask for a price don't.
    """

    unit: FieldedUnit
    normal: int
    special: int
    spent: tuple[tuple[str, int], ...]

    @property
    def ref(self) -> str:
        return self.unit.ref

    @property
    def points(self) -> int:
        return self.normal + self.special

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return tuple(items_of(self.unit))

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


class ArmyPrice(Struct, frozen=True, dict=True):
    """The prices of every contingent's units, in the roster's order."""

    contingents: tuple[tuple[UnitPrice, ...], ...]

    @cached_property
    def units(self) -> dict[str, UnitPrice]:
        return {unit.ref: unit for units in self.contingents for unit in units}

    @cached_property
    def shares(self) -> tuple[Shares, ...]:
        """Normal and special points of each contingent."""
        return tuple(
            [
                Shares(sum([unit.normal for unit in units]), sum([unit.special for unit in units]))
                for units in self.contingents
            ]
        )

    @property
    def points(self) -> int:
        return sum([shares.total for shares in self.shares])

    @property
    def normal(self) -> int:
        return sum([shares.normal for shares in self.shares])

    @property
    def special(self) -> int:
        return sum([shares.special for shares in self.shares])


def price(army: Army) -> ArmyPrice:
    """What the army costs, unit by unit."""
    return ArmyPrice(tuple(tuple(map(price_unit, contingent.units)) for contingent in army.contingents))


def price_unit(unit: FieldedUnit) -> UnitPrice:
    """A unit's price, item by item."""
    normal, special, spent = 0, 0, []
    for item in items_of(unit):
        if item.special:
            special += item.points
        else:
            normal += item.points
        spent.append((item.profile, item.points))
    return UnitPrice(unit, normal, special, tuple(spent))


def items_of(unit: FieldedUnit) -> Iterator[Item]:
    """What a unit's price is made of: its models with their extras, then its characters."""
    go_on()
    for models in unit.models:
        yield from price_models(models, unit)
    for character in unit.characters:
        yield price_character(character, infiltrating=unit.choice.infiltrating)


def price_models(models: FieldedModels, unit: FieldedUnit) -> tuple[Item, ...]:
    """The item of a unit's models, then those of their extras."""
    levy = unit.levy
    special = is_special(models.row, levy.army, levy.options, levy.basis)
    costs = tuple(_models(models, levy.army, infiltrating=unit.choice.infiltrating))
    own = _item(unit.ref, models.row, costs, count=models.count, special=special)
    if not models.upgrades:
        return (own,)
    extras = (
        _item(unit.ref, upgrade.row, (_upgrade(upgrade, models.count),), count=upgrade.count * models.count)
        for upgrade in models.upgrades
    )
    return own, *extras


def price_character(character: FieldedCharacter, *, infiltrating: bool) -> Item:
    """The item of a character with everything that was bought for it."""
    return _item(character.choice.ref, character.row, tuple(_character(character, infiltrating=infiltrating)))


def _item(ref: str, row: Row, costs: tuple[Cost, ...], *, count: int = 1, special: bool = True) -> Item:
    exact = _sum(costs)
    return Item(ref, row.slug, count, costs, exact if isinstance(exact, int) else to_nearest(exact), special)


def _sum(costs: Iterable[Cost]) -> int | Fraction:
    return sum([cost.amount for cost in costs])


def _models(models: FieldedModels, army: ArmyList, *, infiltrating: bool) -> Iterator[Cost]:
    row, count = models.row, models.count
    if infiltrating:
        each = infiltrating_points(row)
        yield Cost(each * count, lambda: say("{models}, infiltrating", models=counted(row.name, count)), INFILTRATION)
    else:
        yield Cost(
            row.points * count, lambda: say("{models} at {points}", models=counted(row.name, count), points=row.points)
        )
    if row.section == Section.WAR_MACHINES:
        yield from _crews(models, army)
    yield from _model_extras(models)


def _model_extras(models: FieldedModels) -> Iterator[Cost]:
    """What all the models of a line have learned: a beast's magic, a phalanx."""
    if models.choice.school:
        yield from _learning(models.row, models.choice.school, models.count)
    if models.choice.phalanx and models.row.phalanx_cost is not None:
        each = models.row.phalanx_cost - models.row.points
        yield Cost(each * models.count, lambda: say("Phalanx at {each}", each=each))


def _learning(row: Row, school: School, count: int = 1) -> Iterator[Cost]:
    if row.spellcaster and row.spellcaster.cost:
        yield Cost(
            row.spellcaster.cost * count,
            lambda: say("Spellcaster: {school}", school=school.capitalize()),
            SPELLCASTERS,
        )


def infiltrating_points(row: Row) -> Fraction:
    """The printed price for infiltrating, or a quarter more where none is printed."""
    if row.infiltrate_cost is not None:
        return Fraction(row.infiltrate_cost)
    return row.points * INFILTRATION_FACTOR


def infiltrating_whole(unit: FieldedUnit) -> Fraction:
    """What the unit would pay if its whole usual price were multiplied by 1¼, as the book also allows."""
    costs = [cost for character in unit.characters for cost in _character(character, infiltrating=False)]
    for models in unit.models:
        costs += [*_model_extras(models), *(_upgrade(upgrade, models.count) for upgrade in models.upgrades)]
    troops = sum(models.row.points * models.count for models in unit.models)
    return (troops + _sum(costs)) * INFILTRATION_FACTOR


def _crews(models: FieldedModels, army: ArmyList) -> Iterator[Cost]:
    """An army's crews for standard war machines, and second crews (ruling M6)."""
    if surcharge := crew_surcharge(models.row, army):
        yield Cost(
            surcharge * models.count,
            lambda: say("{army} crews at {surcharge}", army=army.name, surcharge=surcharge),
            WAR_MACHINES,
        )
    if reinforced := models.choice.reinforced:
        each = second_crew_points(models.row, army)
        yield Cost(
            each * reinforced,
            lambda: say("{reinforced} reinforced at {each}", reinforced=reinforced, each=each),
            WAR_MACHINES,
        )


def crew_surcharge(row: Row, army: ArmyList) -> int:
    """What an army's own crew adds to the price of a standard war machine; 0 for anything else."""
    is_standard = row.section == Section.WAR_MACHINES and list_slug(row.slug) == "war-machines"
    return army.war_machines.surcharge if is_standard else 0


def second_crew_points(row: Row, army: ArmyList) -> int:
    """As the army's list prints it, for a design of the player's own by the formula; 0 for what is no war machine."""
    if row.section != Section.WAR_MACHINES:
        return 0
    return (
        rounded_up(reinforcement(design_of(row)) or Fraction(0)) if is_design(row) else army.war_machines.reinforcement
    )


def _upgrade(upgrade: FieldedUpgrade, count: int) -> Cost:
    row, number = upgrade.row, upgrade.count * count
    return Cost(
        row.points * number, lambda: say("{models} at {points}", models=counted(row.name, number), points=row.points)
    )


def _character(character: FieldedCharacter, *, infiltrating: bool) -> Iterator[Cost]:
    row = character.row
    has_own_price = infiltrating and row.infiltrate_cost is not None
    yield Cost(infiltrating_points(row) if has_own_price else row.points, lambda: row.name)
    if not infiltrating:
        yield from _extras(character)
    else:
        extras = list(_extras(character))
        yield from extras
        base = 0 if has_own_price else row.points
        surcharge = (base + _sum(extras)) * (INFILTRATION_FACTOR - 1)
        if surcharge:
            yield Cost(surcharge, lambda: say("Infiltrating with the unit: a quarter more"), INFILTRATION)


def _extras(character: FieldedCharacter) -> Iterator[Cost]:
    row, choice = character.row, character.choice
    if choice.weapon:
        weapon = WEAPONS[choice.weapon]
        yield Cost(weapon_points(row, choice.weapon) or 0, lambda: weapon.name, CHARACTER_WEAPONS)
    if choice.counterspell:
        yield Cost(COUNTERSPELL, lambda: say("Counterspell"), COUNTERSPELLING)
    if choice.school:
        yield from _learning(row, choice.school)
    mount = character.mount
    if mount and choice.mount and not character.rides_along:
        yield Cost(mount.points, lambda: say("Mount: {mount}", mount=mount.name), MOUNTED)
        if choice.mount.school:
            yield from _learning(mount, choice.mount.school)
    yield from (_upgrade(upgrade, 1) for upgrade in character.upgrades)


def weapon_points(row: Row, weapon: str) -> int | None:
    """What the weapon costs at this row's missile skill; None where the table has no price."""
    return WEAPONS[weapon].price(row.missile_skill.skill) if row.missile_skill else None


def price_record(price: ArmyPrice, catalogue: str) -> PriceRecord:
    """What is worth remembering of a price by a catalogue's version."""
    spent: dict[str, int] = {}
    for units in price.contingents:
        for unit in units:
            for profile, points in unit.spent:
                spent[profile] = spent.get(profile, 0) + points
    return PriceRecord(catalogue, price.points, spent)
