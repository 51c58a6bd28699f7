"""Every statement on building an army is a rule, a figure of the catalogue, or listed as unchecked with its reason."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from tabletop.arcana.army import pricing as prices
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.arcana.catalogue import troop_class as standing
from tabletop.arcana.catalogue.lists import ArmyList
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.creation.vehicles.review import VEHICLE_RULES
from tests.catalogue import PROJECT, printed_catalogue, read_yaml

WAYS = {"rule", "field", "price", "file", "code", "unchecked", "play"}
RULES = {rule.code for rule in (*TOURNAMENT.rules, *VEHICLE_RULES.rules)}
SHAPES: dict[str, type[Struct]] = {
    "roster": Roster,
    "unit": Unit,
    "models": Models,
    "character": Character,
    "mount": Mount,
}
CATALOGUE = printed_catalogue()


class Statement(NamedTuple):
    section: str
    says: str
    way: str
    by: Any


def read() -> list[Statement]:
    return [statement(each["section"], fields) for each in SECTIONS for fields in each["statements"]]


def statement(section: str, fields: dict[str, Any]) -> Statement:
    (way,) = set(fields) - {"says"}
    assert way in WAYS
    return Statement(section, fields["says"], way, fields[way])


SECTIONS = read_yaml(PROJECT / "tests" / "coverage.yaml")
ALL = read()


def covered(way: str) -> Any:
    chosen = [each for each in ALL if each.way == way]
    return pytest.mark.parametrize("each", chosen, ids=[f"{each.section}: {each.says}" for each in chosen])


def test_every_list_has_its_notes_here() -> None:
    sections = {each["section"] for each in SECTIONS}
    assert {army.section for army in CATALOGUE.lists.values() if army.kind == "army"} <= sections
    assert len(sections) == len(SECTIONS)


@covered("rule")
def test_rule_exists(each: Statement) -> None:
    assert set(each.by) <= RULES


def test_every_rule_is_some_statements() -> None:
    assert {code for each in ALL if each.way == "rule" for code in each.by} >= RULES - {"TOUR-07"}  # a ruling's (M4)


@covered("field")
def test_field_exists_and_is_used(each: Statement) -> None:
    of, _, name = each.by.partition(".")
    kind: type[Struct] = {"row": Row, "list": ArmyList}[of]
    default = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))[name]
    things = CATALOGUE.rows.values() if of == "row" else the_lists(each.section)
    assert any(getattr(thing, name) != default for thing in things)


def the_lists(section: str) -> list[ArmyList]:
    """The lists of a section that is a list's; every list for the other sections."""
    own = [army for army in CATALOGUE.lists.values() if army.section == section and army.kind == "army"]
    return own or list(CATALOGUE.lists.values())


@covered("price")
def test_price_is_computed(each: Statement) -> None:
    assert hasattr(prices, each.by) or hasattr(standing, each.by)


@covered("code")
def test_code_exists(each: Statement) -> None:
    module, _, name = each.by.partition(":")
    assert callable(getattr(import_module(module), name))


@covered("file")
def test_file_has_one_place_for_it(each: Statement) -> None:
    shape, _, field = each.by.partition(".")
    assert field in SHAPES[shape].__struct_fields__


@covered("unchecked")
def test_unchecked_statement_is_listed(each: Statement) -> None:
    assert each.by in [entry.statement for entry in CORE.unchecked]


def test_every_unchecked_entry_is_some_statement_and_has_a_reason() -> None:
    assert {each.by for each in ALL if each.way == "unchecked"} == {entry.statement for entry in CORE.unchecked}
    assert all(entry.reason for entry in CORE.unchecked)
    assert TOURNAMENT.unchecked == CORE.unchecked


@covered("play")
def test_what_is_for_play_names_its_phase(each: Statement) -> None:
    assert each.by
