"""The board of the game: mountains, clear hexes and entries, and where haunts and sorcerers may be placed.

A rule that is broken is answered by a refusal with its code, where it stands and a sentence; a hex is legal where there
is none. Radii are steps: "within 2 hexes" is a distance of 1 or 2, counted as the crow flies from an entry, and through
clear hexes alone from haunt to haunt (ruling A-5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from tabletop.arrakhar.catalogue import BOOK, HAUNTS_OF_EACH_TYPE, MOST_IN_A_HEX, SUMMONED, Haunt, Scenario
from tabletop.boards.hex import STEPS, Hex, HexBoard
from tabletop.citations import Citation

CLEAR, MOUNTAIN, ENTRY = ".", "M", "E"
FROM_ENTRY = 3  # hexes at least from an entry to a haunt, or to a sorcerer as it is placed
FROM_HAUNT = 4  # steps at least from haunt to haunt
PLACING = BOOK.section("2.2 Sorcerer-player force placement")


class Refusal(Struct, frozen=True):
    """Why something isn't possible: the rule's code, its source, and a sentence."""

    code: str
    sentence: str
    citation: Citation = PLACING


class Piece(Struct, frozen=True):
    """What is placed before the first turn, and the rules by which it needs clear ground and stays off entries."""

    name: str
    clear_rule: str
    entry_rule: str


A_HAUNT, A_SORCERER = Piece("a haunt", "AW-20", "AW-21"), Piece("a sorcerer", "AW-24", "AW-24")


class PlacedHaunt(Struct, frozen=True):
    """A haunt on the board, by its type and number."""

    kind: Haunt
    number: int
    place: Hex

    @property
    def name(self) -> str:
        """As on its counter: `T1`."""
        return f"{self.kind[0].upper()}{self.number}"

    @classmethod
    def named(cls, name: str, place: Hex) -> PlacedHaunt:
        """The haunt of a counter, as `T1`, in a hex."""
        (kind,) = (kind for kind in Haunt if kind[0].upper() == name[0])
        return cls(kind, int(name[1:]), place)


def haunts_of(scenario: Scenario) -> list[str]:
    """The counters of a scenario: `T1`, `T2`, `R1` …."""
    return [f"{kind[0].upper()}{number}" for kind in Haunt for number in range(1, HAUNTS_OF_EACH_TYPE[scenario] + 1)]


def written(place: Hex) -> str:
    """As boards name it: `5,7`."""
    return f"{place[0]},{place[1]}"


def is_clear(board: HexBoard, place: Hex) -> bool:
    return board.signs[place[0]][place[1]] == CLEAR


def entries_of(board: HexBoard) -> tuple[Hex, ...]:
    """The hexes off the board from which the wizard's units come, row by row."""
    return board.places.get(ENTRY, ())


def edge_hexes(board: HexBoard) -> list[Hex]:
    """The clear hexes at the board's edge: those that have fewer neighbours than others."""
    return [place for place in board.places.get(CLEAR, ()) if len(board.neighbours(place)) < len(STEPS)]


def near_through_clear(board: HexBoard, place: Hex) -> dict[Hex, int]:
    """Every hex that is too near for another haunt, with the steps through clear hexes."""
    return board.reach(place, FROM_HAUNT - 1)


def refused_by_ground(board: HexBoard, place: Hex, piece: Piece) -> Iterator[Refusal]:
    """Why a haunt or a sorcerer can't be placed here, whatever else stands on the board."""
    if not is_clear(board, place):
        yield Refusal(piece.clear_rule, f"{written(place)} isn't clear: {piece.name} is placed in a clear hex.")
    for entry in entries_of(board):
        distance = board.distance(entry, place)
        if distance < FROM_ENTRY:
            far = f"{distance} hex{'' if distance == 1 else 'es'} from the entry {written(entry)}"
            yield Refusal(piece.entry_rule, f"{written(place)} is {far}: at least {FROM_ENTRY} are needed.")


def refused_haunt(board: HexBoard, place: Hex, others: Collection[PlacedHaunt] = ()) -> tuple[Refusal, ...]:
    """Every reason why a haunt can't be placed in a hex, beside the others; empty where it can (AW-20 to 22)."""
    near = near_through_clear(board, place)
    crowded = (_crowded(other, near[other.place]) for other in others if other.place in near)
    return (*refused_by_ground(board, place, A_HAUNT), *crowded)


def haunt_hexes(board: HexBoard, others: Collection[PlacedHaunt] = ()) -> list[Hex]:
    """Every hex in which another haunt may be placed."""
    near = {place for other in others for place in near_through_clear(board, other.place)}
    return [place for place in board.hexes() if place not in near and not any(refused_by_ground(board, place, A_HAUNT))]


def refused_by_hex(board: HexBoard, others: Collection[PlacedHaunt] = ()) -> dict[Hex, tuple[Refusal, ...]]:
    """By hex every reason why another haunt can't be placed there, as `refused_haunt` says it; none where it can."""
    near = [(other, near_through_clear(board, other.place)) for other in others]
    return {
        place: (
            *refused_by_ground(board, place, A_HAUNT),
            *(_crowded(other, steps[place]) for other, steps in near if place in steps),
        )
        for place in board.hexes()
    }


def _crowded(other: PlacedHaunt, steps: int) -> Refusal:
    return Refusal(
        "AW-22",
        f"{other.name} in {written(other.place)} is {steps} {'step' if steps == 1 else 'steps'} away through clear "
        f"hexes: at least {FROM_HAUNT} are needed.",
    )


def refused_haunts(board: HexBoard, haunts: Sequence[PlacedHaunt], scenario: Scenario) -> tuple[Refusal, ...]:
    """What is wrong with all the haunts of a side as they are placed; each pair is named once."""
    return (*_wrong_counters(haunts, scenario), *_wrong_places(board, haunts))


def _wrong_counters(haunts: Sequence[PlacedHaunt], scenario: Scenario) -> Iterator[Refusal]:
    """AW-20: exactly the scenario's counters, each once."""
    wanted = haunts_of(scenario)
    placed = [haunt.name for haunt in haunts]
    if missing := [name for name in wanted if name not in placed]:
        yield Refusal("AW-20", f"{', '.join(missing)} still to be placed: the {scenario} scenario has {len(wanted)}.")
    if foreign := [name for name in dict.fromkeys(placed) if name not in wanted]:
        yield Refusal("AW-20", f"The {scenario} scenario has no {', '.join(foreign)}.")
    if twice := [name for name in dict.fromkeys(placed) if placed.count(name) > 1]:
        yield Refusal("AW-20", f"There is one counter of each: {', '.join(twice)} placed more than once.")


def _wrong_places(board: HexBoard, haunts: Sequence[PlacedHaunt]) -> Iterator[Refusal]:
    for number, haunt in enumerate(haunts):
        for refusal in refused_haunt(board, haunt.place, haunts[:number]):
            yield Refusal(refusal.code, f"{haunt.name}: {refusal.sentence}")


def refused_wand(haunt: str, haunts: Collection[PlacedHaunt]) -> tuple[Refusal, ...]:
    """Why the wand can't be hidden in a haunt, named as on its counter (AW-23)."""
    if haunt in {placed.name for placed in haunts}:
        return ()
    return (
        Refusal("AW-23", f"{haunt or 'Nothing'} isn't on the board: the wand is hidden in a haunt that is placed."),
    )


def refused_sorcerers(board: HexBoard, place: Hex, count: int) -> tuple[Refusal, ...]:
    """Every reason why so many sorcerers can't be placed in one hex before the first turn (AW-24)."""
    crowd = f"{count} sorcerers in {written(place)}: a hex holds at most {MOST_IN_A_HEX}."
    refusals = tuple(refused_by_ground(board, place, A_SORCERER))
    return (*refusals, Refusal("AW-24", crowd)) if count > MOST_IN_A_HEX else refusals


def sorcerer_hexes(board: HexBoard) -> list[Hex]:
    """Every hex in which sorcerers may be placed; those of haunts are among them (AW-25)."""
    return [place for place in board.hexes() if not any(refused_by_ground(board, place, A_SORCERER))]


def blocked_summons(haunt: PlacedHaunt, place: Hex) -> str:
    """What a sorcerer that is placed on a haunt does to it; empty where it stands elsewhere (ruling A-11)."""
    if haunt.place != place:
        return ""
    return f"A sorcerer in {written(place)} blocks {haunt.name}: no {SUMMONED[haunt.kind]} can be summoned there."


def has_room_for_haunts(board: HexBoard, count: int, tries: int = 500) -> bool:
    """Whether so many haunts have room together.

    On most boards they have where each is placed in the first hex that is left. Where that places too few, the free
    hexes are at most 37 around each of those, and others are tried: the hex with the fewest others near it first, as
    some haunt must stand in it or in one near it. True, too, after so many tries without an answer: what is said to
    have no room has none.
    """
    free = haunt_hexes(board)
    first, placed = dict.fromkeys(free), 0
    while first and placed < count:
        for place in near_through_clear(board, next(iter(first))):
            first.pop(place, None)
        placed += 1
    if placed == count:
        return True
    near = {place: frozenset(near_through_clear(board, place)) & frozenset(free) | {place} for place in free}
    stack: list[tuple[frozenset[Hex], int]] = [(frozenset(free), count)]
    for _ in range(tries):
        if not stack:
            return False
        left, wanted = stack.pop()
        if wanted == 0:
            return True
        if len(left) < wanted:
            continue
        loneliest = min(sorted(left), key=lambda place: len(near[place] & left))
        branches = sorted(near[loneliest] & left, key=lambda place: -len(near[place] & left))
        stack += [(left - near[place], wanted - 1) for place in branches]
    return True
