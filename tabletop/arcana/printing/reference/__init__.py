"""The rules in play on a page or two: all of them, or only those that a roster's units use."""

from tabletop.arcana.printing.reference.lines import PARTS, Entry, Part, Tag
from tabletop.arcana.printing.reference.sheet import reference_sheet
from tabletop.arcana.printing.reference.uses import tags_of

__all__ = ["PARTS", "Entry", "Part", "Tag", "reference_sheet", "tags_of"]
