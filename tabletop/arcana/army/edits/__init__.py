"""Every change to a roster as a value: what buttons post, remedies offer and the API accepts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.army.edits.characters import (
    AddCharacter,
    MoveCharacter,
    RemoveCharacter,
    SetCharacterUpgrade,
    SetCounterspell,
    SetMount,
    SetSchool,
    SetWeapon,
)
from tabletop.arcana.army.edits.designs import AddDesign, ReplaceDesign
from tabletop.arcana.army.edits.models import (
    AddModels,
    MergeModels,
    RemoveModels,
    SetCount,
    SetModelSchool,
    SetModelUpgrade,
    SetPhalanx,
    SetReinforced,
    SplitModels,
)
from tabletop.arcana.army.edits.parts import Edit, find_character, find_unit, free_ref
from tabletop.arcana.army.edits.units import (
    AddUnit,
    DuplicateUnit,
    MoveUnit,
    NameUnit,
    NoteUnit,
    RemoveUnit,
    SetInfiltrating,
)
from tabletop.arcana.army.edits.whole import RemoveAlly, Rename, SetLimit, SetNotes, SetOptions, SetRules
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue

__all__ = [
    "AddCharacter",
    "AddDesign",
    "AddModels",
    "AddUnit",
    "AnyEdit",
    "DuplicateUnit",
    "Edit",
    "MergeModels",
    "MoveCharacter",
    "MoveUnit",
    "NameUnit",
    "NoteUnit",
    "OneEdit",
    "RemoveAlly",
    "RemoveCharacter",
    "RemoveModels",
    "RemoveUnit",
    "Rename",
    "ReplaceDesign",
    "SetCharacterUpgrade",
    "SetCount",
    "SetCounterspell",
    "SetInfiltrating",
    "SetLimit",
    "SetModelSchool",
    "SetModelUpgrade",
    "SetMount",
    "SetNotes",
    "SetOptions",
    "SetPhalanx",
    "SetReinforced",
    "SetRules",
    "SetSchool",
    "SetWeapon",
    "Several",
    "SplitModels",
    "find_character",
    "find_unit",
    "free_ref",
]

OneEdit = (
    AddCharacter
    | AddDesign
    | AddModels
    | AddUnit
    | DuplicateUnit
    | MergeModels
    | MoveCharacter
    | MoveUnit
    | NameUnit
    | NoteUnit
    | RemoveAlly
    | RemoveCharacter
    | RemoveModels
    | RemoveUnit
    | Rename
    | ReplaceDesign
    | SetCharacterUpgrade
    | SetCount
    | SetCounterspell
    | SetInfiltrating
    | SetLimit
    | SetModelSchool
    | SetModelUpgrade
    | SetMount
    | SetNotes
    | SetOptions
    | SetPhalanx
    | SetReinforced
    | SetRules
    | SetSchool
    | SetWeapon
    | SplitModels
)


class Several(Edit, frozen=True, kw_only=True, tag="several"):
    """Edits one after another, as one change: all of them or none."""

    edits: Annotated[tuple[OneEdit, ...], Meta(max_length=100)]

    @property
    def parts(self) -> tuple[Edit, ...]:
        return self.edits

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        for edit in self.edits:
            roster = edit.applied(roster, catalogue)
        return roster


AnyEdit = OneEdit | Several
