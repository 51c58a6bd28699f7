"""Changes of a start, each a value that makes a new one of an old one and the pack that it is looked up in."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.boards.area_graph import AreaName
from tabletop.greyhawk.force import Force, as_in_scenario, with_army, with_troops
from tabletop.greyhawk.pack import Pack, StartingArmy, Word
from tabletop.packs import PackCode
from tabletop.values import Name, Text

Few = Annotated[int, Meta(ge=0, le=20)]


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """One change; MalformedError names the field that can't be."""

    def applied(self, force: Force, pack: Pack) -> Force:
        raise NotImplementedError


class SetCount(Edit, frozen=True, kw_only=True, tag="set_count"):
    """So many counters of a kind in an area."""

    area: AreaName
    troop: Word
    count: Few

    def applied(self, force: Force, pack: Pack) -> Force:
        if not any(muster.troop == self.troop for army in force.armies for muster in army.troops):
            pack.troop(self.troop)
        return with_troops(force, pack.map.area(self.area, "area").id, self.troop, self.count)


class SetHero(Edit, frozen=True, kw_only=True, tag="set_hero"):
    """Whether a hero is in an area."""

    area: AreaName
    hero: bool

    def applied(self, force: Force, pack: Pack) -> Force:
        area = pack.map.area(self.area, "area").id
        army = force.at(area) or StartingArmy(area=area)
        return with_army(force, replace(army, hero=self.hero))


class SetPower(Edit, frozen=True, kw_only=True, tag="set_power"):
    """Another power of the scenario, with its troops where the scenario has them."""

    power: Word

    def applied(self, force: Force, pack: Pack) -> Force:
        scenario = pack.scenario(force.scenario) if force.scenario else pack.scenarios[0]
        return as_in_scenario(replace(force, scenario=scenario.id), scenario.power(self.power))


class AsInScenario(Edit, frozen=True, kw_only=True, tag="as_in_scenario"):
    """Every counter where the scenario has it."""

    def applied(self, force: Force, pack: Pack) -> Force:
        return as_in_scenario(force, pack.scenario(force.scenario).power(force.power))


class SetScenario(Edit, frozen=True, kw_only=True, tag="set_scenario"):
    """Another scenario, and its first power."""

    scenario: Word

    def applied(self, force: Force, pack: Pack) -> Force:
        scenario = pack.scenario(self.scenario)
        return as_in_scenario(replace(force, scenario=scenario.id), scenario.players[0])


class SetPack(Edit, frozen=True, kw_only=True, tag="set_pack"):
    """The figures of an owner's data pack, by its code; those of the house's without one."""

    pack: PackCode | None = None

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, pack=self.pack or "")


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    name: Name

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, name=self.name)


class SetNotes(Edit, frozen=True, kw_only=True, tag="set_notes"):
    notes: Text

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, notes=self.notes)


AnyEdit = SetCount | SetHero | SetPower | AsInScenario | SetScenario | SetPack | Rename | SetNotes
