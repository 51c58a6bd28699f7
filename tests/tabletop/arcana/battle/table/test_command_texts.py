"""Commands in words and as JSON: both are read back as the command that was written."""

from __future__ import annotations

import ast
import string
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, to_builtins

from tabletop.arcana.battle.table import commands, execution
from tabletop.arcana.battle.table.commands import (
    Charge,
    Command,
    Flee,
    Lose,
    Manoeuvre,
    Move,
    NewTurn,
    Put,
    Rally,
    Remove,
    SetFiles,
    command_from,
    command_text,
    read_command,
)
from tabletop.arcana.battle.table.log import LINES, Deed
from tabletop.arcana.rules.rout.running import FlightEnd
from tabletop.decoding import MalformedError
from tests.catalogue import PROJECT
from tests.laws import of_each

WRITTEN: list[tuple[str, Command]] = [
    ("forward 3; wheel left 2.5", Move(unit="r1", orders="forward 3; wheel left 2.5")),
    ("charge b1", Charge(unit="r1", target="b1")),
    ("lose 3", Lose(unit="r1", models=3)),
    ("flee 9.5", Flee(unit="r1", inches=9.5)),
    ("flee 9 180", Flee(unit="r1", inches=9.0, bearing=180.0)),
    ("flee 9 land", Flee(unit="r1", inches=9.0, ends=FlightEnd.LAND)),
    ("flee 9 -90 high", Flee(unit="r1", inches=9.0, bearing=-90.0, ends=FlightEnd.HIGH)),
    ("rally", Rally(unit="r1")),
    ("manoeuvre turn left; add both", Manoeuvre(unit="r1", orders="turn left; add both")),
    ("put 3,4.25", Put(unit="r1", x=3.0, y=4.25)),
    ("put 3,4.25 facing 90", Put(unit="r1", x=3.0, y=4.25, facing=90.0)),
    ("set 5 files", SetFiles(unit="r1", files=5)),
    ("remove", Remove(unit="r1")),
    ("new turn", NewTurn()),
]


@of_each(("text", "command"), WRITTEN)
def test_words_are_read_as_the_command_that_writes_them(text: str, command: Command) -> None:
    assert read_command("r1", text) == command
    assert command_text(command) == text


@of_each("command", [command for _, command in WRITTEN])
def test_json_is_read_as_the_command_that_writes_it(command: Command) -> None:
    assert command_from(json.decode(json.encode(command))) == command


def test_json_names_the_command() -> None:
    assert to_builtins(Charge(unit="r1", target="b1")) == {"command": "charge", "unit": "r1", "target": "b1"}


@pytest.mark.parametrize(
    "text", ["  PUT 3 4,  ;", "put 3, 4.25 facing 90°", "set 1 file", "FLEE 9 180° Low", "New  Turn", "wheel left 30°;"]
)
def test_words_as_players_type_them_are_written_as_the_same_command(text: str) -> None:
    command = read_command("r1", text)
    assert read_command("r1", command_text(command)) == command


NUMBERS = st.integers(-999_000, 999_000).map(lambda number: number / 1000)
MADE: list[Callable[..., Command]] = [
    lambda x, y, facing, ends: Put(unit="r1", x=x, y=y, facing=facing),
    lambda x, y, facing, ends: Flee(unit="r1", inches=abs(x), bearing=facing, ends=ends),
]


@given(st.sampled_from(MADE), NUMBERS, NUMBERS, st.none() | NUMBERS, st.none() | st.sampled_from(FlightEnd))
def test_any_numbers_survive_both(
    made: Callable[..., Command], x: float, y: float, facing: float | None, ends: FlightEnd | None
) -> None:
    command = made(x, y, facing, ends)
    assert read_command("r1", command_text(command)) == command
    assert command_from(json.decode(json.encode(command))) == command


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"command": "dance", "unit": "r1"}, "command"),
        ({"command": "charge", "unit": "r1"}, "target"),
        ({"command": "lose", "unit": "r1", "models": -1}, "models"),
        ({"command": "rally", "unit": "R 1"}, "unit"),
        ({"command": "rally", "unit": "r1", "loudly": True}, "loudly"),
        ({"command": "flee", "unit": "r1", "inches": 3, "ends": "sideways"}, "ends"),
    ],
)
def test_json_that_is_no_command_names_the_field(fields: dict[str, object], field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        command_from(fields)
    assert field in str(caught.value)


def test_every_command_is_written_and_carried_out() -> None:
    kinds = {type(command) for _, command in WRITTEN}
    assert kinds == set(Command.__args__)
    handled = {
        node.cls.id
        for module in (commands, execution)
        for node in ast.walk(ast.parse(PROJECT.joinpath(*module.__name__.split(".")).with_suffix(".py").read_text()))
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    }
    assert handled == {kind.__name__ for kind in kinds}


def test_every_deed_has_its_line_and_every_line_the_arguments_that_it_is_given() -> None:
    assert set(LINES) == set(Deed)
    rooms = [PROJECT / "tabletop" / "arcana" / "battle", PROJECT / "armybuilder" / "battles"]
    calls = [
        node
        for room in rooms
        for path in sorted(room.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "event"
    ]
    wrong = []
    for call in calls:
        named_in = (node for node in ast.walk(call.args[0]) if isinstance(node, ast.Attribute))
        deeds = {Deed[node.attr] for node in named_in if ast.unparse(node.value) == "Deed"}
        arguments = {keyword.arg for keyword in call.keywords if keyword.arg}
        for deed in deeds:
            named = {name for _, name, _, _ in string.Formatter().parse(LINES[deed]) if name}
            if named - {"reason"} != arguments - {"reason"}:
                wrong.append(f"{deed}: {sorted(arguments)}")
    assert wrong == []
