"""Stat lines: what they say, and that they prove the entered rows against the printed cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect
from msgspec.structs import asdict, replace

from tabletop.arcana.catalogue.profiles import (
    BASE_SIZES,
    FOOTPRINTS,
    Armour,
    Defence,
    Melee,
    Missile,
    Morale,
    Movement,
    Printed,
    Row,
    Statistics,
)
from tabletop.arcana.catalogue.stat_lines import StatLine, cells, stat_line
from tests.catalogue import printed_catalogue
from tests.laws import law_of, of_each
from tests.tabletop.arcana.army.readings import READINGS, Cells, Reading

ABILITIES = re.compile(
    r"(ram \S+ str [(]\d+[)](?: \d?d3 wounds)?|spellcaster [(][^)]*[)](?: [+]\d+)?|infiltrate [(]\d+[)]"
    r"|base (?:1/2|\d+)(?: or \d+)?|\d+ cargo|elite|fearsome|berserk|disciplined|phalanx(?: [(]\d+[)])?|testudo|charmer"
    r"|negates long weapons|fires every turn|swimmer|\d+ fixed|shield|evasion [(]\d+[)]|missile [+]\d+|[a-z]+ immune"
    r"|[a-z]+ sensitive|slow|regeneration|str [(]\d+[)]|weak|eldritch|\d?d3 (?:hits|wounds)|magical|first strike"
    r"|last strike|long weapon|natural|artillery|fire|water|air|earth)"
)


def load() -> tuple[Row, ...]:
    return tuple(printed_catalogue().rows.values())


PRINTED = load()


def lowered(line: Printed | StatLine) -> Cells:
    return {column: cell.lower() for column, cell in asdict(line).items()}


def read(row: Row, but: Reading | None = None) -> Cells:
    """The printed cells in our notation, in lower case."""
    line = lowered(row.printed)
    for reading in READINGS:
        line = line if reading is but else reading(row, line)
    return line


def abilities(text: str) -> list[str]:
    return [word for part in ABILITIES.split(text) if (word := part.strip(" ,"))]


def attacks(cell: str) -> list[list[str]]:
    """Attacks in order, `or` between them: the figures of each, then its abilities in no order."""
    pieces = (re.fullmatch(r"(.*?/\d+)?(.*)", piece) for piece in re.split("; |( or )", cell) if piece)
    return [[piece[1] or "", *sorted(abilities(piece[2]))] for piece in pieces if piece]


def arranged(line: Cells) -> dict[str, Any]:
    """Case, commas and the order of abilities inside a cell vary in print and mean nothing."""
    loose = {column: sorted(abilities(line[column])) for column in ("move", "armour", "magic", "morale", "special")}
    strict = {column: line[column] for column in ("vp", "wounds")}
    return loose | strict | {column: attacks(line[column]) for column in ("melee", "missile")}


def test_all_rows_of_the_book_are_compared() -> None:
    assert len(PRINTED) == len({row.slug for row in PRINTED}) == 399


@law_of(PRINTED, lambda row: row.slug)
def test_rendered_cells_are_the_printed_cells(row: Row) -> None:
    assert arranged(lowered(cells(row))) == arranged(read(row))


def named(reading: Reading) -> str:
    return getattr(reading, "__name__", None) or "-".join(str(part) for part in reading[:2])  # type: ignore[index]


@pytest.mark.parametrize("reading", READINGS, ids=named)
def test_no_reading_is_stale(reading: Reading) -> None:
    assert any(arranged(read(row, but=reading)) != arranged(read(row)) for row in PRINTED)


def test_every_reading_has_a_reason() -> None:
    assert [reading for reading in READINGS if not getattr(reading, "reason", reading.__doc__)] == []


def test_order_of_abilities_varies_in_print() -> None:
    texts = [(cells(row).melee.lower(), read(row)["melee"]) for row in PRINTED]
    assert any(attacks(ours) == attacks(theirs) and abilities(ours) != abilities(theirs) for ours, theirs in texts)


@law_of(PRINTED, lambda row: row.slug)
def test_cells_come_from_the_fields_alone(row: Row) -> None:
    assert cells(replace(row, printed=Printed(name=""))) == cells(row)


def changed(fields: Any) -> Iterator[Any]:
    """Copies of plain values, one figure or flag changed in each of them."""
    match fields:
        case bool():
            yield not fields
        case int():
            yield fields + 1
        case float():
            yield max(size for size in BASE_SIZES if size != fields)
        case dict():
            yield from (fields | {key: other} for key, value in fields.items() for other in changed(value))
        case list():
            yield from (
                [*fields[:i], other, *fields[i + 1 :]] for i, each in enumerate(fields) for other in changed(each)
            )


# What the notes of a row, its name and its army's page say; the nine columns are made without them.
SAID_ELSEWHERE = {
    *("room", "drawn_by", "carried_by", "cannot_mount", "cannot_lead_phalanx"),
    *("vehicle_type", "mounted", "horse_like"),
}


def shown_fields(row: Row) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(row)
    return {name: value for name, value in fields.items() if name not in SAID_ELSEWHERE}


def fits_its_base(fields: dict[str, Any]) -> bool:
    width, depth, _ = FOOTPRINTS[fields.get("base", 1)]
    stands_on = fields.get("footprint") or (width, depth)
    return bool(stands_on[0] >= width and stands_on[1] >= depth)


@law_of(PRINTED, lambda row: row.slug)
def test_no_figure_changes_unseen(row: Row) -> None:
    line = arranged(lowered(cells(row)))
    # A base that is larger than the row's own footprint is refused before it has a line.
    others = [msgspec.convert(fields, Row) for fields in changed(shown_fields(row)) if fits_its_base(fields)]
    assert [other for other in others if arranged(lowered(cells(other))) == line] == []


ARTILLERY = Missile(name="Bolts", range=24, attacks=1, skill=3, artillery=True)

EXAMPLES = [
    ("move", Statistics(movement=Movement(ground=8, fly=15)), '8" 15" fly'),
    ("move", Statistics(movement=Movement(ground=4, fly=15, abilities=("swimmer",))), '4" 15" fly, swimmer'),
    ("move", Statistics(movement=Movement(ground=6, swim=12)), '6" 12" swim'),
    ("move", Statistics(movement=Movement(fly=12)), '12" fly'),
    ("move", Statistics(movement=Movement(ground=6, abilities=("ignores-terrain",))), '6" ignores terrain'),
    ("wounds", Statistics(wounds=0), ""),
    ("armour", Statistics(), ""),
    ("armour", Statistics(armour=Armour()), "0"),
    ("armour", Statistics(armour=Armour(value=3, fixed=True), defence=Defence(evasion=1)), "3 fixed, evasion (1)"),
    (
        "armour",
        Statistics(armour=Armour(value=3), defence=Defence(shield=True), second_armour=Armour(value=2, fixed=True)),
        "3 shield or 2 fixed",
    ),
    ("magic", Statistics(defence=Defence(magic_resistance=3, immune=("fire", "air"))), "3 fire immune, air immune"),
    ("magic", Statistics(defence=Defence(immune=("fire",))), "0 fire immune"),
    ("morale", Statistics(morale=Morale(value=9, kind="fearless")), "9 fearless"),
    ("morale", Statistics(morale=Morale(value=9, kind="berserk")), "9"),
    ("special", Statistics(morale=Morale(value=9, kind="berserk")), "berserk"),
    (
        "melee",
        Statistics(melee=(Melee(attacks=3, skill=4, strength=2, magical=True, first_strike=True),)),
        "3/4 Str (2), magical, first strike",
    ),
    (
        "melee",
        Statistics(melee=(Melee(attacks=1, skill=2), Melee(name="tail", attacks=1, skill=4, wounds_d3=2))),
        "1/2; Tail: 1/4 2d3 wounds",
    ),
    (
        "melee",
        Statistics(
            melee=(Melee(attacks=4, skill=3), Melee(attacks=10, skill=3, sweep=True, sweeps=2, alternative=True))
        ),
        "4/3 or 2 sweeps (10)/3",
    ),
    ("melee", Statistics(melee=(Melee(attacks=1, skill=2, per_wound=True),)), "wounds/2"),
    ("melee", Statistics(melee=(Melee(attacks=2, skill=2, per_wound=True),)), "2 x wounds/2"),
    (
        "missile",
        Statistics(missile=(Missile(name="Bow", range=21, attacks=1, skill=2, strength=1),)),
        'Bow (21"): 1/2 Str (1)',
    ),
    (
        "missile",
        Statistics(missile=(Missile(range=36, min_range=12, attacks=1, skill=3, hits_d3=1, strength="eldritch"),)),
        '(12"-36"): 1/3 eldritch, d3 hits',
    ),
    ("special", Statistics(ramming=Melee(attacks=1, skill=3, strength=2, wounds_d3=1)), "ram 1/3 Str (2) d3 wounds"),
    ("special", Statistics(missile=(ARTILLERY,)), "fires every turn"),
    ("special", Statistics(missile=(replace(ARTILLERY, natural=True),)), ""),
    ("special", Statistics(missile=(replace(ARTILLERY, natural=True, reloads=True),)), "fires every other turn"),
    (
        "special",
        Statistics(base=0.5, missile=(ARTILLERY, replace(ARTILLERY, name="Shot", reloads=True))),
        "base 1/2, Bolts fires every turn",
    ),
]


@of_each(("column", "statistics", "cell"), EXAMPLES)
def test_one_way_of_writing(column: str, statistics: Statistics, cell: str) -> None:
    assert getattr(stat_line(statistics), column) == cell


def test_a_row_adds_its_identity() -> None:
    by_slug = {row.slug: cells(row) for row in PRINTED}
    assert by_slug["giant-kings/rollers"].vp == "+35"
    assert by_slug["monsters/wolf"].special == "base 1 or 2"
    assert by_slug["barbarians/great-hero"].missile == "(1/3)"
    assert by_slug["snakemen/kaa-wizard"].special == "base 2, infiltrate (454), spellcaster (earth, water, nature)"
    assert by_slug["daemons/daemon-lord"].special == "base 4, spellcaster (chaos, fire) +250"


def test_remarks_end_the_special_cell() -> None:
    line = stat_line(Statistics(base=2, fearsome=True), ["spellcaster", "infiltrate (29)"])
    assert (line.special, line.vp) == ("base 2, fearsome, spellcaster, infiltrate (29)", "")


VALID: dict[type[inspect.Type], Callable[[Any], st.SearchStrategy[Any]]] = {
    inspect.IntType: lambda kind: st.integers(kind.ge, kind.le),
    inspect.FloatType: lambda kind: st.sampled_from(BASE_SIZES),
    inspect.BoolType: lambda kind: st.booleans(),
    inspect.StrType: lambda kind: st.text("abc Def'-,;:", max_size=12),
    inspect.NoneType: lambda kind: st.none(),
    inspect.Metadata: lambda kind: valid(kind.type),
    inspect.LiteralType: lambda kind: st.sampled_from(kind.values),
    inspect.UnionType: lambda kind: st.one_of([valid(each) for each in kind.types]),
    inspect.EnumType: lambda kind: st.sampled_from(kind.cls),
    inspect.TupleType: lambda kind: st.tuples(*(st.integers(5, each.le) for each in kind.item_types)),  # any base fits
    inspect.VarTupleType: lambda kind: st.lists(valid(kind.item_type), max_size=3).map(tuple),
    inspect.StructType: lambda kind: st.builds(kind.cls, **{each.name: valid(each.type) for each in kind.fields}),
}


def valid(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value that the readers accept as this type; words hold no digits, so that figures can be counted."""
    return VALID[type(kind)](kind)


def figures(value: Any) -> Iterator[int]:
    """The figures a stat line must show: single dice, single attacks by wound and the wounds of equipment don't."""
    match value:
        case bool() | str() | None:
            return
        case int():
            yield value
        case tuple():
            for each in value:
                yield from figures(each)
        case msgspec.Struct():
            for field in value.__struct_fields__:
                yield from () if silent(value, field) else figures(getattr(value, field))


def silent(value: Any, field: str) -> bool:
    figure: int = getattr(value, field)
    match field:
        case "base":
            return True
        case "strength" | "min_range" | "wounds" | "evasion" | "missile_armour" | "magic_resistance":
            return figure == 0
        case "hits_d3" | "wounds_d3":
            return figure < 2
        case "sweeps":
            return figure == 1 or not (isinstance(value, Melee) and value.sweep)
        case "attacks":
            return figure == 1 and isinstance(value, Melee) and value.per_wound
    return False


@given(valid(inspect.type_info(Statistics)))
def test_a_stat_line_holds_every_figure(statistics: Statistics) -> None:
    text = " ".join(asdict(stat_line(statistics)).values()).replace("d3 ", "d ")
    assert Counter(figures(statistics)) - Counter(map(int, re.findall(r"\d+", text))) == Counter()
