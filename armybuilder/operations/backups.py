"""Backups: all tables in one file, which a database with the same migrations can restore."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model
from django.utils import timezone
from django.utils.crypto import salted_hmac
from msgspec import Struct

from armybuilder.accounts.models import ApiToken
from armybuilder.battles.models import Battle, Role, Seat, TableRow
from armybuilder.core.models import RequestCount
from armybuilder.laboratory.models import SecondsOfADay
from armybuilder.printing.models import PagesOfADay, PrintJob
from armybuilder.sharing.models import Share

# Gzipped text, a JSON value a line: what the file is, then each row as its table and its values, then how many rows
# there were and the SHA-256 of all lines before.
FORMAT: Literal["muster-backup/1"] = "muster-backup/1"
TASKS = "django_tasks_database"
AT_ONCE = 500  # rows that are written together
UNREADABLE = (OSError, EOFError, zlib.error, ValueError)  # ValueError: no JSON, no UTF-8

Values = list[Any]


class BackupError(Exception):
    """The file isn't a complete backup of this version of the site; the message says why."""


class Head(Struct, frozen=True):
    """The first line of a backup; `tables` has the column names of each table in order."""

    format: Literal["muster-backup/1"]
    made_at: str
    tables: dict[str, list[str]]
    migrations: list[str]
    site: str = ""

    @property
    def is_of_another_site(self) -> bool:
        """Whether the site that made it had none of the secret keys of this one; False where it doesn't say."""
        return bool(self.site) and self.site not in map(fingerprint, secret_keys())


def secret_keys() -> list[str]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def fingerprint(secret_key: str) -> str:
    """What tells two sites apart without telling their keys."""
    return salted_hmac("armybuilder.operations.backups", "site", secret=secret_key, algorithm="sha256").hexdigest()[:16]


def all_models() -> dict[str, type[Model]]:
    """The models of all tables except the cache table of rate limits."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: model for model in models if model._meta.managed and not model._meta.proxy}


def kept_models() -> dict[str, type[Model]]:
    """The models that a backup holds: all but print jobs, their tasks and counts, which live for a day."""
    return {table: model for table, model in all_models().items() if not _is_passing(model)}


def _is_passing(model: type[Model]) -> bool:
    return model in (PagesOfADay, PrintJob, RequestCount, SecondsOfADay) or model._meta.app_label == TASKS


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields that a model's own table holds; those of what it is made of stand in another."""
    return cast("list[Field[Any, Any]]", list(model._meta.local_concrete_fields))


def columns() -> dict[str, list[str]]:
    """The column names of each table, in the order of the values in a backup."""
    return {table: [str(field.column) for field in fields_of(model)] for table, model in kept_models().items()}


def migrations() -> list[str]:
    """The migrations that were applied to this database."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def write_backup(path: Path) -> int:
    """Write everything as it is at one moment, while others go on reading and writing; how many rows there were.

    The file is there as a whole or not at all, and for its owner alone: it has everybody's addresses in it.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.touch(mode=0o600)
    try:
        with unfinished.open("wb") as file:
            with gzip.open(file, "wb") as packed, one_moment():
                rows = _write_lines(packed.write)
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def _write_lines(write: Callable[[bytes], object]) -> int:
    """Write every line; how many rows there were."""
    digest, rows = hashlib.sha256(), -1  # the first line is no row
    for line in _lines():
        digest.update(line)
        write(line)
        rows += 1
    write(_line({"rows": rows, "sha256": digest.hexdigest()}))
    return rows


def _lines() -> Iterator[bytes]:
    head = Head(
        format=FORMAT,
        made_at=timezone.now().isoformat(),
        tables=columns(),
        migrations=migrations(),
        site=fingerprint(settings.SECRET_KEY),
    )
    yield _line(msgspec.to_builtins(head))
    for table, model in kept_models().items():
        names = [field.attname for field in fields_of(model)]
        for values in model._base_manager.order_by("pk").values_list(*names).iterator():
            yield _line([table, *values])


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_text).encode() + b"\n"


def _as_text(value: object) -> str:
    """Times to the microsecond; TypeError for what has no place in a backup yet."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    raise TypeError(f"a backup can't hold {type(value).__name__}")


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction whose reads see one snapshot of the database and block no writer."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # Django's own transactions would hold up whoever writes
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def check_backup(path: Path) -> Head:
    """Read all of a backup and change nothing; BackupError where it isn't one, not whole, or of another version."""
    digest, head, rows, has_ended, misfit = hashlib.sha256(), None, -1, False, 0
    for line in _lines_of(path):
        if has_ended:
            raise BackupError("is damaged: it goes on after its end")
        if head is None:
            head = _head(line.value)
        elif isinstance(line.value, dict):
            if line.value != {"rows": rows, "sha256": digest.hexdigest()}:
                raise BackupError("is damaged: its checksum is another")
            has_ended = True
        elif not misfit and not _is_row(line.value, head):
            misfit = rows + 1
        digest.update(line.text)
        rows += 1
    if head is None or not has_ended:
        raise BackupError("is damaged: its end is missing")
    fitting = _fitting(head)
    if misfit:
        raise BackupError(f"is damaged: its row {misfit} belongs to none of its tables")
    return fitting


def _is_row(value: Any, head: Head) -> bool:
    """Whether it is the name of a table of the backup and a value for each of its columns."""
    if not (isinstance(value, list) and value[:1] and isinstance(value[0], str)):
        return False
    return value[0] in head.tables and len(value) == len(head.tables[value[0]]) + 1


class Line(Struct, frozen=True):
    text: bytes
    value: Any


def _lines_of(path: Path) -> Iterator[Line]:
    try:
        with gzip.open(path, "rb") as file:
            yield from (Line(text, json.loads(text)) for text in file)
    except gzip.BadGzipFile as error:
        raise BackupError("is no backup of Muster, or damaged") from error
    except UNREADABLE as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise BackupError(f"can't be read: {reason}" if reason else "is damaged or no backup of Muster") from error


def _head(value: Any) -> Head:
    try:
        return msgspec.convert(value, Head)
    except msgspec.ValidationError as error:
        raise BackupError(f"is no backup of Muster: it doesn't begin as {FORMAT} does") from error


def _fitting(head: Head) -> Head:
    """The first line of a backup; BackupError if this database doesn't have exactly its tables and columns."""
    here, there = set(migrations()), set(head.migrations)
    if missing := sorted(there - here):
        raise BackupError(f"was made by a newer version of Muster: {', '.join(missing)} isn't here")
    if added := sorted(here - there):
        raise BackupError(
            f"was made before {added[0]}: restore it with the version of Muster that made it, then update and migrate"
        )
    if head.tables != columns():
        raise BackupError("has other tables than this site")
    return head


def restore_backup(path: Path, *, forget_access: bool = False) -> int:
    """Put everything back as it was, in place of all that is here; how many rows there are now.

    All of it or nothing: those who read go on seeing what was here until all is there. BackupError changes nothing.
    With `forget_access` nobody is signed in afterwards, and no key and no link opens anything.
    """
    check_backup(path)
    models = kept_models()
    with transaction.atomic():
        _empty(all_models())
        rows = sum(_insert(models[table], batch) for table, batch in _batches(path))
        if forget_access:
            rows -= _forget_access()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
                cursor.execute(statement)
        try:
            connection.check_constraints()
        except IntegrityError as error:
            raise BackupError("has impossible rows: one of them refers to a row that isn't there") from error
    ContentType.objects.clear_cache()
    return rows


def _forget_access() -> int:
    """End every session and revoke every key and link; how many rows went."""
    TableRow.objects.update(share=None)
    gone = sum(model._default_manager.all().delete()[0] for model in (Session, ApiToken, Share, Seat))
    Seat.objects.bulk_create(Seat(battle=battle, role=Role.BOTH) for battle in Battle.objects.all())
    return gone


def _empty(tables: Iterable[str]) -> None:
    """Nobody else writes to them until this transaction ends; on SQLite its beginning has seen to that."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"LOCK TABLE {', '.join(map(_quoted, tables))} IN EXCLUSIVE MODE")
        for table in tables:
            cursor.execute(f"DELETE FROM {_quoted(table)}")


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _batches(path: Path) -> Iterator[tuple[str, list[Values]]]:
    """Rows of one table each, in the order of the file."""
    table, rows = "", list[Values]()
    for name, values in _rows(path):
        if rows and (name != table or len(rows) == AT_ONCE):
            yield table, rows
            rows = []
        table = name
        rows.append(values)
    if rows:
        yield table, rows


def _rows(path: Path) -> Iterable[tuple[str, Values]]:
    return ((line.value[0], line.value[1:]) for line in _lines_of(path) if isinstance(line.value, list))


def _insert(model: type[Model], rows: list[Values]) -> int:
    """Write rows as they stand, past everything that would stamp them with the present time."""
    fields = fields_of(model)
    names = ", ".join(_quoted(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    try:
        prepared = [
            [
                field.get_db_prep_save(field.to_python(value), connection)
                for field, value in zip(fields, row, strict=True)
            ]
            for row in rows
        ]
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES ({places})", prepared)
    except (ValidationError, ValueError, TypeError, IntegrityError, DataError) as error:
        raise BackupError(f"has impossible rows of {model._meta.db_table}") from error
    return len(rows)
