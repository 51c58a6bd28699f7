"""What is cut out and laid on the table: templates, gauges, base outlines, movement trays."""

from tabletop.arcana.printing.cutouts.sheet import CutoutKind, cutout_sheet, cutouts_of

__all__ = ["CutoutKind", "cutout_sheet", "cutouts_of"]
