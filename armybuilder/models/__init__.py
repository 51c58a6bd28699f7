"""Rows: what the books print, and what players keep."""

from armybuilder.models.reference import ArmyList, Edition, Erratum, Profile
from armybuilder.models.rosters import Roster

__all__ = ["ArmyList", "Edition", "Erratum", "Profile", "Roster"]
