"""Tables without phases become battles: each version of one an event of its log, in which undo and redo still lead.

Backwards every command of such a log is a version again. What is kept meanwhile by phases, and who else sits at a table,
no table of before can hold.
"""

import json
from uuid import uuid4

import django.db.models.deletion
import msgspec
from django.conf import settings
from django.db import migrations, models

from armybuilder.sharing.models import new_token
from tabletop.arcana.battle.facts.sandbox import difference, set_out
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.table import Play
from tabletop.arcana.catalogue.lists import catalogue
from tabletop.battle.events import Actor, Happening, Redone, Undone
from tabletop.battle.file import HEADER, with_line
from tabletop.battle.log import EventLog, Header, SequenceError, UndoMode
from tabletop.battle.undo import last_command, next_command

RULES = ArcanaBattle(catalogue([], []))  # facts are put into a state without a catalogue
SIDES = ("red", "blue")
LONGEST_LINE, LONGEST_REASON = 400, 100
KEPT = ("code", "browser", "owner_id", "name", "created_at", "updated_at", "deleted_at")
UNDO, REDO = "Undo", "Redo"
BACK, AGAIN = "Back to: ", "Again: "


def tables_into_battles(apps, schema_editor):
    """Each table with its versions as a battle; a version that can't be told as a step is told as what it changed."""
    kinds = {name: apps.get_model("armybuilder", name) for name in ("Battle", "BattleEvent", "Seat", "PlayedTable")}
    tables, versions = (apps.get_model("armybuilder", name) for name in ("TableRow", "HistoricalTableRow"))
    for row in tables.objects.order_by("pk").iterator():
        history = list(versions.objects.filter(id=row.pk).order_by("version"))
        log = log_of(row, history)
        lines = log.lines()
        kept = {name: getattr(row, name) for name in KEPT}
        size = row.size + sum(map(len, lines))
        table = kinds["PlayedTable"].objects.create(
            **kept, version=row.version, size=size, header=log.header.line().decode(), head=log.head,
            digest=log.digest, content=row.content, share=row.share,
        )  # fmt: skip
        times = {name: getattr(row, name) for name in ("created_at", "updated_at")}  # set anew as a row is made
        kinds["Battle"].objects.filter(pk=table.pk).update(**times)
        events = (
            kinds["BattleEvent"](battle_id=table.pk, seq=seq, line=line.decode()) for seq, line in enumerate(lines, 1)
        )
        kinds["BattleEvent"].objects.bulk_create(events, batch_size=500)
        kinds["Seat"].objects.create(battle_id=table.pk, role="both", token=new_token())
    check_now(schema_editor)


def log_of(row, history):
    """The log of a table: its versions in their order, and what stands last, if no version has it."""
    log = EventLog(RULES, Header(game="arcana", id=str(uuid4()), rules_version="", sides=SIDES, undo=UndoMode.FREE))
    tips = {}  # by version: the event whose state it had
    for before, version in zip([None, *history], history, strict=False):
        log = with_version(log, before, version, tips)
        tips[version.version] = log.tip
    play = play_of(row)
    if log.head == 0 or log.state.sandbox != play:
        said = row.said or "The table is laid"
        fact = set_out(play, said) if log.head == 0 else difference(log.state.sandbox, play, said)
        log = log.append([Happening(fact)], by=Actor("red"), cause="last", at=moment(row.updated_at))
    return log


def with_version(log, before, version, tips):
    """The log with a version in it: a step where it was one, else what it changed."""
    play, at = play_of(version), moment(version.history_date)
    by, cause = Actor("red" if before else "setup"), f"v{version.version}"
    if before is None:
        return log.append([Happening(set_out(play, version.said))], by=by, cause=cause, at=at)
    reason = version.history_change_reason
    to = tips.get(before.undo_to if reason == UNDO else before.redo_to) if reason in (UNDO, REDO) else None
    if to is not None:
        step = Undone(to, log.tip) if reason == UNDO else Redone(to, log.tip)
        try:
            longer = log.append([Happening(step)], by=by, cause=cause, at=at)
        except SequenceError:
            longer = log
        if longer.head > log.head and longer.state.sandbox == play:
            return longer
    new_turn = bool(log.state.sandbox.turn) and not play.turn and version.said.startswith("A new turn")
    fact = difference(log.state.sandbox, play, version.said, new_turn=new_turn)
    return log.append([Happening(fact)], by=by, cause=cause, at=at)


def play_of(version):
    return msgspec.convert({"table": version.content, "turn": version.turn}, Play)


def moment(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def battles_into_tables(apps, schema_editor):
    """Each battle that is a table as the row of before, every command of its log without phases as a version."""
    tables, versions = (apps.get_model("armybuilder", name) for name in ("TableRow", "HistoricalTableRow"))
    played, battles = (apps.get_model("armybuilder", name) for name in ("PlayedTable", "Battle"))
    events = apps.get_model("armybuilder", "BattleEvent")
    for row in played.objects.order_by("pk"):
        log = EventLog(RULES, HEADER.decode(row.header))
        kept, numbers = [], {}  # versions, and the latest of each event whose state one had
        for line in events.objects.filter(battle_id=row.pk).order_by("seq").values_list("line", flat=True):
            log = with_line(log, line.encode())
            if log.state.sandbox is None:
                continue
            if kept and kept[-1]["cause"] == log.last.cause:
                kept.pop()
            kept.append(version_of(log, row, len(kept) + 1, numbers))
        plain = {name: getattr(row, name) for name in KEPT}
        last = {name: kept[-1][name] for name in ("name", "version", "content", "turn", "said", "undo_to", "redo_to")}
        table = tables.objects.create(**plain | last, size=row.size, share=row.share)
        tables.objects.filter(pk=table.pk).update(created_at=row.created_at, updated_at=row.updated_at)
        versions.objects.bulk_create(
            (versions(id=table.pk, **{name: value for name, value in each.items() if name != "cause"}) for each in kept),
            batch_size=500,
        )
        battles.objects.filter(pk=row.pk).delete()
    check_now(schema_editor)


def version_of(log, row, number, numbers):
    """What stands after a command, as a version."""
    fact, play = log.last.event.fact, log.state.sandbox
    numbers[log.tip] = number
    is_step = isinstance(fact, Undone | Redone)
    said = RULES.sentence(log.last.tip.event.fact, log.last.tip.parent.state)
    if is_step:
        said = f"{BACK if isinstance(fact, Undone) else AGAIN}{said}"
    reason = (UNDO if isinstance(fact, Undone) else REDO) if is_step else "Start" if number == 1 else "Command"
    plain = json.loads(msgspec.json.encode(play))
    return {
        "code": row.code, "browser": row.browser, "deleted_at": row.deleted_at, "version": number,
        "name": (play.table.name or row.name)[:120], "content": plain["table"], "turn": plain.get("turn", {}),
        "said": said[:LONGEST_LINE], "undo_to": numbers.get(last_command(log)), "redo_to": numbers.get(next_command(log)),
        "history_date": log.last.event.at, "history_change_reason": reason[:LONGEST_REASON],
        "history_type": "+" if number == 1 else "~", "cause": log.last.cause,
    }  # fmt: skip


def check_now(schema_editor):
    """Ask PostgreSQL for its checks of references now: it changes no table while some are to come."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):

    dependencies = [
        ('armybuilder', '0028_seasons'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedTable',
            fields=[
                ('battle_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='armybuilder.battle')),
                ('content', models.JSONField()),
                ('share', models.CharField(blank=True, editable=False, max_length=16, null=True, unique=True)),
            ],
            options={'verbose_name': 'table'},
            bases=('armybuilder.battle',),
        ),
        migrations.RunPython(tables_into_battles, battles_into_tables),
        migrations.DeleteModel(name='HistoricalTableRow'),
        migrations.DeleteModel(name='TableRow'),
        migrations.RenameModel(old_name='PlayedTable', new_name='TableRow'),
    ]
