"""A spell's structured fields written as the header line of the book."""

from __future__ import annotations

from tabletop.arcana.catalogue.spells.spell import Kind, Range, Save, Spell

WORDS_OF_RANGE = {
    "line-of-sight": "Line of Sight",
    "contact": "Contact",
    "self": "Self",
    "none": "Irrelevant",
}
WORDS_OF_KIND: dict[Kind, str] = {"instant": "Instant", "persistent": "Persistent", "summoning": "Summoning"}
WORDS_OF_SAVE: dict[Save, str] = {
    "none": "No Save",
    "unit": "Unit Save",
    "individual": "Individual Save",
    "individual-saves": "Individual Saves",
    "multiple": "Multiple Saves",
    "none-but-unit": "No Save but Unit Save",
    "none-but-individual": "No Save but Individual Save",
    "none-or-individual": "No Save or Individual Save",
    "special": "Special Save",
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
