"""Rows: what the books print, and what players keep."""

from armybuilder.models.forge import Design, FormulaVariant
from armybuilder.models.reference import ArmyList, CostCell, Edition, Erratum, Profile
from armybuilder.models.rosters import Roster

__all__ = ["ArmyList", "CostCell", "Design", "Edition", "Erratum", "FormulaVariant", "Profile", "Roster"]
