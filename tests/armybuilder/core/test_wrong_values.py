"""Every wrong value of every field of everything that is read as JSON: the field is named, in words for players."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from msgspec import inspect

from armybuilder.rosters.api.changes import (
    CharacterChanges,
    ModelsChanges,
    NewEntry,
    NewUnit,
    RosterChanges,
    UnitChanges,
)
from armybuilder.rosters.api.readings import WrittenList
from armybuilder.rosters.api.tags import NewTag
from armybuilder.sharing.api import NewShare
from tabletop.arcana.army.edits import AnyEdit
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.table.commands import Command
from tabletop.arcana.battlefield.schema import Table
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.arcana.printing.orders.order import PrintOrder
from tabletop.arcana.queries.request import Asked
from tabletop.arcana.terrain.orders import Order
from tabletop.decoding import MalformedError, converted, plain_values
from tests.catalogue import PROJECT

KINDS: dict[str, Any] = {
    "roster": Roster,
    "design": Design,
    "pack": Pack,
    "table": Table,
    "question": Asked,
    "print order": PrintOrder,
    "terrain order": Order,
    "vehicle parts": VehicleParts,
    "edit": AnyEdit,
    "command": Command,
    **{
        kind.__name__: kind
        for kind in (
            CharacterChanges,
            ModelsChanges,
            NewEntry,
            NewShare,
            NewTag,
            NewUnit,
            RosterChanges,
            UnitChanges,
            WrittenList,
        )
    },
}
WRONG = [None, True, -7.25, -(10**7), 10**12, "☃\n", "x" * 5000, [], ["☃\n"] * 2000, {}, {"☃": 1}]
KEY = "orcs/axemen"
WORDS = ["a", KEY, "core", "1"]
OF_THE_DECODER = re.compile(r"regex|misspelt|Expected|[Ee]num|Object|Invalid|Input|Number|`|\^|length|int\b|str\b")
Path = tuple[str | int, ...]


def sample(kind: inspect.Type) -> Any:
    """A value of a type, with no more than it needs."""
    match kind:
        case inspect.Metadata(type=inner) | inspect.UnionType(types=(inner, *_)):
            return sample(inner)
        case inspect.StructType(fields=fields):
            plain = {field.encode_name: sample(field.type) for field in fields if field.required}
            return plain | ({kind.tag_field: kind.tag} if kind.tag_field else {})
        case inspect.TupleType(item_types=items):
            return [sample(item) for item in items]
        case inspect.CollectionType(item_type=item, min_length=least):
            return [sample(item)] * (least or 0)
        case inspect.DictType():
            return {}
    return simple_sample(kind)


def simple_sample(kind: inspect.Type) -> Any:
    match kind:
        case inspect.IntType(ge=least):
            return least or 0
        case inspect.FloatType(ge=least, gt=above):
            return least if least is not None else (above or 0) + 1
        case inspect.StrType(pattern=pattern):
            return next(word for word in WORDS if re.search(pattern or "", word))
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.EnumType(cls=members):
            return next(iter(members)).value
    return False if isinstance(kind, inspect.BoolType) else None


def parts(kind: inspect.Type, entered: set[type]) -> Iterator[tuple[str | int, inspect.Type, Any]]:
    """The parts of a type: the step to each, its type, and a value of the whole.

    Structs that were entered before are not entered again.
    """
    whole = sample(kind)
    match kind:
        case inspect.Metadata(type=inner):
            yield from parts(inner, entered)
        case inspect.UnionType(types=kinds):
            yield from chain.from_iterable(parts(inner, entered) for inner in kinds)
        case inspect.StructType(cls=cls, fields=fields) if cls not in entered:
            entered.add(cls)
            yield from ((field.encode_name, field.type, whole) for field in fields)
        case inspect.TupleType(item_types=items):
            yield from ((number, item, whole) for number, item in enumerate(items))
        case inspect.CollectionType(item_type=item):
            yield 0, item, whole or [None]
        case inspect.DictType(value_type=item):
            yield KEY, item, whole


def places(kind: inspect.Type, entered: set[type], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place inside a value of a type, with a value in which that place is filled; the whole is the first."""
    yield path, sample(kind)
    for step, part, whole in parts(kind, entered):
        for inside, value in places(part, entered, (*path, step)):
            yield inside, with_value(whole, (step,), value)


def with_value(plain: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(plain, dict):
        return plain | {step: with_value(plain.get(step), tuple(rest), value)}
    return [with_value(part, tuple(rest), value) if number == step else part for number, part in enumerate(plain)]


def written(path: Path) -> str:
    """The path as errors name it, which say of a mapping only that it is in there."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).lstrip(".").replace(f".{KEY}", "[...]")


def refusal(kind: Any, content: str) -> MalformedError | None:
    try:
        converted(plain_values(content), kind)
    except MalformedError as error:
        return error
    return None


@pytest.mark.parametrize("name", KINDS)
def test_every_wrong_value_is_told_in_words_that_name_its_field(name: str) -> None:
    others = {kind for other, kind in KINDS.items() if other != name}
    refusals = 0
    for path, plain in places(inspect.type_info(KINDS[name]), others):
        for value in WRONG:
            content = json.dumps(with_value(plain, path, value))
            if error := refusal(KINDS[name], content):
                refusals += 1
                where = f"{written(path)} in {content[:300]}: {error}"
                assert error.field.startswith(written(path)), where
                assert not OF_THE_DECODER.search(error.reason), where
    assert refusals > 2


def fractions(kind: inspect.Type, name: str, entered: set[type]) -> Iterator[str]:
    """The names of the fields whose numbers may be fractions."""
    if isinstance(kind, inspect.Metadata | inspect.UnionType):
        inner = kind.types if isinstance(kind, inspect.UnionType) else (kind.type,)
        yield from chain.from_iterable(fractions(each, name, entered) for each in inner)
    elif isinstance(kind, inspect.FloatType):
        yield name
    else:
        for step, part, _ in parts(kind, entered):
            yield from fractions(part, step if isinstance(step, str) else name, entered)


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("`muster-design/1`", Design),
        ("a row of an own list", OwnRow),
        ("`muster-table/1`", Table),
        ("an order of terrain", Order),
    ],
)
def test_the_page_of_formats_names_every_number_that_may_be_a_fraction(row: str, kind: Any) -> None:
    section = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8").partition("### Numbers and errors")[2]
    [numbers] = re.findall(rf"^\| {row} \| (.*) \|$", section, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", numbers)) == set(fractions(inspect.type_info(kind), "", set()))


@pytest.mark.parametrize("kind", [Roster, Pack, VehicleParts])
def test_the_numbers_of_the_others_are_whole(kind: Any) -> None:
    assert not list(fractions(inspect.type_info(kind), "", {Design, OwnRow}))
