"""Battles of Armies of Arcana as the log of battles reaches them: one value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from tabletop.arcana.battle.commands import (
    claims,
    course,
    drawn,
    fleeing,
    ground,
    lasting,
    magic,
    manoeuvres,
    melee,
    missiles,
    morale,
    movement,
    sandbox,
    vehicles,
)
from tabletop.arcana.battle.commands.command import Command, Moment
from tabletop.arcana.battle.commands.ordering import follows
from tabletop.arcana.battle.facts import course as course_facts
from tabletop.arcana.battle.facts import drawn as drawn_facts
from tabletop.arcana.battle.facts import fleeing as fleeing_facts
from tabletop.arcana.battle.facts import losses, setup
from tabletop.arcana.battle.facts import magic as magic_facts
from tabletop.arcana.battle.facts import melee as melee_facts
from tabletop.arcana.battle.facts import missiles as missile_facts
from tabletop.arcana.battle.facts import morale as morale_facts
from tabletop.arcana.battle.facts import movement as movement_facts
from tabletop.arcana.battle.facts import sandbox as sandbox_facts
from tabletop.arcana.battle.facts import vehicles as vehicle_facts
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import SIDES, State
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening, RefusalError
from tabletop.battle.game import EVERYTHING, Ended
from tabletop.battle.seats import may

AnyFact = (
    setup.BattleBegun
    | setup.ObjectiveNamed
    | setup.UnitDeployed
    | setup.UnitWithheld
    | setup.AttackerChosen
    | setup.TerrainPlaced
    | setup.SideChosen
    | course_facts.TurnBegun
    | course_facts.PhaseBegun
    | course_facts.StepBegun
    | course_facts.StepFinished
    | course_facts.Corrected
    | course_facts.Noted
    | course_facts.ClaimContested
    | course_facts.ClaimAgreed
    | course_facts.EndProposed
    | course_facts.EndWithdrawn
    | course_facts.BattleEnded
    | drawn_facts.TableLaid
    | drawn_facts.TablePutAway
    | drawn_facts.UnitsPlaced
    | drawn_facts.MovedTo
    | sandbox_facts.TableSet
    | sandbox_facts.TableChanged
    | sandbox_facts.ArmyBrought
    | sandbox_facts.PhasesBegun
    | losses.ModelsFell
    | losses.RanksClosed
    | losses.UnitLost
    | fleeing_facts.HazardEntered
    | fleeing_facts.HazardSuffered
    | fleeing_facts.FlightDeclared
    | fleeing_facts.FlightMoved
    | fleeing_facts.PursuitDeclared
    | fleeing_facts.PursuitMoved
    | fleeing_facts.Caught
    | fleeing_facts.CoverTestCalled
    | fleeing_facts.RetreatCovered
    | movement_facts.InitiativeRolled
    | movement_facts.MoverChosen
    | movement_facts.InfiltratorPlaced
    | movement_facts.BerserkRolled
    | movement_facts.OrdersGiven
    | movement_facts.ChargeDeclared
    | movement_facts.MissileSealed
    | movement_facts.MissileOpened
    | movement_facts.ResponseChosen
    | movement_facts.ChargeCompleted
    | movement_facts.ChargeEnded
    | movement_facts.ClosedIn
    | movement_facts.ManoeuvreDone
    | movement_facts.FellBack
    | movement_facts.Followed
    | movement_facts.Exchanged
    | movement_facts.FlyoverStruck
    | movement_facts.OverrunStruck
    | morale_facts.Regenerated
    | morale_facts.Rallied
    | morale_facts.TestsNamed
    | morale_facts.PenaltyAssigned
    | morale_facts.PenaltySealed
    | morale_facts.PenaltyOpened
    | morale_facts.PenaltyUnsealed
    | morale_facts.MoraleTested
    | morale_facts.Broke
    | morale_facts.PaidInWounds
    | morale_facts.ArmyTested
    | morale_facts.ObjectiveReached
    | morale_facts.ObjectiveLost
    | missile_facts.MissilesShot
    | missile_facts.Reloaded
    | melee_facts.CharacterMoved
    | melee_facts.TargetsChosen
    | melee_facts.FightBegun
    | melee_facts.ThrowAwaited
    | melee_facts.BlowsThrown
    | melee_facts.BlowsStruck
    | melee_facts.FightFought
    | magic_facts.PowerFocused
    | magic_facts.CastingOrdered
    | magic_facts.SpellCast
    | magic_facts.CounterspellTried
    | magic_facts.SpellApplied
    | magic_facts.SpellLaid
    | magic_facts.SpellLies
    | magic_facts.SpellEnded
    | magic_facts.SpellSwitchedOff
    | magic_facts.CastingPassed
    | magic_facts.WoundsHealed
    | magic_facts.Summoned
    | magic_facts.SpellShook
    | magic_facts.EffectRecurred
    | magic_facts.DoneOnTable
    | magic_facts.SpellSaved
    | magic_facts.SpellHeld
    | magic_facts.CharmSaved
    | magic_facts.TemplateMoved
    | vehicle_facts.Boarded
    | vehicle_facts.Alighted
    | vehicle_facts.CargoShaken
    | vehicle_facts.CargoStruck
    | vehicle_facts.VehiclesRepaired
)
AnyCommand = (
    course.Deploy
    | course.Withhold
    | course.ChooseAttacker
    | ground.PlaceTerrain
    | ground.ChooseSide
    | drawn.LayTable
    | drawn.PutTableAway
    | drawn.Put
    | sandbox.OnTable
    | sandbox.BringArmy
    | sandbox.CallTable
    | sandbox.BeginPhases
    | sandbox.LeavePhases
    | course.Finish
    | course.Correct
    | course.Note
    | claims.Contest
    | claims.AgreeClaim
    | course.ProposeEnd
    | course.AgreeEnd
    | course.WithdrawEnd
    | course.Concede
    | fleeing.EnterHazard
    | fleeing.Suffer
    | fleeing.Flee
    | fleeing.Pursue
    | movement.Appear
    | movement.RollInitiative
    | movement.ChooseMover
    | movement.RunBerserk
    | movement.March
    | movement.DeclareCharge
    | movement.Respond
    | movement.ComeIn
    | movement.CloseIn
    | manoeuvres.Reform
    | manoeuvres.Face
    | manoeuvres.FallBack
    | manoeuvres.Follow
    | manoeuvres.Exchange
    | manoeuvres.FlyOver
    | morale.Regenerate
    | morale.TryToRally
    | morale.Press
    | morale.TestMorale
    | morale.TestArmies
    | morale.NameObjective
    | morale.ReachObjective
    | missiles.Shoot
    | melee.MoveCharacter
    | melee.ChooseTargets
    | melee.Fight
    | melee.BeginFight
    | melee.ThrowBlows
    | magic.OrderCasting
    | magic.Cast
    | magic.Counter
    | magic.LetPass
    | magic.SwitchOff
    | lasting.EndSpell
    | magic.PassCasting
    | lasting.SpellStrikes
    | lasting.CarriedOut
    | lasting.ShakeOff
    | lasting.ResistCharm
    | lasting.MoveTemplate
    | vehicles.Board
    | vehicles.Alight
    | vehicles.BeStruckAboard
    | vehicles.Repair
)


class ArcanaBattle:
    """The rules of a battle, with the catalogue that decisions look profiles and spells up in."""

    slug: ClassVar[str] = "arcana"
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = AnyCommand

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def start(self) -> State:
        return State()

    def apply(self, state: State, fact: Fact) -> State:
        return fact.applied(state)

    def decide(self, state: State, command: Command, seat: str, dice: NotedDice) -> Sequence[Happening[Any]]:
        """What a command brings. RefusalError where the rules refuse it, FacesError where typed dice don't fit."""
        if not may(seat, command.right, SIDES):
            raise RefusalError(Refused.NOT_A_SIDE)
        if state.result is not None and not isinstance(command, course.Note | course.Correct):
            raise RefusalError(Refused.BATTLE_IS_OVER)
        if command.by_phases is (state.sandbox is not None):
            raise RefusalError(Refused.WITHOUT_PHASES if command.by_phases else Refused.BY_PHASES)
        if state.answering is not None and not command.while_waiting:
            raise RefusalError(Refused.ANSWER_FIRST, side=state.army(state.answering).name)
        moment = Moment(state, self.catalogue, seat, dice)
        command.decided(moment)
        if moment.state.sandbox is None:
            course.go_on(moment)
            follows(moment)
        return moment.happenings

    def clock(self, state: State) -> Clock:
        return state.clock

    def touches(self, command: Command) -> frozenset[str]:
        return frozenset(command.touches) or frozenset({EVERYTHING})

    def changes(self, fact: Fact) -> frozenset[str]:
        return frozenset(fact.units) or frozenset({EVERYTHING})

    def reveals(self, fact: Fact) -> bool:
        return fact.reveals

    def seen_by(self, fact: Fact, seat: str) -> Fact | None:
        return fact

    def ended(self, state: State) -> Ended | None:
        if state.result is None:
            return None
        destroyed = {"red": state.lost_points("blue"), "blue": state.lost_points("red")}
        return Ended(state.result.winner or "", state.result.level, destroyed)

    def side_name(self, state: State, side: str) -> str:
        return next((army.name for army in state.armies if army.side == side), side.capitalize())

    def sentence(self, fact: Fact, before: State) -> str:
        return fact.sentence(before)
