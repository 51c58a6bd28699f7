"""A unit's test of morale, in its phase or when something else asks for one: thrown, and what a failed one brings."""

from __future__ import annotations

from tabletop.arcana.battle.commands.command import Moment
from tabletop.arcana.battle.commands.losing import after_wounds, suffers
from tabletop.arcana.battle.facts.morale import Broke, MoraleTested, PaidInWounds
from tabletop.arcana.battle.kinds import kinds_of
from tabletop.arcana.battle.resolving import as_stated, asked_in, cost_of_wounds
from tabletop.arcana.battle.situations import fields_of, stated
from tabletop.arcana.battle.state import BattleUnit, Body, Contact, State
from tabletop.arcana.battle.steps import Step as BattleStep
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.situations import MoraleTest, Opponent, Place, Reason, Unit
from tabletop.arcana.rules.morale.testing import TESTS
from tabletop.arcana.rules.morale.testing import MoraleTest as Test
from tabletop.battle.events import RefusalError
from tabletop.dice import Step

PLACES: dict[Facing, Place] = {
    Facing.FRONT: "front",
    Facing.LEFT: "flank",
    Facing.RIGHT: "flank",
    Facing.REAR: "rear",
}
MORALE = "morale"  # the purpose of a test's dice


def morale_situation(
    state: State,
    catalogue: Catalogue,
    ref: str,
    reason: Reason = Reason.TURN_END,
    *,
    pays: bool = True,
    extra: tuple[Contact, ...] = (),
) -> MoraleTest:
    """A unit's test with all whom it fights, and by `extra` those that have just come upon it."""
    contacts = (*state.contacts_of(ref), *extra)
    return MoraleTest(
        format="muster-situation/1",
        game="arcana",
        unit=Unit(**fields_of(as_stated(catalogue, state.unit(ref))) | {"pays": pays}),
        enemies=tuple(_opponent(state, catalogue, contact, ref) for contact in contacts),
        regenerated=True,
        forced=reason is Reason.TURN_END and state.unit(ref).turn.must_test,
        reason=reason,
    )


def _opponent(state: State, catalogue: Catalogue, contact: Contact, ref: str) -> Opponent:
    foe, place = state.unit(contact.foe(ref)), contact.of(ref)
    pressed = foe.turn.counts_against
    return Opponent(
        **fields_of(as_stated(catalogue, foe)) | {"fought_at": PLACES[contact.sides[1 - place]]},
        stands_at=PLACES[contact.sides[place]],
        numbers_count=pressed is None or pressed == ref,
    )


def make_test(
    moment: Moment,
    ref: str,
    reason: Reason = Reason.TURN_END,
    *,
    pays: bool = True,
    extra: tuple[Contact, ...] = (),
    rule: str = "B94",
    counted: int | None = None,
) -> bool:
    """Throw a unit's test, and let it break or pay where it fails; whether it has passed.

    Not to follow, or to fall back, it neither breaks nor pays. RefusalError where the resolvers can't tell, unless its
    players have `counted` the number themselves: who fails that breaks. Where they can, what was counted isn't read.
    """
    situation = morale_situation(moment.state, moment.catalogue, ref, reason, pays=pays, extra=extra)
    try:
        asked = asked_in(moment.catalogue, situation, unit=moment.state.unit(ref))
    except RefusalError:
        if counted is None:
            raise
        return _thrown(moment, ref, reason, counted)
    played = moment.play(asked.steps, asked.start, of=ref)
    end, number = played.state, int(asked.receipts[0].breakdown.exact)
    thrown = sum(face for throw in played.log if throw.name == MORALE for face in throw.faces)
    missed_by = end.points and Test(number, pays=True).missed_by(thrown)
    moment.happens(MoraleTested(unit=ref, number=number, missed_by=missed_by, reason=reason), rule)
    if asked.events["breaks"](end):
        moment.happens(Broke(unit=ref), "B96")
    elif end.points:
        unit, paid = moment.state.unit(ref), asked.numbers["paid"](end)
        known = stated(unit)
        if known.troops:
            _pay(moment, unit, kinds_of(unit), paid - sum(end.unsaved))
        for body, unsaved in zip(known.bodies, end.unsaved, strict=False):
            _pay(moment, unit, (body,), min(unsaved, body.wounds_left))
    return not end.points


def _thrown(moment: Moment, ref: str, reason: Reason, number: int) -> bool:
    """Two dice against a number that the table has counted."""
    step = Step[int](MORALE, TESTS, lambda _: Test(number, pays=True), lambda _, points: points)
    missed = moment.play((step,), 0, of=ref).state
    moment.happens(MoraleTested(unit=ref, number=number, missed_by=missed, reason=reason), "B94")
    if missed:
        moment.happens(Broke(unit=ref), "B96")
    return not missed


def _pay(moment: Moment, unit: BattleUnit, bodies: tuple[Body, ...], wounds: int) -> None:
    """Take a payment off at once, but in the phase of the tests only when all of them are over (reading BR40)."""
    costs = cost_of_wounds(moment.catalogue, unit)
    if moment.state.clock.step != BattleStep.TESTS:
        suffers(moment, unit.ref, after_wounds(bodies, wounds, costs=costs), rules=("B97",))
    elif wounds:
        for ref, left in after_wounds(bodies, wounds, costs=costs).items():
            if left != unit.body(ref).remains:
                moment.happens(PaidInWounds(unit=unit.ref, body=ref, left=left.models, lost=left.lost), "B97")
