"""The game's data pack: what the rules leave to a chart, tables and a board that aren't in their text.

Anything may be missing. A table that is missing or wrong disables what is rolled on it, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import MOST_IN_A_HEX, PROFILES, TERMS, Profile, Scenario, Side, UnitType, profiles_of
from tabletop.arrakhar.ground import (
    CLEAR,
    ENTRY,
    MOUNTAIN,
    edge_hexes,
    entries_of,
    has_room_for_haunts,
    is_clear,
    written,
)
from tabletop.boards.hex import HexBoard, HexName
from tabletop.citations import Document
from tabletop.decoding import LARGEST_FILE, MalformedError, allowing, decoded
from tabletop.packs import Flaw, GamePack
from tabletop.values import Text, Value

Face = Literal["1", "2", "3", "4", "5", "6"]
Faces = Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)]
SideLetter = Literal["W", "S"]
Factor = Literal["1/2", 1, 2]
AN_OUTCOME = allowing("none, kill:all, kill:half_up, kill:half_down or kill: with a number, as kill:2, or nothing yet")
A_COLUMN = allowing("odds as 1:2 or 3:1, of numbers from 1 to 99")
Column = Annotated[str, Meta(max_length=5, pattern=r"^[1-9][0-9]?:[1-9][0-9]?$(?!\n)", extra=A_COLUMN)]
Outcome = Annotated[str, Meta(pattern=r"^(none|kill:(all|half_up|half_down|[1-9]))?$(?!\n)", extra=AN_OUTCOME)]
FACES: tuple[Face, ...] = get_args(Face)
LETTERS: dict[SideLetter, Side] = {"W": Side.WIZARD, "S": Side.SORCERER}
ENTRIES = 6
NAME = re.compile(r"[.\[]")
MOST_HAUNTS = 9
MOST_COLUMNS, MOST_HEXES = 20, 100  # of odds, and where orcs may come


class UnitRow(Value, frozen=True, kw_only=True):
    """A type of unit on the Counter Chart; only its cost isn't in the rules, and the rest must be as they say."""

    type: UnitType
    side: SideLetter | None = None
    cost: Annotated[int, Meta(ge=1, le=3)] | None = None
    combat: Factor | None = None
    move: Annotated[int, Meta(ge=0, le=20)] | None = None


class CombatTable(Value, frozen=True, kw_only=True):
    """By the face that was rolled an outcome for each column of odds, from the worst to the best."""

    columns: Annotated[tuple[Column, ...], Meta(min_length=1, max_length=MOST_COLUMNS)]
    rows: dict[Face, Annotated[tuple[Outcome, ...], Meta(max_length=MOST_COLUMNS)]]


class Wandering(Value, frozen=True, kw_only=True):
    """On which faces how many orcs come, and where."""

    faces: Faces | None = None
    count: Annotated[int, Meta(ge=0, le=20)] | None = None
    place: Literal["any_ruin", "chosen_hex_list", "edge"] | None = None
    hexes: Annotated[tuple[HexName, ...], Meta(max_length=MOST_HEXES)] = ()
    note: Text = ""


Killing = dict[UnitType, Faces]


class Pack(GamePack, frozen=True, kw_only=True):
    """The pack of Arrakhar's Wand; a table's faces are `1` to `6`, a unit dies on the faces that stand beside it."""

    game: Literal["arrakhar"]
    units: Annotated[tuple[UnitRow, ...], Meta(max_length=8)] = ()
    summon: dict[Face, Literal[2, 3, 4]] | None = None
    haste: dict[Face, Literal[2, 4, 6]] | None = None
    fireball: dict[SideLetter, Killing] | None = None
    wand: Killing | None = None
    combat: CombatTable | None = None
    wandering: Wandering | None = None
    board: HexBoard | None = None

    @cached_property
    def costs(self) -> dict[UnitType, int]:
        """Points by type, of those that are entered."""
        return {row.type: row.cost for row in self.units if row.cost is not None}

    def with_costs(self, costs: Mapping[UnitType, int]) -> Pack:
        """The pack with these costs in the place of its own, as a player's chart has them."""
        rows = {row.type: row for row in self.units} | {
            unit: UnitRow(type=unit, cost=cost) for unit, cost in costs.items()
        }
        return replace(self, units=tuple(rows.values())) if costs else self

    @property
    def document(self) -> Document:
        """What its figures are cited as."""
        return Document(self.meta.sentence)

    @cached_property
    def disabling(self) -> dict[str, Flaw]:
        """By the name of a field, or of a table, the first flaw for which it can't be used."""
        flaws = [flaw for flaw in self.flaws_of_fields() if flaw.disables]
        return {NAME.split(flaw.field)[0]: flaw for flaw in reversed(flaws)}

    def flaws_of_fields(self) -> Iterator[Flaw]:
        yield from flaws_of_units(self.units)
        yield from _flaws_of_faces("summon", self.summon, "summoning by rolls")
        yield from _flaws_of_faces("haste", self.haste, "haste by rolls")
        yield from flaws_of_fireballs(self.fireball)
        yield from _flaws_of_killing("wand", self.wand, Side.SORCERER, "fireballs of the wand")
        yield from flaws_of_combat(self.combat)
        of_board = tuple(flaws_of_board(self.board))
        yield from flaws_of_wandering(self.wandering, None if of_board else self.board)
        yield from of_board

    def killing_faces(self, side: Side, target: UnitType, *, by_wand: bool = False) -> Faces:
        """The faces on which a fireball of the side kills; MalformedError where that table has a flaw."""
        self.ensure("wand" if by_wand else "fireball")
        tables = {LETTERS[letter]: table for letter, table in (self.fireball or {}).items()}
        return (self.wand or {})[target] if by_wand else tables[side][target]

    def ensure(self, field: str) -> None:
        """MalformedError where a table is missing or wrong, with what is the matter with it."""
        if flaw := self.disabling.get(field):
            raise MalformedError(f"pack.{flaw.field}", flaw.reason)


def read_pack(content: bytes | str) -> Pack:
    """A pack from its file, muster-pack/1 with game arrakhar; MalformedError names the field that can't be read.

    What is missing or can't be is no error but a flaw.
    """
    return decoded(content, Pack, most=LARGEST_FILE, what="pack")


def killed(outcome: str, defenders: int) -> int:
    """How many of so many named defenders an outcome of the combat table kills."""
    match outcome.removeprefix("kill:"):
        case "none":
            return 0
        case "all":
            return defenders
        case "half_up":
            return -(-defenders // 2)
        case "half_down":
            return defenders // 2
        case number:
            return min(int(number), defenders)


def flaws_of_units(rows: Iterable[UnitRow]) -> Iterator[Flaw]:
    """Types without a cost, or twice there, and what contradicts the rules; every minimum must be affordable."""
    known: dict[UnitType, UnitRow] = {}
    for number, row in enumerate(rows):
        profile, place = PROFILES[row.type], f"units[{number}]"
        if row.type in known:
            yield Flaw(place, f"there is a row of {profile.plural} already")
        known.setdefault(row.type, row)
        yield from _contradictions(place, row, profile)
    without = [profile.plural for unit, profile in PROFILES.items() if unit not in known or known[unit].cost is None]
    if without:
        yield Flaw("units", f"no cost of {', '.join(without)}", "points of forces that have them")
        return
    costs = {unit: row.cost or 0 for unit, row in known.items()}
    for scenario in Scenario:
        for side, terms in TERMS[scenario].items():
            least = terms.least * sum(costs[profile.unit] for profile in profiles_of(side))
            if least > terms.points:
                reason = f"{terms.least} of each type cost a {side} {least} of {terms.points} points"
                yield Flaw("units", reason, f"legal force in the {scenario} scenario")


def _contradictions(place: str, row: UnitRow, profile: Profile) -> Iterator[Flaw]:
    """What the rules' own text says otherwise."""
    if row.side and LETTERS[row.side] is not profile.side:
        yield Flaw(f"{place}.side", f"{profile.plural} are the {profile.side}'s by the rules")
    if row.combat and str(row.combat) != str(profile.factor):
        yield Flaw(f"{place}.combat", f"the rules say {profile.factor}, not {row.combat}")
    if row.move is not None and row.move != profile.move:
        yield Flaw(f"{place}.move", f"the rules say {profile.move}, not {row.move}")


def _flaws_of_faces(name: str, table: Mapping[Face, object] | None, disables: str) -> Iterator[Flaw]:
    if table is None:
        yield Flaw(name, "isn't entered", disables)
        return
    if missing := [face for face in FACES if face not in table]:
        yield Flaw(f"{name}.{missing[0]}", f"has {len(table)} of six faces, none for {', '.join(missing)}", disables)


def flaws_of_fireballs(tables: Mapping[SideLetter, Killing] | None) -> Iterator[Flaw]:
    """Both sides' tables, and what 3.4 says of them: who dies the least, and that sorcerers die more than wizards."""
    if tables is None:
        yield Flaw("fireball", "isn't entered", "fireballs by rolls")
        return
    for letter, side in LETTERS.items():
        enemy = Side.SORCERER if side is Side.WIZARD else Side.WIZARD
        yield from _flaws_of_killing(f"fireball.{letter}", tables.get(letter), enemy, "fireballs by rolls")
    dies = {unit: len(set(faces)) for table in tables.values() for unit, faces in table.items()}
    tough = [dies[unit] for unit in (UnitType.BARBARIAN, UnitType.DEMON) if unit in dies]
    others = [dies[unit] for unit in dies if unit not in (UnitType.BARBARIAN, UnitType.DEMON)]
    if tough and others and max(tough) > min(others):
        yield Flaw("fireball", "barbarians and demons die the least by the rules, and here others die less")
    if {UnitType.WIZARD, UnitType.SORCERER} <= dies.keys() and dies[UnitType.SORCERER] <= dies[UnitType.WIZARD]:
        yield Flaw("fireball", "sorcerers die more often than wizards by the rules, and here they don't")


def _flaws_of_killing(name: str, table: Killing | None, targets: Side, disables: str) -> Iterator[Flaw]:
    if table is None:
        yield Flaw(name, "isn't entered", disables)
        return
    wanted = [profile.unit for profile in profiles_of(targets)]
    if missing := [unit for unit in wanted if unit not in table]:
        others = f", nor is {', '.join(missing[1:])}" if missing[1:] else ""
        yield Flaw(f"{name}.{missing[0]}", f"isn't entered{others}", disables)
    for unit in table:
        if unit not in wanted:
            yield Flaw(f"{name}.{unit}", f"isn't a target there: those are {', '.join(wanted)}", disables)


def flaws_of_combat(table: CombatTable | None) -> Iterator[Flaw]:
    """Six faces, an outcome for each column, columns from worse odds to better ones that never kill fewer."""
    if table is None:
        yield Flaw("combat", "isn't entered", "combat by rolls")
        return
    yield from _flaws_of_faces("combat.rows", table.rows, "combat by rolls")
    if list(table.columns) != sorted(set(table.columns), key=odds_of):
        yield Flaw("combat.columns", "must go from the worst odds to the best, each once", "combat by rolls")
    for face, outcomes in table.rows.items():
        if len(outcomes) != len(table.columns):
            reason = f"has {len(outcomes)} outcomes for {len(table.columns)} columns"
            yield Flaw(f"combat.rows.{face}", reason, "combat by rolls")
        elif "" in outcomes:
            reason = f"has nothing at {table.columns[outcomes.index('')]}"
            yield Flaw(f"combat.rows.{face}", reason, "combat by rolls")
        elif (fewer := _falls(outcomes)) is not None:
            reason = f"kills fewer at {table.columns[fewer]} than at {table.columns[fewer - 1]}"
            yield Flaw(f"combat.rows.{face}", reason, "combat by rolls")


def odds_of(column: str) -> Fraction:
    """What a column of odds stands for: a half for `1:2`."""
    attack, _, defence = column.partition(":")
    return Fraction(int(attack), int(defence))


def _falls(outcomes: tuple[str, ...]) -> int | None:
    """The first column in which an outcome kills fewer of some stack than in the one before."""
    for number, (before, after) in enumerate(pairwise(outcomes), 1):
        if any(killed(after, stack) < killed(before, stack) for stack in range(1, MOST_IN_A_HEX + 1)):
            return number
    return None


def flaws_of_wandering(wandering: Wandering | None, board: HexBoard | None) -> Iterator[Flaw]:
    """Whether orcs have where to come; `board` is one without a flaw, or None."""
    without = "wandering orcs by rolls"
    if wandering is None:
        yield Flaw("wandering", "isn't entered", without)
        return
    for field in ("faces", "count", "place"):
        if getattr(wandering, field) is None:
            yield Flaw(f"wandering.{field}", "isn't entered", without)
    if wandering.place == "chosen_hex_list" and not wandering.hexes:
        yield Flaw("wandering.hexes", "names no hex for orcs to come to", without)
    if wandering.place in ("any_ruin", "edge") and wandering.hexes:
        yield Flaw("wandering.hexes", f"isn't used: the place is {wandering.place}, not chosen_hex_list")
    if board is None:
        return
    if wandering.place == "edge" and not edge_hexes(board):
        yield Flaw("wandering.place", "is the edge, where the board has no clear hex", without)
    for number, name in enumerate(wandering.hexes):
        try:
            place = board.hex(name, f"wandering.hexes[{number}]")
        except MalformedError as error:
            yield Flaw(error.field, error.reason, without)
            continue
        if not is_clear(board, place):
            yield Flaw(f"wandering.hexes[{number}]", f"hex {name} isn't clear", without)


def flaws_of_board(board: HexBoard | None) -> Iterator[Flaw]:
    """Six entries that clear hexes lead on from, one clear valley, and room for nine haunts."""
    if board is None:
        yield Flaw("board", "isn't entered", "set-up on a board")
        return
    try:
        board.check()
    except MalformedError as error:
        yield Flaw(f"board.{error.field}", error.reason, "set-up on a board")
        return
    strange = [places[0] for sign, places in board.places.items() if sign not in (CLEAR, MOUNTAIN, ENTRY)]
    if strange or board.kinds or board.sides:
        where = f"hex {written(strange[0])}" if strange else "it"
        yield Flaw("board", f"{where} is of a kind of its own; this game knows only M, . and E", "set-up on a board")
        return
    clear = board.places.get(CLEAR, ())
    entries = entries_of(board)
    if len(entries) != ENTRIES:
        yield Flaw("board.rows", f"has {len(entries)} entries where there are {ENTRIES}", "set-up on a board")
    valley = board.reach(clear[0], len(clear)) if clear else {}
    for entry in entries[:ENTRIES]:
        if not any(place in valley for place in board.neighbours(entry)):
            yield Flaw("board.rows", f"entry {written(entry)} leads to no clear hex of the valley", "set-up on a board")
    if cut_off := [place for place in clear if place not in valley]:
        reason = f"hex {written(cut_off[0])} is cut off from {written(clear[0])}"
        yield Flaw("board.rows", reason, "set-up on a board")
    elif len(entries) == ENTRIES and not has_room_for_haunts(board, MOST_HAUNTS):
        yield Flaw("board.rows", f"has no room for {MOST_HAUNTS} haunts", "long scenario")
