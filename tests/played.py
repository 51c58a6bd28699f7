"""Tables and battles in play for tests: two sides on open ground with a wood, or of two samples; kept for owners."""

from __future__ import annotations

import json
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict

from armybuilder.battles.models import Role
from armybuilder.battles.presenters.play.actions import actions_of, side_actions
from armybuilder.battles.presenters.play.forms import Action
from armybuilder.battles.presenters.play.more_actions import more_of, more_of_side
from armybuilder.battles.presenters.play.sending import sent_in
from armybuilder.battles.services.battles import command_battle, create_battle
from armybuilder.battles.services.tables import create_table, share_table
from armybuilder.battles.snapshots import log_in
from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor
from armybuilder.models import Battle, Seat
from armybuilder.models import TableRow as Row
from tabletop.arcana.battle.commands.command import Command
from tabletop.arcana.battle.commands.course import Deploy, to_do
from tabletop.arcana.battle.facts.morale import TestsNamed
from tabletop.arcana.battle.facts.movement import ChargeCompleted
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import Table, read_table
from tabletop.battle.commands import Sent
from tabletop.battle.file import HEADER, with_line
from tabletop.battle.log import EventLog
from tests.battles import at, moving, rules
from tests.tables import block, loose
from tests.visitors import OWNER

TABLE_CODE, TABLE_TOKEN = "ford-table-1", "LinkOfTable1"
BATTLE_CODE, BATTLE_TOKEN = "ford-battle-1", "SeatOfBattle"
WOOD = {"ref": "t1", "kind": "dense-forest", "name": "Wood", "polygon": [[40, 18], [48, 18], [48, 26], [40, 26]]}
FORD: dict[str, Any] = {
    "format": "muster-table/1",
    "game": "arcana",
    "name": "The ford",
    "size": [72, 48],
    "terrain": [WOOD],
    "units": [
        block("r1", corner=(20, 12), name="Spears"),
        block("r2", corner=(42, 12), name="Bows"),
        block("b1", corner=(25, 30), facing=180, side="blue", name="Axes"),
        block("b2", corner=(47, 34), facing=180, side="blue", name="Slingers"),
        loose("b3", (60, 30), (62, 30), facing=180, side="blue", name="Scouts"),
    ],
}


def ford(**fields: Any) -> Table:
    """The table with other fields."""
    return read_table(json.dumps(FORD | fields))


def play(**fields: Any) -> Play:
    return Play(table=ford(**fields))


def kept_table(*, visitor: Visitor = OWNER, code: str = TABLE_CODE, token: str = TABLE_TOKEN, **fields: Any) -> Row:
    """A table in the database, shared, under a code and a token of the test's own."""
    row = create_table(visitor=visitor, table=ford(**fields))
    share_table(row=row, shared=True)
    Row.objects.filter(pk=row.pk).update(code=code, share=token)
    row.refresh_from_db()
    return row


def command_in(battle: Battle, side: str, command: Command, **more: Any) -> None:
    """A command of a side, decided on what stands."""
    battle.refresh_from_db()
    sent = Sent(id=str(uuid4()), on=battle.head, seat=side, command=command, **more)
    command_battle(seat=battle.seats.get(), sent=sent)


def kept_battle(*, visitor: Visitor = OWNER, code: str = BATTLE_CODE, token: str = BATTLE_TOKEN) -> Battle:
    """A battle between two samples in the database, with a seat for both sides under a token of the test's own."""
    samples = sample_rosters()
    battle = create_battle(visitor=visitor, name="The ford", rosters=(samples["dwarves"], samples["orcs"]))
    Battle.objects.filter(pk=battle.pk).update(code=code)
    Seat.objects.filter(battle=battle).update(token=token)
    command_in(battle, "red", Deploy())
    battle.refresh_from_db()
    return battle


def kept_choice(monkeypatch: pytest.MonkeyPatch) -> Battle:
    """A battle as it waits for choices: two units of each side fight both of the other's, and all must test."""
    battle = kept_battle()
    begun = at(log_in(battle).state, Step.TESTS)
    for red, blue in product(("r1", "r2"), ("b1", "b2")):
        begun = ChargeCompleted(unit=red, target=blue).applied(begun)
    return _begun_with(monkeypatch, battle, TestsNamed(named=("r1", "r2", "b1", "b2")).applied(begun))


def kept_charges(monkeypatch: pytest.MonkeyPatch) -> Battle:
    """A battle in which red moves and may charge, with units that have something to throw as they come in."""
    return _begun_with(monkeypatch, kept_battle(), moving("lizardmen"))


def _begun_with(monkeypatch: pytest.MonkeyPatch, battle: Battle, begun: State) -> Battle:
    """The battle with a log that has no events yet, and begins with that state."""

    class Begun(ArcanaBattle):
        def start(self) -> State:
            return begun

    def folded(battle: Battle) -> EventLog[Any, Any, Any]:
        log: EventLog[Any, Any, Any] = EventLog(Begun(rules().catalogue), HEADER.decode(battle.header))
        for line in battle.events.order_by("seq").values_list("line", flat=True):
            log = with_line(log, line.encode())
        return log

    for module in ("services.battles", "views.battles", "views.report", "api.battles", "snapshots"):
        monkeypatch.setattr(f"armybuilder.battles.{module}.log_in", folded)
    battle.events.all().delete()
    battle.commands.all().delete()
    Battle.objects.filter(pk=battle.pk).update(head=0)
    battle.refresh_from_db()
    return battle


def filled(action: Action, **typed: str) -> Any:
    """The command of a form as it comes, or with what was typed."""
    post = QueryDict(mutable=True)
    for name, value in (("command", action.command), ("unit", action.unit), ("on", "1"), ("as", "red"), *action.stated):
        post[name] = value
    for field in action.fields:
        first = field.choices[0].value if field.choices else "1"
        values = field.values if field.kind == "checks" else [field.value or ("" if field.is_folded else first)]
        for value in values:
            post.appendlist(field.name, value)
    for name, value in typed.items():
        post[name] = value
    return sent_in(post, Seat(role=Role.BOTH)).command


def offered(state: State, side: str) -> dict[str, Action]:
    """Every form of a side's page, by its key."""
    catalogue = rules().catalogue
    tasks = to_do(state, catalogue, side)
    actions = [*side_actions(state, side, catalogue, tasks), *more_of_side(state, side, catalogue)]
    for unit in state.of(side):
        own = tuple(task for task in tasks if task.unit == unit.ref)
        actions += [*actions_of(state, unit, catalogue, own), *more_of(state, unit, catalogue)]
    return {action.key: action for action in actions}
