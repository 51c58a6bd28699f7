"""Units of several kinds of models, as crews of a vehicle and war machines may mix, some with second crews: one unit.

No other models of different figures are bought together (“Building an Army”). Their attacks stand one kind after the
other, each with the kind that has it. Kinds named first touch the enemy first, stand in front of the others in ranks,
and fall last (reading BR117). War machines share their wounds, whatever each began with (BR119), and resist magic as
the best of them; vehicles that are hit or save otherwise than others of their unit suffer each by itself in a melee,
and of missiles those that fall first save first (BR118).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale, Movement, OddStrength, Row, Section, Statistics
from tabletop.arcana.odds.situations import Troops, Unit
from tabletop.arcana.rules.harm.losses import Left, of_parts
from tabletop.arcana.rules.melee.mounted import of_kinds
from tabletop.arcana.rules.melee.vehicles import OF
from tabletop.decoding import MalformedError

ALIKE = (
    "wounds", "armour", "second_armour", "defence", "morale", "ramming", "fearsome", "base", "footprint", "movement",
)  # fmt: skip
MAY_DIFFER = {
    Section.WAR_MACHINES: ("wounds", "armour", "second_armour", "defence", "morale", "base", "footprint", "movement"),
    Section.VEHICLES: ("armour", "second_armour", "defence", "morale", "movement"),
}


class Kinds(Struct, frozen=True):
    """The kinds of a unit: how many are of each, by its blows and by its missiles which have them, empty where all do.

    `printed` are the figures of each with the attacks of all, `figures` the same under spells. `shares` is how machines
    take wounds, and `sizes` are those that each of them began with, where these differ.
    """

    parts: tuple[int, ...] = ()
    melee: tuple[tuple[int, ...], ...] = ()
    missile: tuple[tuple[int, ...], ...] = ()
    printed: tuple[Statistics, ...] = ()
    figures: tuple[Statistics, ...] = ()
    shares: bool = False
    sizes: tuple[int, ...] = ()

    @property
    def morales(self) -> tuple[Morale, ...]:
        """How bold each is, where they differ."""
        return morales_of(self.figures)

    def bodies(self, foes: Sequence[Statistics]) -> tuple[Statistics, ...]:
        """Their figures, where blows of such foes find them or are saved by them otherwise than the others."""
        blows = [line for foe in foes for line in (*foe.melee, *([foe.ramming] if foe.ramming else []))]
        magical = any(line.strength == OddStrength.ELDRITCH for line in blows)
        return () if self.shares or len({_struck(own, magical) for own in self.figures}) < 2 else self.figures

    @property
    def saves(self) -> tuple[Statistics, ...]:
        """Their figures, where missiles or spells may be saved otherwise by some than by others."""
        every = {(own.armour, own.second_armour, own.defence, own.movement) for own in self.figures}
        return self.figures if len(every) > 1 and not self.shares else ()

    def left(self, troops: Sequence[Troops], costs: int) -> Left:
        """Who is left of the unit that states them."""
        parts = [(own.count, (own.wounds_lost, *own.also_lost) if own.wounds_lost else ()) for own in troops]
        if not self.shares:
            left = of_parts(parts, costs)
            return left if self.parts else replace(left, parts=())
        each, lost = max(own.wounds for own in self.figures), sum(sum(own) for _, own in parts)
        never = len(self.sizes) * each - sum(self.sizes)
        whole = Left(sum(models for models, _ in parts))
        return replace(whole.after(each, wounds=never + lost, shares=True), costs=costs)


ONE_KIND = Kinds()


def morales_of(figures: Sequence[Statistics]) -> tuple[Morale, ...]:
    """How bold each is, where they differ."""
    every = tuple(own.morale or Morale(value=0) for own in figures)
    return every if len(set(every)) > 1 else ()


def as_one(
    unit: Unit, each: Sequence[Statistics], sections: Sequence[Section | None], field: str
) -> tuple[Unit, Kinds]:
    """The unit with all its kinds as one, by the figures of each; MalformedError for what no unit has together."""
    first, troops = each[0], unit.models
    alike = [name for name in ALIKE if name not in MAY_DIFFER.get(sections[0], ())] if sections[0] else ALIKE
    for place, (figures, section) in enumerate(zip(each, sections, strict=True)):
        other = [name for name in alike if getattr(figures, name) != getattr(first, name)]
        other += ["section"] * (section is not sections[0])
        if other:
            what = " and ".join(name.replace("_", " ") for name in other)
            raise MalformedError(f"{field}.models[{place}]", f"must have the {what} of the first kind in the unit")
    melee, missile = _attacks(each, "melee"), _attacks(each, "missile")
    every = tuple(_plain(figures, melee=melee[0], missile=missile[0]) for figures in each)
    counts, shares = tuple(it.count for it in troops), sections[0] is Section.WAR_MACHINES
    whole = replace(troops[-1], profile=None, figures=together(every), section=sections[0], count=sum(counts))
    whole = replace(whole, wounds_lost=0, also_lost=())
    sizes = tuple(own.wounds for own, count in zip(each, counts, strict=True) for _ in range(count))
    parts = counts if len({*map(_plain, each)}) > 1 else ()
    kinds = Kinds(parts, melee[1], missile[1], every, every, shares, sizes if len(set(sizes)) > 1 else ())
    return replace(unit, models=(whole,)), kinds


def together(every: Sequence[Statistics]) -> Statistics:
    """The figures of a unit of several kinds as a whole: it saves as those who fall first, and moves as the slowest.

    It resists magic as the best of it.
    """
    last, morales = every[-1], tuple(own.morale or Morale(value=0) for own in every)
    best = max(own.defence.magic_resistance for own in every)
    return _plain(
        every[0],
        wounds=max(own.wounds for own in every),
        armour=last.armour,
        second_armour=last.second_armour,
        defence=replace(last.defence, magic_resistance=best),
        morale=of_kinds(morales) if any(own.morale for own in every) else None,
        movement=_slowest([own.movement for own in every]),
    )


def _slowest(ways: Sequence[Movement]) -> Movement:
    """Each way of moving that all have, as far as the slowest; what only some ignore isn't ignored together."""
    first = ways[0]
    inches = {
        way: min(own) if None not in (own := [getattr(each, way) for each in ways]) else None
        for way in ("ground", "fly", "swim")
    }
    abilities = tuple(ability for ability in first.abilities if all(ability in each.abilities for each in ways))
    return replace(first, **inches, abilities=abilities)


def _struck(figures: Statistics, magical: bool) -> tuple[Any, ...]:
    """What blows read of whom they are struck at; with eldritch ones among them its magic resistance, too."""
    own = figures.defence
    resists = own.magic_resistance if magical else 0
    return figures.armour, figures.second_armour, own.evasion, own.slow, own.sensitive, own.immune, resists


def _plain(figures: Statistics, **changes: Any) -> Statistics:
    return Statistics(**{name: getattr(figures, name) for name in Statistics.__struct_fields__} | changes)


def _attacks(each: Sequence[Statistics], name: str) -> tuple[tuple[Any, ...], tuple[tuple[int, ...], ...]]:
    """The blows or missiles of all kinds one after the other, with the kinds that have each: those with equal ones do.

    They are named after a kind.
    """
    every: dict[tuple[Any, ...], list[int]] = {}
    for number, figures in enumerate(each):
        every.setdefault(getattr(figures, name), []).append(number)
    if len(every) == 1:
        return next(iter(every)), ()
    lines: list[Any] = []
    kinds: list[tuple[int, ...]] = []
    for own, numbers in every.items():
        rows = [figures.name for number in numbers if isinstance(figures := each[number], Row)]
        kind = rows[0] if rows else f"kind {numbers[0] + 1}"
        lines += [replace(line, name=f"{line.name}{OF}{kind}" if line.name else kind) for line in own]
        kinds += [tuple(numbers)] * len(own)
    return tuple(lines), tuple(kinds)
