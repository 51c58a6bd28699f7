"""The creature creation formula: what a creature, vehicle or war machine of one's own costs, and why."""

from tabletop.arcana.creation.points.formula import BOOK_FORMULA, TABLES, Cell, Formula
from tabletop.arcana.creation.points.pricing import Receipt, price, reinforcement
from tabletop.arcana.creation.points.refusals import Refusal, RefusedError, refusals

__all__ = [
    "BOOK_FORMULA",
    "TABLES",
    "Cell",
    "Formula",
    "Receipt",
    "Refusal",
    "RefusedError",
    "price",
    "refusals",
    "reinforcement",
]
