"""Print orders: what is asked for, and the sheets made of it."""

from tabletop.arcana.printing.orders.order import (
    CARD_SIZES,
    NEEDS_ROSTERS,
    SHEET_NAMES,
    PrintOptions,
    PrintOrder,
    SheetKind,
)
from tabletop.arcana.printing.orders.sheets import PrintContent, is_needless, sheets_of, units_without_room

__all__ = [
    "CARD_SIZES",
    "NEEDS_ROSTERS",
    "SHEET_NAMES",
    "PrintContent",
    "PrintOptions",
    "PrintOrder",
    "SheetKind",
    "is_needless",
    "sheets_of",
    "units_without_room",
]
