"""What is cut out and laid on the table: templates, gauges, base outlines, movement trays."""

from tabletop.arcana.printing.cutouts.sheet import CutKind, cutouts_of, cutting_sheet

__all__ = ["CutKind", "cutouts_of", "cutting_sheet"]
