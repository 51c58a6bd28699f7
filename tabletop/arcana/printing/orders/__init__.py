"""The print shop: an order of sheets, and the sheets that it asks for."""

from tabletop.arcana.printing.orders.order import CARD_SIZES, KINDS, NEEDS_ROSTERS, Kind, PrintOrder, Wishes
from tabletop.arcana.printing.orders.work import Stock, sheets_of

__all__ = [
    "CARD_SIZES", "KINDS", "NEEDS_ROSTERS", "Kind", "PrintOrder", "Stock", "Wishes", "sheets_of",
]  # fmt: skip
