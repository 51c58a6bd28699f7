"""In the admin and in logs a row is called by what it is of: two rows are never called alike."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.db import models

from tests.laws import law_of


def row_of(model: type[models.Model], number: int) -> models.Model:
    """A row that isn't kept, whose fields say the number wherever they can."""
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        match field:
            case models.CharField() | models.TextField():
                values[field.attname] = f"{field.name}-{number}"
            case models.DateTimeField() | models.DateField():
                values[field.attname] = datetime(2026, 1, number, tzinfo=UTC)
            case models.IntegerField() | models.ForeignKey() | models.OneToOneField():
                values[field.attname] = number
    return model(**values)


@law_of(lambda: [model for model in apps.get_models() if model.__module__.startswith("armybuilder.")])
def test_two_rows_are_never_called_alike(model: type[models.Model]) -> None:
    one, other = str(row_of(model, 1)), str(row_of(model, 2))
    assert one != other
    assert " object (" not in one
