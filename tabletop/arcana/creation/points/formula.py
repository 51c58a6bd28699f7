"""The coefficients of the creature creation formula as one value: the book's edition and a club's changes to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.citations import Citation

Key = int | str
Table = Mapping[Key, Fraction]

CREATING = BOOK.section("Creating New Creatures")
MOVEMENT_COSTS = BOOK.section("Movement Costs")
DEFENCE_COSTS = BOOK.section("Defence Costs")
MORALE_COSTS = BOOK.section("Morale Costs")
MELEE_COSTS = BOOK.section("Melee Costs")
MISSILE_COSTS = BOOK.section("Missile Costs")
SPECIAL_COSTS = BOOK.section("Special Ability Costs")
DRAGON = BOOK.section("Young Dragon")
DESIGNING_WAR_MACHINES = BOOK.section("Designing War Machines")


def _table(cells: Mapping[Key, int | str]) -> Table:
    return MappingProxyType({key: Fraction(amount) for key, amount in cells.items()})


MOVEMENT = _table(
    {
        "ground-inch": "1/2",
        "ground-deduction": 1,
        "fly-inch": 1,
        "terrain-ability": 1,
        "terrain-ability-inches": 6,
        "ignores-terrain-factor": 2,
        "war-machine-inches": 6,
    }
)
ARMOUR = _table({0: 1, 1: 2, 2: 3, 3: 4, 4: 7, 5: 12, 6: 20})
FIXED_ARMOUR = _table({1: 3, 2: 5, 3: 8, 4: 12, 5: 24})
DEFENCE = _table(
    {
        "sensitive": -1,
        "immune": 1,
        "slow": -4,
        "fly": 3,
        "shield": "1/2",
        "regeneration": 4,
        "testudo": 2,
        "missile_immune": 5,
        "negates_long_weapons": 5,
        "charmer": 3,  # printed with a minus sign, which fits no row (ruling P5)
    }
)
MAGIC_RESISTANCE = _table({0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6})
EVASION = _table({0: 0, 1: 6, 2: 15})
MISSILE_ARMOUR = _table({0: 0, 1: "1/2", 2: 1, 3: 2, 4: 4})
MORALE = _table({6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 11: 12})
FEARLESS_MORALE = _table({6: 2, 7: 4, 8: 8, 9: 12, 10: 18, 11: 26})
DISCIPLINE = _table({"disciplined": 1})
STRENGTH = _table({"weak": 1, 0: 2, 1: 3, 2: 4, 3: 5, 4: 8, 5: 13, 6: 21, "eldritch": 4})
MAGICAL_STRENGTH = _table({"weak": 2, 0: 3, 1: 4, 2: 6, 3: 9, 4: 13, 5: 25, 6: 40})
MELEE = _table({"long_weapon": 5, "first_strike": 5, "element": 1, "last_strike": -3, "phalanx": 3})
SKILL = _table({1: "1/2", 2: 1, 3: "3/2", 4: 2, 5: 3})
FACTORS = _table({"sweep": "2/3", "hits_d3": 2, "wounds_d3": "3/2", "reloads": "1/2"})  # rulings P2, P4
MISSILE = _table({"element": 1, "natural": 2, "artillery": 1})
RANGE = _table(
    {
        0: "5/4",
        3: "3/2",
        6: 2,
        9: "5/2",
        12: 3,
        15: "7/2",
        18: 4,
        21: "9/2",
        24: 5,
        27: "11/2",
        30: 6,
        36: 7,
        45: "17/2",
    }
)
SPECIAL = _table(
    {
        "schools": 250,
        "general": 100,
        "infiltration-factor": "5/4",
        "ramming-factor": "1/2",
        "fearsome": 5,
        "lesser-choice-factor": "1/2",
        "least": 1,
    }
)


class Cell(Struct, frozen=True):
    """One cell of a cost table, in victory points or as a factor."""

    table: str
    key: str
    amount: Fraction
    citation: Citation


class Formula(Struct, frozen=True):
    """Every cost table under its name; whatever isn't the book's own edition says so by its `name`."""

    name: str = "the book's formula"
    movement: Table = MOVEMENT
    armour: Table = ARMOUR
    fixed_armour: Table = FIXED_ARMOUR
    defence: Table = DEFENCE
    magic_resistance: Table = MAGIC_RESISTANCE
    evasion: Table = EVASION
    missile_armour: Table = MISSILE_ARMOUR
    morale: Table = MORALE
    fearless_morale: Table = FEARLESS_MORALE
    discipline: Table = DISCIPLINE
    melee_strength: Table = STRENGTH
    melee_strength_magical: Table = MAGICAL_STRENGTH
    melee: Table = MELEE
    melee_skill: Table = SKILL
    factors: Table = FACTORS
    missile_strength: Table = STRENGTH
    missile_strength_magical: Table = MAGICAL_STRENGTH
    missile: Table = MISSILE
    missile_skill: Table = SKILL
    range: Table = RANGE
    special: Table = SPECIAL

    @property
    def is_book(self) -> bool:
        """Whether these are the book's own figures, whatever the name."""
        return replace(self, name=BOOK_FORMULA.name) == BOOK_FORMULA

    @property
    def lesser_choice(self) -> Fraction:
        """What of two ways to do the same thing the cheaper one pays."""
        return self.special["lesser-choice-factor"]

    def cells(self) -> Iterator[Cell]:
        """Every cell of every table, in the book's order."""
        for table, citation in TABLES.items():
            for key, amount in getattr(self, table).items():
                yield Cell(table, str(key), amount, citation)

    def changed(self, name: str, cells: Mapping[tuple[str, str], Fraction]) -> Formula:
        """A formula of this name with some cells (table, key) changed.

        KeyError for a cell that no table has; ValueError for a formula that would pass for this one by its name.
        """
        if not name.strip() or name in (self.name, BOOK_FORMULA.name):
            raise ValueError("a changed formula needs a name of its own")
        tables: dict[str, dict[Key, Fraction]] = {}
        for (table, text), amount in cells.items():
            if table not in TABLES:
                raise KeyError(table)
            changed = tables.setdefault(table, dict(getattr(self, table)))
            changed[_key(changed, text)] = Fraction(amount)
        return replace(self, name=name, **{table: MappingProxyType(changed) for table, changed in tables.items()})

    def range_factor(self, inches: int) -> Fraction:
        """The factor for a range; between two columns it runs straight from one to the next (ruling P12)."""
        exact = self.range.get(inches)
        if exact is not None:
            return exact
        columns = [column for column in self.range if isinstance(column, int)]
        after = bisect_left(columns, inches)
        near, far = columns[after - 1], columns[after]
        return self.range[near] + Fraction(inches - near, far - near) * (self.range[far] - self.range[near])


def _key(table: Mapping[Key, Fraction], text: str) -> Key:
    for key in table:
        if str(key) == text:
            return key
    raise KeyError(text)


TABLES: Mapping[str, Citation] = MappingProxyType(
    {
        "movement": MOVEMENT_COSTS,
        "armour": DEFENCE_COSTS,
        "fixed_armour": DEFENCE_COSTS,
        "defence": DEFENCE_COSTS,
        "magic_resistance": DEFENCE_COSTS,
        "evasion": DEFENCE_COSTS,
        "missile_armour": DEFENCE_COSTS,
        "morale": MORALE_COSTS,
        "fearless_morale": MORALE_COSTS,
        "discipline": MORALE_COSTS,
        "melee_strength": MELEE_COSTS,
        "melee_strength_magical": MELEE_COSTS,
        "melee": MELEE_COSTS,
        "melee_skill": MELEE_COSTS,
        "factors": MELEE_COSTS,
        "missile_strength": MISSILE_COSTS,
        "missile_strength_magical": MISSILE_COSTS,
        "missile": MISSILE_COSTS,
        "missile_skill": MISSILE_COSTS,
        "range": MISSILE_COSTS,
        "special": SPECIAL_COSTS,
    }
)
BOOK_FORMULA = Formula()
