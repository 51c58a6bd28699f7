"""What a fight does to a unit on the table: models fall, it flees, it rallies, it manoeuvres in contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tabletop.arcana.battle.state import Done, Play
from tabletop.arcana.battlefield import Engagement, PlacedTable
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.visibility import all_in_sight
from tabletop.arcana.rules.formation import without
from tabletop.arcana.rules.melee import Done as Manoeuvred
from tabletop.arcana.rules.melee import manoeuvre, read_manoeuvres
from tabletop.arcana.rules.rout import flight
from tabletop.arcana.rules.rout.running import has_left, run_away
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.tolerances import STATED


def lose(play: Play, scene: PlacedTable, ref: str, count: str) -> Done:
    """The play with so many models of a unit fallen, with the last of them the unit."""
    unit, fallen = scene.unit(ref), int(count)
    if not 1 <= fallen <= unit.models:
        raise MalformedError("command", f"{unit.called} has {unit.models} models to lose")
    if fallen == unit.models:
        return Done(play.without(ref), f"{unit.called} is destroyed")
    after, steps = without(unit, fallen)
    told = "; ".join(step.text for step in steps)
    return Done(_in_touch(play.standing([after]), scene.with_unit(after)), f"{unit.called}: {told}")


def _in_touch(play: Play, scene: PlacedTable) -> Play:
    """Fights whose units don't touch any more are over."""
    for engagement in play.table.engaged:
        first, second = (scene.unit(each) for each in engagement.units)
        if between(first, second).gap.inches > STATED:
            play = play.disengaged(engagement.units)
    return play


def flee(play: Play, scene: PlacedTable, ref: str, way: str, *how: str | None) -> Done:
    """Broken and out of its fight it runs so many inches, in the best direction where none is given.

    On the wing where the last word says how that ends.
    """
    unit, (bearing, ends) = scene.unit(ref), how
    wings = ends or ""
    heading = flight(scene, ref, ends=wings, sees=all_in_sight).best if bearing is None else float(bearing) % 360
    ran = replace(run_away(scene, unit, heading, float(way), ends=wings), broken=True)
    said = f"{unit.called} flees {inches(float(way))} at {heading:.4g}°"
    if has_left(scene, ran):
        return Done(play.without(ref), f"{said} and leaves the table")
    return Done(play.free(ref).standing([ran]), said)


def rally(play: Play, scene: PlacedTable, ref: str) -> Done:
    unit = scene.unit(ref)
    if not unit.broken:
        raise MalformedError("command", f"{unit.called} isn’t broken")
    return Done(play.standing([replace(unit, broken=False)]), f"{unit.called} rallies")


def manoeuvred(play: Play, scene: PlacedTable, ref: str, orders: str) -> Done:
    """An engaged unit after these manoeuvres; a morale test that comes first is taken as passed."""
    done = manoeuvre(scene, ref, read_manoeuvres(orders))
    if done.reason:
        raise ForbiddenError(done.reason)
    after, now = play.standing([done.unit, *done.moved]), scene
    for unit in (done.unit, *done.moved):
        now = now.with_unit(unit)
    for engagement in scene.engagements(ref):
        after = after.disengaged(engagement.units)
        for contact in _contacts(engagement, ref, done):
            after = after.engaged(contact)
    test = f" ({done.test})" if done.test else ""
    return Done(_in_touch(after, now), f"{scene.unit(ref).called} {orders}{test}")


def _contacts(before: Engagement, ref: str, done: Manoeuvred) -> Iterator[Engagement]:
    """The same fight afterwards: of the unit itself, or of whoever has taken its place."""
    place = before.units.index(ref)
    foe = before.units[1 - place]
    relief = [each.ref for each in done.moved if each.side == done.unit.side]
    for own in [ref] if foe in done.sides else relief:
        pair, sides = (own, foe), (cast("Side", done.sides.get(foe, "front")), before.sides[1 - place])
        yield Engagement(units=pair, sides=sides, this_turn=before.this_turn)
