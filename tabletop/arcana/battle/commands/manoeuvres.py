"""What engaged units do instead of moving, and blows on the way (B29 to B32).

Only who came into its fight in an earlier turn manoeuvres in it. Who runs a unit over, or flies over one, is struck or
strikes at once; what the resolvers can't tell the table counts.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battle.commands.command import Moment, UnitCommand
from tabletop.arcana.battle.commands.fleeing import begin_flight, flight_of, run
from tabletop.arcana.battle.commands.losing import suffers
from tabletop.arcana.battle.commands.ordering import moves, nears, resolved
from tabletop.arcana.battle.commands.testing import make_test, morale_situation
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.facts.movement import (
    Exchanged,
    FellBack,
    FlyoverStruck,
    Followed,
    ManoeuvreDone,
    OrdersGiven,
    OverrunStruck,
    Touching,
)
from tabletop.arcana.battle.facts.words import in_inches
from tabletop.arcana.battle.profiles import figures, is_berserk, may_stand, whole_move
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import bodies_left, wounds_by
from tabletop.arcana.battle.situations import fields_of
from tabletop.arcana.battle.state import INCH, BattleUnit, Flight, Hundredths, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table.commands import Manoeuvre, Orders
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.situations import MeleeTurn, MoraleTest, Passing, PassingBlows, Reason, Side
from tabletop.arcana.rules.charge.overrun.strength import TIMES_AS_STRONG, WEIGHTS
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.movement.orders import number_text
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError

MOST_FILES_AT_ONCE = 2  # one at each flank
TURNS = {Facing.FRONT: "turn about", Facing.LEFT: "turn left", Facing.RIGHT: "turn right", Facing.REAR: "turn about"}
WIDER = {1: "add right", 2: "add both", -1: "drop right", -2: "drop both"}


class Reform(UnitCommand, frozen=True, kw_only=True, tag="reform"):
    """Change how a unit stands in its fight: a file more or less at each flank, loose order by 0, or who touches.

    On a drawn table it may do so by `orders`, as “add left” or “wrap”.
    """

    files: Annotated[int, Meta(ge=0, le=100)] | None = None
    foe: Ref | None = None
    touching: Touching = (None, None)
    orders: Orders = ""

    def decided(self, moment: Moment) -> None:
        unit = manoeuvring(moment, self.unit)
        if self.files:
            if not 0 < abs(self.files - unit.files) <= MOST_FILES_AT_ONCE or not unit.files:
                raise RefusalError(Refused.ONE_FILE_AT_A_TIME, unit=unit.name, files=unit.files)
            if _sides(moment.state, unit) != {Facing.FRONT}:
                raise RefusalError(Refused.ONLY_FROM_THE_FRONT, unit=unit.name)
            if not may_stand(moment.catalogue, unit, self.files):
                raise RefusalError(Refused.CANT_FORM, unit=unit.name, models=unit.models, files=self.files)
        if self.foe is not None:
            check_touching(moment, unit, self.foe, self.touching)
        if stands(moment.state, self.unit):
            order = self.orders or _files_in_words(self.files, unit.files)
            moves(moment, self.unit, resolved(moment, self.unit, Manoeuvre(unit=self.unit, orders=order)), order)
        done = ManoeuvreDone(unit=self.unit, files=self.files, foe=self.foe, touching=self.touching)
        moment.happens(done, "B32")


class Face(UnitCommand, frozen=True, kw_only=True, tag="face"):
    """Turn a unit to an enemy that fights it in its flank or rear, so many files wide then."""

    foe: Ref
    files: Annotated[int, Meta(ge=0, le=100)] | None = None

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.foe)

    def decided(self, moment: Moment) -> None:
        unit = manoeuvring(moment, self.unit)
        check_touching(moment, unit, self.foe, (None, None))
        if Facing.FRONT in _sides(moment.state, unit):
            raise RefusalError(Refused.FOUGHT_IN_FRONT, unit=unit.name)
        if self.files is not None and not may_stand(moment.catalogue, unit, self.files):
            raise RefusalError(Refused.CANT_FORM, unit=unit.name, models=unit.models, files=self.files)
        if stands(moment.state, self.unit):
            contact = next(each for each in moment.state.contacts_of(self.unit) if each.foe(self.unit) == self.foe)
            order = TURNS[contact.sides[contact.of(self.unit)]]
            moves(moment, self.unit, resolved(moment, self.unit, Manoeuvre(unit=self.unit, orders=order)), order)
        moment.happens(ManoeuvreDone(unit=self.unit, foe=self.foe, faces=True, files=self.files), "B32")


class FallBack(UnitCommand, frozen=True, kw_only=True, tag="fall_back"):
    """Give ground, after a test: up to half of the move straight back, followed by enemies who keep up."""

    inches: Annotated[int, Meta(ge=1, le=10_000)]

    def situation(self, state: State, catalogue: Catalogue) -> MoraleTest:
        return morale_situation(state, catalogue, self.unit, Reason.FALLING_BACK)

    def decided(self, moment: Moment) -> None:
        unit, state = manoeuvring(moment, self.unit), moment.state
        drawn = stands(moment.state, self.unit)
        words = f"fall back {number_text(self.inches / INCH)}"
        done = resolved(moment, self.unit, Manoeuvre(unit=self.unit, orders=words)) if drawn else None
        most = whole_move(moment.catalogue, unit) // 2
        if self.inches > most:
            raise RefusalError(Refused.FALLS_TOO_FAR, unit=unit.name, most=in_inches(most))
        if _sides(state, unit) != {Facing.FRONT}:
            raise RefusalError(Refused.ONLY_FROM_THE_FRONT, unit=unit.name)
        if not make_test(moment, self.unit, Reason.FALLING_BACK, rule="B32"):
            moment.happens(FellBack(unit=self.unit, inches=0), "B32")
            return
        foes = state.foes_of(self.unit)
        able = [foe.ref for foe in foes if _keeps_up(moment.catalogue, foe, self.inches)]
        moment.happens(FellBack(unit=self.unit, inches=self.inches, followers=tuple(able)), "B32")
        if done is not None:
            moves(moment, self.unit, done, words, only=(self.unit,))
        for foe in foes:
            if foe.ref not in able:
                moment.happens(Followed(unit=foe.ref, retreating=self.unit, follows=False), "B32")
            elif is_berserk(moment.catalogue, foe):
                _follow(moment, foe.ref, self.unit)


class Follow(UnitCommand, frozen=True, kw_only=True, tag="follow"):
    """Keep up with a unit that has fallen back; or stay, which takes a test of the morale value alone."""

    while_waiting = True
    follows: bool = True

    def situation(self, state: State, catalogue: Catalogue) -> MoraleTest:
        """The test of who would stay."""
        return morale_situation(state, catalogue, self.unit, Reason.FOLLOWING)

    def decided(self, moment: Moment) -> None:
        retreat = moment.state.retreat
        unit = moment.need_own(self.unit)
        if retreat is None or self.unit not in retreat.followers:
            raise RefusalError(Refused.NOTHING_TO_ANSWER)
        if not self.follows and is_berserk(moment.catalogue, unit):
            raise RefusalError(Refused.MUST_FOLLOW, unit=unit.name)
        follows = self.follows or not make_test(moment, self.unit, Reason.FOLLOWING, rule="B32")
        if follows:
            _follow(moment, self.unit, retreat.unit)
        else:
            moment.happens(Followed(unit=self.unit, retreating=retreat.unit, follows=False), "B32")


def _follow(moment: Moment, ref: Ref, retreating: Ref) -> None:
    """Let a unit keep up with one that falls back: by choice, by a failed test, or because it is berserk."""
    moment.happens(Followed(unit=ref, retreating=retreating, follows=True), "B32")
    if stands(moment.state, ref, retreating):
        nears(moment, ref, retreating, "keeps up")


class Exchange(UnitCommand, frozen=True, kw_only=True, tag="exchange"):
    """Let a fresh friend within 6 inches take a unit's place, after a test; who fails it breaks and runs."""

    fresh: Ref
    edge: Hundredths | None = None

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.fresh)

    def situation(self, state: State, catalogue: Catalogue) -> MoraleTest:
        return morale_situation(state, catalogue, self.unit, Reason.EXCHANGE)

    def decided(self, moment: Moment) -> None:
        manoeuvring(moment, self.unit)
        fresh = moment.need_own(self.fresh)
        if not is_fresh(moment.state, fresh):
            raise RefusalError(Refused.NOT_FRESH, unit=fresh.name)
        drawn = stands(moment.state, self.unit, self.fresh)
        order = Manoeuvre(unit=self.unit, orders=f"exchange {self.fresh}")
        done = resolved(moment, self.unit, order) if drawn else None
        if make_test(moment, self.unit, Reason.EXCHANGE, rule="B32"):
            moment.happens(Exchanged(unit=self.unit, fresh=self.fresh), "B32")
            if done is not None:
                moves(moment, self.unit, done, f"exchanged with {fresh.name}")
            return
        moment.happens(OrdersGiven(unit=self.fresh, inches=0), "B32")
        if moment.state.unit(self.unit).standing is Standing.BROKEN:
            begin_flight(moment, flight_of(moment, self.unit, 0, edge=self.edge))


class FlyOver(UnitCommand, frozen=True, kw_only=True, tag="fly_over"):
    """Say that a flyer passes closely over an enemy, all of whose models strike at it."""

    by: Ref

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.by)

    def situation(self, state: State, catalogue: Catalogue) -> Passing:
        striker, struck = (Side(**fields_of(state.unit(ref))) for ref in (self.by, self.unit))
        return Passing(
            format="muster-situation/1", game="arcana", how=PassingBlows.FLOWN_OVER, striker=striker, struck=struck
        )

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.FIRST_MOVER, Step.SECOND_MOVER, Step.LOOSE_RUNNERS, Step.ENGAGED_RUNNERS)
        unit = moment.need_own(self.unit)
        moment.need_enemy(self.by)
        try:
            asked = asked_of(moment.catalogue, self.situation(moment.state, moment.catalogue))
        except MalformedError:
            moment.happens(FlyoverStruck(flyer=self.unit, by=self.by), "B31")
            return
        struck = moment.play(asked.steps, asked.start, of=self.by).state.second
        left = bodies_left(unit, struck.left, struck.characters)
        moment.happens(FlyoverStruck(flyer=self.unit, by=self.by, wounds=wounds_by(unit, left)), "B31")
        suffers(moment, self.unit, left, by=self.by, rules=("B31",))


def _files_in_words(files: int | None, before: int) -> str:
    """A change of files as orders on a table: one more at the right, or one on either side; loose for 0."""
    if files:
        return WIDER.get(files - before, "wrap")
    return "skirmish" if files == 0 else "wrap"


def manoeuvring(moment: Moment, ref: str) -> BattleUnit:
    """A unit that may manoeuvre in its fight now; RefusalError where it can't."""
    moment.need_step(Step.FIRST_MOVER, Step.SECOND_MOVER)
    unit = moment.need_own(ref)
    if moment.seat != moment.state.clock.side:
        raise RefusalError(Refused.NOT_YOUR_STEP)
    if why := reason_not_to_manoeuvre(moment.state, unit):
        raise RefusalError(Refused.CANT_MOVE, unit=unit.name, why=why)
    return unit


def reason_not_to_manoeuvre(state: State, unit: BattleUnit) -> str:
    """Why a unit may not manoeuvre in a fight; empty where it may."""
    began = [contact.since for contact in state.contacts_of(unit.ref)]
    reasons = {
        "it isn't ready": unit.standing is not Standing.READY,
        "it is in no fight": not began,
        "it came into its fight this turn": min(began, default=0) >= state.clock.turn,
        "it was charged this turn": unit.turn.was_charged,
        "it has done so this turn": unit.turn.moved_already,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def is_fresh(state: State, unit: BattleUnit) -> bool:
    """Whether a unit may take the place of another in its fight: ready, in none itself, and not moved."""
    turn = unit.turn
    moved = turn.moved or turn.moved_already or turn.fled or turn.pursued
    return unit.standing is Standing.READY and not state.is_engaged(unit.ref) and not moved


def check_touching(moment: Moment, unit: BattleUnit, foe: str, touching: Touching) -> None:
    """RefusalError for an enemy that the unit doesn't fight, or more models in contact than there are."""
    enemy = moment.need_enemy(foe)
    if foe not in {each.ref for each in moment.state.foes_of(unit.ref)}:
        raise RefusalError(Refused.NOT_IN_THAT_FIGHT, unit=unit.name, foe=enemy.name)
    check_models(unit, enemy, touching)


def check_models(unit: BattleUnit, enemy: BattleUnit, touching: Touching) -> None:
    """RefusalError for more models in contact than there are."""
    for which, models in zip((unit, enemy), touching, strict=True):
        if models is not None and not 0 < models <= which.models:
            raise RefusalError(Refused.TOO_MANY_TOUCH, unit=which.name, models=which.models)


def overrunning(state: State, over: str, under: str) -> MeleeTurn | Passing:
    """The blows as one unit runs another over; a broken one doesn't strike."""
    first, second = (state.unit(ref) for ref in (over, under))
    fields = [fields_of(unit) | {"name": f"{unit.name[:30]} {unit.ref}"} for unit in (first, second)]
    if second.standing is Standing.BROKEN:
        striker, struck = (Side(**own) for own in fields)
        return Passing(
            format="muster-situation/1", game="arcana", how=PassingBlows.OVERRUN, striker=striker, struck=struck
        )
    return MeleeTurn(
        format="muster-situation/1",
        game="arcana",
        sides=(Side(**fields[0]), Side(**fields[1])),
        turn="later" if state.is_engaged(over) else "first",
        overrun=True,
    )


def too_weak(moment: Moment, over: str, under: str) -> str:
    """Why a unit is too weak to run another over, broken or not; empty where it isn't.

    Out of a fight all whom it fights weigh together.
    """
    own = _weight(moment, moment.state.unit(over))
    foes = moment.state.foes_of(over) or (moment.state.unit(under),)
    enough = TIMES_AS_STRONG * sum(_weight(moment, foe) for foe in foes)
    if own >= enough:
        return ""
    all_of_them = ", for all whom it fights" if len(foes) > 1 else ""
    return f"its {own} wounds by size are fewer than {enough}{all_of_them}"


def _weight(moment: Moment, unit: BattleUnit) -> int:
    return unit.wounds * WEIGHTS.get(figures(moment.catalogue, unit, unit.main).base, 1)


def overrun(moment: Moment, over: str, under: str) -> None:
    """Let one unit run another over, and both take their blows; who is broken runs on."""
    situation = overrunning(moment.state, over, under)
    first, second = (moment.state.unit(ref) for ref in (over, under))
    left: list[dict[Ref, Left]] = [{}, {}]
    try:
        asked = asked_of(moment.catalogue, situation)
    except MalformedError:
        moment.happens(OverrunStruck(unit=over, target=under, wounds=None, lost=None), "B29")
    else:
        end = moment.play(asked.steps, asked.start, of=over).state
        if isinstance(situation, MeleeTurn):
            struck = end.fight.first, end.fight.second
            left = [
                bodies_left(unit, own.left, own.characters) for unit, own in zip((first, second), struck, strict=True)
            ]
        else:
            left[1] = bodies_left(second, end.left, end.lefts)
        lost, wounds = (wounds_by(unit, own) for unit, own in zip((first, second), left, strict=True))
        moment.happens(OverrunStruck(unit=over, target=under, wounds=wounds, lost=lost), "B29")
    for ref, by, own in ((over, under, left[0]), (under, over, left[1])):
        suffers(moment, ref, own, by=by, rules=("B29",))
    prey = moment.state.unit(under)
    if prey.standing is Standing.BROKEN:
        run(moment, Flight(unit=under, inches=0, pursuers=(), altitude=prey.altitude))


def _sides(state: State, unit: BattleUnit) -> set[Facing]:
    """The sides at which a unit is fought; all of a loose one are its front."""
    if not unit.files:
        return {Facing.FRONT}
    return {contact.sides[contact.of(unit.ref)] for contact in state.contacts_of(unit.ref)}


def _keeps_up(catalogue: Catalogue, unit: BattleUnit, inches: int) -> bool:
    grounded = unit.altitude is Altitude.GROUND
    return unit.standing is Standing.READY and grounded and whole_move(catalogue, unit) >= inches
