"""A situation of the resolvers, played within a battle: refused in a player's words where it can't be resolved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tabletop.arcana.battle.kinds import kinds_of, parted, together
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.situations import stated
from tabletop.arcana.battle.spells import BorneSpell as Laid
from tabletop.arcana.battle.state import BattleUnit, Body, State
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.questions import Asked
from tabletop.arcana.odds.situations import AnySituation, BorneSpell
from tabletop.arcana.odds.spells import bewitched, borne_by, forbids
from tabletop.arcana.rules.formation.legality import may_form_ranks
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.kinds import Mechanism, mechanisms
from tabletop.arcana.rules.shooting.salvoes import SalvoState
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError


def asked_in(
    catalogue: Catalogue, situation: AnySituation, *, unit: BattleUnit, choices: frozenset[str] = frozenset()
) -> Asked:
    """The steps of a situation; RefusalError where it can't be resolved, or by the unit's player's own `choices`."""
    try:
        return asked_of(catalogue, situation)
    except MalformedError as error:
        if error.field in choices:
            raise RefusalError(Refused.CANT, unit=unit.name, reason=error.reason) from error
        raise not_resolved(error) from error


def not_resolved(error: MalformedError) -> RefusalError:
    """The refusal of what the resolvers don't know."""
    return RefusalError(Refused.NOT_RESOLVED, reason=f"{error.field} {error.reason}".strip())


def figures_of(catalogue: Catalogue, body: Body) -> Statistics:
    """What one of its models is like, without spells."""
    return body.statistics() or catalogue.in_play(body.profile)


def files_of(catalogue: Catalogue, unit: BattleUnit) -> int:
    """How wide it stands with the models that it has: 0 once they are too few for its ranks."""
    models = unit.models_as_they_stand
    if not unit.files or not models:
        return unit.files
    return min(unit.files, models) if may_form_ranks(figures_of(catalogue, unit.main), models) else 0


def in_order(state: State, catalogue: Catalogue) -> State:
    """The state with every unit as situations can state it."""
    return replace(state, units={ref: as_stated(catalogue, unit) for ref, unit in state.units.items()})


def as_stated(catalogue: Catalogue, unit: BattleUnit) -> BattleUnit:
    """A unit as situations can state it.

    It is as wide as it can stand: what was set by hand may need closing up first. Spells on a unit that a character is
    with are counted into the figures of both: of what is on a unit each of its models has its part (reading BR99).
    """
    unit = replace(unit, files=files_of(catalogue, unit))
    if not unit.spells or not leaders_of(unit):
        return unit
    bodies = tuple(_bewitched(catalogue, unit, body) if body.left else body for body in unit.bodies)
    return replace(unit, bodies=bodies, spells=tuple(own for own in unit.spells if _doubles(catalogue, own)))


def _doubles(catalogue: Catalogue, own: Laid) -> bool:
    """Whether a spell makes wounds cost more, which no figures say."""
    return not own.by_hand and Mechanism.WOUNDS in mechanisms(catalogue.spells[own.spell])


def cost_of_wounds(catalogue: Catalogue, unit: BattleUnit) -> int:
    """How many wounds a model of the unit loses by each that it suffers now (reading BR102)."""
    return 2 if any(_doubles(catalogue, own) for own in unit.spells) else 1


def _bewitched(catalogue: Catalogue, unit: BattleUnit, body: Body) -> Body:
    own = figures_of(catalogue, body)
    for spell in unit.spells:
        if spell.by_hand:
            continue
        line = spell.line if spell.line is not None and spell.line <= len(own.melee) else None
        shoots = any(missile.name.lower().startswith(spell.weapon.lower()) for missile in own.missile)
        weapon = spell.weapon if shoots else ""
        stated = BorneSpell(spell=spell.spell, line=line, weapon=weapon, holds=spell.holds)
        borne = borne_by(catalogue, (stated,), own, unit.ref)
        own = bewitched(own, borne)
        own = replace(own, ramming=None) if forbids(borne, "ramming") else own
        own = replace(own, missile=()) if forbids(borne, "shooting") else own
    figures = Statistics(**{name: getattr(own, name) for name in Statistics.__struct_fields__})
    return replace(body, figures=msgspec.json.encode(figures).decode())


def leaders_of(unit: BattleUnit) -> tuple[Body, ...]:
    """The characters of a unit that situations state with it: who live, and aren't all that there is."""
    return tuple(body for body in unit.characters if body.left and body.ref != unit.main.ref)


def left_by(unit: BattleUnit, struck: SalvoState) -> dict[Ref, Left]:
    """What shots or hits have left of a unit's troops and of its characters."""
    return bodies_left(unit, struck.left, (struck.character, *struck.others))


def bodies_left(unit: BattleUnit, troops: Left, characters: Sequence[Left]) -> dict[Ref, Left]:
    """The same of the bodies that a situation states, in its order."""
    known = stated(unit)
    left = parted(kinds_of(unit), troops) if known.troops else {}
    left |= {body.ref: own for body, own in zip(known.bodies, characters, strict=False)}
    return {ref: Left(own.models, own.lost) for ref, own in left.items()}


def wounds_by(unit: BattleUnit, left: Mapping[Ref, Left]) -> int:
    """The wounds that this costs its bodies together."""
    return sum(unit.body(ref).wounds_left - own.wounds(unit.body(ref).wounds) for ref, own in left.items())


def struck_as(unit: BattleUnit, struck: SalvoState, remains: Callable[[Body], Left]) -> SalvoState:
    """A target of shots or hits with every wound of its models, of which situations state one."""
    known, costs = stated(unit), struck.left.costs
    first, *others = [replace(remains(body), costs=costs) for body in known.bodies] or [struck.character]
    left = together(kinds_of(unit), [remains(body) for body in kinds_of(unit)], costs) if known.troops else struck.left
    if not struck.left.parts:
        left = replace(left, parts=())
    return replace(struck, left=left, character=first, others=tuple(others))
