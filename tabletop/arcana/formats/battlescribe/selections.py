"""What BattleScribe's files call selections: a roster's units, models and extras as a tree, for other programs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import Item
from tabletop.arcana.army.roster import Character, Models, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.spells.header import header
from tabletop.arcana.creation.design_files import with_designs
from tabletop.arcana.formats.line_costs import RosterCosts, UnitCost, total_points
from tabletop.decoding import MalformedError
from tabletop.work import go_on


class Sheet(Struct, frozen=True):
    """A profile as those programs print it: a kind, a name, named cells."""

    kind: str
    name: str
    cells: tuple[tuple[str, str], ...]


class Selection(Struct, frozen=True, kw_only=True):
    """A chosen thing; `entry` names it for programs, `custom` is the player's name for it, `points` its own alone."""

    entry: str
    name: str
    kind: str = "upgrade"
    number: int = 1
    custom: str = ""
    points: int | None = None
    category: str = ""
    sheets: tuple[Sheet, ...] = ()
    parts: tuple[Selection, ...] = ()


class SelectionMaker(Struct, frozen=True):
    """Turns units into selections."""

    catalogue: Catalogue
    costs: RosterCosts

    def unit(self, unit: Unit) -> Selection:
        """The unit with its models and characters as parts; its own points are 0, the parts bear them."""
        cost = self.costs.of(unit)
        go_on()
        parts = [self._models(models, cost.models[place] if cost else ()) for place, models in enumerate(unit.models)]
        for place, character in enumerate(unit.characters):
            parts.append(self._character(character, cost.characters[place].points if cost else None))
        described = ", ".join(f"{part.number} {part.name}" for part in parts if part.kind == "model")
        if unit.infiltrating:
            parts.append(Selection(entry="infiltrating", name="Infiltrating"))
        return Selection(
            entry=f"unit/{unit.ref}",
            name=described or "Empty unit",
            kind="unit",
            custom=unit.name,
            points=0 if cost else None,
            category=_category(unit, cost),
            parts=tuple(parts),
        )

    def _models(self, models: Models, items: tuple[Item, ...]) -> Selection:
        extras = [self._upgrade(upgrade, models.count) for upgrade in models.upgrades]
        if models.reinforced:
            extras.append(Selection(entry="reinforced", name="Second crew", number=models.reinforced))
        if models.school:
            extras.append(self._school(models.school))
        if models.phalanx:
            extras.append(Selection(entry="phalanx", name="Phalanx"))
        return Selection(
            entry=models.profile,
            name=self._called(models.profile),
            kind="model",
            number=models.count,
            points=total_points(items) if items else None,
            sheets=self._sheets(models.profile),
            parts=tuple(extras),
        )

    def _character(self, character: Character, spent: int | None) -> Selection:
        return Selection(
            entry=character.profile,
            name=self._called(character.profile),
            kind="model",
            points=spent,
            sheets=self._sheets(character.profile),
            parts=tuple(self._bought(character)),
        )

    def _bought(self, character: Character) -> Iterator[Selection]:
        if weapon := character.weapon:
            yield Selection(entry=f"weapon/{weapon}", name=weapon.replace("-", " ").capitalize())
        if character.counterspell:
            yield Selection(entry="counterspell", name="Counterspell")
        if school := character.school:
            yield self._school(school)
        if mount := character.mount:
            name = self._called(mount.profile)
            learned = (self._school(mount.school),) if mount.school else ()
            if mount.shared:
                yield Selection(entry=f"aboard/{mount.profile}", name=f"Aboard {name}", parts=learned)
            else:
                yield Selection(entry=mount.profile, name=name, sheets=self._sheets(mount.profile), parts=learned)
        yield from (self._upgrade(upgrade, 1) for upgrade in character.upgrades)

    def _upgrade(self, upgrade: Upgrade, models: int) -> Selection:
        name = self._called(upgrade.profile)
        return Selection(entry=upgrade.profile, name=name, number=upgrade.count * models)

    def _called(self, slug: str) -> str:
        row = self.catalogue.rows.get(slug)
        return row.name if row else slug

    def _sheets(self, slug: str) -> tuple[Sheet, ...]:
        row = self.catalogue.rows.get(slug)
        return (_sheet(row),) if row else ()

    def _school(self, school: School) -> Selection:
        return Selection(entry=f"school/{school}", name=f"School of {school}", sheets=self._spells(school))

    def _spells(self, school: School) -> tuple[Sheet, ...]:
        return tuple(
            Sheet("Spell", spell.name, (("Casting", header(spell)),)) for spell in self.catalogue.spells_of(school)
        )


def selection_maker(roster: Roster, catalogue: Catalogue, costs: RosterCosts) -> SelectionMaker:
    """Designs without a price have a name but no profile."""
    try:
        return SelectionMaker(with_designs(catalogue, roster.designs, own=roster.own_list), costs)
    except MalformedError:
        return SelectionMaker(catalogue, costs)


def _category(unit: Unit, cost: UnitCost | None) -> str:
    if not unit.models:
        return "Characters"
    return "Special" if cost is None or cost.is_special else "Normal"


def _sheet(row: Row) -> Sheet:
    printed = row.printed
    cells = ("vp", "move", "wounds", "armour", "magic", "morale", "melee", "missile", "special")
    names = ("VP", *(cell.capitalize() for cell in cells[1:]))
    return Sheet(
        "Profile", row.name, tuple((name, getattr(printed, cell)) for name, cell in zip(names, cells, strict=True))
    )
