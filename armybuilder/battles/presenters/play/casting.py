"""Spells as forms: cast with all that its player may say of it, countered, and struck by again."""

from __future__ import annotations

from msgspec.structs import replace

from armybuilder.battles.presenters.play.forms import BY_HAND, Action, Actions, Field, choices_of
from tabletop.arcana.battle.casters import cheapest, counterers, has_bought, knows
from tabletop.arcana.battle.commands.casting import dispels
from tabletop.arcana.battle.commands.lasting import recurring, wanders_now
from tabletop.arcana.battle.commands.magic import is_met
from tabletop.arcana.battle.profiles import living
from tabletop.arcana.battle.spells import Casting
from tabletop.arcana.battle.state import BattleUnit, Body, State, other
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.rules.magic.casting import ALL_OR_NOTHING
from tabletop.arcana.rules.magic.harm import by_model

WILLS = (("", "As friends and enemies would"), ("true", "It lets the spell in"), ("false", "It tries to save"))
TOUCHED = Field(
    name="touched", label="Models that a template touches", kind="number", least=1, most=200, is_folded=True
)
SHIELDS = Field(name="shields_thrown", label="They throw their shields away", kind="check", is_folded=True)


def casting(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Each spell that a caster knows and can pay for, by school and level, with whom it is cast at where it asks."""
    for body in living(unit):
        if body.ref in unit.turn.cast or body.ref in unit.turn.passed:
            continue
        known = [spell for spell in catalogue.spells.values() if knows(catalogue, body, spell)]
        for spell in sorted(known, key=lambda spell: (spell.schools[0].school, spell.level, spell.name)):
            if cheapest(spell) <= body.power:
                yield from _casting(state, unit, body, spell, catalogue)
        for spell in filter(dispels, catalogue.spells.values() if has_bought(unit, body) else ()):
            yield from _casting(state, unit, body, spell, catalogue, bought=True)
        yield Action(
            command="pass_casting", label=f"{body.name}: cast no more", unit=unit.ref, stated=(("caster", body.ref),)
        )


def _casting(
    state: State, unit: BattleUnit, body: Body, spell: Spell, catalogue: Catalogue, *, bought: bool = False
) -> Actions:
    """A spell as a form; `bought` for the ability that dispels without power."""
    if spell.target.what == "spell":
        fields = _contesting(state, unit, spell)
        if not fields:
            return
    else:
        fields = _aiming(state, unit, spell)
    if spell.extra_power is not None and body.power > spell.level and not bought:
        most = body.power - spell.level
        fields.append(Field(name="extra", label=f"Extra power, at most {most}", kind="number", value="0", most=most))
    if cheapest(spell) < spell.level:
        must = "true" if body.power < spell.level else ""
        fields.append(Field(name="alone", label="Alone, for 1 power", kind="check", value=must))
    yield Action(
        command="cast", label=f"Cast {spell.name}", unit=unit.ref,
        stated=(("caster", body.ref), ("spell", spell.slug), *((("bought", "true"),) if bought else ())),
        fields=(*fields, *_said_of(spell)), odds=True, primary=True,
        dice=not _may_be_countered(state, unit, body, spell, catalogue),
        folded=f"{spell.name}, bought" if bought else f"{spell.name}, {spell.level} of {body.power} power",
        about=f"{spell.schools[0].school.value.capitalize()}. {spell.text}",
    )  # fmt: skip


def _contesting(state: State, unit: BattleUnit, spell: Spell) -> list[Field]:
    """Against which of the spells that last, and who gets a stolen one; nothing where none lasts."""
    lying: list[tuple[str, str, str]] = [
        (bearer.ref, bearer.name, borne.spell) for bearer in state.units.values() for borne in bearer.spells
    ]
    lying += [("", "The table", laid.spell) for laid in state.lying]
    if not lying:
        return []
    units = dict.fromkeys((ref, name) for ref, name, _ in lying)
    spells = dict.fromkeys((slug, slug.rpartition("/")[2].replace("-", " ").capitalize()) for *_, slug in lying)
    fields = [
        Field(name="target", label="On", kind="select", choices=choices_of(units)),
        Field(name="against", label="Which spell", kind="select", choices=choices_of(spells)),
    ]
    if not dispels(spell):
        bearers = ((each.ref, each.name) for each in state.of(unit.side) if each.is_here)
        fields.append(Field(name="to", label="Who gets it", kind="select", choices=choices_of(bearers)))
    return fields


def _aiming(state: State, unit: BattleUnit, spell: Spell) -> list[Field]:
    """At whom, and of a spell at one model at which; with the attack that a spell on attacks is meant for."""
    if spell.target.what not in ("unit", "model"):
        return []
    sides = (other(unit.side),) if spell.target.side == "enemy" else (other(unit.side), unit.side)
    hidden = "infiltrating" in spell.target.only
    met = [each for side in sides for each in state.of(side) if is_met(each, hidden=hidden)]
    fields = [
        Field(name="target", label="On", kind="select", choices=choices_of((each.ref, each.name) for each in met))
    ]
    if spell.target.what == "model":
        leaders = ((body.ref, f"{body.name} of {each.name}") for each in met for body in each.characters if body.left)
        one = (("", "One of its troops"), *leaders)
        fields.append(Field(name="body", label="Which model of it", kind="select", choices=choices_of(one)))
    if spell.target.side != "enemy" and spell.save in ALL_OR_NOTHING:
        fields.append(Field(name="willing", label="Does it save?", kind="select", choices=choices_of(WILLS)))
    if any(isinstance(effect, fx.Alters) for effect in spell.effects):
        fields += [
            Field(name="line", label="On which of its attacks, 1 for the first", kind="number", least=1, most=20,
                  is_folded=True),
            Field(name="weapon", label="Or on which missile weapon", kind="text", is_folded=True),
        ]  # fmt: skip
    return fields


def _said_of(spell: Spell) -> list[Field]:
    """What only the table knows, folded: whom it touches, who else resists, and whether the table counts it."""
    fields = []
    if spell.template is not None or spell.target.what in ("place", "terrain") or any(map(by_model, spell.effects)):
        fields.append(TOUCHED)
    if _weighs_armour(spell):
        fields.append(SHIELDS)
    if spell.save in ALL_OR_NOTHING and (spell.template is not None or spell.target.what not in ("unit", "model")):
        label = "Magic resistance of other unwilling units, such as 2 3"
        fields.append(Field(name="others_resist", label=label, kind="text", is_folded=True))
    return [*fields, BY_HAND]


def _weighs_armour(spell: Spell) -> bool:
    return any(isinstance(effect, fx.Slays) and effect.save == "weight" for effect in spell.effects)


def _may_be_countered(state: State, unit: BattleUnit, body: Body, spell: Spell, catalogue: Catalogue) -> bool:
    """Whether the other side may answer the spell first; if not, its dice fall as it is cast."""
    announced = Casting(spell=spell.slug, name=spell.name, unit=unit.ref, caster=body.ref, power=spell.level)
    return any(counterers(replace(state, casting=announced), catalogue))


def struck_again(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """The spells on a unit that strike it as the phase begins."""
    for spell in recurring(unit, catalogue):
        name = catalogue.spells[spell].name
        yield Action(
            command="spell_strikes", label=f"Roll for {name}", unit=unit.ref, stated=(("spell", spell),),
            dice=True, odds=True, primary=True,
        )  # fmt: skip


def wandering(state: State, side: str, catalogue: Catalogue) -> Actions:
    """The side's templates that wander now, each with its dice."""
    for laid in state.lying:
        if laid.side == side and wanders_now(state, catalogue, laid):
            stated = (("spell", laid.spell), ("caster", laid.caster))
            yield Action(
                command="move_template", label=f"Let {laid.name} wander", stated=stated, dice=True, primary=True
            )


def touched_by_lying(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """The spells that lie on the table, each with what it does to the unit where it touches that."""
    for laid in state.lying:
        spell = catalogue.spells[laid.spell]
        if laid.spell not in unit.turn.recurred:
            fields = (TOUCHED, SHIELDS) if _weighs_armour(spell) else (TOUCHED,)
            yield Action(
                command="spell_strikes", label="It is touched", unit=unit.ref, stated=(("spell", laid.spell),),
                fields=tuple(replace(field, is_folded=False) for field in fields), dice=True, odds=True,
                title=f"{laid.name} touches it",
            )  # fmt: skip


def countering(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """A counterspell of each of a unit's casters who may try, with as much power as they like."""
    announced = state.casting
    assert announced is not None
    for body in (body for its, body in counterers(state, catalogue) if its.ref == unit.ref):
        least = 0 if has_bought(unit, body) else 1
        label = f"Power of {body.name}, at most {body.power}" + (", 0 by what it has bought" if not least else "")
        power = Field(name="power", label=label, kind="number", value="1" if body.power else "0", least=least,
                      most=body.power)  # fmt: skip
        yield Action(
            command="counter", label=f"Counter {announced.name}", unit=unit.ref, stated=(("caster", body.ref),),
            fields=(power,), dice=True, odds=True, primary=True,
        )  # fmt: skip
