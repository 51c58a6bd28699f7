"""The game's pack as tables to type in, and a pack from what was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tabletop.arrakhar.catalogue import PROFILES, Side, profiles_of
from tabletop.arrakhar.pack import FACES, LETTERS, Killing, Pack, Wandering
from tabletop.boards.hex import Layout
from tabletop.decoding import converted
from tabletop.packs import Cell, Faces, Lines, Number, Origin, PackRow, PackTable, Pick, Words

COSTS = tuple((str(points), f"{points} point{'' if points == 1 else 's'}") for points in (1, 2, 3))
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")  # offered where none are entered, 3.7
OUTCOMES = (
    ("none", "nobody"), ("kill:half_down", "half, rounded down"), ("kill:half_up", "half, rounded up"),
    *((f"kill:{count}", f"{count}") for count in range(1, 10)), ("kill:all", "all"),
)  # fmt: skip
PLACES = (("any_ruin", "any ruin"), ("edge", "the board's edge"), ("chosen_hex_list", "hexes named here"))
LAYOUTS = (
    (Layout.ODD_ROWS, "odd rows to the right"), (Layout.ODD_COLUMNS, "odd columns down"),
    (Layout.AXIAL, "each row half a hex further"),
)  # fmt: skip
ON_A_FACE = "One die: what each face brings."
DIES = "The faces on which it dies, as 1 2 3; none for none of them."


def tables_of(pack: Pack) -> tuple[PackTable, ...]:
    """Everything that the rules leave to charts of the magazine, in their order."""
    costs = tuple(
        PackRow(profile.name.capitalize(), (_pick(f"units.{unit}", "Cost", pack.costs.get(unit), COSTS),))
        for unit, profile in PROFILES.items()
    )
    killing = (
        PackTable(
            field=f"fireball.{letter}",
            label=f"Fireballs of the {side}",
            about=DIES,
            rows=_killing(f"fireball.{letter}", _enemy_of(side), (pack.fireball or {}).get(letter)),
        )
        for letter, side in LETTERS.items()
    )
    return (
        PackTable(field="units", label="Counter Chart", about="Points of one counter of each type.", rows=costs),
        _by_face("summon", "Summoning", "arrive", pack.summon, (2, 3, 4)),
        _by_face("haste", "Haste", "added to the move", pack.haste, (2, 4, 6)),
        *killing,
        PackTable(
            field="wand",
            label="Fireball of the wand",
            about=DIES,
            rows=_killing("wand", Side.SORCERER, pack.wand),
        ),
        _combat(pack),
        _wandering(pack),
        _board(pack),
    )


def pack_of(pack: Pack, meta: Origin, typed: Mapping[str, Any]) -> Pack:
    """The pack with what was typed into its tables, by the names of their cells, and with all that these don't show.

    MalformedError where there can be no such pack.
    """
    columns = typed.get("combat.columns", list(COLUMNS))
    rows = {
        face: row for face in FACES if any(row := [typed.get(f"combat.rows.{face}.{odds}", "") for odds in columns])
    }
    wandering = _under(typed, "wandering")
    plain = msgspec.to_builtins(pack) | {
        "meta": meta,
        "units": list(_units(pack, _under(typed, "units"))),
        "summon": _under(typed, "summon") or None,
        "haste": _under(typed, "haste") or None,
        "fireball": {letter: killed for letter in LETTERS if (killed := _under(typed, f"fireball.{letter}"))} or None,
        "wand": _under(typed, "wand") or None,
        "combat": {"columns": columns, "rows": rows} if rows or columns != list(COLUMNS) else None,
        "wandering": wandering or None,
        "board": _board_of(pack, typed),
    }
    return converted(plain, Pack)


def _units(pack: Pack, costs: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """The rows of the Counter Chart with their costs as typed; a row that says nothing more goes."""
    standing: dict[str, dict[str, Any]] = {row.type: msgspec.to_builtins(row) for row in pack.units}
    for unit in PROFILES:
        row = {name: value for name, value in standing.get(unit, {}).items() if name not in ("type", "cost")}
        if cost := costs.get(unit):
            row["cost"] = cost
        if row:
            yield {"type": unit, **row}


def _board_of(pack: Pack, typed: Mapping[str, Any]) -> dict[str, Any] | None:
    rows = typed.get("board.rows")
    blank = {"format": "muster-board/1", "kind": "hex"}
    standing: dict[str, Any] = msgspec.to_builtins(pack.board) if pack.board else blank
    return standing | {"rows": rows, "layout": typed.get("board.layout", Layout.ODD_ROWS)} if rows else None


def _under(typed: Mapping[str, Any], field: str) -> dict[str, Any]:
    """What was typed into the cells right under a field, by the last part of their names."""
    parts = ((name.rpartition("."), value) for name, value in typed.items())
    return {last: value for (before, _, last), value in parts if before == field}


def _enemy_of(side: Side) -> Side:
    return Side.SORCERER if side is Side.WIZARD else Side.WIZARD


def _pick(name: str, label: str, value: object, options: tuple[tuple[str, str], ...]) -> Pick:
    """One of some numbers."""
    return Pick(name=name, label=label, value="" if value is None else str(value), options=options, numbers=True)


def _by_face(field: str, label: str, what: str, table: Mapping[Any, int] | None, numbers: tuple[int, ...]) -> PackTable:
    options = tuple((str(number), str(number)) for number in numbers)
    cells = tuple(_pick(f"{field}.{face}", f"On a {face}", (table or {}).get(face), options) for face in FACES)
    return PackTable(field=field, label=label, about=ON_A_FACE, columns=FACES, rows=(PackRow(what, cells),))


def _killing(field: str, targets: Side, table: Killing | None) -> tuple[PackRow, ...]:
    return tuple(
        PackRow(profile.name.capitalize(), (_faces(f"{field}.{profile.unit}", (table or {}).get(profile.unit)),))
        for profile in profiles_of(targets)
    )


def _faces(name: str, faces: tuple[int, ...] | None) -> Faces:
    return Faces(name=name, label="Dies on", value=faces_in_words(faces))


def faces_in_words(faces: tuple[int, ...] | None) -> str:
    """`1 2 3`; `none` for none, and nothing where they aren't entered."""
    return "" if faces is None else " ".join(map(str, faces)) or "none"


def _combat(pack: Pack) -> PackTable:
    table = pack.combat
    columns = table.columns if table else COLUMNS
    entered = table.rows if table else {}
    rows = []
    for face in FACES:
        outcomes = dict(enumerate(entered.get(face, ())))
        cells = tuple(
            Pick(
                name=f"combat.rows.{face}.{odds}",
                label=f"A {face} at {odds}",
                value=outcomes.get(number, ""),
                options=OUTCOMES,
            )
            for number, odds in enumerate(columns)
        )
        rows.append(PackRow(face, cells))
    odds = Words(name="combat.columns", label="Columns of odds", value=" ".join(columns))
    return PackTable(
        field="combat",
        label="Combat Results Table",
        about="How many of the defenders die, by face and odds. Other columns of odds appear when you save.",
        columns=columns,
        rows=(PackRow("Odds", (odds,)), *rows),
    )


def _wandering(pack: Pack) -> PackTable:
    orcs = pack.wandering or Wandering()
    cells: tuple[Cell, ...] = (
        Faces(name="wandering.faces", label="They come on", value=faces_in_words(orcs.faces)),
        Number(
            name="wandering.count",
            label="How many",
            value="" if orcs is None or orcs.count is None else str(orcs.count),
            most=20,
        ),
        Pick(name="wandering.place", label="Where", value=orcs.place or "", options=PLACES),
        Words(name="wandering.hexes", label="Hexes, as 5,7 6,2", value=" ".join(orcs.hexes)),
        Cell(name="wandering.note", label="Note", value=orcs.note),
    )
    rows = tuple(PackRow(cell.label, (cell,)) for cell in cells)
    return PackTable(field="wandering", label="Wandering orcs", about="When and where they come.", rows=rows)


def _board(pack: Pack) -> PackTable:
    board = pack.board
    layout = Pick(
        name="board.layout", label="Layout", value=board.layout if board else Layout.ODD_ROWS, options=LAYOUTS
    )
    rows = Lines(name="board.rows", label="Rows", value="\n".join(board.rows) if board else "")
    return PackTable(
        field="board",
        label="Board",
        about="A sign for each hex with spaces between them: M is a mountain, . is clear, E is an entry.",
        rows=(PackRow("Layout", (layout,)), PackRow("Rows", (rows,))),
    )
