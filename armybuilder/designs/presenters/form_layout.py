"""The designer's form in the order of the formula: groups of controls with their values and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.designs.presenters.form_reading import Fields
from tabletop.arcana.catalogue.profiles import BASE_SIZES, MOST_LINES, PRICED_ELEMENTS, TerrainAbility

Choices = tuple[tuple[str, str], ...]

NOTHING = ("", "–")
KINDS = (
    ("creature", "Troops"),
    ("monster", "Monster"),
    ("character", "Character"),
    ("vehicle", "Vehicle"),
    ("war-machine", "War machine"),
)
MORALES = (("natural", "Natural"), ("fearless", "Fearless"), ("berserk", "Berserk"))
STRENGTHS = (("weak", "Weak"), *((str(number), str(number)) for number in range(7)), ("eldritch", "Eldritch"))
ELEMENTS = tuple((element, element.capitalize()) for element in PRICED_ELEMENTS)
TERRAIN = tuple((ability, ability.replace("-", " ").capitalize()) for ability in TerrainAbility)
MAGIC = (("", "No"), ("general", "General spells only"), ("schools", "Schools"))
BASES = tuple((f"{size:g}", "½" if size == 0.5 else f"{size:g}") for size in BASE_SIZES)


class Field(StrEnum):
    """What a field is filled in with."""

    NUMBER = "number"
    CHECK = "check"
    CHOICE = "choice"
    TEXT = "text"
    MANY = "many"


class Entry(Struct, frozen=True):
    """One field of the form, before anything stands in it."""

    path: str
    label: str
    kind: Field = Field.NUMBER
    most: int = 100
    choices: Choices = ()
    hint: str = ""
    default: str = ""


class Control(Struct, frozen=True):
    """A field as it is shown; `chosen` are the values in it."""

    entry: Entry
    chosen: tuple[str, ...]
    problem: str = ""

    @property
    def id(self) -> str:
        return identity(self.entry.path)

    @property
    def value(self) -> str:
        return self.chosen[-1] if self.chosen else ""

    @property
    def options(self) -> Choices:
        """The choices, and what was chosen if it isn't one of them."""
        known = {value for value, _ in self.entry.choices}
        return self.entry.choices + tuple((value, value) for value in self.chosen if value not in known)


class Block(Struct, frozen=True):
    """Controls that belong together: first the usual ones, then those that fold away."""

    usual: tuple[Control, ...]
    rare: tuple[Control, ...] = ()
    number: int = 0
    name: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something rare is stated or wrong."""
        return any(control.problem or control.value not in ("", "0", "1") for control in self.rare)


class Group(Struct, frozen=True):
    """A section of the formula; `adds` is the kind of line that it can have more of."""

    title: str
    blocks: tuple[Block, ...]
    is_open: bool = True
    adds: str = ""

    @property
    def singular(self) -> str:
        return self.adds.capitalize()

    @property
    def is_full(self) -> bool:
        return len(self.blocks) >= MOST_LINES

    @property
    def controls(self) -> tuple[Control, ...]:
        return tuple(control for block in self.blocks for control in (*block.usual, *block.rare))


@lru_cache(maxsize=2000)  # each control asks for its own a few times
def identity(path: str) -> str:
    """A path as an element's id: `melee[0].skill` is `melee-0-skill`."""
    return re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-")


def _check(path: str, label: str, hint: str = "") -> Entry:
    return Entry(path, label, Field.CHECK, hint=hint)


KIND = Entry("kind", "Kind", Field.CHOICE, choices=KINDS, default="creature")
NAME = Entry("name", "Name of the design", Field.TEXT)
BASE = Entry("base", "Base", Field.CHOICE, choices=BASES, default="1")
MOVEMENT = (
    Entry("movement.ground", "Ground ″", most=120),
    Entry("movement.fly", "Fly ″", most=120),
    Entry("movement.swim", "Swim ″", most=120, hint="A speed of its own in water"),
    Entry("movement.abilities", "Crosses", Field.MANY, choices=TERRAIN),
)
WOUNDS = (
    Entry("wounds", "Wounds"),
    Entry("armour.value", "Armour", most=6),
    _check("armour.fixed", "Fixed"),
)
SECOND_ARMOUR = (Entry("second_armour.value", "Second armour", most=6), _check("second_armour.fixed", "Fixed"))
DEFENCE = (
    Entry("defence.magic_resistance", "Magic resistance", most=5),
    Entry("defence.evasion", "Evasion", most=2),
    Entry("defence.missile_armour", "Missile armour +", most=4),
    _check("defence.shield", "Shield"),
    _check("defence.regeneration", "Regeneration"),
    _check("defence.missile_immune", "Missile immune"),
    _check("defence.slow", "Slow"),
)
RARE_DEFENCE = (
    _check("defence.negates_long_weapons", "Negates long weapons"),
    _check("defence.testudo", "Testudo"),
    _check("defence.charmer", "Charmer"),
    Entry("defence.immune", "Immune to", Field.MANY, choices=ELEMENTS),
    Entry("defence.sensitive", "Sensitive to", Field.MANY, choices=ELEMENTS),
)
MORALE = (
    Entry("morale.value", "Morale", most=11),
    Entry("morale.kind", "Kind", Field.CHOICE, choices=MORALES, default="natural"),
    _check("morale.disciplined", "Disciplined"),
)
SPECIAL = (
    _check("fearsome", "Fearsome"),
    _check("infiltrates", "Infiltrates"),
    _check("mounted", "Rider with its beast"),
    Entry("spellcaster", "Spellcaster", Field.CHOICE, choices=MAGIC),
)
MISSILE_SKILL = (
    Entry("missile_skill.attacks", "Missile weapon, shots", hint="A character's, for the weapon that it buys"),
    Entry("missile_skill.skill", "Missile weapon, skill", most=5, hint="Free; only 3 to 5 can buy one"),
)
FIGURES = (
    Entry("attacks", "Attacks"),
    Entry("skill", "Skill", most=5),
    Entry("strength", "Strength", Field.CHOICE, choices=STRENGTHS, default="0"),
)
BLOWS = (
    *FIGURES,
    _check("magical", "Magical"),
    _check("long_weapon", "Long weapon"),
    _check("first_strike", "First strike"),
    _check("last_strike", "Last strike"),
)
RARE_BLOWS = (
    _check("phalanx", "Phalanx"),
    _check("sweep", "Sweep", "Attacks are then the sweep's number"),
    Entry("sweeps", "Sweeps", most=10),
    Entry("hits_d3", "d3 hits"),
    Entry("wounds_d3", "d3 wounds"),
    Entry("element", "Element", Field.CHOICE, choices=(NOTHING, *ELEMENTS)),
    _check("per_wound", "Attacks for each wound"),
)
SHOTS = (
    Entry("range", "Range ″", most=45),
    *FIGURES,
    _check("magical", "Magical"),
    _check("natural", "Natural"),
    _check("artillery", "Artillery"),
    _check("reloads", "Reloads"),
)
RARE_SHOTS = (
    Entry("min_range", "Least range ″", most=45),
    Entry("hits_d3", "d3 hits"),
    Entry("wounds_d3", "d3 wounds"),
    Entry("element", "Element", Field.CHOICE, choices=(NOTHING, *ELEMENTS)),
)
NAMED = Entry("name", "Name", Field.TEXT)
REPLACES = _check("alternative", "Replaces the line before", "The cheaper of the two then costs half")


class Form(Struct, frozen=True):
    """The values of the fields, and the problems by path."""

    fields: Fields
    problems: Mapping[str, str]

    def control(self, entry: Entry, prefix: str = "") -> Control:
        path = f"{prefix}{entry.path}"
        chosen = tuple(self.fields.get(path, ()))
        if not any(chosen) and entry.default:
            chosen = (entry.default,)
        return Control(replace(entry, path=path), chosen, self.problem(path))

    def problem(self, path: str) -> str:
        """What is wrong with a field, or with one of its parts that has no field of its own."""
        return " ".join(reason for field, reason in self.problems.items() if field_of(field) == path)

    def controls(self, entries: tuple[Entry, ...], prefix: str = "") -> tuple[Control, ...]:
        return tuple(self.control(entry, prefix) for entry in entries)

    def stated(self, head: str) -> bool:
        """Whether anything of a part is in the fields or wrong."""
        names = [path for path, values in self.fields.items() if any(values)]
        return any(path.startswith(head) for path in (*names, *self.problems))

    def lines(self, head: str) -> list[int]:
        """The numbers of the lines that the fields have."""
        pattern = re.compile(rf"{head}\[(\d+)\]\.\w+")
        return sorted({int(match[1]) for match in map(pattern.fullmatch, self.fields) if match})


def field_of(path: str) -> str:
    """The field of the form that shows a path: parts of lists and whole parts stand in one field."""
    whole = {
        "second_armour": "second_armour.value",
        "armour": "armour.value",
        "morale": "morale.value",
        "missile_skill": "missile_skill.attacks",
    }
    plain = path if path.startswith(("melee[", "missile[")) else re.sub(r"\[\d+\]$", "", path)
    return whole.get(plain, plain)


def groups(form: Form) -> tuple[Group, ...]:
    """The whole form in the order of the formula."""
    return (
        Group("Movement", (Block(form.controls(MOVEMENT)),)),
        Group("Wounds and armour", (Block(form.controls(WOUNDS), form.controls(SECOND_ARMOUR), name="armour"),)),
        Group("Defence", (Block(form.controls(DEFENCE), form.controls(RARE_DEFENCE), name="defence"),)),
        Group("Morale", (Block(form.controls(MORALE)),)),
        Group("Melee", _lines(form, "melee", BLOWS, RARE_BLOWS), adds="melee"),
        Group("Missiles", _lines(form, "missile", SHOTS, RARE_SHOTS), form.stated("missile"), adds="missile"),
        Group("Ramming", (_ram(form),), form.stated("ramming.attacks")),
        Group("Special", (Block(form.controls(SPECIAL), form.controls(MISSILE_SKILL), name="special"),)),
        Group("Base", (Block(form.controls((BASE,))),)),
    )


def _lines(form: Form, head: str, usual: tuple[Entry, ...], rare: tuple[Entry, ...]) -> tuple[Block, ...]:
    blocks = []
    for number in form.lines(head):
        prefix = f"{head}[{number}]."
        first = (NAMED, REPLACES) if number else (NAMED,)
        entries = (first[0], *usual, *first[1:])
        blocks.append(Block(form.controls(entries, prefix), form.controls(rare, prefix), number, head))
    return tuple(blocks)


def _ram(form: Form) -> Block:
    return Block(form.controls(BLOWS, "ramming."), form.controls(RARE_BLOWS, "ramming."), name="ramming")
