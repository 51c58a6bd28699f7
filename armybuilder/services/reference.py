"""Loading the catalogue: every file checked first, then one transaction."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from django.db import transaction
from django.db.models import F
from msgspec import Struct

from armybuilder import models
from tabletop.arcana.catalogue import ArmyList, Catalogue, catalogue, corrected, list_slug
from tabletop.arcana.listfile import ListFile, read_list_file
from tabletop.arcana.points import BOOK_FORMULA
from tabletop.arcana.profile import Row
from tabletop.arcana.roster import MalformedError


class FixtureError(ValueError):
    """A fixture that can't be loaded: the file, the row and the field are named, and nothing was changed."""


class Changes(Struct, frozen=True):
    """What a load did to the rows, and the rows that no file mentions."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    unmentioned: tuple[str, ...]


def read_list_files(folder: Path) -> list[ListFile]:
    """Every file of the folder in its numbered order; FixtureError names the first fault."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise FixtureError(f"{folder}: no fixtures here")
    files = [_read(path) for path in paths]
    _check_slugs(files)
    return files


def _read(path: Path) -> ListFile:
    try:
        plain = yaml.safe_load(path.read_text(encoding="utf-8"))
        file = read_list_file(plain)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise FixtureError(f"{path.name}: {error}") from error
    except MalformedError as error:
        raise FixtureError(f"{path.name}: {_place(plain, error.field)}: {error.reason}") from error
    _check_file(path, file)
    return file


def _place(plain: Any, field: str) -> str:
    """`rows[3].wounds` with the row's own slug beside it."""
    number = field.removeprefix("rows[").partition("]")[0]
    if not field.startswith("rows[") or not number.isdigit():
        return field
    row = plain["rows"][int(number)]
    return f"{field} ({row.get('slug', 'no slug')})" if isinstance(row, Mapping) else field


def _check_file(path: Path, file: ListFile) -> None:
    rows = {row.slug: row for row in file.rows}
    for row in file.rows:
        if list_slug(row.slug) != file.list.slug:
            raise FixtureError(f"{path.name}: {row.slug}: slug: the row belongs to “{file.list.slug}”")
    for erratum in file.errata:
        if erratum.slug not in rows:
            raise FixtureError(f"{path.name}: errata: {erratum.slug}: no such row in this file")
        try:
            corrected(rows[erratum.slug], [erratum])
        except (msgspec.ValidationError, LookupError, ValueError, AttributeError) as error:
            raise FixtureError(f"{path.name}: errata: {erratum.slug}: {erratum.field}: {error}") from error


def _check_slugs(files: Iterable[ListFile]) -> None:
    counts = Counter(slug for file in files for slug in (file.list.slug, *(row.slug for row in file.rows)))
    twice = [slug for slug, count in counts.items() if count > 1]
    if twice:
        raise FixtureError(f"slug: used twice: {', '.join(twice)}")


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
