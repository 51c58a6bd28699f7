"""Spells: strict reading, their fields written back into the printed header, and the header in our words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells.effects import Revives, Summons
from tabletop.arcana.catalogue.spells.header import WORDS_OF_RANGE, header
from tabletop.arcana.catalogue.spells.spell import Save, Spell, SpellKind, Template, in_school
from tests.catalogue import printed_catalogue, read_yaml
from tests.laws import law_of, of_each

FOLDER = Path(__file__).parents[4] / "fixtures" / "arcana" / "spells"
ENTRIES = {
    "general": 5,
    "life": 8,
    "death": 10,
    "nature": 10,
    "chaos": 10,
    "earth": 10,
    "fire": 11,
    "water": 11,
    "air": 10,
    "plague": 10,
}

RIPPLE: dict[str, Any] = {
    "slug": "water/ripple",
    "name": "Ripple",
    "schools": [{"school": "water", "place": 12}, {"school": "earth", "place": 11}],
    "level": 2,
    "range": 15,
    "kind": "persistent",
    "save": "none-but-unit",
    "printed": {
        "name": "RIPPLE",
        "level": "Level 2",
        "range": 'Range 15"',
        "kind": "Persistent",
        "saves": "No Save except Unit Save",
        "template": "Template",
    },
    "template": {"shape": "circle", "sizes": [[4, 4]], "sight": "open"},
    "target": {"what": "place"},
    "effects": [{"effect": "hits", "hits": "d6", "element": "water", "whom": "units-touched", "again": "on-touch"}],
    "text": "A wave 4 bases across.",
}
SPARKLE: dict[str, Any] = {
    "slug": "air/sparkle",
    "name": "Sparkle",
    "schools": [{"school": "air", "place": 11}],
    "level": 1,
    "range": "contact",
    "kind": "instant",
    "save": "individual-saves",
    "printed": {
        "name": "SPARKLE",
        "level": "Level 1",
        "range": "Range: Touch",
        "kind": "Instantaneous",
        "saves": "Individual Saves",
    },
    "target": {"what": "model"},
    "effects": [{"effect": "hits", "hits": "3", "strength": "eldritch"}],
    "text": "3 eldritch hits.",
}


PRINTED_RANGE = {"line-of-sight": "Line of Sight", "contact": "Contact", "self": "Self", "none": "Irrelevant"}
PRINTED_SAVE: dict[Save, str] = {
    Save.NONE: "No Save",
    Save.UNIT: "Unit Save",
    Save.INDIVIDUAL: "Individual Save",
    Save.INDIVIDUAL_SAVES: "Individual Saves",
    Save.MULTIPLE: "Multiple Saves",
    Save.NONE_BUT_UNIT: "No Save but Unit Save",
    Save.NONE_BUT_INDIVIDUAL: "No Save but Individual Save",
    Save.NONE_OR_INDIVIDUAL: "No Save or Individual Save",
    Save.SPECIAL: "Special Save",
}


def in_print(each: Spell) -> str:
    """`Level 3, Range: 18", Instant, Individual Saves`: the fields in the book's notation; `printed` isn't read."""
    reach = f'{each.range}"' if isinstance(each.range, int) else PRINTED_RANGE[each.range]
    cells = [f"Level {each.level}", f"Range: {reach}", each.kind.capitalize(), PRINTED_SAVE[each.save]]
    return ", ".join(cells + ["Template"] * bool(each.template))


class Reading(NamedTuple):
    """What the print writes otherwise than elsewhere."""

    pattern: str
    replacement: str
    reason: str

    def __call__(self, line: str) -> str:
        return re.sub(self.pattern, self.replacement, line)


READINGS = (
    Reading(r"Range (?=\d|Irr)", "Range: ", "colon left out"),
    Reading(r"\bTouch\b", "Contact", "another word (ruling S4)"),
    Reading(r"\bInstantaneous\b", "Instant", "the longer word"),
    Reading(r"\bexcept Unit\b", "but Unit", "another word"),
    Reading(r"\bsave\b", "Save", "lower case"),
    Reading(r"[.]$", "", "full stop"),
    Reading(r"\bSpecial Saves\b", "Special Save", "plural"),
)
UNMARKED_TEMPLATES = {"chaos/chaos-vortex"}  # ruling S5


def spell(fields: dict[str, Any], **changes: Any) -> Spell:
    return msgspec.convert(fields | changes, Spell)


def load() -> Iterator[Spell]:
    for path in sorted(FOLDER.glob("*.yaml")):
        yield from (spell(fields) for fields in read_yaml(path)["spells"])


PRINTED = tuple(load())
SPELLS = (spell(RIPPLE), spell(SPARKLE), *PRINTED)
every_spell = law_of(SPELLS, lambda spell: spell.slug)


def printed_line(each: Spell, but: Reading | None = None) -> str:
    """The printed cells in our order and words; a template that the print forgot is marked."""
    cells = each.printed
    line = ", ".join((cells.level, cells.range, cells.kind, cells.saves))
    for reading in READINGS:
        line = line if reading is but else reading(line)
    template = "Template" if each.slug in UNMARKED_TEMPLATES else cells.template
    return f"{line}, {template}" if template else line


def creatures(value: Any) -> Iterator[str]:
    """Every catalogue slug that plain values name as a creature."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if key == "creature":
            yield each
        elif isinstance(each, dict | list | tuple):
            yield from creatures(each)


@every_spell
def test_the_fields_are_those_of_the_printed_header(each: Spell) -> None:
    assert in_print(each) == printed_line(each)
    assert each.name.casefold() == each.printed.name.casefold()


@every_spell
def test_the_header_is_in_our_words(each: Spell) -> None:
    """Game terms of a word or two are facts; the book's line isn't repeated."""
    said = header(each).casefold()
    assert in_print(each).casefold() not in said
    assert "range:" not in said
    assert "no save but" not in said
    assert said.startswith(f"level {each.level}, ")


@every_spell
def test_a_spell_writes_itself_as_it_was_read(each: Spell) -> None:
    assert msgspec.json.decode(msgspec.json.encode(each), type=Spell) == each


@every_spell
def test_every_creature_stands_in_the_catalogue(each: Spell) -> None:
    assert set(creatures(msgspec.to_builtins(each))) <= printed_catalogue().rows.keys()


@every_spell
def test_summoning_spells_and_only_they_bring_models_in(each: Spell) -> None:
    brings = any(isinstance(effect, Summons | Revives) for effect in each.effects)
    assert (each.kind == "summoning") == brings


def test_no_two_headers_are_the_same() -> None:
    ranges: tuple[Any, ...] = (6, 12, *WORDS_OF_RANGE)
    templates = (None, Template(shape="circle", sizes=((3, 3),)))
    fields = list(product((1, 2, 3), ranges, tuple(SpellKind), tuple(Save), templates))
    base = spell(SPARKLE)
    headers = {
        header(replace(base, level=level, range=reach, kind=kind, save=save, template=template))
        for level, reach, kind, save, template in fields
    }
    assert len(headers) == len(fields)


@of_each(
    ("change", "field"),
    [
        ({"level": 4}, "level"),
        ({"range": "far"}, "range"),
        ({"range": 0}, "range"),
        ({"save": "maybe"}, "save"),
        ({"duration": "long"}, "duration"),
        ({"schools": []}, "schools"),
        ({"schools": [{"school": "water", "place": 1}]}, "first school"),
        ({"effects": []}, "effects"),
        ({"effects": [{"effect": "sings"}]}, "sings"),
        ({"effects": [{"effect": "hits", "hits": "d4"}]}, "hits"),
        ({"effects": [{"effect": "hits", "hits": "d6", "colour": "red"}]}, "colour"),
        ({"effects": [{"effect": "stat", "stat": "morale"}]}, "amount"),
        ({"effects": [{"effect": "stat", "stat": "morale", "by": 1, "to": 4}]}, "amount"),
        ({"effects": [{"effect": "table", "results": [{"rolls": [1, 2, 3]}]}]}, "d6"),
        ({"effects": [{"effect": "summons", "creature": "Wolf"}]}, "creature"),
        ({"template": {"shape": "circle", "sizes": [[3, 4]]}}, "circle"),
        ({"template": {"shape": "circle", "sizes": []}}, "sizes"),
        ({"text": ""}, "text"),
    ],
)
def test_a_slip_is_refused_and_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        spell(SPARKLE, **change)


@pytest.mark.parametrize(
    ("fields", "change", "marker"),
    [
        (RIPPLE, {}, "template"),
        (RIPPLE, {"template": None}, "counter"),
        (SPARKLE, {}, None),
        (SPARKLE, {"kind": "summoning"}, None),
    ],
)
def test_what_lasts_is_marked_on_the_table(fields: dict[str, Any], change: dict[str, Any], marker: str | None) -> None:
    assert spell(fields, **change).marker == marker


@pytest.mark.parametrize(("sight", "blocks"), [("blocked", True), ("open", False), ("unsaid", False)])
def test_only_a_template_said_to_block_sight_does(sight: str, blocks: bool) -> None:
    template = spell(RIPPLE, template=RIPPLE["template"] | {"sight": sight}).template
    assert template is not None
    assert template.blocks_sight is blocks


def test_a_school_lists_its_spells_by_their_places() -> None:
    ripple, sparkle = spell(RIPPLE), spell(SPARKLE, slug="earth/sparkle", schools=[{"school": "earth", "place": 2}])
    assert in_school([ripple, sparkle], "earth") == (sparkle, ripple)
    assert in_school([ripple, sparkle], "water") == (ripple,)
    assert in_school([ripple, sparkle], "air") == ()


def test_every_school_has_its_printed_number_of_spells() -> None:
    places = {school: [each.place_in(school) for each in in_school(PRINTED, school)] for school in School}
    assert places == {school: list(range(1, entries + 1)) for school, entries in ENTRIES.items()}
    assert len({each.slug for each in PRINTED}) == len(PRINTED) == 94


def test_geyser_alone_is_taught_by_two_schools() -> None:
    assert [each.slug for each in PRINTED if len(each.schools) > 1] == ["earth/geyser"]


@pytest.mark.parametrize("reading", READINGS, ids=[reading.reason for reading in READINGS])
def test_no_reading_is_stale(reading: Reading) -> None:
    assert any(in_print(each) != printed_line(each, but=reading) for each in PRINTED)


def test_only_the_vortex_is_an_unmarked_template() -> None:
    assert {each.slug for each in PRINTED if each.template and not each.printed.template} == UNMARKED_TEMPLATES
