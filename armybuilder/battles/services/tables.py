"""Tables without phases: begun as battles that anybody who plays a side may change at once, and shared by a link."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from uuid import uuid4

from django.db import transaction

from armybuilder.battles.models import TableRow as Row
from armybuilder.battles.scenes import scene_of
from armybuilder.battles.services.battles import ARMIES, AnyLog, keep_new, now
from armybuilder.battles.snapshots import battle_rules, stands_in
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from armybuilder.sharing.models import new_token
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.commands.sandbox import BringArmy, check_size
from tabletop.arcana.battle.facts.sandbox import set_out
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import Table
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening
from tabletop.battle.log import EventLog, Header, UndoMode
from tabletop.decoding import MalformedError

UNNAMED = "A table"
NO_ARMIES: Mapping[str, Roster] = MappingProxyType({})


@transaction.atomic
def create_table(
    *, visitor: Visitor, table: Table, said: str = "The table is laid", armies: Mapping[str, Roster] = NO_ARMIES
) -> Row:
    """Keep a table for a visitor, with armies put down in the zones of their sides, the red one at the near edge.

    MalformedError where the catalogue doesn't have its profiles or it is too large; that of an army names its side.
    """
    check_size(table)
    scene_of(table)
    version = current_catalogue().version
    header = Header(game="arcana", id=str(uuid4()), rules_version=version, sides=ARMIES, undo=UndoMode.FREE)
    log: AnyLog = EventLog(battle_rules(), header)
    by = Actor("setup")
    log = log.append([Happening(set_out(Play(table=table), said))], by=by, cause=header.id, at=now())
    for side in SIDES:
        if side not in armies:
            continue
        bring = BringArmy(side=side, roster=armies[side])
        try:
            brought = log.rules.decide(log.state, bring, side, NotedDice.rolled())
        except MalformedError as error:
            raise MalformedError(f"{side}.{error.field}".rstrip("."), error.reason) from error
        log = log.append(brought, by=by, cause=header.id, at=now())
    row = keep_new(visitor, table.name or UNNAMED, log, Row, content=stands_in(log))
    assert isinstance(row, Row)
    return row


@transaction.atomic
def share_table(*, row: Row, shared: bool) -> None:
    """Make a link by which anybody looks at the table, or revoke it; a link that is made again is another one."""
    Row.objects.filter(pk=row.pk).update(share=(row.share or new_token()) if shared else None)
    row.refresh_from_db(fields=["share"])
