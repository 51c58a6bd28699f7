"""The game's pack as tables to type in, and a pack from what was typed; maps, cards and scenarios come with a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tabletop.decoding import converted
from tabletop.greyhawk.catalogue import Alignment, TroopClass
from tabletop.greyhawk.pack import Pack
from tabletop.packs import Cell, Number, Origin, PackRow, PackTable, Pick, Words

BLANK_ROWS = 4  # offered below those that are there
CLASSES = tuple((str(kind), str(kind)) for kind in TroopClass)
SIDES = tuple((str(each), str(each)) for each in Alignment)
NUMBERED = re.compile(r"^(troops|countries)\[(\d+)\]\.(\w+)$")
NO_LETTERS = re.compile(r"[^a-z0-9]+")


def tables_of(pack: Pack) -> tuple[PackTable, ...]:
    """Troops and countries, a row each and some to fill in."""
    troops: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in pack.troops]
    countries: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in pack.countries]
    return (
        PackTable(
            field="troops",
            label="Troops",
            about="A row for each kind of counter; a row without a name goes. Leave the second strength empty where "
            "one hit removes it. Tags are scout, marine, builder; favoured ground is open, forest, hill and so on.",
            columns=("Name", "Class", "Strength", "Flipped", "Alignment", "Tags", "Favoured ground", "Counters"),
            rows=tuple(
                PackRow(str(number + 1), tuple(_troop_cells(f"troops[{number}]", row)))
                for number, row in enumerate((*troops, *[{}] * BLANK_ROWS))
            ),
        ),
        PackTable(
            field="countries",
            label="Countries",
            about="Ratings for good and for evil players, and what it raises: codes of troops, as scout cavalry. "
            "The first is what a conquered country raises.",
            columns=("Name", "Alignment", "Good", "Evil", "Raises"),
            rows=tuple(
                PackRow(str(number + 1), tuple(_country_cells(f"countries[{number}]", row)))
                for number, row in enumerate((*countries, *[{}] * BLANK_ROWS))
            ),
        ),
        *(
            PackTable(
                field=field, label=label, about=f"{label} come with a file, and stay when you save here.", rows=()
            )
            for field, label in (("board", "Maps"), ("cards", "Cards"), ("scenarios", "Scenarios"))
        ),
    )


def _troop_cells(place: str, row: Mapping[str, Any]) -> Iterator[Cell]:
    yield Cell(name=f"{place}.name", label="Name", value=row.get("name", ""))
    yield Pick(name=f"{place}.class", label="Class", value=row.get("class", ""), options=CLASSES)
    yield _number(f"{place}.strength", "Strength", row.get("strength"), 20)
    yield _number(f"{place}.reduced", "Flipped", row.get("reduced"), 20)
    yield Pick(name=f"{place}.alignment", label="Alignment", value=row.get("alignment", ""), options=SIDES)
    yield Words(name=f"{place}.tags", label="Tags", value=" ".join(row.get("tags", ())))
    yield Words(name=f"{place}.favoured", label="Favoured ground", value=" ".join(row.get("favoured", ())))
    yield _number(f"{place}.count", "Counters", row.get("count"), 200)


def _country_cells(place: str, row: Mapping[str, Any]) -> Iterator[Cell]:
    raised = [each["troop"] for each in row.get("roster", ()) for _ in range(each.get("n", 1))]
    yield Cell(name=f"{place}.name", label="Name", value=row.get("name", ""))
    yield Pick(name=f"{place}.alignment", label="Alignment", value=row.get("alignment", ""), options=SIDES)
    yield _number(f"{place}.good", "Good", row.get("good"), 10)
    yield _number(f"{place}.evil", "Evil", row.get("evil"), 10)
    yield Words(name=f"{place}.roster", label="Raises", value=" ".join(raised))


def _number(name: str, label: str, value: int | None, most: int) -> Number:
    return Number(name=name, label=label, value="" if value is None else str(value), most=most)


def pack_of(pack: Pack, meta: Origin, typed: Mapping[str, Any]) -> Pack:
    """The pack with what was typed into its tables, by the names of their cells, and with all that these don't show.

    MalformedError where there can be no such pack.
    """
    rows: dict[str, dict[int, dict[str, Any]]] = {"troops": {}, "countries": {}}
    for name, value in typed.items():
        if match := NUMBERED.match(name):
            rows[match[1]].setdefault(int(match[2]), {})[match[3]] = value
    plain = msgspec.to_builtins(pack) | {
        "meta": meta,
        "troops": list(_named(rows["troops"], "code", [row.code for row in pack.troops])),
        "countries": list(_countries(pack, rows["countries"])),
    }
    return converted(plain, Pack)


def _countries(pack: Pack, rows: Mapping[int, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Countries with what they raise counted; a modifier of one that was there stays."""
    old = {country.id: country for country in pack.countries}
    for row in _named(rows, "id", [country.id for country in pack.countries]):
        codes = row.pop("roster", [])
        roster = [{"troop": code, "n": codes.count(code)} for code in dict.fromkeys(codes)]
        kept = msgspec.to_builtins(old[row["id"]].modifiers) if row["id"] in old else []
        yield row | {"roster": roster} | ({"modifiers": kept} if kept else {})


def _named(rows: Mapping[int, dict[str, Any]], key: str, known: list[str]) -> Iterator[dict[str, Any]]:
    """Rows with a name; one that was there keeps its word, by which others know it, a new one has it from its name."""
    taken = set(known)
    for number, row in sorted(rows.items()):
        if row.get("name"):
            word = known[number] if number < len(known) else _free(worded(row["name"]) or "row", taken)
            taken.add(word)
            yield row | {key: word}


def _free(word: str, taken: set[str]) -> str:
    tries = (word, *(f"{word}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in tries if each not in taken)


def worded(words: str) -> str:
    """Words as one of small letters, digits and hyphens: `Heavy Infantry` is `heavy-infantry`."""
    return NO_LETTERS.sub("-", words.lower()).strip("-")[:30].strip("-")
