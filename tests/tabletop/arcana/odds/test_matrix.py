"""Unit against unit: every cell is what `melee` answers for its two units, and what can't be resolved says why."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import msgspec

from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit, Upgrade, new_roster
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.matrix import Cell, Matrix, Troop, matrix
from tabletop.arcana.odds.matrix_files import COLUMNS, plain_matrix, write_matrix
from tabletop.arcana.odds.situations import read_situation
from tests.catalogue import printed_catalogue

SIDES = ("own", "theirs")


def army(slug: str, *units: Unit) -> Army:
    roster: Roster = msgspec.structs.replace(new_roster(name=slug, army=slug), units=units)
    return resolve(roster, printed_catalogue())


def troops(ref: str, profile: str, count: int, **more: str) -> Unit:
    return Unit(ref=ref, models=(Models(profile=profile, count=count),), **more)


OWN = army(
    "dwarves",
    troops("u1", "dwarves/axemen", 20, name="=Old Guard"),
    troops("u2", "dwarves/berserker", 9),
    troops("u3", "dwarves/pikemen", 20),
    troops("u4", "dwarves/pikemen", 20, name="Stonewall"),
    troops("u5", "dwarves/bear-cavalry-with-lance", 4),
    Unit(ref="u6", characters=(Character(ref="c1", profile="dwarves/dwarf-champion"),)),
    Unit(
        ref="u7",
        characters=(
            Character(ref="c2", profile="dwarves/dwarf-champion", mount=Mount(profile="monsters/scorpion-giant")),
        ),
    ),
)
PAIR = tuple(Character(ref=ref, profile="dwarves/dwarf-champion") for ref in ("c3", "c4"))
MANY = tuple(Character(ref=f"n{number}", profile="dwarves/dwarf-champion") for number in range(5))

THEIRS = army(
    "orcs",
    troops("v1", "orcs/orc-warrior", 30),
    troops("v2", "orcs/orc-berserker", 5),
    troops("v3", "giant-kings/young-giant", 1),
    troops("v4", "giant-kings/young-giant", 2),
)


def answered(first: Troop, second: Troop) -> list[Fraction]:
    """What `melee` answers of both: wounds, models, what is paid, who breaks."""
    sides = [
        msgspec.to_builtins(own.facing(enemy)) | {"name": name}
        for name, own, enemy in (("own", first, second), ("theirs", second, first))
    ]
    plain = {"format": "muster-situation/1", "game": "arcana", "kind": "melee", "sides": sides}
    results = odds(printed_catalogue(), read_situation(msgspec.json.encode(plain)))["results"]
    numbers = ("wounds", "character.wounds", "fallen", "paid")
    means = {(name, number): results.get(f"{name}.{number}", {"mean": 0}) for name in SIDES for number in numbers}
    found = {key: Fraction(number["mean"]) for key, number in means.items()}
    lost = [
        own
        for name in SIDES
        for own in (
            found[name, "wounds"] + found[name, "character.wounds"], found[name, "fallen"], found[name, "paid"],
        )
    ]  # fmt: skip
    return lost + [Fraction(results[f"{name}.breaks"]["exact"]) for name in SIDES]


def cells_of(found: Matrix) -> list[tuple[Troop, Troop, Cell]]:
    return [
        (row.troop, column.troop, cell)
        for row, line in zip(found.rows, found.cells, strict=True)
        for column, cell in zip(found.columns, line, strict=True)
        if row.troop and column.troop and isinstance(cell, Cell)
    ]


def test_every_cell_is_the_melee_of_its_two_units() -> None:
    cells = cells_of(matrix(OWN, THEIRS))
    assert len(cells) == 28
    for first, second, cell in cells:
        tolls = cell.tolls
        means = [number for toll in tolls for number in (toll.wounds, toll.fallen, toll.paid)]
        assert means + [toll.breaks for toll in tolls] == answered(first, second)


def test_points_are_the_share_of_wounds_that_are_lost_or_paid() -> None:
    found = matrix(OWN, THEIRS)
    bears, [line, *_] = found.rows[4], [cells[0] for cells in found.cells[4:]]
    assert isinstance(line, Cell)
    assert bears.points == 4 * printed_catalogue().rows["dwarves/bear-cavalry-with-lance"].points
    assert line.points[0] == bears.points * line.tolls[0].wounds / 16
    assert line.net == line.points[1] - line.points[0]
    berserkers = found.cells[1][0]
    assert isinstance(berserkers, Cell)
    assert berserkers.tolls[0].paid > 0
    assert berserkers.tolls[0].breaks == 0
    trolls = matrix(army("orcs", troops("t1", "monsters/troll", 3)), OWN)
    healed, own = trolls.cells[0][0], trolls.rows[0]
    assert isinstance(healed, Cell)
    assert own.troop
    toll = healed.tolls[0]
    assert toll.regained > 0
    assert healed.points[0] == own.points * (toll.wounds - toll.regained + toll.paid) / own.troop.known.wounds_at_first


def test_both_ways_are_one_and_equal_units_have_equal_cells() -> None:
    here, there = matrix(OWN, THEIRS), matrix(THEIRS, OWN)
    assert here.cells[2] == here.cells[3]
    for row, line in enumerate(here.cells):
        for column, cell in enumerate(line):
            back = there.cells[column][row]
            assert isinstance(cell, Cell)
            assert isinstance(back, Cell)
            assert cell.tolls == back.tolls[::-1]
            assert cell.net == -back.net


def test_what_is_not_resolved_says_why() -> None:
    found = matrix(OWN, THEIRS)
    assert found.left_out == ((), ())
    kinds = Unit(
        ref="u1",
        models=tuple(Models(profile=f"dwarves/{kind}", count=6) for kind in ("axemen", "bear-cavalry-with-lance")),
    )
    bought = Models(profile="giant-kings/young-giant", count=1, upgrades=(Upgrade(profile="giant-kings/rollers"),))
    cannons = [
        Unit(ref=f"m{crews}", models=(Models(profile="war-machines/cannon", count=2, reinforced=crews),))
        for crews in (1, 2)
    ]
    chariot = "vehicles/medium-chariot-with-3-{}-and-4-horses".format
    crews = Unit(
        ref="u4", models=tuple(Models(profile=chariot(own), count=n) for own, n in (("archers", 1), ("spearmen", 2)))
    )
    mixed = matrix(
        army("dwarves", kinds, Unit(ref="u2", models=(bought,)), Unit(ref="u3", characters=MANY), *cannons, crews),
        THEIRS,
    )
    assert [(entry.ref, entry.reason.partition(" aren't")[0]) for entry in mixed.left_out[0]] == [
        ("u1", "kinds of models that no unit has together"),
        ("u3", "so many characters together"),
    ]
    giant, some, both, chariots = (row.troop for row in mixed.rows)
    assert some
    assert some.known.wounds_at_first == 12
    assert chariots
    assert chariots.known.left.models == 3
    assert giant
    assert giant.known.figures.ramming, "rollers"
    assert both
    assert both.known.wounds_at_first == 16, "E76, line 2872"


def test_characters_alone_are_set_against_others() -> None:
    """As many points as both cost, and wounds of both: nobody but they is struck."""
    [row] = matrix(army("dwarves", Unit(ref="u1", characters=PAIR)), THEIRS).cells
    assert all(isinstance(cell, Cell) for cell in row)
    assert any(cell.tolls[0].wounds > 0 for cell in row if isinstance(cell, Cell))


def test_files_hold_exact_figures_and_decimals() -> None:
    found = matrix(army("dwarves", *(unit.choice for unit in OWN.units), Unit(ref="u8", characters=MANY)), THEIRS)
    plain, [heads, *lines] = plain_matrix(found), list(csv.reader(io.StringIO(write_matrix(found))))
    assert heads == list(COLUMNS)
    assert len(lines) == 28 + 1
    cell = plain["cells"][0][0]
    first = dict(zip(heads, lines[0], strict=True))
    assert first["own unit"] == "'=Old Guard"
    assert float(first["net points"]) == round(cell["net"]["decimal"], 6)
    assert float(first["their chance to break"]) == round(cell["theirs"]["breaks"]["decimal"], 6)
    net = Fraction(cell["theirs"]["points"]["mean"]) - Fraction(cell["own"]["points"]["mean"])
    assert Fraction(cell["net"]["mean"]) == net
    assert [unit["reason"] for unit in plain["left_out"]["rows"]] == [
        "so many characters together aren't resolved here"
    ]
    assert lines[-1][-1] == "so many characters together aren't resolved here"
