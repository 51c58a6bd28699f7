"""The rules in play on a page or two: all of them, or only those that a roster's units use."""

from tabletop.arcana.printing.reference.sheet import reference_sheet
from tabletop.arcana.printing.reference.uses import tags_of
from tabletop.arcana.reference.short import PARTS, Entry, Part, Tag

__all__ = ["PARTS", "Entry", "Part", "Tag", "reference_sheet", "tags_of"]
