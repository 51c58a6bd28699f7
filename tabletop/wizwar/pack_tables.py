"""The game's pack as tables to type in: the cards of one's own copy, school by school; sectors come with a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tabletop.decoding import converted
from tabletop.packs import Cell, Drawing, Number, Origin, PackRow, PackTable, Pick
from tabletop.wizwar.catalogue import CardType, Duration, Reach
from tabletop.wizwar.pack import Pack

BLANK_ROWS = 6  # offered below those that are there, in each school
SCHOOL_NAMES = (
    "White cantrip",
    "Black cantrip",
    "School 1",
    "School 2",
    "School 3",
    "School 4",
    "School 5",
    "School 6",
)
CANTRIPS = {0: "white", 1: "black"}
COLUMNS = ("Name", "Copies", "Type", "Range", "Lasts", "Energy", "Text")
NUMBERED = re.compile(r"^schools\[(\d+)\]\.cards\[(\d+)\]\.(\w+)$")
NAMED = re.compile(r"^schools\[(\d+)\]\.name$")
SECTOR = re.compile(r"^sectors\[(\d+)\]\.rows$")
TYPES = tuple((str(kind), str(kind)) for kind in CardType)
REACHES = tuple((str(reach), str(reach)) for reach in Reach)
LASTS = tuple((str(duration), str(duration)) for duration in Duration)
NO_LETTERS = re.compile(r"[^a-z0-9]+")


def tables_of(pack: Pack) -> tuple[PackTable, ...]:
    """A table of cards for each school, and the sectors as text; what cards do beside their text comes with a file."""
    return (_names(pack), *(_school(pack, number) for number in range(len(SCHOOL_NAMES))), _sectors(pack))


def _names(pack: Pack) -> PackTable:
    names = [school.name for school in pack.schools]
    return PackTable(
        field="schools",
        label="Schools",
        about="What the two cantrips and the six schools are called.",
        rows=tuple(
            PackRow(label, (Cell(name=f"schools[{number}].name", label=label, value=_at(names, number)),))
            for number, label in enumerate(SCHOOL_NAMES)
        ),
    )


def _at(names: list[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def _school(pack: Pack, number: int) -> PackTable:
    school = pack.schools[number] if number < len(pack.schools) else None
    cards = [msgspec.to_builtins(card) for card in school.cards] if school else []
    where = f"schools[{number}]"
    return PackTable(
        field=where,
        label=school.name if school else SCHOOL_NAMES[number],
        about="A row for each card; a row without a name goes. Whatever text you type is shown to its player with a "
        "button, for you to carry out.",
        columns=COLUMNS,
        is_folded=True,
        is_of_blocks=True,
        rows=tuple(
            PackRow(str(row + 1), tuple(_cells(f"{where}.cards[{row}]", card)))
            for row, card in enumerate((*cards, *[{}] * BLANK_ROWS))
        ),
    )


def _cells(place: str, card: Mapping[str, Any]) -> Iterator[Cell]:
    yield Cell(name=f"{place}.name", label="Name", value=card.get("name", ""))
    yield _number(f"{place}.copies", "Copies", card.get("copies", 1 if card else None), 24)
    yield Pick(name=f"{place}.type", label="Type", value=card.get("type", ""), options=TYPES)
    yield Pick(name=f"{place}.reach", label="Range", value=card.get("reach", "self" if card else ""), options=REACHES)
    yield Pick(
        name=f"{place}.duration", label="Lasts", value=card.get("duration", "instant" if card else ""), options=LASTS
    )
    yield _number(f"{place}.energy", "Energy", card.get("energy"), 9)
    yield Cell(name=f"{place}.text", label="Text", value=card.get("text", ""))


def _number(name: str, label: str, value: int | None, most: int) -> Number:
    return Number(name=name, label=label, value="" if value is None else str(value), most=most)


def _sectors(pack: Pack) -> PackTable:
    rows = []
    for number in range(4):
        text = "\n".join(pack.sectors[number].rows) if number < len(pack.sectors) else ""
        rows.append(
            PackRow(f"Sector {number + 1}", (Drawing(name=f"sectors[{number}].rows", label="Lines", value=text),))
        )
    return PackTable(
        field="sectors",
        label="Sectors",
        is_folded=True,
        about="As text, H the home, T the treasures: draw each on the page for boards of squares, and copy its text.",
        rows=tuple(rows),
    )


def pack_of(pack: Pack, meta: Origin, typed: Mapping[str, Any]) -> Pack:
    """The pack with what was typed into its tables, and with all that these don't show.

    MalformedError where there can be no such pack.
    """
    schools: dict[int, dict[str, Any]] = {}
    cards: dict[int, dict[int, dict[str, Any]]] = {}
    sectors: dict[int, Any] = {}
    for name, value in typed.items():
        if match := NUMBERED.match(name):
            cards.setdefault(int(match[1]), {}).setdefault(int(match[2]), {})[match[3]] = value
        elif match := NAMED.match(name):
            schools[int(match[1])] = {"name": value}
        elif match := SECTOR.match(name):
            sectors[int(match[1])] = value
    taken: set[str] = set()
    plain = msgspec.to_builtins(pack) | {
        "meta": meta,
        "schools": [
            _school_of(pack, number, schools.get(number, {}), cards.get(number, {}), taken)
            for number in range(max((*schools, *cards, -1)) + 1)
        ],
        "sectors": [_sector_of(pack, number, rows) for number, rows in sorted(sectors.items()) if rows],
    }
    return converted(plain, Pack)


def _school_of(
    pack: Pack, number: int, named: Mapping[str, Any], rows: Mapping[int, dict[str, Any]], taken: set[str]
) -> dict[str, Any]:
    old = pack.schools[number] if number < len(pack.schools) else None
    name = named.get("name") or (old.name if old else SCHOOL_NAMES[number])
    plain: dict[str, Any] = {"id": old.id if old else _word(name) or f"school-{number}", "name": name}
    cantrip = old.cantrip if old else CANTRIPS.get(number)
    if cantrip:
        plain["cantrip"] = cantrip
    cards = []
    for place, row in sorted(rows.items()):
        if not row.get("name"):
            continue
        kept = msgspec.to_builtins(old.cards[place]) if old and place < len(old.cards) else {}
        ref = kept.get("id") or _free(_word(row["name"]) or "card", taken)
        taken.add(ref)
        cards.append(
            {"type": "neutral"} | kept | {key: value for key, value in row.items() if value != ""} | {"id": ref}
        )
        if "text" in row and not kept.get("effects"):
            cards[-1]["effects"] = [{"op": "by-hand", "words": row["text"]}] if row["text"] else []
    return plain | {"cards": cards}


def _sector_of(pack: Pack, number: int, rows: list[str]) -> dict[str, Any]:
    old = pack.sectors[number] if number < len(pack.sectors) else None
    return {
        "id": old.id if old else f"sector-{number + 1}",
        "name": old.name if old else f"Sector {number + 1}",
        "rows": rows,
    }


def _free(name: str, taken: set[str]) -> str:
    tries = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in tries if each not in taken)


def _word(words: str) -> str:
    """Words as one of small letters, digits and hyphens."""
    return NO_LETTERS.sub("-", words.lower()).strip("-")[:40].strip("-")
