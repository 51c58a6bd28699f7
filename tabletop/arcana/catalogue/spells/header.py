"""A spell's structured fields written as the header line of the book."""

from __future__ import annotations

from tabletop.arcana.catalogue.spells.spell import Range, Save, Spell, SpellKind

WORDS_OF_RANGE = {
    "line-of-sight": "Line of Sight",
    "contact": "Contact",
    "self": "Self",
    "none": "Irrelevant",
}
WORDS_OF_KIND: dict[SpellKind, str] = {
    SpellKind.INSTANT: "Instant",
    SpellKind.PERSISTENT: "Persistent",
    SpellKind.SUMMONING: "Summoning",
}
WORDS_OF_SAVE: dict[Save, str] = {
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


def header(spell: Spell) -> str:
    """`Level 3, Range: 18", Instant, Individual Saves`; `spell.printed` isn't read."""
    cells = [f"Level {spell.level}", f"Range: {range_words(spell.range)}"]
    cells += [WORDS_OF_KIND[spell.kind], WORDS_OF_SAVE[spell.save]]
    cells += [] if spell.template is None else ["Template"]
    return ", ".join(cells)


def range_words(reach: Range) -> str:
    """`18"`, `Line of Sight`."""
    return f'{reach}"' if isinstance(reach, int) else WORDS_OF_RANGE[reach]
