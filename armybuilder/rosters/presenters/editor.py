"""What a page draws of a verdict: the units with their menus, the totals and the shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.languages import say
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
from armybuilder.rosters.presenters.facts import line_of, purchases_of
from armybuilder.rosters.presenters.progress import Progress, progress_of
from tabletop.arcana.army.belongings import needed_by
from tabletop.arcana.army.pricing import Item, Shares, UnitPrice
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.catalogue.lists import DESIGNS
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.stat_lines import StatLine, stat_line
from tabletop.arcana.game import ArcanaVerdict
from tabletop.findings import Finding

MOST_FINDINGS = 60  # with their ways out; of more, units only say what is wrong


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
        return " · ".join(purchases_of(self.character))


class UnitCard(Struct, frozen=True):
    """A unit's line with its price and what is wrong with it; only one that is open has parts and menus.

    `has_remedies` says whether the ways out stand beside its findings. `home` is what of it is at home, in words.
    """

    unit: FieldedUnit
    price: UnitPrice
    line: str
    findings: tuple[Finding, ...]
    has_remedies: bool = True
    is_open: bool = False
    models: tuple[ModelsCard, ...] = ()
    characters: tuple[CharacterCard, ...] = ()
    may_infiltrate: bool = False
    home: str = ""

    @property
    def points(self) -> int:
        return self.price.points

    @property
    def has_normal(self) -> bool:
        return not all(item.special for item in self.price.items)

    @property
    def has_special(self) -> bool:
        return any(item.special for item in self.price.items)


class Bar(Struct, frozen=True):
    """The tally as a picture, in points from its left end: normal troops grow from there, special ones from the right.

    `goal` marks 60 % of the game; where both meet, `over_at` and `over` are what is too much.
    """

    whole: int
    normal: int
    special: int
    special_at: int
    goal_at: int
    goal: int
    over_at: int
    over: int


class RosterPanel(Struct, frozen=True):
    """What a page draws of a roster: its units, its totals, the picture of its shares, how far it is.

    `findings` are those about the whole army that adding doesn't mend; those about units stand with them. `chosen` is
    the ref of the unit that was asked for, empty where the first one is open by itself.
    """

    units: tuple[UnitCard, ...]
    chosen: str
    leaders: tuple[Choice, ...]
    shares: Shares
    points: int
    limit: int | None
    bar: Bar
    progress: Progress
    findings: tuple[Finding, ...]

    @property
    def army_findings(self) -> tuple[Finding, ...]:
        """Those about the whole army with those that adding would mend: for whoever only reads."""
        return (*(each.finding for each in self.progress.to_do), *self.findings)

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
    def normal_needed(self) -> int:
        return -(-self.size * NORMAL_PERCENT // 100)

    @property
    def normal_to_go(self) -> int:
        return max(0, self.normal_needed - self.shares.normal)

    @property
    def special_allowed(self) -> int:
        return self.size * SPECIAL_PERCENT // 100

    @property
    def special_free(self) -> int:
        return max(0, self.special_allowed - self.shares.special)


def roster_panel(
    verdict: ArcanaVerdict,
    *,
    open_character: str = "",
    open_unit: str = "",
    all_open: bool = False,
    home: Mapping[str, int] | None = None,
) -> RosterPanel:
    """The verdict as a page draws it: open is one unit, with the menus of one of its characters if they are asked for.

    Both are named by their refs; where nothing is named the first unit is open, and every unit where `all_open` says.
    What is at `home`, if that is given, is dealt out to the units in their order.
    """
    parts = [
        (contingent, unit, price)
        for contingent, priced in zip(verdict.army.contingents, verdict.price.contingents, strict=True)
        for unit, price in zip(contingent.units, priced, strict=True)
    ]
    chosen = next((unit.ref for _, unit, _ in parts if _is_meant(unit, open_unit, open_character)), "")
    opened = chosen or next((unit.ref for _, unit, _ in parts), "")
    progress = progress_of(verdict)
    about = _about_units(verdict, progress)
    cards: list[UnitCard] = []
    shown, left = 0, None if home is None else Counter(home)
    for contingent, unit, price in parts:
        findings = about.pop(unit.ref, ())
        shown += len(findings)
        card = UnitCard(unit, price, line_of(unit), tuple(findings), has_remedies=shown <= MOST_FINDINGS)
        if left is not None:
            card = replace(card, home=_home_in_words(unit, left))
        if all_open or unit.ref == opened:
            card = _opened(card, verdict, contingent, open_character=open_character)
        cards.append(card)
    return RosterPanel(
        units=tuple(cards),
        chosen=chosen,
        leaders=_leaders(verdict),
        shares=Shares(verdict.price.normal, verdict.price.special),
        points=verdict.price.points,
        limit=verdict.army.points_limit,
        bar=_bar(verdict),
        progress=progress,
        findings=tuple(about.pop("", ())),
    )


def _home_in_words(unit: FieldedUnit, left: Counter[str]) -> str:
    """`6 of 20 at home`: how many of a unit's models there are of those that are left, which are fewer then."""
    needed = needed_by(unit.choice)
    taken = Counter({key: min(number, left[key]) for key, number in needed.items()})
    left -= taken
    if not needed:
        return ""
    return say("{home} of {needed} at home", home=taken.total(), needed=needed.total())


def _is_meant(unit: FieldedUnit, ref: str, character: str) -> bool:
    return ref == unit.ref or any(each.choice.ref == character for each in unit.characters)


def _about_units(verdict: ArcanaVerdict, progress: Progress) -> dict[str, list[Finding]]:
    """What is wrong by the refs of the units that it is about; what is about none of them by an empty one."""
    homes = {
        ref: unit.ref
        for unit in verdict.army.units
        for ref in (unit.ref, *(each.choice.ref for each in unit.characters))
    }
    about: dict[str, list[Finding]] = {}
    for finding in progress.wrong:
        about.setdefault(homes.get(finding.culprit.ref, ""), []).append(finding)
    return about


def _opened(card: UnitCard, verdict: ArcanaVerdict, contingent: Contingent, *, open_character: str) -> UnitCard:
    unit = card.unit
    items = {(item.ref, item.profile): item for item in reversed(card.price.items)}
    rows = [models.row for models in unit.models] + [character.row for character in unit.characters]
    return replace(
        card,
        is_open=True,
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
    lists = dict.fromkeys((verdict.army.own.army.slug, DESIGNS))
    rows = (row for slug in lists for row in catalogue.rows_of(slug))
    return tuple(Choice(row.slug, f"{row.name} ({row.points})") for row in rows if row.section == Section.CHARACTERS)


def _bar(verdict: ArcanaVerdict) -> Bar:
    price = verdict.price
    whole = verdict.army.points_limit or price.points or 1
    normal, special = min(price.normal, whole), min(price.special, whole)
    over = normal + special - whole
    return Bar(
        whole=whole,
        normal=normal,
        special=special,
        special_at=whole - special,
        goal_at=whole * NORMAL_PERCENT // 100,
        goal=max(1, whole // 330),
        over_at=whole - special,
        over=max(over, whole // 80) if over > 0 else 0,
    )
