"""What the drawn table says of a command, where all whom it is about stand on one; on paper the players say it.

The orders are carried out by the functions by which a table without phases is played (`battle/table/execution.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tabletop.arcana.battle.commands.command import Moment
from tabletop.arcana.battle.drawing import Drawn, changed, drawn, has_settled, models_of, placed
from tabletop.arcana.battle.facts.drawn import MovedTo
from tabletop.arcana.battle.laid import spent, stood
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import INCH, Flight
from tabletop.arcana.battle.table import Done, carried_out
from tabletop.arcana.battle.table.charges import come_home, declared
from tabletop.arcana.battle.table.commands import Command as TableCommand
from tabletop.arcana.battle.table.positions import shifted
from tabletop.arcana.battlefield import PlacedUnit
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.rules.charge.contact.aftermath import in_contact
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.movement.making_way import aside, stood_upon
from tabletop.arcana.rules.rout import flight as best_flight
from tabletop.arcana.rules.rout.pursuing import Chase, after
from tabletop.arcana.rules.rout.running import FlightEnd, has_left, run_away
from tabletop.arcana.rules.visibility import all_in_sight
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.vectors import minus, times

Found = TypeVar("Found")
ENDS = {Altitude.HIGH: FlightEnd.HIGH, Altitude.LOW: FlightEnd.LOW, Altitude.GROUND: FlightEnd.LAND}


def table_of(moment: Moment) -> Drawn:
    """The drawn table as it is now; only asked where there is one."""
    found = drawn(moment.state, moment.catalogue)
    assert found is not None
    return found


def by_the_table(moment: Moment, ref: str, asked: Callable[[], Found]) -> Found:
    """What the table answers; RefusalError with its reason where it refuses."""
    try:
        return asked()
    except ForbiddenError as refused:
        reason = refused.reason.text
    except MalformedError as error:
        reason = error.reason
    raise RefusalError(Refused.NOT_BY_THE_TABLE, unit=moment.state.unit(ref).name, reason=reason)


def resolved(moment: Moment, ref: str, order: TableCommand, *, by_hand: bool = False) -> Done:
    """What an order does on the table; RefusalError where it can't be carried out. Nothing has happened yet."""
    table = table_of(moment)
    return by_the_table(moment, ref, lambda: carried_out(table.play, table.scene, order, by_hand=by_hand))


def moves(moment: Moment, ref: str, done: Done, orders: str, *, only: Iterable[str] = ()) -> None:
    """Let a unit, and all whom its orders move, stand where they have led; `only` these where some are named."""
    places = tuple(
        stood(unit.ref, unit.models, unit.formation)
        for unit in changed(table_of(moment).scene, done.play)
        if not only or unit.ref in only
    )
    ledger = done.play.turn.get(ref)
    so_far = spent(ref, models_of(moment.state.unit(ref)), ledger) if ledger else None
    moment.happens(MovedTo(unit=ref, orders=orders[:500], places=places, spent=so_far), "B23")


def goes(moment: Moment, unit: PlacedUnit, orders: str) -> None:
    """Let a unit stand there; if on others, beside them."""
    scene = table_of(moment).scene.with_unit(unit)
    there = aside(scene, unit, stood_upon(scene, unit))
    place = stood(unit.ref, unit.models, there.formation)
    moment.happens(MovedTo(unit=unit.ref, orders=orders, places=(place,)), "B23")


def follows(moment: Moment) -> None:
    """Units on the table stand as many and as wide as the battle has made them; at the end of each command."""
    state = moment.state
    for ref, place in state.laid.stood.items() if state.laid else ():
        unit = state.unit(ref)
        if unit.is_here and not has_settled(unit, place):
            now = placed(state, moment.catalogue, ref)
            fewer = stood(ref, now.models, now.formation)
            moment.happens(MovedTo(unit=ref, orders="as the battle has left it", places=(fewer,)), "B47")


def charge_on_table(moment: Moment, ref: str, target: str) -> Charge:
    """The charge that the table allows; RefusalError where it allows none."""
    table = table_of(moment)
    return by_the_table(moment, ref, lambda: declared(table.play, table.scene, ref, target))


def comes_home(moment: Moment, ref: str, target: str) -> Charge | None:
    """Let a charge that was declared come to contact; None where nothing leads there any more."""
    table = table_of(moment)
    try:
        solved = declared(table.play, table.scene, ref, target)
    except ForbiddenError:
        return None
    name = moment.state.unit(target).name
    moves(moment, ref, come_home(table.play, table.scene, solved), f"into contact with {name}")
    return solved


def touching_on_table(moment: Moment, ref: str, foe: str) -> tuple[int | None, int | None]:
    """How many models of two units touch; None where none does, for then their fronts are counted."""
    scene = table_of(moment).scene
    own, theirs = in_contact(scene.unit(ref), scene.unit(foe))
    return own or None, theirs or None


def runs_on_table(moment: Moment, flight: Flight, way: int) -> bool:
    """Let a unit run so many hundredths of an inch the best way; whether it leaves the table."""
    scene, ref = table_of(moment).scene, flight.unit
    unit = scene.unit(ref)
    grounded = unit.altitude is Altitude.GROUND and flight.altitude is Altitude.GROUND
    ends = None if grounded else ENDS[flight.altitude]
    bearing = best_flight(scene, ref, ends=ends, sees=all_in_sight).direction
    ran = run_away(scene, unit, bearing, way / INCH, ends=ends)
    if has_left(scene, ran):
        moment.happens(
            MovedTo(unit=ref, orders="off the table", places=(stood(ref, ran.models, ran.formation),)), "B12"
        )
        return True
    goes(moment, ran, "runs")
    return False


def chase_on_table(moment: Moment, ref: str, prey: str) -> Chase:
    """What a pursuer needs to catch a unit that has run, and who stands in its way."""
    runner = placed(moment.state, moment.catalogue, prey)
    scene = table_of(moment).scene
    return after(scene, scene.unit(ref), runner)


def nears(moment: Moment, ref: str, foe: str, orders: str, *, most: int | None = None) -> None:
    """Let a unit go straight to another, into contact or as far as it goes, its front as it was."""
    unit, other = (placed(moment.state, moment.catalogue, each) for each in (ref, foe))
    gap = between(unit, other).gap
    share = 1.0 if most is None or gap.inches * INCH <= most else most / INCH / gap.inches
    goes(moment, shifted(unit, times(minus(gap.end, gap.start), share)), orders)
