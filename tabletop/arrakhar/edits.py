"""Changes of a force, each a value that makes a new force of an old one."""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import COUNTERS, Scenario, UnitType
from tabletop.arrakhar.force import BY_SLUG, NO_UNITS, Force, Points, with_count
from tabletop.decoding import MalformedError
from tabletop.packs import PackCode
from tabletop.values import Name, Text

SALT_BYTES = 16


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """One change; MalformedError names the field that can't be."""

    def applied(self, force: Force) -> Force:
        raise NotImplementedError


class SetCount(Edit, frozen=True, kw_only=True, tag="set_count"):
    """So many counters of a type, none of them at 0."""

    profile: str
    count: Annotated[int, Meta(ge=0, le=COUNTERS)]

    def applied(self, force: Force) -> Force:
        if self.profile not in BY_SLUG and self.profile not in NO_UNITS:
            raise MalformedError("profile", f"there is no “{self.profile}”")
        return with_count(force, self.profile, self.count)


class SetScenario(Edit, frozen=True, kw_only=True, tag="set_scenario"):
    """Another scenario; points that were agreed on instead of the old one's are forgotten."""

    scenario: Scenario

    def applied(self, force: Force) -> Force:
        return replace(force, scenario=self.scenario, points_limit=None)


class SetAdvanced(Edit, frozen=True, kw_only=True, tag="set_advanced"):
    """Advanced play or not."""

    advanced: bool

    def applied(self, force: Force) -> Force:
        return replace(force, advanced=self.advanced)


class SetLimit(Edit, frozen=True, kw_only=True, tag="set_limit"):
    """Points that both players agree on; None for the scenario's."""

    points_limit: Points | None = None

    def applied(self, force: Force) -> Force:
        return replace(force, points_limit=None if self.points_limit == force.terms.points else self.points_limit)


class SetCost(Edit, frozen=True, kw_only=True, tag="set_cost"):
    """What a type costs by the player's own chart; None takes it off the chart, and the last one the chart."""

    unit: UnitType
    cost: Annotated[int, Meta(ge=1, le=3)] | None = None

    def applied(self, force: Force) -> Force:
        costs = {unit: cost for unit, cost in (force.costs or {}).items() if unit is not self.unit}
        if self.cost is not None:
            costs[self.unit] = self.cost
        return replace(force, costs=costs or None)


class ClearCosts(Edit, frozen=True, kw_only=True, tag="clear_costs"):
    """No chart of the player's own: the pack's costs again."""

    def applied(self, force: Force) -> Force:
        return replace(force, costs=None)


class SetPack(Edit, frozen=True, kw_only=True, tag="set_pack"):
    """The figures of an owner's data pack, by its code; those of the house's without one."""

    pack: PackCode | None = None

    def applied(self, force: Force) -> Force:
        return replace(force, pack=self.pack or "")


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    name: Name

    def applied(self, force: Force) -> Force:
        return replace(force, name=self.name)


class SetNotes(Edit, frozen=True, kw_only=True, tag="set_notes"):
    notes: Text

    def applied(self, force: Force) -> Force:
        return replace(force, notes=self.notes)


class Seal(Edit, frozen=True, kw_only=True, tag="seal"):
    """A new random salt: a code that was told before stands for another force."""

    def applied(self, force: Force) -> Force:
        return replace(force, salt=token_hex(SALT_BYTES))


AnyEdit = SetCount | SetScenario | SetAdvanced | SetLimit | SetCost | ClearCosts | SetPack | Rename | SetNotes | Seal
