"""A roster with every slug looked up: what the rules, the prices and the sheets read."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Character, Models, Options, Roster, Unit, Upgrade, check_refs
from tabletop.arcana.catalogue.identifiers import Basis, Rules
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.creation.design_files import with_designs
from tabletop.decoding import MalformedError


class FieldedUpgrade(Struct, frozen=True):
    row: Row
    count: int


class FieldedModels(Struct, frozen=True):
    """Models of one row; `choice` is what the player stated."""

    row: Row
    choice: Models
    upgrades: tuple[FieldedUpgrade, ...]

    @property
    def count(self) -> int:
        return self.choice.count


class FieldedCharacter(Struct, frozen=True):
    row: Row
    choice: Character
    upgrades: tuple[FieldedUpgrade, ...]
    mount: Row | None

    @property
    def rides_along(self) -> bool:
        """Whether the mount is one that another character has bought."""
        return self.choice.mount is not None and self.choice.mount.shared


class FieldedUnit(Struct, frozen=True):
    choice: Unit
    models: tuple[FieldedModels, ...]
    characters: tuple[FieldedCharacter, ...]

    @property
    def ref(self) -> str:
        return self.choice.ref

    @property
    def name(self) -> str:
        """What the player called the unit, or what it is made of."""
        return self.choice.name or self.described

    @property
    def described(self) -> str:
        parts = [f"{models.count} {models.row.name}" for models in self.models]
        return ", ".join(parts or [character.row.name for character in self.characters]) or "Empty unit"

    @property
    def size(self) -> int:
        return sum(models.count for models in self.models) + len(self.characters)


class Contingent(Struct, frozen=True):
    """One army's units within its share of the points; `points` is None where no size was agreed."""

    army: ArmyList
    points: int | None
    units: tuple[FieldedUnit, ...]


class Army(Struct, frozen=True):
    """A whole roster, looked up: the player's own contingent first, then allies; `pack` is its organiser's, if any."""

    name: str
    rules: Rules
    pack: Pack | None
    points_limit: int | None
    options: Options
    contingents: tuple[Contingent, ...]
    catalogue: Catalogue
    notes: str

    @property
    def own(self) -> Contingent:
        return self.contingents[0]

    @property
    def basis(self) -> Basis:
        """Which of the book's rules it is built by; a pack that isn't here rests on the core rules."""
        if self.pack:
            return self.pack.basis
        return "tournament" if self.rules == "tournament" else "core"

    @property
    def rules_name(self) -> str:
        """What it is built by, for players: `core rules`, `pack “Spring Cup”`."""
        return f"pack “{self.pack.name}”" if self.pack else f"{self.basis} rules"

    @property
    def units(self) -> Iterator[FieldedUnit]:
        return (unit for contingent in self.contingents for unit in contingent.units)


def field(roster: Roster, catalogue: Catalogue, pack: Pack | None = None) -> Army:
    """The roster with every slug looked up, its own designs priced afresh, under a pack if one is given.

    MalformedError names the first slug that neither the catalogue nor the designs have, or a design without a price.
    """
    check_refs(roster)
    catalogue = with_designs(catalogue, roster.designs)
    own_points = roster.points_limit
    if own_points is not None and roster.allies:
        own_points -= sum(ally.points for ally in roster.allies)
    look_up = _LookUp(catalogue)
    contingents = [Contingent(look_up.army("army", roster.army), own_points, look_up.units("units", roster.units))]
    for number, ally in enumerate(roster.allies):
        path = f"allies[{number}]"
        army = look_up.army(f"{path}.army", ally.army)
        contingents.append(Contingent(army, ally.points, look_up.units(f"{path}.units", ally.units)))
    contingents = _merged(contingents)
    return Army(
        name=roster.name,
        rules=roster.rules,
        pack=pack,
        points_limit=roster.points_limit,
        options=roster.options,
        contingents=tuple(contingents),
        catalogue=catalogue,
        notes=roster.notes,
    )


def _merged(contingents: list[Contingent]) -> list[Contingent]:
    """Contingents of one list made one, in the order of their first units; their shares add up."""
    merged: dict[str, Contingent] = {}
    for each in contingents:
        same = merged.get(each.army.slug)
        merged[each.army.slug] = _joined(same, each) if same else each
    return list(merged.values())


def _joined(first: Contingent, second: Contingent) -> Contingent:
    points = None if first.points is None or second.points is None else first.points + second.points
    return Contingent(first.army, points, first.units + second.units)


class _LookUp(Struct, frozen=True):
    """Looks slugs up and knows which field of the file it is reading."""

    catalogue: Catalogue

    def army(self, path: str, slug: str) -> ArmyList:
        army = self.catalogue.lists.get(slug)
        if army is None or army.kind != "army":
            raise MalformedError(path, f"there is no army list “{slug}”")
        return army

    def row(self, path: str, slug: str) -> Row:
        row = self.catalogue.rows.get(slug)
        if row is None:
            raise MalformedError(path, f"there is no profile “{slug}”")
        return _with_legible_price(row, self.catalogue.errata.get(slug, ()))

    def units(self, path: str, units: tuple[Unit, ...]) -> tuple[FieldedUnit, ...]:
        return tuple(self._unit(f"{path}[{number}]", unit) for number, unit in enumerate(units))

    def _unit(self, path: str, unit: Unit) -> FieldedUnit:
        models = [self._models(f"{path}.models[{number}]", each) for number, each in enumerate(unit.models)]
        characters = [
            self._character(f"{path}.characters[{number}]", each) for number, each in enumerate(unit.characters)
        ]
        return FieldedUnit(unit, tuple(models), tuple(characters))

    def _models(self, path: str, models: Models) -> FieldedModels:
        if models.reinforced > models.count:
            raise MalformedError(f"{path}.reinforced", f"only {models.count} models can be reinforced")
        row = self.row(f"{path}.profile", models.profile)
        return FieldedModels(row, models, self._upgrades(path, models.upgrades))

    def _character(self, path: str, character: Character) -> FieldedCharacter:
        row = self.row(f"{path}.profile", character.profile)
        mount = self.row(f"{path}.mount.profile", character.mount.profile) if character.mount else None
        return FieldedCharacter(row, character, self._upgrades(path, character.upgrades), mount)

    def _upgrades(self, path: str, upgrades: tuple[Upgrade, ...]) -> tuple[FieldedUpgrade, ...]:
        return tuple(
            FieldedUpgrade(self.row(f"{path}.upgrades[{number}].profile", upgrade.profile), upgrade.count)
            for number, upgrade in enumerate(upgrades)
        )


def _with_legible_price(row: Row, errata: tuple[Erratum, ...]) -> Row:
    """A price for infiltrating that lost a digit in print is paid as corrected (ruling M13)."""
    for erratum in errata:
        if erratum.field == "infiltrate_cost" and erratum.strength == "strong":
            return replace(row, infiltrate_cost=erratum.corrected)
    return row
