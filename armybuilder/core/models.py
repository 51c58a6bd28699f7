"""Abstract models of what visitors keep, and whose it is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, QuerySet, UniqueConstraint
from msgspec import Struct
from simple_history.models import HistoricalRecords

Row = TypeVar("Row", bound="Owned")
KeptRow = TypeVar("KeptRow", bound="Kept")

CODE_BYTES = 9
OF_A_BROWSER = ~Q(browser="") & Q(owner=None)
OF_AN_ACCOUNT = Q(browser="") & ~Q(owner=None)


def new_code() -> str:
    """A random identifier of 72 bits for URLs."""
    return secrets.token_urlsafe(CODE_BYTES)


class Visitor(Struct, frozen=True):
    """An account, or a browser without one; false for a browser that has kept nothing yet."""

    browser: str = ""
    account: int | None = None

    def __bool__(self) -> bool:
        return bool(self.browser) or self.account is not None


class Owned(models.Model):
    """A row that belongs either to an account or to a browser."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    browser = models.CharField(max_length=32, blank=True, db_index=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        abstract = True
        constraints = [CheckConstraint(condition=OF_A_BROWSER | OF_AN_ACCOUNT, name="%(class)s_has_one_owner")]

    @property
    def visitor(self) -> Visitor:
        """The owner."""
        return Visitor(browser=self.browser, account=self.owner_id)


class Kept(Owned):
    """A named row with a version that every write increases; deleting only sets `deleted_at`.

    `size` is about how many bytes it takes with its versions.
    """

    name = models.CharField(max_length=120)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta(Owned.Meta):
        abstract = True
        ordering = ["-updated_at", "-pk"]
        constraints = [
            CheckConstraint(condition=Q(version__gte=1), name="%(class)s_version_counts_from_one"),
            *Owned.Meta.constraints,
        ]

    def __str__(self) -> str:
        return self.name


class Versions(HistoricalRecords):  # type: ignore[misc]
    """A history with one row for each version, which services write in the transaction of the change.

    `indexes` are those that its table has of its own.
    """

    def __init__(self, *args: Any, indexes: Sequence[models.Index] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.indexes = indexes

    def get_meta_options(self, model: type[models.Model]) -> dict[str, Any]:
        once = UniqueConstraint(fields=["id", "version"], name=f"{model.__name__.lower()}_version_is_kept_once")
        options: dict[str, Any] = super().get_meta_options(model)
        return options | {"constraints": [once], "indexes": list(self.indexes)}

    def post_save(self, *args: Any, **kwargs: Any) -> None:
        """Does nothing: a row that is saved without a service gets no version."""


class RequestCount(models.Model):
    """What is left of a limit to a visitor or an address until `ends_at`, in seconds since 1970; its key names nobody.

    `core.request_counts` writes these rows by a statement of its own.
    """

    key = models.CharField(max_length=64, primary_key=True)
    ends_at = models.BigIntegerField(db_index=True)
    remaining = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.key[:8]} has {self.remaining} left"


def kept_kinds() -> list[type[Kept]]:
    """Every kind of things that visitors keep; one that is made of another, as a table of a battle, after that."""
    kinds = list(Kept.__subclasses__())
    return kinds + [of_another for kind in kinds for of_another in kind.__subclasses__()]


def of_kind_alone(rows: QuerySet[KeptRow]) -> QuerySet[KeptRow]:
    """Rows of a kind without those that are of a kind made of it."""
    return rows.filter(**{of_another.__name__.lower(): None for of_another in rows.model.__subclasses__()})


def present_rows(visitor: Visitor, kind: type[KeptRow]) -> QuerySet[KeptRow]:
    """A visitor's rows of a kind that aren't deleted, the latest change first."""
    return kept_by(visitor, kind).filter(deleted_at=None)


def kept_by(visitor: Visitor, kind: type[Row]) -> QuerySet[Row]:
    """A visitor's rows of a kind with the deleted ones. Only this function decides who owns a row."""
    rows: QuerySet[Row] = kind._default_manager.all()
    if visitor.account is not None:
        return rows.filter(owner=visitor.account)
    return rows.filter(owner=None, browser=visitor.browser) if visitor.browser else rows.none()
