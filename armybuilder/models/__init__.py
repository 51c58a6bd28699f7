"""Rows: what the books print, and what players keep."""

from armybuilder.models.forge import Design, FormulaVariant
from armybuilder.models.magic import Spell, SpellListing
from armybuilder.models.packs import Pack
from armybuilder.models.prints import PrintJob
from armybuilder.models.reference import ArmyList, CostCell, Edition, Erratum, Profile
from armybuilder.models.rosters import Roster, RosterTag
from armybuilder.models.shares import Seal, Share
from armybuilder.models.tables import TableRow
from armybuilder.models.tokens import ApiToken

__all__ = [
    "ApiToken",
    "ArmyList",
    "CostCell",
    "Design",
    "Edition",
    "Erratum",
    "FormulaVariant",
    "Pack",
    "PrintJob",
    "Profile",
    "Roster",
    "RosterTag",
    "Seal",
    "Share",
    "Spell",
    "SpellListing",
    "TableRow",
]
