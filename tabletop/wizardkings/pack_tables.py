"""The game's pack as tables to type in, and a pack from what was typed; a map comes with a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tabletop.decoding import converted
from tabletop.packs import Cell, Number, Origin, PackRow, PackTable, Pick, Words
from tabletop.wizardkings.catalogue import MOST_STEPS, TERRAIN_WORDS, Kind
from tabletop.wizardkings.pack import LETTERS, Pack

BLANK_ROWS = 4  # offered below those that are there
CLASSES = tuple((str(kind), str(kind)) for kind in Kind)
TERRAINS = tuple((str(terrain), words) for terrain, words in TERRAIN_WORDS.items())
FIRES = tuple((f"{letter}{plus}", f"{letter}{plus}") for letter in LETTERS for plus in ("+", ""))
KINDS = tuple((kind, kind) for kind in ("direct", "indirect", "lasting"))
LEVELS = tuple((str(level), str(level)) for level in (1, 2, 3))
UNIT_COLUMNS = ("Name", "Army", "Class", "Fires", "Hits on", "Gold a step", "Moves", "Terrain", "Steps", "Blocks")
SPELL_COLUMNS = ("Name", "Army", "Level", "Kind", "Dice", "Hit on")
NUMBERED = re.compile(r"^(units|spells)\[(\d+)\]\.(\w+)$")
NO_LETTERS = re.compile(r"[^a-z0-9]+")


def tables_of(pack: Pack) -> tuple[PackTable, ...]:
    """Units and spells, a row each and some to fill in, and what the standard game says of stacks and moons."""
    units: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in pack.units]
    spells: list[dict[str, Any]] = [msgspec.to_builtins(spell) for spell in pack.spells]
    rules = pack.rules
    return (
        PackTable(
            field="units",
            label="Units",
            about="A row for each kind of block; a row without a name goes. An army is one word; leave it empty for "
            "what belongs to everybody, as chaos and castles. A plus acts before others of its letter.",
            columns=UNIT_COLUMNS,
            rows=tuple(
                PackRow(str(number + 1), tuple(_unit_cells(f"units[{number}]", row)))
                for number, row in enumerate((*units, *[{}] * BLANK_ROWS))
            ),
        ),
        PackTable(
            field="spells",
            label="Spells",
            about="A direct spell strikes the enemy itself; a lasting one lasts a battle in the standard game.",
            columns=SPELL_COLUMNS,
            rows=tuple(
                PackRow(str(number + 1), tuple(_spell_cells(f"spells[{number}]", row)))
                for number, row in enumerate((*spells, *[{}] * BLANK_ROWS))
            ),
        ),
        PackTable(field="map", label="Map", about="A map comes with a file, and stays when you save here.", rows=()),
        PackTable(
            field="rules",
            label="Stacks and moons",
            about="What the variant leaves to the standard game.",
            rows=(
                PackRow("Blocks in a hex at most", (_number("rules.stack_limit", "Blocks", rules.stack_limit, 50),)),
                PackRow(
                    "Moons of the turns in a row, as new half full half",
                    (Words(name="rules.moon_cycle", label="Moons", value=" ".join(rules.moon_cycle)),),
                ),
            ),
        ),
    )


def _unit_cells(place: str, row: Mapping[str, Any]) -> Iterator[Cell]:
    fire = f"{row['fire']}{'+' if row.get('plus') else ''}" if "fire" in row else ""
    yield Cell(name=f"{place}.name", label="Name", value=row.get("name", ""))
    yield Cell(name=f"{place}.army", label="Army", value=row.get("army", ""))
    yield Pick(name=f"{place}.class", label="Class", value=row.get("class", ""), options=CLASSES)
    yield Pick(name=f"{place}.fire", label="Fires", value=fire, options=FIRES)
    yield _number(f"{place}.hit", "Hits on", row.get("hit"), 6)
    yield _number(f"{place}.cost", "Gold a step", row.get("cost"), 50)
    yield _number(f"{place}.move", "Moves", row.get("move"), 20)
    yield Pick(name=f"{place}.terrain", label="Terrain", value=row.get("terrain", ""), options=TERRAINS)
    yield _number(f"{place}.max_steps", "Steps", row.get("max_steps"), MOST_STEPS)
    yield _number(f"{place}.copies", "Blocks", row.get("copies"), 100)


def _spell_cells(place: str, row: Mapping[str, Any]) -> Iterator[Cell]:
    dice = row.get("dice") or {}
    yield Cell(name=f"{place}.name", label="Name", value=row.get("name", ""))
    yield Cell(name=f"{place}.army", label="Army", value=row.get("army", ""))
    level = str(row.get("level", ""))
    yield Pick(name=f"{place}.level", label="Level", value=level, options=LEVELS, numbers=True)
    yield Pick(name=f"{place}.kind", label="Kind", value=row.get("kind", ""), options=KINDS)
    yield _number(f"{place}.n", "Dice", dice.get("n"), 36)
    yield _number(f"{place}.dice_hit", "Hit on", dice.get("hit"), 6)


def _number(name: str, label: str, value: int | None, most: int) -> Number:
    return Number(name=name, label=label, value="" if value is None else str(value), most=most)


def pack_of(pack: Pack, meta: Origin, typed: Mapping[str, Any]) -> Pack:
    """The pack with what was typed into its tables, by the names of their cells, and with all that these don't show.

    MalformedError where there can be no such pack.
    """
    rows: dict[str, dict[int, dict[str, Any]]] = {"units": {}, "spells": {}}
    for name, value in typed.items():
        if match := NUMBERED.match(name):
            rows[match[1]].setdefault(int(match[2]), {})[match[3]] = value
    rules = {name: typed[f"rules.{name}"] for name in ("stack_limit", "moon_cycle") if f"rules.{name}" in typed}
    plain = msgspec.to_builtins(pack) | {
        "meta": meta,
        "units": list(_units(pack, rows["units"])),
        "spells": list(_spells(pack, rows["spells"])),
        "rules": rules,
    }
    return converted(plain, Pack)


def _units(pack: Pack, rows: Mapping[int, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows with a name; one that was there keeps its id, by which forces know it."""
    taken = {row.id for row in pack.units}
    for number, row in sorted(rows.items()):
        if row.get("name"):
            fire = row.pop("fire", "")
            rating = {"fire": fire[0], "plus": fire.endswith("+")} if fire else {}
            yield _named(row | rating, pack.units[number].id if number < len(pack.units) else "", taken)


def _spells(pack: Pack, rows: Mapping[int, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Spells with a name; what else a spell says stays."""
    taken = {spell.id for spell in pack.spells}
    for number, row in sorted(rows.items()):
        if row.get("name"):
            dice = {"n": row.pop("n", None), "hit": row.pop("dice_hit", None)}
            thrown = {"dice": dice} if all(dice.values()) else {}
            old = pack.spells[number] if number < len(pack.spells) else None
            text = {"text": old.text} if old else {}
            yield _named(row | thrown | text, old.id if old else "", taken)


def _named(row: dict[str, Any], known: str, taken: set[str]) -> dict[str, Any]:
    """The row with its army as one word and an id of its own: the one that it has, or one from its name."""
    army = worded(row.get("army", ""))
    name = known or _free(worded(row["name"]) or "unit", army, taken)
    taken.add(name)
    return row | {"id": name} | ({"army": army} if army else {})


def _free(name: str, army: str, taken: set[str]) -> str:
    """A name that isn't taken: the word itself, with its army before it, or with a number behind it."""
    tries = (
        name,
        f"{army}-{name}"[:40].strip("-") if army else name,
        *(f"{name}-{number}" for number in range(2, len(taken) + 3)),
    )
    return next(each for each in tries if each not in taken)


def worded(words: str) -> str:
    """Words as one of small letters, digits and hyphens: `Sea Serpent` is `sea-serpent`."""
    return NO_LETTERS.sub("-", words.lower()).strip("-")[:30].strip("-")
