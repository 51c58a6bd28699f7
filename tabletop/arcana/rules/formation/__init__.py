"""Rank and file, column and skirmish: what is legal, what a change costs, what casualties leave."""

from tabletop.arcana.rules.formation.casualties import without
from tabletop.arcana.rules.formation.changing import (
    Change,
    FilesChanged,
    change_files,
    loosen,
    middle_models,
    reform,
    turn,
)
from tabletop.arcana.rules.formation.legality import COHESION, faults, is_wide_enough, measured, models_needed, settled

__all__ = [
    "COHESION",
    "Change",
    "FilesChanged",
    "change_files",
    "faults",
    "is_wide_enough",
    "loosen",
    "measured",
    "middle_models",
    "models_needed",
    "reform",
    "settled",
    "turn",
    "without",
]
