"""Reading the catalogue's fixture files: every fault names its file, row and field."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from django.conf import settings

from tabletop.arcana.catalogue.list_files import ListFile, read_list_file
from tabletop.arcana.catalogue.lists import Erratum, Evidence, apply_errata, list_slug
from tabletop.arcana.catalogue.profiles import Row
from tabletop.decoding import MalformedError

T = TypeVar("T")


class FixtureError(ValueError):
    """A fixture that can't be loaded: the file, the row and the field are named, and nothing was changed."""


class StrictLoader(yaml.CSafeLoader):
    """A YAML loader that refuses duplicate keys, of which PyYAML keeps the last without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.YAMLError(f"line {node.start_mark.line + 1}: “{key}” is there twice")
        return super().construct_mapping(node, deep=deep)


def read_list_files(folder: Path) -> list[ListFile]:
    """Every file of the folder in its numbered order; FixtureError names the first fault."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise FixtureError(f"{folder}: no fixtures here")
    files = {path.name: _read(path) for path in paths}
    _check_slugs(files)
    return list(files.values())


@cache
def count_printed_rows() -> int:
    """How many rows the project's files have, counted by their slugs.

    For pages that say the number and need nothing else; reading the files whole takes seconds, the catalogue a query.
    """
    paths = (settings.ROOT / "fixtures" / "arcana" / "rows").glob("*.yaml")
    return sum(path.read_text(encoding="utf-8").count("\n  - slug:") for path in paths)


def read_yaml(path: Path) -> Any:
    """The plain values of a file; FixtureError where it isn't YAML."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), StrictLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise FixtureError(f"{path.name}: {error}") from error


def read_file(path: Path, reader: Callable[[Any], T]) -> T:
    """What a reader makes of a file's plain values; FixtureError names the file and the field."""
    plain = read_yaml(path)
    try:
        return reader(plain)
    except MalformedError as error:
        raise FixtureError(f"{path.name}: {error}") from error


def _read(path: Path) -> ListFile:
    plain = read_yaml(path)
    try:
        file = read_list_file(plain)
    except MalformedError as error:
        raise FixtureError(f"{path.name}: {_place(plain, error.field)}: {error.reason}") from error
    _check_rows(path, file)
    _check_errata(path, file)
    return file


def _place(plain: Any, field: str) -> str:
    """`rows[3].wounds` with the row's own slug beside it."""
    number = field.removeprefix("rows[").partition("]")[0]
    if not field.startswith("rows[") or not number.isdigit():
        return field
    row = plain["rows"][int(number)]
    return f"{field} ({row.get('slug', 'no slug')})" if isinstance(row, Mapping) else field


def _check_rows(path: Path, file: ListFile) -> None:
    for row in file.rows:
        if list_slug(row.slug) != file.list.slug:
            raise FixtureError(f"{path.name}: {row.slug}: slug: the profile belongs to “{file.list.slug}”")


def _check_errata(path: Path, file: ListFile) -> None:
    rows = {row.slug: row for row in file.rows}
    seen: set[tuple[str, str]] = set()
    for erratum in file.errata:
        fault = _fault(erratum, rows.get(erratum.slug))
        if (erratum.slug, erratum.field) in seen:
            fault = "the field has an erratum already"
        if fault:
            raise FixtureError(f"{path.name}: errata: {erratum.slug}: {erratum.field}: {fault}")
        seen.add((erratum.slug, erratum.field))


def _fault(erratum: Erratum, row: Row | None) -> str:
    """Why an erratum can't be one of this row; empty where it can."""
    if row is None:
        return "no such profile in this file"
    try:
        if (printed := msgspec.to_builtins(_value_at(row, erratum.field))) != erratum.printed:
            return f"the profile prints {printed!r}, not {erratum.printed!r}"
        strong = msgspec.structs.replace(erratum, strength=Evidence.STRONG)
        apply_errata(row, [strong] if erratum.field != "points" else [])
    except (msgspec.ValidationError, LookupError, ValueError, AttributeError, TypeError) as error:
        return str(error)
    return ""


def _value_at(value: Any, path: str) -> Any:
    """What stands at `melee.0.strength` of a row."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, tuple) else getattr(value, key)
    return value


def _check_slugs(files: Mapping[str, ListFile]) -> None:
    owners: dict[str, str] = {}
    for name, file in files.items():
        for slug in _slugs(file):
            if slug in owners:
                where = name if owners[slug] == name else f"{owners[slug]} and {name}"
                raise FixtureError(f"{where}: {slug}: slug: used twice")
            owners[slug] = name


def _slugs(file: ListFile) -> Iterable[str]:
    return (file.list.slug, *(row.slug for row in file.rows))
