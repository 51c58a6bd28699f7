"""Loading the catalogue: every file checked first, then one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from msgspec import Struct

from armybuilder import models
from armybuilder.services.listfiles import FixtureError, read_list_files
from tabletop.arcana.catalogue import ArmyList, Catalogue, catalogue
from tabletop.arcana.listfile import ListFile
from tabletop.arcana.points import BOOK_FORMULA
from tabletop.arcana.profile import Row

__all__ = ["Changes", "FixtureError", "as_catalogue", "load_catalogue", "read_list_files"]


class Changes(Struct, frozen=True):
    """What a load did to the rows, and the rows that no file mentions."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    unmentioned: tuple[str, ...]


def as_catalogue(files: Iterable[ListFile]) -> Catalogue:
    """The files as a value, without a database."""
    files = tuple(files)
    return catalogue(
        [file.list for file in files],
        [row for file in files for row in file.rows],
        [erratum for file in files for erratum in file.errata],
        version=_digest(files)[:12],
    )


def _digest(files: Iterable[ListFile]) -> str:
    return hashlib.sha256(msgspec.json.encode(tuple(files))).hexdigest()


@transaction.atomic
def load_catalogue(*, files: list[ListFile]) -> Changes:
    """Make the reference rows equal to the files; rows that no file mentions stay and are reported."""
    before = dict(models.Profile.objects.values_list("slug", "facts"))
    _clear_places()
    lists = [_save_list(number, file.list) for number, file in enumerate(files, 1)]
    for army_list, file in zip(lists, files, strict=True):
        _save_rows(army_list, file.rows)
    _save_errata(files)
    _save_costs()
    models.Edition.objects.update_or_create(digest=_digest(files))
    return _changes(before, {row.slug: _plain(row) for file in files for row in file.rows})


def _clear_places() -> None:
    """Move every number out of the way, so that rows can change places."""
    models.ArmyList.objects.update(number=F("number") + 10_000)
    models.Profile.objects.update(number=F("number") + 10_000)


def _save_list(number: int, army: ArmyList) -> models.ArmyList:
    fields = {"number": number, "name": army.name, "kind": army.kind, "summary": army.summary, "facts": _plain(army)}
    row, _ = models.ArmyList.objects.update_or_create(slug=army.slug, defaults=fields)
    return row


def _save_rows(army_list: models.ArmyList, rows: tuple[Row, ...]) -> None:
    fresh = [
        models.Profile(
            army_list=army_list,
            number=number,
            slug=row.slug,
            name=row.name,
            section=row.section,
            points=row.points,
            base=row.base,
            facts=_plain(row),
        )
        for number, row in enumerate(rows, 1)
    ]
    for each in fresh:
        each.clean_fields()
    columns = ["army_list", "number", "name", "section", "points", "base", "facts"]
    models.Profile.objects.bulk_create(fresh, update_conflicts=True, unique_fields=["slug"], update_fields=columns)


def _save_errata(files: list[ListFile]) -> None:
    ids = dict(models.Profile.objects.values_list("slug", "pk"))
    models.Erratum.objects.all().delete()
    models.Erratum.objects.bulk_create(
        models.Erratum(
            profile_id=ids[erratum.slug],
            field=erratum.field,
            printed=erratum.printed,
            corrected=erratum.corrected,
            why=erratum.why,
            strength=erratum.strength,
        )
        for file in files
        for erratum in file.errata
    )


def _save_costs() -> None:
    """The formula's cost tables as rows, from the code's own constants."""
    models.CostCell.objects.all().delete()
    models.CostCell.objects.bulk_create(
        models.CostCell(
            number=number, table=cell.table, key=cell.key, amount=str(cell.amount), citation=cell.citation.section
        )
        for number, cell in enumerate(BOOK_FORMULA.cells(), 1)
    )


def _plain(value: Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    return Changes(
        added=tuple(slug for slug in after if slug not in before),
        changed=tuple(slug for slug in after if slug in before and before[slug] != after[slug]),
        unchanged=sum(before.get(slug) == facts for slug, facts in after.items()),
        unmentioned=tuple(slug for slug in before if slug not in after),
    )
