"""Making, playing on and deleting tables; each command is a version of its own, with its line of the log."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from msgspec.structs import replace

from armybuilder.battles.models import TableRow as Row
from armybuilder.battles.scenes import scene_of
from armybuilder.battles.snapshots import play_in
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import (
    check_version,
    create_row,
    lock_present_row,
    plain,
    record,
    update_row,
    version_beside,
)
from armybuilder.sharing.models import new_token
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.table import Done, Play, carried_out, deployed, read_command
from tabletop.arcana.battle.table.deployment import FAR, NEAR, Zone
from tabletop.arcana.battle.table.log import Deed, event
from tabletop.arcana.battlefield import Table
from tabletop.arcana.rules.deployment import Terms, zones_of
from tabletop.decoding import MalformedError

SIDES = ("red", "blue")
MOST_MODELS = 2_000
MOST_UNITS = 100
LONGEST_LINE = 400
LONGEST_NAME = 120
UNNAMED = "A table"
BACK, AGAIN = "Back to: ", "Again: "


@transaction.atomic
def create_table(*, visitor: Visitor, table: Table, said: str = "The table is laid") -> Row:
    """Keep a table for a visitor; MalformedError where the catalogue doesn't have its profiles or it is too large."""
    row = create_row(Row, visitor, said=said, **_columns(Play(table=table)))
    record(row, reason="Start", is_new=True)
    return row


@transaction.atomic
def command_table(*, row: Row, version: int, ref: str, text: str, by_hand: bool = False) -> str:
    """Carry a command out on the version it was given on; the line of the log. By hand a move goes as far as it can.

    ForbiddenError where the rules refuse it, MalformedError where it can't be read, StaleError for another version;
    then nothing is written.
    """
    check_version(lock_present_row(row), version)
    play = play_in(row)
    done = carried_out(play, scene_of(play.table), read_command(ref, text), by_hand=by_hand)
    return _write(row, done)


@transaction.atomic
def deploy_roster(*, row: Row, version: int, side: str, roster: Roster, besides: bool = False) -> str:
    """Put an army down in its zone, in place of what its side has there or behind it; the line of the log."""
    check_version(lock_present_row(row), version)
    if side not in SIDES:
        raise MalformedError("side", f"is one of {', '.join(SIDES)}")
    return _write(row, _deployed(play_in(row), side, roster, besides=besides))


@transaction.atomic
def create_demo(*, visitor: Visitor, table: Table, armies: tuple[Roster, Roster]) -> Row:
    """Keep a table on which two armies stand in their zones."""
    play = Play(table=table)
    for side, roster in zip(SIDES, armies, strict=True):
        play = _deployed(play, side, roster).play
    return create_table(visitor=visitor, table=play.table, said=" against ".join(roster.name for roster in armies))


def _deployed(play: Play, side: str, roster: Roster, *, besides: bool = False) -> Done:
    polygon = zones_of(play.table.size, Terms())[SIDES.index(side)]
    zone = Zone(polygon, NEAR if side == SIDES[0] else FAR)
    before = [unit for unit in scene_of(play.table).units.values() if unit.side == side]
    if not besides:
        for unit in before:
            play = play.without(unit.ref)
        before = []
    units = deployed(resolve(roster, current_catalogue()), side=side, zone=zone, scale=play.table.scale, behind=before)
    table = replace(play.table, units=(*play.table.units, *units))
    return Done(replace(play, table=table), event(Deed.DEPLOYED, army=roster.name, side=side, units=len(units)))


@transaction.atomic
def rename_table(*, row: Row, version: int, name: str) -> str:
    """Call a table something else; MalformedError for no name."""
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise MalformedError("name", "is empty")
    check_version(lock_present_row(row), version)
    play = play_in(row)
    return _write(row, Done(replace(play, table=replace(play.table, name=name)), event(Deed.RENAMED, name=name)))


def _columns(play: Play) -> dict[str, Any]:
    """What a row holds of a table in play; MalformedError where it can't be laid."""
    table = play.table
    if sum(unit.models for unit in table.units) > MOST_MODELS or len(table.units) > MOST_UNITS:
        raise MalformedError("units", f"a table here has at most {MOST_UNITS} units and {MOST_MODELS:,} models")
    scene_of(table)
    turn = {ref: plain(ledger) for ref, ledger in play.turn.items()}
    return {"name": table.name or UNNAMED, "content": plain(table), "turn": turn}


def _write(row: Row, done: Done) -> str:
    said = done.said[:LONGEST_LINE]
    update_row(row, **_columns(done.play), said=said, undo_to=row.version, redo_to=None)
    record(row, reason="Command")
    return said


@transaction.atomic
def undo_table(*, row: Row, version: int) -> str:
    """Go back by one command, as a new version; NothingToDoError at the first."""
    return _step(row, version, back=True)


@transaction.atomic
def redo_table(*, row: Row, version: int) -> str:
    """Do again what was undone last; NothingToDoError where there is nothing."""
    return _step(row, version, back=False)


def _step(row: Row, version: int, *, back: bool) -> str:
    check_version(lock_present_row(row), version)
    target, steps = version_beside(row, version, back=back)
    said = f"{BACK if back else AGAIN}{target.said.removeprefix(BACK).removeprefix(AGAIN)}"
    update_row(row, name=target.name, content=target.content, turn=target.turn, said=said[:LONGEST_LINE], **steps)
    record(row, reason="Undo" if back else "Redo")
    return row.said


@transaction.atomic
def share_table(*, row: Row, shared: bool) -> None:
    """Make a link by which anybody looks at the table, or revoke it; a link that is made again is another one."""
    Row.objects.filter(pk=row.pk).update(share=(row.share or new_token()) if shared else None)
    row.refresh_from_db(fields=["share"])
