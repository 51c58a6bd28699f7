"""Every change to a roster as a value: what buttons post, remedies offer and the API accepts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.edits.characters import (
    AddCharacter,
    MoveCharacter,
    RemoveCharacter,
    SetCharacterUpgrade,
    SetCounterspell,
    SetMount,
    SetSchool,
    SetWeapon,
)
from tabletop.arcana.edits.designs import AddDesign
from tabletop.arcana.edits.models import (
    AddModels,
    RemoveModels,
    SetCount,
    SetModelSchool,
    SetModelUpgrade,
    SetPhalanx,
    SetReinforced,
    SplitModels,
)
from tabletop.arcana.edits.parts import Edit, ally_of, find_character, find_unit, free_ref
from tabletop.arcana.edits.units import (
    AddUnit,
    DuplicateUnit,
    InsertUnit,
    MoveUnit,
    NameUnit,
    RemoveUnit,
    ReplaceUnit,
    SetInfiltrating,
)
from tabletop.arcana.edits.whole import (
    RemoveAlly,
    Rename,
    SetLimit,
    SetOptions,
    SetRules,
)
from tabletop.arcana.roster import Roster, malformed

__all__ = [
    "AddCharacter",
    "AddDesign",
    "AddModels",
    "AddUnit",
    "AnyEdit",
    "DuplicateUnit",
    "Edit",
    "InsertUnit",
    "MoveCharacter",
    "MoveUnit",
    "NameUnit",
    "OneEdit",
    "RemoveAlly",
    "RemoveCharacter",
    "RemoveModels",
    "RemoveUnit",
    "Rename",
    "ReplaceUnit",
    "SetCharacterUpgrade",
    "SetCount",
    "SetCounterspell",
    "SetInfiltrating",
    "SetLimit",
    "SetModelSchool",
    "SetModelUpgrade",
    "SetMount",
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
    "read_edit",
    "undo_of",
]

OneEdit = (
    AddCharacter
    | AddDesign
    | AddModels
    | AddUnit
    | DuplicateUnit
    | InsertUnit
    | MoveCharacter
    | MoveUnit
    | NameUnit
    | RemoveAlly
    | RemoveCharacter
    | RemoveModels
    | RemoveUnit
    | Rename
    | ReplaceUnit
    | SetCharacterUpgrade
    | SetCount
    | SetCounterspell
    | SetInfiltrating
    | SetLimit
    | SetModelSchool
    | SetModelUpgrade
    | SetMount
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

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        for edit in self.edits:
            roster = edit.applied(roster, catalogue)
        return roster


AnyEdit = OneEdit | Several


def read_edit(fields: Any, *, from_form: bool = False) -> AnyEdit:
    """An edit from plain values; forms carry numbers and truths as text. MalformedError names the field."""
    try:
        edit: AnyEdit = msgspec.convert(fields, AnyEdit, strict=not from_form)
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(error) from error
    return edit


def undo_of(edit: Edit, before: Roster) -> AnyEdit | None:
    """The edit that takes a removal back; None for edits that remove nothing."""
    if isinstance(edit, RemoveUnit):
        return _put_back(before, edit.unit)
    if isinstance(edit, RemoveCharacter):
        unit, character = find_character(before, edit.character)
        alone = not unit.models and unit.characters == (character,)
        return _put_back(before, unit.ref) if alone else ReplaceUnit(unit=unit)
    if isinstance(edit, (RemoveModels, SetCount)):
        return ReplaceUnit(unit=find_unit(before, edit.unit))
    return None


def _put_back(before: Roster, ref: str) -> AnyEdit:
    unit, ally = find_unit(before, ref), ally_of(before, ref)
    units = before.units if ally is None else before.allies[ally].units
    return InsertUnit(place=units.index(unit), unit=unit, ally=ally)
