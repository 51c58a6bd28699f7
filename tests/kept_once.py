"""What many tests find in the database is made once a process, and put there again as the rows that it came to.

A service that keeps a thing reads it, judges it, looks at the room that there is and writes several tables, in a tenth
of a second for a bit of everything. Its rows are in place again in a few milliseconds. Tests of the services themselves
make their things anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from django.apps import apps
from django.core.management.color import no_style
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

Made = TypeVar("Made")
Rows = dict[type[Model], list[Model]]


def kept_once(make: Callable[..., Made]) -> Callable[..., Made]:
    """What keeps rows for its arguments, and returns one of them or what never changes.

    It only adds, and asks for nothing that a test might have changed. Where a test has kept something first that has
    the keys of its rows, they are made anew.
    """
    kept: dict[tuple[Hashable, ...], tuple[Rows, Any]] = {}

    @wraps(make)
    def put_there(*arguments: Hashable) -> Made:
        if arguments in kept:
            rows, made = kept[arguments]
            try:
                with transaction.atomic():
                    put(rows)
            except IntegrityError:
                return make(*arguments)
            return type(made)._base_manager.get(pk=made.pk) if isinstance(made, Model) else made
        before = {model: keys(model) for model in models()}
        made = make(*arguments)
        added = {model: keys(model) - before[model] for model in before}
        rows = {model: list(model._base_manager.filter(pk__in=found)) for model, found in added.items() if found}
        kept[arguments] = rows, made
        return made

    return put_there


def models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def keys(model: type[Model]) -> set[object]:
    return set(model._base_manager.values_list("pk", flat=True))


def put(rows: Rows) -> None:
    """Foreign keys are looked at when the test's transaction ends, so the order of the tables is free.

    PostgreSQL counts its own keys on from them, whatever a restored backup has set them to since.
    """
    for model, found in rows.items():
        if model._meta.parents:  # its rows are in two tables, each of which has its turn
            for row in found:
                row.save_base(raw=True, force_insert=True)
        else:
            model._base_manager.bulk_create(found)
    for statement in connection.ops.sequence_reset_sql(no_style(), list(rows)):
        with connection.cursor() as cursor:
            cursor.execute(statement)
