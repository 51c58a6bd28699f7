"""Castings of a situation as the rules take them; what can't be cast so is refused with its field."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, cost
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.spells import Save, Spell
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.situations import Counter, SpellCast
from tabletop.arcana.odds.spells import persistent_spell, spell_of
from tabletop.arcana.odds.targets import target_of
from tabletop.arcana.odds.units import PARTED, Known, known
from tabletop.arcana.odds.work import check_salvo
from tabletop.arcana.rules.magic.casting import Casting, Part, is_untouchable, others_may_resist
from tabletop.arcana.rules.magic.effects import rolled
from tabletop.arcana.rules.magic.harm import by_model, covering, hits_of, volley
from tabletop.decoding import MalformedError

OF_THE_DEAD = "undead"  # the army list whose models are
TARGETS_SAVE = (Save.UNIT, Save.INDIVIDUAL)


def powers_of(counters: tuple[Counter, ...]) -> tuple[int, ...]:
    """What each attempt to counter adds: at least 1 of a wizard's power, nothing where the ability was bought."""
    for place, counter in enumerate(counters):
        if counter.bought and counter.power:
            raise MalformedError(f"counters[{place}].power", "must be 0: a bought counterspell adds nothing")
        if not counter.bought and counter.power < COUNTERSPELL.least:
            raise MalformedError(f"counters[{place}].power", f"must be at least {COUNTERSPELL.least}")
    return tuple(counter.power for counter in counters)


def casting_of(catalogue: Catalogue, situation: SpellCast) -> tuple[Casting, Known | None]:
    """The casting, and its target looked up."""
    spell = spell_of(catalogue, situation.spell, "spell")
    unit = None if situation.target is None else known(catalogue, situation.target, "target", name="target")
    casting = Casting(
        spell=spell,
        power=_power(situation, spell),
        counters=powers_of(situation.counters),
        target=None if unit is None else target_of(unit, engaged=bool(situation.enemies)),
        part=Part(situation.part),
        others=situation.others_resist,
        willing=situation.willing,
        touched=situation.touched or 0,
        fallen=0 if unit is None else max(unit.models_at_first - unit.left.models - unit.bought_with, 0),
        undead=_is_undead(situation, unit),
        without_shields=situation.shields_thrown,
        borne=_borne(unit, spell),
        against=_against(catalogue, situation, spell),
    )
    _check_part(situation, casting)
    if unit is None:
        _check_untargeted(situation, casting)
    else:
        _check_target(situation, casting, unit)
    return casting, unit


def _power(situation: SpellCast, spell: Spell) -> int:
    """What is spent: the level, or what is stated above it (reading BR69)."""
    try:
        least = cost(spell, alone=situation.alone)
    except ValueError as error:
        raise MalformedError("alone", f"must be false: {error}") from error
    if situation.power is not None and situation.power < least:
        raise MalformedError("power", f"must be at least {least}, what {spell.name} costs")
    return least if situation.power is None else situation.power


def _is_undead(situation: SpellCast, unit: Known | None) -> bool:
    """As stated; else those of the Undead list are."""
    if situation.undead is not None or unit is None:
        return bool(situation.undead)
    return isinstance(unit.figures, Row) and unit.figures.slug.startswith(f"{OF_THE_DEAD}/")


def _borne(unit: Known | None, spell: Spell) -> tuple[Spell, ...]:
    """Persistent spells on the target; none twice."""
    borne = () if unit is None else tuple(own.spell for own in unit.borne)
    if spell in borne:
        place = borne.index(spell)
        raise MalformedError(f"target.spells[{place}].spell", f"{spell.name} is never twice on one unit")
    return borne


def _against(catalogue: Catalogue, situation: SpellCast, spell: Spell) -> Spell | None:
    contests = any(isinstance(effect, fx.Contest) for effect in spell.effects)
    if situation.against is None:
        if contests:
            raise MalformedError("against", f"is missing: {spell.name} is cast at a persistent spell")
        return None
    if not contests:
        raise MalformedError("against", f"must be absent: {spell.name} isn't cast at a spell")
    return persistent_spell(catalogue, situation.against, "against")


def _check_part(situation: SpellCast, casting: Casting) -> None:
    if casting.part is Part.BESIDE and not any(rolled(casting.spell.effects, casting)):
        raise MalformedError("part", f"must be “target”: {casting.spell.name} reaches nobody beside it")
    if casting.others and not others_may_resist(casting):
        reason = f"must be empty: nobody but whom it is cast at may resist {casting.spell.name}"
        raise MalformedError("others_resist", reason)


def _check_untargeted(situation: SpellCast, casting: Casting) -> None:
    """A target may be left out where nothing is rolled for one, and nothing is stated of it."""
    spell = casting.spell
    resists = spell.save in TARGETS_SAVE and not casting.willing
    if resists or any(rolled(spell.effects, casting)):
        raise MalformedError("target", f"is missing: what {spell.name} does hangs on whom it is cast at")
    for field in ("enemies", "touched", "shields_thrown"):
        if getattr(situation, field):
            raise MalformedError(field, "must be absent without a target")


def _check_target(situation: SpellCast, casting: Casting, unit: Known) -> None:
    spell, troops = casting.spell, "target.models[0]"
    if spell.target.what == "model" and casting.part is Part.TARGET:
        if unit.left.models != 1:
            raise MalformedError(f"{troops}.count", f"must be 1: {spell.name} is cast at one model")
        if unit.led_by:
            raise MalformedError("target.characters", f"must be empty: {spell.name} is cast at one model")
    _check_kind(casting, unit)
    if spell.target.side == "enemy" and casting.willing:
        raise MalformedError("willing", f"must be false: {spell.name} is cast at enemies")
    effects = [*rolled(spell.effects, casting)]
    if situation.touched is not None and not any(map(by_model, effects)):
        raise MalformedError("touched", f"must be absent: {spell.name} isn't rolled for each model touched")
    if situation.shields_thrown:
        _check_shields(spell, effects, unit)
    for effect in effects:
        _check_effect(effect, situation, casting, unit)


def _check_kind(casting: Casting, unit: Known) -> None:
    """Whom a spell touches at all, and what its target must be."""
    spell = casting.spell
    if any(isinstance(effect, fx.Heals | fx.Revives) for effect in spell.effects) and unit.is_vehicle:
        raise MalformedError("target", f"must not be a vehicle: {spell.name} doesn't touch any")
    if "undead" in spell.target.only and not casting.undead:
        raise MalformedError("target", f"must be undead for {spell.name}")
    if "not-undead" in spell.target.only and casting.undead:
        raise MalformedError("target", f"must not be undead for {spell.name}")
    if "flying" in spell.target.only and not unit.figures.movement.fly:
        raise MalformedError("target", f"must be able to fly for {spell.name}")


def _check_shields(spell: Spell, effects: list[fx.SpellEffect], unit: Known) -> None:
    """They are thrown where armour is weighed, by who has some."""
    if not any(isinstance(effect, fx.Slays) and effect.save == "weight" for effect in effects):
        raise MalformedError("shields_thrown", f"must be false: {spell.name} doesn't weigh armour")
    if not unit.figures.defence.shield:
        raise MalformedError("shields_thrown", "must be false: the models have no shields")


def _check_effect(effect: fx.SpellEffect, situation: SpellCast, casting: Casting, unit: Known) -> None:
    """What the dice of an effect need to know, and what they can't answer."""
    if by_model(effect):
        if not unit.left.models:
            raise MalformedError(
                "target", f"must have troops: nothing says which characters {casting.spell.name} touches"
            )
        if situation.touched is None:
            raise MalformedError("touched", f"is missing: how many models does {casting.spell.name} touch?")
        if situation.touched > unit.left.models:
            raise MalformedError("touched", f"must be at most {unit.left.models}, the models that live")
    if isinstance(effect, fx.Hits) and casting.target is not None:
        most = max(hits_of(effect, casting, casting.target).odds().weights)
        shots = replace(volley(effect, casting, casting.target), shots=most)
        check_salvo(shots, "touched" if by_model(effect) else "spell")
    if not isinstance(effect, fx.Hits) or effect.until_saved:
        others = [is_untouchable(casting, led.figures) for led in unit.characters]
        if is_untouchable(casting, unit.figures) and not all(others):
            reason = f"must be empty: the troops are immune to {casting.spell.name}; nothing says whom else it finds"
            raise MalformedError("target.characters", reason)
    if unit.rides and not isinstance(effect, fx.Hits):
        raise MalformedError("target.characters[0].rides", PARTED)
    if isinstance(effect, fx.Slays):
        _check_deaths(effect, casting, unit)
        if unit.left.models > 1 and unit.left.lost:
            reason = "must be 0: whether the wounded one is among those who may die isn't resolved"
            raise MalformedError("target.models[0].wounds_lost", reason)


def _check_deaths(slays: fx.Slays, casting: Casting, unit: Known) -> None:
    """Troops are covered first, and those touched are troops; beyond them dice don't say whom they cover (BR100)."""
    assert casting.target
    weight = unit.figures.wounds if slays.counted_in == "wounds" else 1
    most = max(covering(slays, casting, casting.target).odds().weights) // weight
    if unit.characters and not by_model(slays) and most > unit.left.models:
        reason = f"must be empty: {casting.spell.name} may cover more than its troops, and nothing says whom"
        raise MalformedError("target.characters", reason)
