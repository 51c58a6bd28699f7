"""What the designer's buttons do to a design beside what stands in the form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.designs.presenters.equipment import put_on, told
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Missile
from tabletop.arcana.creation.equipment.apply import reread_design
from tabletop.arcana.creation.points.changes import Change, with_changes
from tabletop.decoding import MalformedError, malformed

Part = Literal["melee", "missile"]
FRESH: dict[Part, Melee | Missile] = {
    "melee": Melee(attacks=1, skill=2),
    "missile": Missile(name="Bow", range=21, attacks=1, skill=2, strength=1),
}


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb"):
    """A change that a button makes."""

    def changed(self, design: Design) -> Design:
        raise NotImplementedError

    def told(self, design: Design) -> str:
        """What it did, in words, to the design as it was."""
        return "Done."


class AddLine(Action, frozen=True, tag="add"):
    """One more attack, plain and last."""

    part: Part

    def changed(self, design: Design) -> Design:
        return replace(design, **{self.part: (*getattr(design, self.part), FRESH[self.part])})


class CopyLine(Action, frozen=True, tag="copy"):
    """The same attack again, right after it."""

    part: Part
    at: int

    def changed(self, design: Design) -> Design:
        lines = getattr(design, self.part)
        return replace(design, **{self.part: (*lines[: self.at + 1], lines[self.at], *lines[self.at + 1 :])})


class RemoveLine(Action, frozen=True, tag="remove"):
    """An attack less; what comes first then replaces nothing."""

    part: Part
    at: int

    def changed(self, design: Design) -> Design:
        lines = getattr(design, self.part)
        left = [line for number, line in enumerate(lines) if number != self.at]
        if left:
            left[0] = replace(left[0], alternative=False)
        return replace(design, **{self.part: tuple(left)})


class Apply(Action, frozen=True, tag="apply"):
    """Other values for fields: a step of one statistic, or the way to a wished-for price."""

    changes: tuple[tuple[str, Any], ...]

    def changed(self, design: Design) -> Design:
        return with_changes(design, [Change(field, value) for field, value in self.changes])


class Equip(Action, frozen=True, tag="equip"):
    """The packages that are chosen in the form, put on."""

    packages: tuple[str, ...] = ()

    def changed(self, design: Design) -> Design:
        return put_on(design, self.packages).design

    def told(self, design: Design) -> str:
        return told(put_on(design, self.packages))


class PutBack(Action, frozen=True, tag="put_back"):
    """The design as it was before."""

    design: Design

    def changed(self, design: Design) -> Design:
        return self.design


AnyAction = AddLine | CopyLine | RemoveLine | Apply | Equip | PutBack


def read_action(text: str, packages: Sequence[str]) -> AnyAction:
    """An action from a button's value, with the packages chosen beside it; MalformedError where it is none."""
    try:
        action: AnyAction = msgspec.json.decode(text, type=AnyAction)
    except (msgspec.DecodeError, RecursionError) as error:
        raise malformed(error) from error
    return Equip(tuple(slug for slug in packages if slug)) if isinstance(action, Equip) else action


def carried_out(action: AnyAction, design: Design) -> Design:
    """The changed design, readable as a file; MalformedError for what can't be done."""
    try:
        return reread_design(action.changed(design))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise MalformedError("do", "can’t be done to this design") from error
