"""Numbers of facts in words."""

from __future__ import annotations

from tabletop.arcana.battle.state import INCH
from tabletop.arcana.catalogue.counted_names import counted


def in_inches(hundredths: int) -> str:
    """As `6 inches`, `1 inch`, `4.5 inches`."""
    whole, rest = divmod(hundredths, INCH)
    number = f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)
    return f"{number} {'inch' if hundredths == INCH else 'inches'}"


def wounds_struck(wounds: int | None) -> str:
    """As `2 wounds`; without a number the table counts them."""
    return "counted at the table" if wounds is None else counted("wound", wounds)
