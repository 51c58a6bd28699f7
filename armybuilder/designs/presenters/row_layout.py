"""The form of one row of an own list: what nearly every row states first, as it is typed; the rest folds away."""

from __future__ import annotations

from armybuilder.designs.presenters import form_layout as layout
from armybuilder.designs.presenters.form_layout import Block, Control, Entry, Field, Form, Group
from armybuilder.designs.presenters.form_reading import UNKNOWN
from tabletop.arcana.catalogue.profiles import MOST_LINES, School, Section

MOST_PRICE = 100_000
PLAIN = ("", "0", "1", "natural")  # what stands in fields that say nothing
NAME = Entry("name", "Name of the row", Field.TEXT)
SECTIONS = tuple((each.value, each.replace("-", " ").capitalize()) for each in Section if each != Section.EQUIPMENT)
SCHOOLS = tuple((school.value, school.capitalize()) for school in School)
ROOMS = (("0", "None"), *((str(number), str(number)) for number in range(1, 13)), (UNKNOWN, "Not said"))
FIRST = "melee[0]."
USUAL = (
    Entry("section", "Section", Field.CHOICE, choices=SECTIONS, default="troops"),
    Entry("points", "Points, or empty", most=MOST_PRICE),
    Entry("movement.ground", "Ground ″", most=120),
    Entry("wounds", "Wounds", default="1"),
    Entry("armour.value", "Armour", most=6),
    Entry("morale.value", "Morale", most=11),
    *(Entry(f"{FIRST}{entry.path}", entry.label, entry.kind, entry.most, entry.choices) for entry in layout.FIGURES),
    layout.BASE,
)
SHIELD = "defence.shield"
MOVING = tuple(entry for entry in layout.MOVEMENT if entry.path != "movement.ground")
ARMOUR = tuple(entry for entry in layout.WOUNDS if entry.path == "armour.fixed")
DEFENCE = tuple(entry for entry in (*layout.DEFENCE, *layout.RARE_DEFENCE) if entry.path != SHIELD)
SHIELDED = tuple(entry for entry in layout.DEFENCE if entry.path == SHIELD)
COURAGE = (
    *(entry for entry in layout.MORALE if entry.path != "morale.value"),
    Entry("fearsome", "Fearsome", Field.CHECK),
)
MAGIC = (
    Entry("spellcaster.schools", "Casts spells of", Field.MANY, choices=SCHOOLS),
    Entry("spellcaster.cost", "Points for its magic", most=1000),
)
TERMS = (
    Entry("elite", "Elite whatever it costs", Field.CHECK),
    Entry("infiltrate_cost", "Points as infiltrator", most=MOST_PRICE),
    Entry("phalanx_cost", "Points for a phalanx", most=MOST_PRICE),
    Entry("mounted", "Rider with its beast", Field.CHECK),
    Entry("horse_like", "Built like a horse", Field.CHECK),
    Entry("cannot_mount", "Never rides", Field.CHECK),
    Entry("cannot_lead_phalanx", "Never leads a phalanx", Field.CHECK),
    Entry("room", "Riders beside its own", Field.CHOICE, choices=ROOMS, default="0"),
)
NOTE = (Entry("note", "Note", Field.TEXT),)


def groups_of_row(form: Form, *, spare: int = 1) -> tuple[Group, ...]:
    """The whole form, with so many more lines of attacks than are in the fields."""
    standing = (*MOVING, *ARMOUR, *layout.SECOND_ARMOUR, *DEFENCE)
    return (
        Group("Figures", (Block((*form.controls(USUAL), *form.controls(SHIELDED))),)),
        _folded("Movement, armour and defence", Block(form.controls(standing))),
        _folded("Morale", Block(form.controls(COURAGE))),
        _folded("Missiles", *_shots(form, spare)),
        _folded("More about its blows", *_blows(form, spare)),
        _folded("Ramming", Block(form.controls((layout.NAMED, *layout.BLOWS, *layout.RARE_BLOWS), "ramming."))),
        _folded("Characters and magic", Block(form.controls((*layout.MISSILE_SKILL, *MAGIC)))),
        _folded("Terms and note", Block(form.controls((*TERMS, *NOTE)))),
    )


def _blows(form: Form, spare: int) -> list[Block]:
    """What else the first line of melee has, then the others."""
    more = (layout.NAMED, *(entry for entry in layout.BLOWS if entry not in layout.FIGURES), *layout.RARE_BLOWS)
    whole = (layout.NAMED, *layout.BLOWS, layout.REPLACES, *layout.RARE_BLOWS)
    lines = [Block(form.controls(whole, f"melee[{number}].")) for number in _numbers(form, "melee", spare) if number]
    return [Block(form.controls(more, FIRST)), *lines]


def _shots(form: Form, spare: int) -> list[Block]:
    whole = (layout.NAMED, *layout.SHOTS, layout.REPLACES, *layout.RARE_SHOTS)
    return [Block(form.controls(whole, f"missile[{number}].")) for number in _numbers(form, "missile", spare)]


def _numbers(form: Form, head: str, spare: int) -> range:
    last = max(form.lines(head), default=-1 if head == "missile" else 0)
    return range(min(last + 1 + spare, MOST_LINES))


def _folded(title: str, *blocks: Block) -> Group:
    return Group(title, blocks, is_open=any(_says(control) for block in blocks for control in block.usual))


def _says(control: Control) -> bool:
    return bool(control.problem) or any(value not in (*PLAIN, control.entry.default) for value in control.chosen)
