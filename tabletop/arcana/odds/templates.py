"""Templates on the table: how many models of a unit one touches where it lies or wanders to, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.arcana.battlefield.scene import PlacedTable, lay
from tabletop.arcana.battlefield.schema import RankAndFile, Table, TableUnit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.spell import TemplateShape
from tabletop.arcana.odds.aftermath import aftermath_of
from tabletop.arcana.odds.castings import casting_of
from tabletop.arcana.odds.magic import changes_of, characters_falls, harms, numbers_of, receipts_of, shakes
from tabletop.arcana.odds.questions import Asked
from tabletop.arcana.odds.situations import SpellCast, TemplateTouch
from tabletop.arcana.odds.spells import spell_of
from tabletop.arcana.odds.units import Known, known
from tabletop.arcana.rules.magic.casting import ALL_OR_NOTHING, Cast, Casting, Stop
from tabletop.arcana.rules.magic.effects import rolled
from tabletop.arcana.rules.magic.harm import by_model
from tabletop.arcana.rules.magic.templates import Drifting, drifting, template_start, template_steps, touched_at
from tabletop.decoding import MalformedError
from tabletop.dice import parse_dice

TABLE = 240.0  # inches: room for every block and all that a template may wander
MIDDLE = (TABLE / 2, TABLE / 2)  # of the unit's front


def template_of(catalogue: Catalogue, situation: TemplateTouch) -> Asked:
    """What a template touches, what it costs the unit, and the unit's test at the end of the turn."""
    spell = spell_of(catalogue, situation.spell, "spell")
    if spell.template is None:
        raise MalformedError("spell", f"must be a template: {spell.name} isn't one")
    unit = known(catalogue, situation.unit, "unit", name="unit")
    drift = _drift(catalogue, situation, spell, unit)
    under = _under(catalogue, situation, spell, unit) if drift is None else 0
    if not (most := drift.most if drift else under):
        raise MalformedError("middle", f"is too far from {unit.name}: the template touches none of its models")
    casting, unit, cast = _cast(catalogue, situation, spell, most)
    if situation.may_resist and spell.save not in ALL_OR_NOTHING:
        raise MalformedError("may_resist", f"must be false: no unit save stops {spell.name}")
    steps = [*template_steps(casting, drift, may_resist=situation.may_resist)]
    each: dict[str, Callable[[Cast], int]] = {"touched": lambda cast: cast.under} | numbers_of(casting)
    events: dict[str, Callable[[Cast], bool]] = {
        "touches": lambda cast: cast.under > 0,
        "destroyed": lambda cast: not any(left.models for left in cast.at.bodies),
    }
    if situation.may_resist:
        events["saved"] = lambda cast: cast.stopped is Stop.SAVED
    events |= characters_falls(unit.rides_of)
    if shakes(casting):
        steps += aftermath_of(catalogue, cast, casting, unit).steps()
        events |= {"tests": lambda cast: cast.tests, "breaks": lambda cast: cast.broken}
        each["paid"] = lambda cast: cast.paid
    return Asked(
        steps=steps,
        start=template_start(casting, under),
        numbers=each,
        events=events,
        receipts=tuple(receipts_of(casting)),
        changes=tuple(changes_of(casting)),
    )


def _cast(catalogue: Catalogue, situation: TemplateTouch, spell: Spell, most: int) -> tuple[Casting, Known, SpellCast]:
    """The spell at as many models as it may touch, cast there; MalformedError names fields of this kind."""
    cast = SpellCast(
        format=situation.format,
        game=situation.game,
        spell=situation.spell,
        target=situation.unit,
        touched=most if any(map(by_model, spell.effects)) else None,
        shields_thrown=situation.shields_thrown,
        enemies=situation.enemies,
    )
    try:
        casting, unit = casting_of(catalogue, cast)
    except MalformedError as error:
        raise MalformedError(error.field.replace("target", "unit"), error.reason) from error
    assert unit is not None
    if not any(rolled(spell.effects, casting)) or not harms(casting):
        raise MalformedError("spell", f"must harm whom it touches: {spell.name} takes no dice for them")
    return casting, unit, cast


def _drift(catalogue: Catalogue, situation: TemplateTouch, spell: Spell, unit: Known) -> Drifting | None:
    if not situation.drifts:
        return None
    if spell.template is None or spell.template.drift is None or spell.template.drift.towards != "random":
        raise MalformedError("drifts", f"must be false: no die says where {spell.name} goes")
    if situation.middle is None:
        raise MalformedError("middle", "is missing: where does the template lie before it wanders?")
    inches = parse_dice(spell.template.drift.inches)
    scene, (right, before) = _scene(catalogue, unit), situation.middle
    middle = MIDDLE[0] + right, MIDDLE[1] + before
    return drifting(scene, _diameter(spell), middle, inches, facing=situation.facing)


def _under(catalogue: Catalogue, situation: TemplateTouch, spell: Spell, unit: Known) -> int:
    """Models under a template that stays where it is: as stated, or those of its ranks that it touches."""
    if (situation.touched is None) == (situation.middle is None):
        raise MalformedError("touched", "is missing: state how many models it touches, or where its middle lies")
    if situation.touched is not None:
        if situation.touched > (most := unit.left.models or unit.led_by):
            raise MalformedError("touched", f"must be at most {most}, the models that live")
        return situation.touched
    if spell.template is None or spell.template.shape is not TemplateShape.CIRCLE:
        raise MalformedError("middle", f"must be absent: {spell.name} isn't round; state how many it touches")
    assert situation.middle is not None
    right, before = situation.middle
    return touched_at(_scene(catalogue, unit), _diameter(spell), (MIDDLE[0] + right, MIDDLE[1] + before))


def _diameter(spell: Spell) -> float:
    assert spell.template is not None
    return float(spell.template.sizes[0][0])  # base units, an inch each


def _scene(catalogue: Catalogue, unit: Known) -> PlacedTable:
    """The unit's ranks, its front looking up; a character stands in none of its places."""
    if not (unit.ranks and unit.left.models):
        raise MalformedError("middle", "must be absent: only the places of ranks are known; state how many it touches")
    figures, files = unit.figures, unit.ranks
    corner = MIDDLE[0] - files * figures.stands_on[0] / 2, MIDDLE[1]
    block = TableUnit(
        ref="u1",
        side="us",
        base=figures.base,
        footprint=figures.footprint,
        movement=1,
        models=unit.left.models,
        formation=RankAndFile(files=files, corner=corner, facing=0),
    )
    table = Table(format="muster-table/1", game="arcana", size=(TABLE, TABLE), units=(block,))
    return lay(table, catalogue)
