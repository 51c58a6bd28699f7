"""What a unit suffers is taken off, and who has nobody left is off the table: in every phase alike."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.arcana.battle.commands.command import Moment
from tabletop.arcana.battle.facts.losses import ModelsFell, RanksClosed, UnitLost
from tabletop.arcana.battle.facts.vehicles import Alighted, CargoShaken
from tabletop.arcana.battle.kinds import parted, together
from tabletop.arcana.battle.profiles import may_fly
from tabletop.arcana.battle.resolving import files_of
from tabletop.arcana.battle.state import BattleUnit, Body, Loss
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.rules.harm.losses import Left


def suffers(
    moment: Moment,
    ref: Ref,
    left: Mapping[Ref, Left],
    *,
    by: Ref | None = None,
    frightened: bool = False,
    rules: tuple[str, ...],
) -> None:
    """Bodies of a unit are left as stated, those that have changed; `by` is the unit that did it, if one did.

    Who has lost its last model is off the table, and who has lost too many for its ranks closes them (`settles`).
    """
    takes(moment, ref, left, by=by, frightened=frightened, rules=rules)
    settles(moment, ref)


def after_wounds(kinds: tuple[Body, ...], wounds: int, *, costs: int = 1) -> dict[Ref, Left]:
    """What is left of kinds that stand for a unit, or of one body, after so many wounds.

    Each model takes all that it has before the next, and each wound `costs` it so many.
    """
    before = together(kinds, [body.remains for body in kinds], costs)
    each, shares = max(body.wounds for body in kinds), kinds[0].section is Section.WAR_MACHINES
    after = parted(kinds, before.after(each, wounds=wounds, shares=shares))
    return {ref: Left(left.models, left.lost) for ref, left in after.items()}


def takes(
    moment: Moment,
    ref: Ref,
    left: Mapping[Ref, Left],
    *,
    by: Ref | None = None,
    frightened: bool = False,
    rules: tuple[str, ...],
) -> None:
    """Only the losses, where more may follow before anybody closes ranks."""
    for body in moment.state.unit(ref).bodies:
        own = left.get(body.ref, body.remains)
        if own != body.remains:
            fell = ModelsFell(unit=ref, body=body.ref, left=own.models, lost=own.lost, by=by, frightened=frightened)
            before = body.wounds_left
            moment.happens(fell, *rules)
            _shake_cargo(moment, ref, body, before - own.wounds(body.wounds))


def _aboard(moment: Moment, ref: Ref) -> list[BattleUnit]:
    return [unit for unit in moment.state.units.values() if unit.aboard == ref and unit.is_here]


def _shake_cargo(moment: Moment, ref: Ref, body: Body, wounds: int) -> None:
    """Those aboard take a hit for each wound; of every vehicle that is destroyed, its share of them is thrown off."""
    if wounds <= 0 or body.character:
        return
    fallen = body.left - moment.state.unit(ref).body(body.ref).left
    for cargo in _aboard(moment, ref):
        thrown = min(-(-cargo.models * fallen // body.left), cargo.models)
        moment.happens(CargoShaken(unit=cargo.ref, hits=wounds, thrown=thrown), "B61")


def settles(moment: Moment, ref: Ref) -> None:
    """A unit without a living model is off the table; one with too few for its ranks closes them or stands loose."""
    unit = moment.state.unit(ref)
    if not unit.is_here:
        return
    if not unit.models:
        moment.happens(UnitLost(unit=ref, how=Loss.DESTROYED), "B106")
        for cargo in _aboard(moment, ref):
            moment.happens(Alighted(unit=cargo.ref, carrier=ref), "B61")
            if unit.altitude is Altitude.HIGH and not may_fly(moment.catalogue, cargo):
                moment.happens(UnitLost(unit=cargo.ref, how=Loss.FLEW_TO_DEATH), "B61")
    elif (files := files_of(moment.catalogue, unit)) != unit.files:
        moment.happens(RanksClosed(unit=ref, files=files), "B47")
