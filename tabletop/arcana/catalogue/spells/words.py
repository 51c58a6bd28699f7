"""A spell's structured facts as short lines to read at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import OddStrength, Strength
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.catalogue.spells.spell import (
    Drift,
    ExtraPower,
    Marker,
    Requirement,
    Spell,
    Target,
    Template,
    TemplateShape,
    TemplateSight,
)
from tabletop.values import Slug

WHOM: dict[fx.Recipient, str] = {
    "target": "",
    "unit-near": 'on one unit within {}"',
    "units-touched": "on each unit it touches",
    "models-touched": "on each model it touches",
    "models-in-contact": "on models in contact",
    "models-within-a-base": "on every model within one base",
    "enemies-touched": "on enemy models it touches",
    "enemies-engaged": "on enemies engaged with the target",
}
AGAIN: dict[fx.Recurrence, str] = {
    "turn-start": "as each turn begins",
    "each-turn": "every turn",
    "magic-phase-start": "as each magic phase begins",
    "magic-phase": "in each magic phase",
    "after-its-move": "after each of its moves",
    "on-touch": "each time",
}
ONLY: dict[fx.Condition, str] = {
    "undead": "on undead alone",
    "not-fearless": "not on the fearless",
    "broken": "if it is broken",
    "without-ground-movement": "where it has no move on the ground",
}
UNLESS: dict[fx.Escape, str] = {"unit-save": "unless it makes a unit save", "roll-of-1": "unless a d6 shows 1"}
REQUIRED: dict[Requirement, str] = {
    "undead": "undead",
    "not-undead": "not undead",
    "flying": "flying",
    "broken": "broken",
    "infiltrating": "infiltrating",
    "lone": "on its own",
    "forest": "forest",
    "water": "water",
}
TARGETS = {
    "unit": "one unit",
    "model": "one model",
    "caster": "the caster",
    "caster-and-unit": "the caster, with or without the unit",
    "place": "a point on the table",
    "spell": "a persistent spell",
    "terrain": "a piece of terrain",
}
AGAINST = {"missiles": "against missiles", "not-fire-immune": "not against the fire immune"}
SLAIN_UNLESS = {
    "magic": "unless saved by magic resistance",
    "movement": "on a d6 above a limit that grows with its move",
    "weight": "on a d6 plus armour of 6 or more, fixed armour left out",
}
RULES = {
    "rallies": "rallies at once",
    "tests-morale": "tests morale in the coming morale phase",
    "appears": "is set up at once",
    "regenerates": "a regeneration roll for each wound dealt",
    "attacks-the-closest": "goes for the closest model",
    "changes-control": "both players roll; the lower commands it",
    "strikes-its-own-unit": "strikes its own unit",
    "wounds-twice": "a model that loses a wound loses a second",
    "hides-everything-inside": "no sight in, out or through",
}
MORE = {"wounds": "wounds", "creatures": "creatures", "roll": "to the roll", "templates": "template"}
WHEN_IT_DRIFTS = {"magic-phase-start": "as each magic phase begins", "turn-end": "as each turn ends"}
WHERE_TO = {"random": "in a random direction", "nearest-enemy": "toward the nearest enemy"}
SIGHT = {
    TemplateSight.BLOCKED: "stops sight",
    TemplateSight.OPEN: "open to sight",
    TemplateSight.UNSAID: "",
}


class Fact(Struct, frozen=True):
    """One line about a spell: a heading, a few words, and the catalogue row they speak of."""

    label: str
    text: str
    creature: Slug | None = None


def facts(spell: Spell) -> tuple[Fact, ...]:
    """Everything structured beyond the header line: target, template, effects, extra power, marker."""
    return tuple(_facts(spell))


def _facts(spell: Spell) -> Iterator[Fact]:
    yield Fact("Target", _target(spell.target))
    if spell.template:
        yield from _template(spell.template)
    for effect in spell.effects:
        yield from _effect(effect)
    if spell.extra_power:
        yield Fact("Each extra power", _extra(spell.extra_power))
    if spell.marker:
        yield Fact(
            "Lies on the table", "its template" if spell.marker == Marker.TEMPLATE else "a marker beside its target"
        )


def _target(target: Target) -> str:
    whose = "an enemy's " if target.side == "enemy" and target.what == "spell" else ""
    what = TARGETS[target.what].removeprefix("a " if whose else "")
    side = "enemy" if target.side == "enemy" and not whose else ""
    return _listed([whose + what, side, *(REQUIRED[kind] for kind in target.only)])


def _template(template: Template) -> Iterator[Fact]:
    yield Fact("Template", _listed([size_of(template), SIGHT[template.sight]]))
    if template.drift:
        yield Fact("Moves", _drift(template.drift))


def size_of(template: Template) -> str:
    """`circle, 3 bases across`, `at most 5 × 5 or 4 × 6 inches`."""
    limit = "at most " if template.at_most else ""
    if template.shape == TemplateShape.CIRCLE:
        return f"circle, {limit}{template.sizes[0][0]} {template.measured_in} across"
    sizes = " or ".join(f"{width} × {depth}" for width, depth in template.sizes)
    return f"rectangle, {limit}{sizes} {template.measured_in}"


def _drift(drift: Drift) -> str:
    return f'{drift.inches}" {WHERE_TO[drift.towards]}, {WHEN_IT_DRIFTS[drift.when]}'


def _extra(extra: ExtraPower) -> str:
    return f"{extra.adds} more {MORE[extra.to]}" if extra.to != "roll" else f"{extra.adds} more to the roll"


def _effect(effect: fx.SpellEffect) -> Iterator[Fact]:
    if isinstance(effect, fx.DieTable):
        yield from _table(effect)
        return
    label, told = WORDS[type(effect)]
    creature: Slug | None = getattr(effect, "creature", None)
    yield Fact(label, _listed([told(effect), *_circumstances(effect)]), creature)


def _table(table: fx.DieTable) -> Iterator[Fact]:
    sums = "results add up" if table.cumulative else ""
    yield Fact("Roll d6", _listed(["when cast", AGAIN[table.again] if table.again else "", sums]))
    for result in table.results:
        faces = f"{result.rolls[0]}" if len(result.rolls) == 1 else f"{result.rolls[0]}–{result.rolls[-1]}"
        told = [fact for effect in result.effects for fact in _effect(effect)]
        yield Fact(f"On {faces}", "; ".join(_told(fact) for fact in told) or "nothing")


def _told(fact: Fact) -> str:
    return fact.text if fact.label == "Hits" else f"{fact.label.lower()}: {fact.text}"


def _circumstances(effect: fx.Effect) -> Iterator[str]:
    yield WHOM[effect.whom].format(getattr(effect, "inches", 0))
    if effect.again:
        once_more = effect.at_once and effect.again != "on-touch"
        yield f"and again {AGAIN[effect.again]}" if once_more else AGAIN[effect.again]
    elif not effect.at_once:
        yield "not yet this phase"
    yield ONLY[effect.only] if effect.only else ""
    yield UNLESS[effect.unless] if effect.unless else ""


# “Scatter damage spells”: what halves on skirmishers also strikes whoever fights the target (ruling S12).
HALVED = "half on skirmishers and on those in melee with the target"


def _hits(hits: fx.Hits) -> str:
    blow = ("hit" if hits.skill is None else "attack") + "s" * (hits.hits != "1")
    blows = f"{hits.hits} {blow}" + ("" if hits.skill is None else f" at skill {hits.skill}")
    parts = [blows, *_force(hits.strength, magical=hits.magical, element=hits.element), hits.manner or ""]
    parts += [f"{hits.wounds} wounds each" if hits.wounds != "1" else "", "for each base unit" * hits.per_base_unit]
    parts += ["again until saved" * hits.until_saved, f'half as many within {hits.spread}"' if hits.spread else ""]
    reached = HALVED if not hits.spread else "half on skirmishers"
    return _listed([*parts, {True: reached, False: "in full on skirmishers", None: ""}[hits.halved]])


def _force(strength: Strength, *, magical: bool, element: str | None) -> Iterator[str]:
    yield "Weak" if strength == OddStrength.WEAK else f"Str ({strength})" if isinstance(strength, int) else strength
    yield "magical" * magical
    yield element or ""


def _slays(slays: fx.Slays) -> str:
    some = f"{slays.up_to} {slays.counted_in}" if slays.up_to else "dies"
    parts = [some, SLAIN_UNLESS[slays.save] if slays.save else ""]
    parts += [f"{' and '.join(slays.spares)} are safe" if slays.spares else ""]
    return _listed([*parts, HALVED if slays.halved else ""])


def _stat(stat: fx.Stat) -> str:
    name = stat.stat.replace("-", " ").capitalize() + " on the ground" * (stat.of == "ground")
    inch = '"' if stat.stat == "movement" else ""
    change = f"becomes {stat.to}" if stat.by is None else f"{stat.by:+d}{inch}".replace("-", "−")
    return _listed([f"{name} {change}", f"{stat.at_most} at most" if stat.at_most is not None else ""])


def _gains(gains: fx.Gains) -> str:
    name = gains.ability.replace("-", " ").capitalize()
    figures = {"flying": f'Flying {gains.value}"', "fixed-armour": f"Armour {gains.value} Fixed"}
    if gains.value is not None:
        name = figures.get(gains.ability, f"{name} ({gains.value})")
    return _listed([name, AGAINST[gains.against] if gains.against else ""])


def _alters(alters: fx.Alters) -> str:
    if alters.lost:
        return f"one {alters.attack} attack is lost"
    parts = [f"one {alters.attack.replace('-', ' ')} attack"]
    parts += [f"{name} {by:+d}" for name, by in (("skill", alters.skill_by), ("Str", alters.strength_by)) if by]
    parts += [
        f"{name} {to}" for name, to in (("skill", alters.skill_to), ("Str", alters.strength_to)) if to is not None
    ]
    parts += ["magical" * alters.magical, alters.element or "", "no strength, no abilities" * alters.plain]
    return _listed([*parts, AGAINST[alters.against] if alters.against else ""])


def _extra_attack(attack: fx.ExtraAttack) -> str:
    if attack.skill is None:
        return "one more, like one it has"
    force = _force(attack.strength, magical=attack.magical, element=attack.element)
    return _listed([f"one more, skill {attack.skill}", *force])


def _summons(summons: fx.Summons) -> str:
    return _listed(
        [f"× {summons.count}" * (summons.count > 1), "may join a unit of their kind" if summons.joins else ""]
    )


def _raises(raises: fx.Raises) -> str:
    where = f'within {raises.inches}" of their unit' if raises.inches else "in contact with their unit"
    save = f"unless an {raises.save} save is made" if raises.save else ""
    return _listed(["from its dead", where, save, "may join a unit of their kind" if raises.joins else ""])


def _contest(contest: fx.Contest) -> str:
    adds = "all power spent" if contest.adds == "all-power" else "the extra power"
    reach = f' to a unit within {contest.inches}"' if contest.inches else ""
    return f"d6 and {adds}, against d6 and the spell's level, ties win: {contest.outcome} it{reach}"


def _meld(meld: fx.Meld) -> str:
    return f'{meld.through.replace("-", " ")}, {meld.inches}", and as far again for each turn inside'


def _reshapes(reshapes: fx.Reshapes) -> str:
    areas = " or ".join(f'{width}" × {depth}"' for width, depth in reshapes.areas)
    reach = f'by {reshapes.inches}" at most' if reshapes.inches else ""
    going = f"{reshapes.going.replace('-', ' ')} ground" if reshapes.going else ""
    ground = f"{reshapes.change} {reshapes.ground.replace('-', ' ')}"
    return _listed([ground, going, f"{areas} at most" if areas else "", reach])


def _does(does: fx.Does) -> str:
    return _listed([RULES[does.rule], f'{does.inches}"' if does.inches else ""])


Telling = tuple[str, Callable[[Any], str]]

WORDS: dict[type[fx.Effect], Telling] = {
    fx.Hits: ("Hits", _hits),
    fx.Wounds: ("Wounds", lambda effect: f"{effect.wounds}, which nothing saves"),
    fx.Heals: ("Heals", lambda effect: f"{effect.wounds} wounds"),
    fx.Revives: ("Brings back", lambda effect: f"{effect.wounds} wounds of {_among(effect.of)}"),
    fx.Slays: ("Kills", _slays),
    fx.Stat: ("Changes", _stat),
    fx.HalfSpeed: ("Slows", lambda effect: "half speed" + " on the ground" * (effect.of == "ground")),
    fx.Gains: ("Gives", _gains),
    fx.Loses: ("Takes away", lambda effect: effect.ability),
    fx.Alters: ("Alters", _alters),
    fx.ExtraAttack: ("Attacks", _extra_attack),
    fx.Summons: ("Summons", _summons),
    fx.Raises: ("Raises", _raises),
    fx.Becomes: ("Turns it into", lambda effect: "with its wounds as they are"),
    fx.Loosens: (
        "Scatters",
        lambda effect: "into skirmish formation" + f', closing in by {effect.inches}" if engaged' * bool(effect.inches),
    ),
    fx.Contest: ("Roll-off", _contest),
    fx.Meld: ("Melds through", _meld),
    fx.Reshapes: ("Terrain", _reshapes),
    fx.Bars: ("Forbids", lambda effect: effect.act),
    fx.Does: ("Effect", _does),
}


def _among(kinds: tuple[str, ...]) -> str:
    return " or ".join(kind.replace("-", " ") for kind in kinds)


def _listed(parts: list[str]) -> str:
    return ", ".join(part for part in parts if part)
