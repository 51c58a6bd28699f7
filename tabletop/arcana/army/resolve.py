"""A roster with every slug looked up: what the rules, the prices and the sheets read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.mounted_profiles import Ride, ride_of
from tabletop.arcana.army.roster import Ally, Character, Models, Options, Roster, Unit, Upgrade, check_refs, walk
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Basis, Rules
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, Catalogue, Evidence, Grants, ListKind, OwnList
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.creation.design_files import design_slug, with_designs
from tabletop.decoding import MalformedError
from tabletop.languages import marked, say

RULES = {Basis.CORE: marked("core rules"), Basis.TOURNAMENT: marked("tournament rules")}


class FieldedUpgrade(Struct, frozen=True):
    row: Row
    count: int


class FieldedModels(Struct, frozen=True):
    """Models of one row; `choice` is what the player stated, and a school that is the only one there is."""

    row: Row
    choice: Models
    upgrades: tuple[FieldedUpgrade, ...]

    @property
    def count(self) -> int:
        return self.choice.count


class FieldedCharacter(Struct, frozen=True):
    """A character, what it rides, and what its list grants to all, riders too."""

    row: Row
    choice: Character
    upgrades: tuple[FieldedUpgrade, ...]
    mount: Row | None
    grants: Grants

    @property
    def ride(self) -> Ride | None:
        """How character and mount fight together."""
        return ride_of(self.row, self.mount, self.grants) if self.mount else None

    @property
    def rides_along(self) -> bool:
        """Whether the mount is one that another character has bought."""
        return self.choice.mount is not None and self.choice.mount.shared


class Levy(Struct, frozen=True):
    """What the units of one army are looked up and priced by: lists with the roster's designs, and what was agreed."""

    catalogue: Catalogue
    army: ArmyList
    options: Options
    basis: Basis


class FieldedUnit(Struct, frozen=True, dict=True):
    """A unit whose slugs there are: who asks only what it is called or costs needn't wait for its rows."""

    choice: Unit
    levy: Levy

    @cached_property
    def models(self) -> tuple[FieldedModels, ...]:
        levy = self.levy
        return tuple([_models(models, levy.catalogue, levy.options) for models in self.choice.models])

    @cached_property
    def characters(self) -> tuple[FieldedCharacter, ...]:
        levy = self.levy
        return tuple([_character(character, levy.catalogue, levy.options) for character in self.choice.characters])

    @property
    def ref(self) -> str:
        return self.choice.ref

    @property
    def name(self) -> str:
        """What the player called the unit, or what it is made of."""
        return self.choice.name or self.described

    @property
    def described(self) -> str:
        parts = [counted(models.row.name, models.count) for models in self.models]
        return ", ".join(parts or [character.row.name for character in self.characters]) or say("Empty unit")

    @property
    def size(self) -> int:
        return sum(models.count for models in self.models) + len(self.characters)

    @property
    def profiles(self) -> list[str]:
        """The slugs of its models and characters, one for each line of a list."""
        return [models.row.slug for models in self.models] + [character.row.slug for character in self.characters]


class Contingent(Struct, frozen=True):
    """One army's units within its share of the points; `points` is None where no size was agreed."""

    army: ArmyList
    points: int | None
    units: tuple[FieldedUnit, ...]


class Army(Struct, frozen=True, dict=True):
    """A whole roster, looked up: the player's own contingent first, then allies; `pack` is its organiser's, if any.

    It has a `dict` to keep what is counted once and asked for each unit.
    """

    name: str
    rules: Rules
    pack: Pack | None
    points_limit: int | None
    options: Options
    contingents: tuple[Contingent, ...]
    catalogue: Catalogue
    designs: Mapping[str, Design]
    notes: str
    own_list: OwnList | None = None

    @property
    def own(self) -> Contingent:
        return self.contingents[0]

    @property
    def has_own_list(self) -> bool:
        """Whether it is of an army list of its player's own."""
        return self.own.army.slug == DESIGNS

    @property
    def basis(self) -> Basis:
        """Which of the book's rules it is built by."""
        return basis_of(self.rules, self.pack)

    @property
    def rules_name(self) -> str:
        """The rules that the army is built by, for players: `core rules`, `pack “Spring Cup”`."""
        return f"pack “{self.pack.name}”" if self.pack else RULES[self.basis]

    @property
    def units(self) -> Iterator[FieldedUnit]:
        return (unit for contingent in self.contingents for unit in contingent.units)

    @cached_property
    def holders(self) -> Mapping[str, int]:
        """In how many units each profile stands, by its slug."""
        return Counter(slug for unit in self.units for slug in {*unit.profiles})


def resolve(roster: Roster, catalogue: Catalogue, pack: Pack | None = None) -> Army:
    """The roster with every slug looked up, its own designs priced afresh, under a pack if one is given.

    MalformedError names the first slug that neither the catalogue nor the designs have, or a design without a price.
    """
    check_refs(roster)
    catalogue = with_designs(catalogue, roster.designs, own=roster.own_list)
    check_army("army", roster.army, catalogue)
    _check_choices(roster, catalogue)
    basis = basis_of(roster.rules, pack)
    contingents = []
    for share in shares_of(roster):
        levy = Levy(catalogue, catalogue.lists[share.army], roster.options, basis)
        contingents.append(Contingent(levy.army, share.points, tuple(FieldedUnit(unit, levy) for unit in share.units)))
    designs = {design_slug(design): design for design in roster.designs}
    return army_of(roster, contingents, catalogue, designs, pack)


class Share(Struct, frozen=True):
    """Units of one army within its share of the points, as the roster states them."""

    army: str
    points: int | None
    units: tuple[Unit, ...]


def shares_of(roster: Roster) -> list[Share]:
    """The player's own army with what its allies leave of the points, then each ally.

    Those of one list are made one, in the order of their first units; their shares add up.
    """
    own_points = roster.points_limit
    if not roster.allies:
        return [Share(roster.army, own_points, roster.units)]
    if own_points is not None:
        own_points -= sum(ally.points for ally in roster.allies)
    merged = {roster.army: Share(roster.army, own_points, roster.units)}
    for ally in roster.allies:
        share = Share(ally.army, ally.points, ally.units)
        merged[ally.army] = _joined(merged[ally.army], share) if ally.army in merged else share
    return list(merged.values())


def _joined(first: Share, second: Share) -> Share:
    points = None if first.points is None or second.points is None else first.points + second.points
    return Share(first.army, points, first.units + second.units)


def army_of(
    roster: Roster,
    contingents: list[Contingent],
    catalogue: Catalogue,
    designs: Mapping[str, Design],
    pack: Pack | None,
) -> Army:
    """The roster with these contingents."""
    return Army(
        name=roster.name,
        rules=roster.rules,
        pack=pack,
        points_limit=roster.points_limit,
        options=roster.options,
        contingents=tuple(contingents),
        catalogue=catalogue,
        designs=designs,
        notes=roster.notes,
        own_list=roster.own_list,
    )


def basis_of(rules: Rules, pack: Pack | None) -> Basis:
    """Which of the book's rules an army is built by; a pack that isn't here rests on the core rules."""
    if pack:
        return pack.basis
    return Basis.TOURNAMENT if rules == Basis.TOURNAMENT else Basis.CORE


def _check_choices(roster: Roster, catalogue: Catalogue) -> None:
    """MalformedError names the first field whose list or profile there isn't, or that reinforces more than there is."""
    for path, part in walk(roster):
        if isinstance(part, Models) and part.reinforced > part.count:
            raise MalformedError(f"{path}.reinforced", f"only {counted('model', part.count)} can be reinforced")
        if isinstance(part, Ally):
            check_army(f"{path}.army", part.army, catalogue)
        elif not isinstance(part, Unit) and part.profile not in catalogue.rows:
            raise MalformedError(f"{path}.profile", f"there is no profile “{part.profile}”")


def check_army(path: str, slug: str, catalogue: Catalogue) -> None:
    """MalformedError where no army has the list."""
    army = catalogue.lists.get(slug)
    if army is None or army.kind != ListKind.ARMY:
        raise MalformedError(path, f"there is no army list “{slug}”")


def _models(models: Models, catalogue: Catalogue, options: Options) -> FieldedModels:
    row = _row(models.profile, catalogue)
    school = models.school or only_school(row, options)
    choice = models if school is models.school else replace(models, school=school)
    return FieldedModels(row, choice, _upgrades(models.upgrades, catalogue))


def _character(character: Character, catalogue: Catalogue, options: Options) -> FieldedCharacter:
    row, upgrades = _row(character.profile, catalogue), _upgrades(character.upgrades, catalogue)
    school = character.school or only_school(row, options)
    choice = character if school is character.school else replace(character, school=school)
    grants = catalogue.list_of(row.slug).grants
    if choice.mount is None:
        return FieldedCharacter(row, choice, upgrades, None, grants)
    mount = _row(choice.mount.profile, catalogue)
    if not choice.mount.shared:
        learned = choice.mount.school or only_school(mount, options)
        choice = replace(choice, mount=replace(choice.mount, school=learned))
    return FieldedCharacter(row, choice, upgrades, mount, grants)


def only_school(row: Row, options: Options) -> School | None:
    """The one school that a caster has to choose from, whose magic its row includes; None where there is a choice."""
    if row.spellcaster is None or row.spellcaster.cost > 0:
        return None
    offered = schools_of(row, optional=options.optional_schools)
    return offered[0] if len(offered) == 1 else None


def _upgrades(upgrades: tuple[Upgrade, ...], catalogue: Catalogue) -> tuple[FieldedUpgrade, ...]:
    return tuple([FieldedUpgrade(_row(upgrade.profile, catalogue), upgrade.count) for upgrade in upgrades])


def _row(slug: str, catalogue: Catalogue) -> Row:
    """The row as printed; a price for infiltrating that lost a digit in print is paid as corrected (ruling M13)."""
    row = catalogue.rows[slug]
    for erratum in catalogue.errata.get(slug, ()):
        if erratum.field == "infiltrate_cost" and erratum.strength == Evidence.STRONG:
            return replace(row, infiltrate_cost=erratum.corrected)
    return row
