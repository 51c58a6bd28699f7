"""Spells as values: who may be targeted, what they do, and the header the book prints."""

from tabletop.arcana.catalogue.spells.effects import SpellEffect
from tabletop.arcana.catalogue.spells.glossary import HEADER_WORDS, HeaderWord, header_words
from tabletop.arcana.catalogue.spells.header import header
from tabletop.arcana.catalogue.spells.spell import Save, Spell, SpellKind, Target, Template, in_school

__all__ = [
    "HEADER_WORDS",
    "HeaderWord",
    "Save",
    "Spell",
    "SpellEffect",
    "SpellKind",
    "Target",
    "Template",
    "header",
    "header_words",
    "in_school",
]
