"""A spell's structured fields as one line in our words."""

from __future__ import annotations

from tabletop.arcana.catalogue.spells.spell import Range, Save, Spell, SpellKind

WORDS_OF_RANGE = {
    "line-of-sight": "in sight",
    "contact": "touch",
    "self": "self",
    "none": "anywhere",
}
WORDS_OF_KIND: dict[SpellKind, str] = {
    SpellKind.INSTANT: "instant",
    SpellKind.PERSISTENT: "persistent",
    SpellKind.SUMMONING: "summoning",
}
WORDS_OF_SAVE: dict[Save, str] = {
    Save.NONE: "no save",
    Save.UNIT: "unit save",
    Save.INDIVIDUAL: "own save",
    Save.INDIVIDUAL_SAVES: "a save each",
    Save.MULTIPLE: "a save for each hit",
    Save.NONE_BUT_UNIT: "unit save of enemies only",
    Save.NONE_BUT_INDIVIDUAL: "own save of enemies only",
    Save.NONE_OR_INDIVIDUAL: "no save, or own save",
    Save.SPECIAL: "a save of its own kind",
}


def header(spell: Spell) -> str:
    """`level 3, 18", instant, a save each`; `spell.printed` isn't read."""
    cells = [f"level {spell.level}", range_words(spell.range), WORDS_OF_KIND[spell.kind], WORDS_OF_SAVE[spell.save]]
    cells += [] if spell.template is None else ["template"]
    return ", ".join(cells)


def range_words(reach: Range) -> str:
    """`18"`, `in sight`."""
    return f'{reach}"' if isinstance(reach, int) else WORDS_OF_RANGE[reach]
