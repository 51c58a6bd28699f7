"""Spells as values: who may be targeted, what they do, and the header the book prints."""

from tabletop.arcana.spells.effects import SpellEffect
from tabletop.arcana.spells.header import header
from tabletop.arcana.spells.spell import Kind, Save, Spell, Target, Template, in_school

__all__ = ["Kind", "Save", "Spell", "SpellEffect", "Target", "Template", "header", "in_school"]
