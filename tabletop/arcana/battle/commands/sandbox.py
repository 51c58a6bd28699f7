"""A table without phases, a sandbox: its commands, armies put on it, and phases that begin there and are left again.

The commands are those of `battle/table/`, carried out by the same functions as a battle's orders; whoever plays a side
moves everybody. Nothing is thrown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army as Resolved
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.armies import MOST_MODELS, MOST_UNITS, body_of, brought, digest_of, only_school
from tabletop.arcana.battle.commands.command import Command, Moment
from tabletop.arcana.battle.drawing import Drawn, drawn, models_of
from tabletop.arcana.battle.facts.losses import with_losses
from tabletop.arcana.battle.facts.sandbox import ArmyBrought, PhasesBegun, difference, set_out
from tabletop.arcana.battle.laid import spent, stood
from tabletop.arcana.battle.profiles import living
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import SIDES, Army, BattleUnit, Body, Contact, Loss, Scenario, Side, Standing, State
from tabletop.arcana.battle.steps import Phase, Step
from tabletop.arcana.battle.table import Done, carried_out, deployed
from tabletop.arcana.battle.table.commands import Command as TableCommand
from tabletop.arcana.battle.table.commands import NewTurn
from tabletop.arcana.battle.table.deployment import FAR, NEAR, Zone
from tabletop.arcana.battle.table.descriptions import reason_in_words
from tabletop.arcana.battle.table.log import Deed, event
from tabletop.arcana.battlefield import Engagement, PlacedTable, PlacedUnit, Table, TableUnit
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.catalogue.lists import Catalogue, ListKind, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.rules.deployment import Terms, zones_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.battle.events import Clock, RefusalError
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.tolerances import STATED

TableName = Annotated[str, Meta(max_length=1_000)]
LONGEST_NAME, LONGEST_LINE = 120, 2_000


class OnTable(Command, frozen=True, kw_only=True, tag="on_table"):
    """Carry an order out on the table, as its own commands state it; a move by hand goes as far as the rules let it.

    MalformedError where the order can't be read, or no unit has the ref.
    """

    by_phases = False

    order: TableCommand
    by_hand: bool = False

    def decided(self, moment: Moment) -> None:
        table = sandbox_of(moment)
        try:
            done = carried_out(table.play, table.scene, self.order, by_hand=self.by_hand)
        except ForbiddenError as refused:
            raise RefusalError(Refused.NOT_BY_THE_RULES, reason=reason_in_words(refused.reason)) from refused
        happens(moment, done, new_turn=isinstance(self.order, NewTurn))

    @property
    def touches(self) -> tuple[str, ...]:
        refs = (getattr(self.order, name, "") for name in ("unit", "target"))
        return tuple(ref for ref in refs if ref)


class BringArmy(Command, frozen=True, kw_only=True, tag="bring_army"):
    """Put an army down in its side's zone, in place of what the side has there, or behind it.

    MalformedError where the zone is too small, or too much would stand on the table.
    """

    by_phases = False

    side: Side
    roster: Roster
    besides: bool = False

    def decided(self, moment: Moment) -> None:
        table, side = sandbox_of(moment), self.side
        army = resolve(self.roster, moment.catalogue)
        done = with_army(table, side, army, besides=self.besides)
        before = {unit.ref for unit in table.play.table.units if self.besides or unit.side != side}
        refs = [unit.ref for unit in done.play.table.units if unit.ref not in before and unit.side == side]
        own, units = brought(side, army, digest=digest_of(self.roster), refs=refs)
        ready = tuple(replace(unit, standing=Standing.READY) for unit in units)
        moment.happens(ArmyBrought(army=own, fielded=ready, besides=self.besides), "B9")
        happens(moment, done)


class CallTable(Command, frozen=True, kw_only=True, tag="call_table"):
    """Call the table something else; MalformedError for no name."""

    by_phases = False

    name: TableName

    def decided(self, moment: Moment) -> None:
        name = " ".join(self.name.split())[:LONGEST_NAME]
        if not name:
            raise MalformedError("name", "is empty")
        play = sandbox_of(moment).play
        renamed = replace(play, table=replace(play.table, name=name))
        happens(moment, Done(renamed, event(Deed.RENAMED, name=name)))


class LeavePhases(Command, frozen=True, kw_only=True, tag="leave_phases"):
    """Play on without phases: on the drawn table, with all who stand on it as they are."""

    def decided(self, moment: Moment) -> None:
        table = drawn(moment.state, moment.catalogue)
        if table is None:
            raise RefusalError(Refused.NO_TABLE, reason="none is laid")
        play = table.play
        units = tuple(_as_it_is(unit, table.scene.units[unit.ref]) for unit in play.table.units)
        touching = tuple(fight for fight in play.table.engaged if _touch(table.scene, fight))
        named = replace(play.table, units=units, engaged=touching, name=moment.state.name[:LONGEST_NAME])
        moment.happens(set_out(replace(play, table=named)))


class BeginPhases(Command, frozen=True, kw_only=True, tag="begin_phases"):
    """Play on by phases: with all who stand on the table as they are, from where phases were left, if they ever were.

    Who was brought with a roster has all that it says; of others the profile does.
    """

    by_phases = False

    scenario: Scenario = Scenario.ATTRITION

    def decided(self, moment: Moment) -> None:
        table, state = sandbox_of(moment), moment.state
        units = _units(moment, table)
        now = table.play.table
        clock = state.clock
        if not clock.phase:
            clock = Clock(turn=max(clock.turn - 1, 0), phase=Phase.SETUP, step=Step.DEPLOYMENT)
        moment.happens(
            PhasesBegun(
                scenario=self.scenario,
                armies=tuple(_army(moment, side, units) for side in SIDES),
                fielded=units,
                table=msgspec.json.encode(replace(now, units=(), engaged=())).decode(),
                places=tuple(stood(unit.ref, unit.models, unit.formation) for unit in now.units),
                spent={ref: spent(ref, table.scene.unit(ref).models, done) for ref, done in table.play.turn.items()},
                contacts=tuple(_contacts(state, now)),
                clock=clock,
            ),
            "B1",
        )


def sandbox_of(moment: Moment) -> Drawn:
    """The table that is played on without phases, as it is now."""
    found = drawn(moment.state, moment.catalogue)
    assert found is not None
    return found


def happens(moment: Moment, done: Done, *, new_turn: bool = False) -> None:
    """Let the table be as a command has made it; MalformedError where it can't be so, or too much would stand on it."""
    before = moment.state.sandbox
    assert before is not None
    check_size(done.play.table)
    moment.happens(difference(before, done.play, done.said[:LONGEST_LINE], new_turn=new_turn))
    drawn(moment.state, moment.catalogue)  # MalformedError where it can't be laid


def check_size(table: Table) -> None:
    """MalformedError for a table with more units or models than are played with here."""
    if sum(unit.models for unit in table.units) > MOST_MODELS or len(table.units) > MOST_UNITS:
        raise MalformedError("units", f"a table here has at most {MOST_UNITS} units and {MOST_MODELS:,} models")


def with_army(table: Drawn, side: Side, army: Resolved, *, besides: bool = False) -> Done:
    """The table with an army in its side's zone, in place of what stands there or behind it."""
    play = table.play
    polygon = zones_of(play.table.size, Terms())[SIDES.index(side)]
    zone = Zone(polygon, NEAR if side == SIDES[0] else FAR)
    before = [unit for unit in table.scene.units.values() if unit.side == side]
    if not besides:
        for unit in before:
            play = play.without(unit.ref)
        before = []
    units = deployed(army, side=side, zone=zone, scale=play.table.scale, behind=before)
    now = replace(play.table, units=(*play.table.units, *units))
    return Done(replace(play, table=now), event(Deed.DEPLOYED, army=army.name, side=side, units=len(units)))


def _touch(scene: PlacedTable, fight: Engagement) -> bool:
    """Whether two who fight stand in contact: on paper they are only said to."""
    first, second = map(scene.unit, fight.units)
    return between(first, second).gap.inches <= STATED


def _as_it_is(unit: TableUnit, placed: PlacedUnit) -> TableUnit:
    """The unit of a battle as a table has it by itself: with all that the battle knew of it besides."""
    now = replace(
        unit,
        altitude=placed.altitude,
        broken=placed.broken,
        immobile=placed.immobile,
        wounds_lost=placed.wounds_lost,
    )
    if unit.profile is not None:
        return now
    return replace(now, movement=placed.ground, fly=placed.fly, swim=placed.swim, berserk=placed.berserk)


def _units(moment: Moment, table: Drawn) -> tuple[BattleUnit, ...]:
    """Everybody on the table as a battle has them, and those who were of the battle and are there no more."""
    found: list[BattleUnit] = []
    for stated in table.play.table.units:
        before = moment.state.units.get(stated.ref)
        placed = table.scene.unit(stated.ref)
        if stated.side not in SIDES:
            raise RefusalError(Refused.NO_PHASES, reason=f"{placed.called} is neither of red nor of blue")
        is_known = before is not None and before.side == stated.side
        unit = before if before is not None and is_known else _of_profile(moment.catalogue, placed, stated)
        found.append(_as_on_table(moment.state, unit, stated))
    there = {unit.ref for unit in found}
    gone = (unit for unit in moment.state.units.values() if unit.ref not in there)
    return (*found, *(_gone(unit) for unit in gone))


def _gone(unit: BattleUnit) -> BattleUnit:
    """A unit that isn't on the table: lost, if it ever was there."""
    return replace(unit, standing=Standing.LOST, how_lost=Loss.DESTROYED) if unit.is_here else unit


def _as_on_table(state: State, unit: BattleUnit, stated: TableUnit) -> BattleUnit:
    """The unit with as many models as stand there, the troops falling first, and as it stands there."""
    fewer = models_of(unit) - stated.models
    for body in sorted(living(unit), key=lambda body: body.character):
        fall = min(max(fewer, 0), body.left)
        fewer -= fall
        if fall:
            left = body.left - fall
            unit = with_losses(unit, body, Left(left, body.lost[:left]))
    place = stood(stated.ref, stated.models, stated.formation)
    broken_in = unit.broken_in if unit.standing is Standing.BROKEN else state.clock.turn
    return replace(
        unit,
        standing=Standing.BROKEN if stated.broken else Standing.READY,
        broken_in=broken_in if stated.broken else None,
        how_lost=None,
        files=place.ranked_files,
        altitude=stated.altitude,
    )


def _of_profile(catalogue: Catalogue, placed: PlacedUnit, stated: TableUnit) -> BattleUnit:
    """A unit of which only the table knows: what its profile and those of its members say."""
    row = placed.row
    if row is None:
        raise RefusalError(Refused.NO_PHASES, reason=f"{placed.called} has no profile of a printed list")
    members = [(catalogue.in_play(member.profile), member.count) for member in stated.members if member.profile]
    own = stated.models - sum(count for _, count in members)
    bodies = tuple(
        _body(row, f"{stated.ref}-m{number}", count)
        for number, (row, count) in enumerate([(row, own), *members], 1)
        if count
    )
    bodies = (_wounded(bodies[0], stated.wounds_lost), *bodies[1:])
    return BattleUnit(
        ref=stated.ref,
        side="blue" if stated.side == "blue" else "red",
        name=stated.name or row.name,
        army=list_slug(row.slug),
        bodies=bodies,
        infiltrates=stated.infiltrating,
    )


def _body(row: Row, ref: str, count: int) -> Body:
    body = body_of(row, ref, count=count, points=row.points * count)
    if row.section is not Section.CHARACTERS:
        return body
    return replace(body, character=True, school=only_school(row))


def _wounded(body: Body, wounds: int) -> Body:
    """The body with so many wounds lost by living models, as many as each can bear."""
    most = body.wounds - 1
    full, rest = divmod(min(wounds, most * body.left), most) if most else (0, 0)
    return replace(body, lost=(most,) * full + ((rest,) if rest else ()))


def _army(moment: Moment, side: Side, units: Iterable[BattleUnit]) -> Army:
    """A side's army as it was brought, else as those on the table say, by the list that most of them are of."""
    own = [unit for unit in units if unit.side == side]
    if not any(unit.is_here for unit in own):
        raise RefusalError(Refused.NO_PHASES, reason=f"there are no units of {side} on the table")
    brought_by = next((army for army in moment.state.armies if army.side == side), None)
    if brought_by is not None:
        return brought_by
    lists = moment.catalogue.lists
    slugs = Counter({unit.army: 0 for unit in own})
    for unit in own:
        slugs[unit.army] += unit.models * (lists[unit.army].kind == ListKind.ARMY)
    listed = lists[slugs.most_common(1)[0][0]]
    points = sum(unit.points for unit in own)
    return Army(side=side, name=listed.name, army=listed.slug, army_name=listed.name, points=points)


def _contacts(state: State, table: Table) -> Iterator[Contact]:
    """The fights on the table, with what a battle has known of them."""
    known = {frozenset(contact.units): contact for contact in state.contacts}
    for engagement in table.engaged:
        before = known.get(frozenset(engagement.units))
        since = state.clock.turn if engagement.this_turn else max(state.clock.turn - 1, 0)
        if before is not None:
            yield before
        else:
            yield Contact(units=engagement.units, sides=engagement.sides, since=since)
