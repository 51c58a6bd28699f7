"""The actions of the designer's buttons, applied to the design in the form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.designs.presenters.equipment import equipment_sentence, put_on
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Missile
from tabletop.arcana.creation.equipment.apply import reread_design
from tabletop.arcana.creation.points.changes import Change, with_changes
from tabletop.decoding import MalformedError, converted, plain_values

Part = Literal["melee", "missile"]
FRESH: dict[Part, Melee | Missile] = {
    "melee": Melee(attacks=1, skill=2),
    "missile": Missile(name="Bow", range=21, attacks=1, skill=2, strength=1),
}


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb"):
    """A change of a design by a button."""

    def changed(self, design: Design) -> Design:
        raise NotImplementedError

    def sentence(self, design: Design) -> str:
        """A sentence about the change of the design `before` it."""
        return "Done."


class AddLine(Action, frozen=True, tag="add"):
    """Append a plain attack."""

    part: Part

    def changed(self, design: Design) -> Design:
        return replace(design, **{self.part: (*getattr(design, self.part), FRESH[self.part])})


class CopyLine(Action, frozen=True, tag="copy"):
    """Insert a copy of an attack after it."""

    part: Part
    at: int

    def changed(self, design: Design) -> Design:
        lines = getattr(design, self.part)
        return replace(design, **{self.part: (*lines[: self.at + 1], lines[self.at], *lines[self.at + 1 :])})


class RemoveLine(Action, frozen=True, tag="remove"):
    """Remove an attack; an attack that becomes the first is no alternative any more."""

    part: Part
    at: int

    def changed(self, design: Design) -> Design:
        lines = getattr(design, self.part)
        left = [line for number, line in enumerate(lines) if number != self.at]
        if left:
            left[0] = replace(left[0], alternative=False)
        return replace(design, **{self.part: tuple(left)})


class Apply(Action, frozen=True, tag="apply"):
    """Set fields: a step of one statistic, or the changes that lead to a price."""

    changes: tuple[tuple[str, Any], ...]

    def changed(self, design: Design) -> Design:
        return with_changes(design, [Change(field, value) for field, value in self.changes])


class Equip(Action, frozen=True, tag="equip"):
    """Apply the equipment packages that are chosen in the form."""

    packages: tuple[str, ...] = ()

    def changed(self, design: Design) -> Design:
        return put_on(design, self.packages).design

    def sentence(self, design: Design) -> str:
        return equipment_sentence(put_on(design, self.packages))


class PutBack(Action, frozen=True, tag="put_back"):
    """Restore the design as it was before a change."""

    design: Design

    def changed(self, design: Design) -> Design:
        return self.design


AnyAction = AddLine | CopyLine | RemoveLine | Apply | Equip | PutBack


def read_action(text: str, packages: Sequence[str]) -> AnyAction:
    """An action from a button's value, with the packages chosen beside it; MalformedError where it is none."""
    action: AnyAction = converted(plain_values(text), AnyAction)
    return Equip(tuple(slug for slug in packages if slug)) if isinstance(action, Equip) else action


def carried_out(action: AnyAction, design: Design) -> Design:
    """The changed design, readable as a file; MalformedError for what can't be done."""
    try:
        return reread_design(action.changed(design))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise MalformedError("do", "can't be done to this design") from error
