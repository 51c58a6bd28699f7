"""What a page draws of a verdict: the units with their menus, the totals and the shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from armybuilder.rosters.presenters.character_options import (
    Choice,
    Menu,
    character_schools,
    mount_schools,
    mounts,
    other_units,
    schools,
    vehicles,
    weapons,
    wearer_of,
)
from tabletop.arcana.army.pricing import Item, Shares, UnitPrice
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.army.rules.context import share
from tabletop.arcana.catalogue.lists import DESIGNS
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.stat_lines import StatLine, stat_line
from tabletop.arcana.game import ArcanaVerdict
from tabletop.findings import Finding, Severity

MOST_OPEN = 60  # units whose menus are all on the page; of more, only the one that is worked on has them
MOST_FINDINGS = 60  # in the verdict; of more, those about units stand with their units alone


class ModelsCard(Struct, frozen=True):
    """Models of one row in a unit."""

    models: FieldedModels
    points: int
    special: bool
    can_reinforce: bool
    upgrades: tuple[Choice, ...]
    schools: tuple[Choice, ...]
    spells: tuple[Spell, ...]


class CharacterCard(Struct, frozen=True):
    """A character of a unit; its menus are filled only while they are open."""

    character: FieldedCharacter
    points: int
    findings: tuple[Finding, ...]
    is_open: bool
    spells: tuple[Spell, ...] = ()
    weapons: Menu = Menu()
    schools: Menu = Menu()
    mounts: Menu = Menu()
    mount_schools: Menu = Menu()
    vehicles: tuple[Choice, ...] = ()
    units: tuple[Choice, ...] = ()

    @property
    def ride_line(self) -> StatLine | None:
        """The stat line of character and mount where they fight as one creature."""
        together = self.character.ride
        return stat_line(together.merged) if together and together.merged else None

    @property
    def purchases(self) -> str:
        """What was bought for the character, in one line."""
        choice = self.character.choice
        bought = [
            choice.weapon and choice.weapon.replace("-", " ").capitalize(),
            choice.counterspell and "Counterspell",
            choice.school and f"{choice.school.capitalize()} magic",
            self.character.mount and f"{'aboard' if self.character.rides_along else 'on'} {self.character.mount.name}",
            choice.mount and choice.mount.school and f"{choice.mount.school.capitalize()} magic of the mount",
            *(f"{upgrade.count} {upgrade.row.name}" for upgrade in self.character.upgrades),
        ]
        return " · ".join(part for part in bought if part)


class UnitCard(Struct, frozen=True):
    """A unit with its price and what the rules say of it; a closed one has its characters' findings and no lines."""

    unit: FieldedUnit
    price: UnitPrice
    findings: tuple[Finding, ...]
    models: tuple[ModelsCard, ...]
    characters: tuple[CharacterCard, ...]
    may_infiltrate: bool
    is_closed: bool = False

    @property
    def points(self) -> int:
        return self.price.points


class Bar(Struct, frozen=True):
    """The picture of normal and special points: widths in per cent of the whole bar; `line` marks the 60 %."""

    normal: str
    special: str
    line: str
    limit: str


class RosterPanel(Struct, frozen=True):
    """What a page draws of a roster: its units, its totals, the picture of its shares, how many findings there are.

    `findings` are those to list in one place, `more_findings` how many others stand with their units alone.
    """

    units: tuple[UnitCard, ...]
    leaders: tuple[Choice, ...]
    shares: Shares
    points: int
    limit: int | None
    bar: Bar
    errors: int
    warnings: int
    findings: tuple[Finding, ...]
    more_findings: int
    has_closed: bool

    @property
    def left(self) -> int | None:
        return None if self.limit is None else self.limit - self.points

    @property
    def over(self) -> int:
        return max(0, self.points - (self.limit or self.points))

    @property
    def size(self) -> int:
        """The points that shares are per cents of: those agreed on, or else what the roster costs."""
        return self.limit or self.points

    @property
    def normal_share(self) -> str:
        return share(self.shares.normal, self.size) if self.size else ""

    @property
    def special_share(self) -> str:
        return share(self.shares.special, self.size) if self.size else ""

    @property
    def normal_needed(self) -> int:
        return -(-self.size * NORMAL_PERCENT // 100)

    @property
    def special_allowed(self) -> int:
        return self.size * SPECIAL_PERCENT // 100


def roster_panel(verdict: ArcanaVerdict, *, open_character: str, open_unit: str | None = None) -> RosterPanel:
    """The verdict as a page draws it; `open_character` is the ref of the character whose menus are open, if any.

    Of a large roster only the unit `open_unit` is drawn with its menus, and every unit where that is None.
    """
    has_closed = open_unit is not None and len(verdict.roster.contingent_units) > MOST_OPEN
    cards: list[UnitCard] = []
    for contingent, priced in zip(verdict.army.contingents, verdict.price.contingents, strict=True):
        for unit, price in zip(contingent.units, priced, strict=True):
            refs = [character.choice.ref for character in unit.characters]
            if has_closed and unit.ref != open_unit and open_character not in refs:
                cards.append(_closed_card(verdict, unit, price, refs))
            else:
                cards.append(_unit_card(verdict, contingent, unit, price, open_character=open_character))
    findings = verdict.report.findings
    return RosterPanel(
        units=tuple(cards),
        leaders=_leaders(verdict),
        shares=Shares(verdict.price.normal, verdict.price.special),
        points=verdict.price.points,
        limit=verdict.army.points_limit,
        bar=_bar(verdict),
        errors=sum(finding.severity == Severity.ERROR for finding in findings),
        warnings=sum(finding.severity == Severity.WARNING for finding in findings),
        findings=_listed(verdict),
        more_findings=len(findings) - len(_listed(verdict)),
        has_closed=has_closed,
    )


def _listed(verdict: ArcanaVerdict) -> tuple[Finding, ...]:
    """Every finding about the whole roster, and so many of those about units."""
    units = {ref for unit in verdict.army.units for ref in (unit.ref, *(each.choice.ref for each in unit.characters))}
    about_units = [finding for finding in verdict.report.findings if finding.culprit.ref in units]
    late = set(map(id, about_units[MOST_FINDINGS:]))
    return tuple(finding for finding in verdict.report.findings if id(finding) not in late)


def _closed_card(verdict: ArcanaVerdict, unit: FieldedUnit, price: UnitPrice, refs: Sequence[str]) -> UnitCard:
    findings = tuple(finding for ref in (unit.ref, *refs) for finding in verdict.report.about(ref))
    return UnitCard(unit, price, findings, models=(), characters=(), may_infiltrate=False, is_closed=True)


def _unit_card(
    verdict: ArcanaVerdict,
    contingent: Contingent,
    unit: FieldedUnit,
    price: UnitPrice,
    *,
    open_character: str,
) -> UnitCard:
    items = {(item.ref, item.profile): item for item in reversed(price.items)}
    rows = [models.row for models in unit.models] + [character.row for character in unit.characters]
    return UnitCard(
        unit=unit,
        price=price,
        findings=verdict.report.about(unit.ref),
        models=tuple(_models_card(verdict, contingent, models, items) for models in unit.models),
        characters=tuple(
            _character_card(verdict, contingent, unit, character, items, open_character)
            for character in unit.characters
        ),
        may_infiltrate=unit.choice.infiltrating or any(row.infiltrate_cost is not None for row in rows),
    )


def _models_card(
    verdict: ArcanaVerdict, contingent: Contingent, models: FieldedModels, items: dict[tuple[str, str], Item]
) -> ModelsCard:
    item = next(item for (_, profile), item in items.items() if profile == models.row.slug)
    return ModelsCard(
        models=models,
        points=item.points,
        special=item.special,
        can_reinforce=models.row.section == Section.WAR_MACHINES,
        upgrades=_model_upgrades(verdict, contingent, models),
        schools=schools(verdict, models.row, models.choice.school),
        spells=_spells(verdict, models.choice.school),
    )


def _model_upgrades(verdict: ArcanaVerdict, contingent: Contingent, models: FieldedModels) -> tuple[Choice, ...]:
    """Equipment of the model's own list that it can carry: heads for hydras, the giants' engines for giants."""
    own_list = models.row.slug.partition("/")[0]
    carried = {upgrade.row.slug: upgrade.count for upgrade in models.upgrades}
    rows = [row for row in verdict.army.catalogue.rows_of(own_list) if row.section == Section.EQUIPMENT]
    fitting = [row for row in rows if own_list != "monsters" or models.row.slug == "monsters/hydra-body"]
    return tuple(Choice(row.slug, f"{row.name} ({row.points})", count=carried.get(row.slug, 0)) for row in fitting)


def _character_card(
    verdict: ArcanaVerdict,
    contingent: Contingent,
    unit: FieldedUnit,
    character: FieldedCharacter,
    items: dict[tuple[str, str], Item],
    open_character: str,
) -> CharacterCard:
    ref = character.choice.ref
    card: dict[str, Any] = {
        "character": character,
        "points": items[ref, character.row.slug].points,
        "findings": verdict.report.about(ref),
        "is_open": ref == open_character,
        "spells": _spells(verdict, character.choice.school),
    }
    if ref == open_character:
        wearer = wearer_of(verdict, contingent, unit, character)
        card |= {
            "weapons": weapons(wearer),
            "schools": character_schools(wearer),
            "mounts": mounts(wearer),
            "mount_schools": mount_schools(wearer),
            "vehicles": vehicles(unit, character),
            "units": other_units(verdict, unit),
        }
    return CharacterCard(**card)


def _spells(verdict: ArcanaVerdict, school: School | None) -> tuple[Spell, ...]:
    return verdict.army.catalogue.spells_of(school) if school else ()


def _leaders(verdict: ArcanaVerdict) -> tuple[Choice, ...]:
    """Characters of the army's own list, then those that the roster carries as own designs."""
    catalogue = verdict.army.catalogue
    rows = (*catalogue.rows_of(verdict.army.own.army.slug), *catalogue.rows_of(DESIGNS))
    return tuple(Choice(row.slug, f"{row.name} ({row.points})") for row in rows if row.section == Section.CHARACTERS)


def _bar(verdict: ArcanaVerdict) -> Bar:
    """Normal points from the left, special from the right end of the normal; the line marks 60 % of the game."""
    price = verdict.price
    size = verdict.army.points_limit or price.points or 1
    whole = max(size, price.points)
    return Bar(
        normal=_percent(price.normal, whole),
        special=_percent(price.special, whole),
        line=_percent(size * NORMAL_PERCENT, whole * 100),
        limit=_percent(size, whole),
    )


def _percent(part: int, whole: int) -> str:
    return f"{part * 100 / whole:.2f}%"
