"""Rows: what the books print, and what players keep."""

from armybuilder.accounts.models import ApiToken
from armybuilder.battles.models import AnsweredCommand, Battle, BattleEvent, Seat, TableRow
from armybuilder.catalogue.models import ArmyList, CostCell, Edition, Erratum, Profile, Spell, SpellListing
from armybuilder.collection.models import Collection
from armybuilder.core.models import RequestCount
from armybuilder.data_packs.models import OwnPack
from armybuilder.designs.models import Design, FormulaVariant, OwnList
from armybuilder.event_packs.models import Pack
from armybuilder.files.models import CheckedBatch
from armybuilder.laboratory.models import Experiment, ExperimentBatch, SecondsOfADay
from armybuilder.printing.models import PagesOfADay, PrintJob
from armybuilder.rosters.models import Roster, RosterTag
from armybuilder.sharing.models import Seal, Share
from armybuilder.tournaments.models import (
    HandIn,
    Judging,
    PairingJob,
    Participant,
    Report,
    Round,
    Season,
    Step,
    Tournament,
)

__all__ = [
    "AnsweredCommand",
    "ApiToken",
    "ArmyList",
    "Battle",
    "BattleEvent",
    "CheckedBatch",
    "Collection",
    "CostCell",
    "Design",
    "Edition",
    "Erratum",
    "Experiment",
    "ExperimentBatch",
    "FormulaVariant",
    "HandIn",
    "Judging",
    "OwnList",
    "OwnPack",
    "Pack",
    "PagesOfADay",
    "PairingJob",
    "Participant",
    "PrintJob",
    "Profile",
    "Report",
    "RequestCount",
    "Roster",
    "RosterTag",
    "Round",
    "Seal",
    "Season",
    "Seat",
    "SecondsOfADay",
    "Share",
    "Spell",
    "SpellListing",
    "Step",
    "TableRow",
    "Tournament",
]
