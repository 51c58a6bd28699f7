"""Terrain in words: a line for each effect of a piece, and the list of a whole table."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battlefield.schema import Cover, Going, Harm, Hazard, Nature, Part, SubRoll, Table, Terrain
from tabletop.arcana.terrain.agreed import Change, Reroll
from tabletop.arcana.terrain.charts import Feature, Shape
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, going_of, nature_of, obstructs_flight

GOING: dict[Going, str] = {
    Going.OPEN: "Open ground.",
    Going.DIFFICULT: "Difficult: rank and file moves at half speed, skirmishers at three quarters.",
    Going.VERY_DIFFICULT: "Very difficult: rank and file moves at a quarter of its speed, skirmishers at half.",
    Going.IMPASSABLE: "Impassable.",
}
FREE: dict[Nature, str] = {
    Nature.ROCKY: "Rock climbers aren't slowed.",
    Nature.WOODED: "Forestwalkers aren't slowed.",
    Nature.WATER: "Swimmers aren't slowed.",
}
CORNER = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
DEEP = "Swimmers cross it at half speed, with Evasion (1) against attackers that can't swim."
COVER: dict[Cover, str] = {
    Cover.SOFT: "Soft cover: -1 to hit.",
    Cover.HARD: "Hard cover: -1 to hit.",
    Cover.FULL: "Full cover: -2 to hit.",
}
OURS = "How a {} slows, covers and hides is our proposal: the book leaves it to you."
SWIMMING: dict[Going, str] = {
    Going.OPEN: "Swimmers cross it freely.",
    Going.DIFFICULT: "Swimmers cross it as difficult ground.",
    Going.VERY_DIFFICULT: "Swimmers cross it as very difficult ground.",
    Going.IMPASSABLE: "Swimmers can't cross it either.",
}


def effects_in_words(terrain: Terrain) -> tuple[str, ...]:
    """What the piece does, a sentence each."""
    return (*_movement(terrain), *_effects(terrain), *_parts(terrain), *filter(None, (terrain.note,)))


def _movement(terrain: Terrain) -> Iterator[str]:
    going, nature, swimming = going_of(terrain), nature_of(terrain), terrain.effects.swimming
    yield GOING[going]
    if swimming:
        yield SWIMMING[swimming]
    elif nature == Nature.WATER and going == Going.IMPASSABLE:
        yield DEEP
    elif nature and going in {Going.DIFFICULT, Going.VERY_DIFFICULT}:
        yield FREE[nature]
    if terrain.effects.closed_to_war_machines:
        yield "War machines can't enter."
    if obstructs_flight(terrain):
        yield "Flyers can't enter."
    if terrain.effects.only_if_forced:
        yield "Units enter only when forced to."


def _effects(terrain: Terrain) -> Iterator[str]:
    effects = terrain.effects
    if effects.cover:
        yield COVER[effects.cover]
    if effects.blocks_sight:
        yield "Blocks sight from every height."
    if effects.hazard:
        yield in_words(effects.hazard)
    if effects.unsaid:
        yield "The book names no effects: agree on them."


def in_words(hazard: Hazard) -> str:
    harm = f"{hazard.dice} hits of strength {hazard.strength}" if hazard.harm == Harm.HITS else f"{hazard.dice} wounds"
    rolled = f"rolls d6 and on {_or_more(hazard.least)} takes" if hazard.least else "takes"
    return f"As each turn starts, a unit inside {rolled} {harm}{', without any saves' if hazard.no_saves else ''}."


def _or_more(least: int) -> str:
    return "6" if least == 6 else f"{least} or more"


def _parts(terrain: Terrain) -> Iterator[str]:
    """A sentence for each name among the parts: how many, and what they count as."""
    for name in dict.fromkeys(part.name for part in terrain.parts):
        alike = [part for part in terrain.parts if part.name == name]
        count = f"{len(alike)} × " if len(alike) > 1 else ""
        yield f"{count}{name}{_counting_as(alike[0], terrain)}."


def _counting_as(part: Part, terrain: Terrain) -> str:
    own = part.going or going_of(Terrain(ref="part", kind=part.kind, polygon=part.polygon))
    if (part.kind, own) == (terrain.kind, going_of(terrain)):
        return ""
    return f": {', '.join(dict.fromkeys((part.kind.replace('-', ' '), own.replace('-', ' '))))}"


def rolls_in_words(terrain: Terrain) -> str:
    """As `rolled 7; course 5 (d6), bridges 3 (d3+1); 6 rolled again`; empty for a piece that no dice brought."""
    if terrain.roll is None:
        return ""
    again = f"{', '.join(map(str, terrain.rerolled))} rolled again" if terrain.rerolled else ""
    parts = (f"rolled {terrain.roll}", ", ".join(map(_sub_roll, terrain.sub_rolls)), again)
    return "; ".join(part for part in parts if part)


def _sub_roll(roll: SubRoll) -> str:
    return f"{roll.what} {roll.result} ({roll.dice})"


def terrain_listing(table: Table) -> str:
    """The table as text: each piece with its roll and place, its effects below it."""
    width, depth = table.size
    lines = [f'{table.name or "A table"}: {width:g}" by {depth:g}"']
    for terrain in table.terrain:
        rolls = rolls_in_words(terrain)
        lines.append(
            f"{terrain.ref} {terrain.name or terrain.kind}, {whereabouts(terrain)}{f' ({rolls})' if rolls else ''}"
        )
        lines += [f"   {sentence}" for sentence in effects_in_words(terrain)]
    return "\n".join(lines)


def whereabouts(terrain: Terrain) -> str:
    """The box around the piece, in inches from the lower left corner of the table."""
    xs, ys = zip(*terrain.polygon, strict=True)
    return f'{min(xs):g} to {max(xs):g}" across, {min(ys):g} to {max(ys):g}" up'


def change_in_words(change: Change) -> str:
    """As `Red moved t4 to 12.5, 30, turned 45°`; places are the middle, across and up in inches."""
    side = change.by.capitalize()
    if isinstance(change, Reroll):
        return f"{side} rolled {change.ref} again"
    turn = f", turned {change.turn}°" if change.turn else ""
    return f"{side} moved {change.ref} to {change.x:g}, {change.y:g}{turn}"


def feature_in_words(feature: Feature) -> tuple[str, ...]:
    """What a feature of a chart does, and what is rolled for it, a sentence each."""
    details = {detail.name: detail for detail in feature.details}.values()
    parts = tuple(
        Part(
            kind=detail.kind or feature.kind,
            name=detail.name,
            polygon=CORNER,
            going=detail.going if detail.kind else feature.going,
        )
        for detail in details
    )
    sample = Terrain(
        ref="sample",
        kind=feature.kind,
        polygon=CORNER,
        going=feature.going,
        nature=feature.nature,
        effects=feature.effects,
        parts=parts,
        note=feature.note,
    )
    _, *rest = effects_in_words(sample)
    return (f"{going_of(sample).replace('-', ' ').capitalize()}.", *rest, *_laying(feature))


def _size(feature: Feature) -> str:
    names = ("long", "wide") if feature.shape == Shape.OBLONG else ("across",)
    sizes = " and ".join(f"{size} mm {name}" for size, name in zip(feature.millimetres, names, strict=False))
    return f"{sizes if feature.fixed else f'At most {sizes}'}."


def _laying(feature: Feature) -> Iterator[str]:
    kinds = [feature.kind, *(detail.kind for detail in feature.details if detail.kind)]
    if ours := [TERRAIN_KINDS[kind].name.lower() for kind in dict.fromkeys(kinds) if TERRAIN_KINDS[kind].ours]:
        yield OURS.format(" and ".join(ours))
    if feature.millimetres:
        yield _size(feature)
    if feature.is_band:
        yield "It runs from one edge of the table to the opposite one."
    if feature.counts_as > 1:
        yield "It counts as two pieces."
    for rule in feature.sub_rolls:
        yield f"{rule.dice} for its {rule.what}{' (our roll: the book leaves it open)' if rule.ours else ''}."
