"""Shields and tinctures as values, and as pictures."""

from tabletop.heraldry.blazonry import blazon
from tabletop.heraldry.markup import svg, swatch
from tabletop.heraldry.paths import Path, Segment
from tabletop.heraldry.pictures import COLOURS, Fill, Paint, Picture, Stroke, picture, roundel
from tabletop.heraldry.values import Charge, Division, Shield, Tincture, breaks_rule_of_tincture

__all__ = [
    "COLOURS", "Charge", "Division", "Fill", "Paint", "Path", "Picture", "Segment", "Shield", "Stroke", "Tincture",
    "blazon", "breaks_rule_of_tincture", "picture", "roundel", "svg", "swatch",
]  # fmt: skip
