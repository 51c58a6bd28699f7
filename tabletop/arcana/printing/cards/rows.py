"""Cards of units, of profiles and of a player's own designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army, FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.army.rules.characters import common_weapons
from tabletop.arcana.catalogue.abilities import abilities_of
from tabletop.arcana.catalogue.abilities.missiles import RANGE, minimum_range
from tabletop.arcana.catalogue.lists import Catalogue, Evidence, is_design
from tabletop.arcana.catalogue.profiles import Missile, Printed, Row, Statistics
from tabletop.arcana.catalogue.stat_lines import StatLine, stat_line
from tabletop.arcana.catalogue.weapons import WEAPONS, printed_weapon
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.cards.card import Card, Piece
from tabletop.arcana.printing.cards.tables import to_hit
from tabletop.arcana.printing.cutouts.shapes import base_size
from tabletop.arcana.printing.errata import field_text, value_text
from tabletop.arcana.printing.rosters.printed_roster import mount_text, unit_rows
from tabletop.heraldry import Picture, Shield, picture

FIGURES = ("move", "wounds", "armour", "magic", "morale")
LINES = ("melee", "missile", "special")
MOST_BOXES = 120
TABLED = frozenset({RANGE.slug, minimum_range().slug})


def profile_cards(armies: Sequence[Army], scale: int) -> tuple[Card, ...]:
    """A card for each row that the rosters use, each once however many have it."""
    rows: dict[str, tuple[Catalogue, Row]] = {}
    for army in armies:
        for row in (row for unit in army.units for row in unit_rows(unit)):
            rows.setdefault(row.slug, (army.catalogue, row))
    return tuple(_profile(catalogue, row, scale) for catalogue, row in rows.values())


def design_cards(armies: Sequence[Army], scale: int) -> tuple[Card, ...]:
    """A card for each design that the rosters carry, whether a unit uses it or not; what its words mean with it."""
    rows = {
        row.slug: (army.catalogue, row)
        for army in armies
        for row in army.catalogue.rows.values()
        if is_design(row)
    }  # fmt: skip
    return tuple(_profile(catalogue, row, scale, tuple(_abilities(catalogue, row))) for catalogue, row in rows.values())


def _profile(catalogue: Catalogue, row: Row, scale: int, reminders: tuple[Piece, ...] = ()) -> Card:
    return Card(
        title=row.name,
        aside=f"{row.points:,} VP",
        subtitle=catalogue.list_of(row.slug).name,
        label=LABEL if is_design(row) else "",
        emblem=shield_of(catalogue, row),
        content=tuple(_stat_line(catalogue, row, scale)),
        reminders=reminders,
    )


def unit_cards(army: Army, price: ArmyPrice, scale: int) -> Iterator[Card]:
    """A card for each unit's models and one for each character: stat lines and boxes to tick.

    What the words of stat lines mean stands on the reference sheet, the same for all.
    """
    for unit in army.units:
        items = price.units[unit.ref].items
        if unit.models:
            points = sum(item.points for item in items if item.ref == unit.ref)
            yield _models_card(army, unit, points=points, scale=scale)
        for character in unit.characters:
            points = sum(item.points for item in items if item.ref == character.choice.ref)
            yield _character_card(army, unit, character, points=points, scale=scale)


def _models_card(army: Army, unit: FieldedUnit, *, points: int, scale: int) -> Card:
    rows = [row for models in unit.models for row in (models.row, *(upgrade.row for upgrade in models.upgrades))]
    number = sum(models.count for models in unit.models)
    led = [f"led by {character.row.name}" for character in unit.characters]
    models = f"{number} model{'s' * (number != 1)}"
    return Card(
        title=unit.name,
        aside=f"{points:,} VP",
        subtitle=", ".join([army.name, models, *["infiltrating"] * unit.choice.infiltrating, *led]),
        label=LABEL if any(is_design(row) for row in rows) else "",
        emblem=shield_of(army.catalogue, rows[0]),
        content=tuple(_of_models(army.catalogue, unit, scale)),
    )


def _of_models(catalogue: Catalogue, unit: FieldedUnit, scale: int) -> Iterator[Piece]:
    for number, models in enumerate(unit.models):
        if number:
            yield Piece(rule=True)
        yield Piece(_counted(models))
        yield from _stat_line(catalogue, models.row, scale)
        yield from _boxes(models)


def _character_card(army: Army, unit: FieldedUnit, character: FieldedCharacter, *, points: int, scale: int) -> Card:
    is_alone = not unit.models and len(unit.characters) == 1
    rows = [row for row in (character.row, character.mount) if row]
    where = [] if is_alone else [f"leads {unit.name}" if unit.models else f"of {unit.name}"]
    return Card(
        title=unit.name if is_alone else character.row.name,
        aside=f"{points:,} VP",
        subtitle=", ".join([army.name, *["infiltrating"] * unit.choice.infiltrating, *where]),
        label=LABEL if any(is_design(row) for row in rows) else "",
        emblem=shield_of(army.catalogue, character.row),
        content=tuple(_of_character(army.catalogue, character, scale)),
    )


def _of_character(catalogue: Catalogue, character: FieldedCharacter, scale: int) -> Iterator[Piece]:
    yield Piece(_named(character))
    shot = bought(catalogue, character)
    merged = _merged(catalogue, character)
    if merged and character.mount:
        yield Piece(f"on {mount_text(character, character.mount)}{_own(character.mount)}, as one creature")
        yield from _figures(stat_line(merged))
        yield from _rolls(merged, (shot,) if shot else ())
        yield from (piece for row in (character.row, character.mount) for piece in misprints(catalogue, row))
        yield _base(merged, scale)
        yield from _wounds(merged)
        return
    yield from _stat_line(catalogue, character.row, scale, (shot,) if shot else ())
    yield from _wounds(character.row)
    if character.mount:
        yield Piece(rule=True)
        yield Piece(f"on {mount_text(character, character.mount)}{_own(character.mount)}")
        yield from _stat_line(catalogue, character.mount, scale)
        yield from _wounds(character.mount)


def _merged(catalogue: Catalogue, character: FieldedCharacter) -> Statistics | None:
    """Rider and mount as they are played, where they fight as one creature."""
    if character.mount is None:
        return None
    rider, mount = (catalogue.in_play(row.slug) for row in (character.row, character.mount))
    return ride_of(rider, mount, character.grants).merged


def _counted(models: FieldedModels) -> str:
    extras = "".join(f", {upgrade.row.name}" for upgrade in models.upgrades)
    magic = f", {models.choice.school} magic" if models.choice.school else ""
    return f"{models.count} {models.row.name}{extras}{magic}{_own(models.row)}"


def _named(character: FieldedCharacter) -> str:
    choice = character.choice
    extras = [choice.weapon.replace("-", " ")] if choice.weapon else []
    extras += [f"{choice.school} magic"] if choice.school else []
    extras += ["counterspell"] * choice.counterspell
    extras += [upgrade.row.name for upgrade in character.upgrades]
    return ", ".join([character.row.name, *extras]) + _own(character.row)


def bought(catalogue: Catalogue, character: FieldedCharacter) -> Missile | None:
    """The weapon that a character bought: as the troops of its list have it, with its own attacks and skill.

    A character of one's own, whose list has no troops, has it as the table of weapons does.
    """
    weapon, own = character.choice.weapon, character.row.missile_skill
    if weapon is None or own is None:
        return None
    home = catalogue.list_of(character.row.slug)
    rows = tuple(row for row in catalogue.rows.values() if catalogue.list_of(row.slug) is home)
    carried = (shot for row in common_weapons(rows).get(weapon, ()) for shot in row.missile)
    carried_shot = next((shot for shot in carried if printed_weapon(shot.name) is WEAPONS[weapon]), None)
    if carried_shot is None and is_design(character.row):
        carried_shot = WEAPONS[weapon].missile
    return carried_shot and replace(carried_shot, attacks=own.attacks, skill=own.skill)


def _own(row: Row) -> str:
    return f" ({LABEL})" if is_design(row) else ""


def _stat_line(catalogue: Catalogue, row: Row, scale: int, bought: tuple[Missile, ...] = ()) -> Iterator[Piece]:
    """The printed cells, ranges and rolls worked out from the row as it is played, and what was misprinted."""
    yield from printed_line(row)
    yield from _rolls(catalogue.in_play(row.slug), bought)
    yield from misprints(catalogue, row)
    yield _base(row, scale)


def _rolls(played: Statistics, bought: tuple[Missile, ...] = ()) -> Iterator[Piece]:
    if rolls := to_hit(replace(played, missile=(*played.missile, *bought))):
        yield Piece("Hits on", table=rolls)


def printed_line(row: Row) -> Iterator[Piece]:
    """A row's printed cells: the figures under their heads, then the attacks and what is special."""
    return _figures(row.printed)


def _figures(line: Printed | StatLine) -> Iterator[Piece]:
    figures = [(name.capitalize(), text) for name in FIGURES if (text := getattr(line, name))]
    if figures:
        yield Piece(table=tuple(zip(*figures, strict=True)))
    for name in LINES:
        if text := getattr(line, name):
            yield Piece(name.capitalize(), text)


def misprints(catalogue: Catalogue, row: Row) -> Iterator[Piece]:
    """What is played otherwise than printed."""
    for erratum in catalogue.errata.get(row.slug, ()):
        if erratum.strength == Evidence.STRONG:
            yield Piece("Played", f"{field_text(erratum.field)} {value_text(erratum.corrected)}, not as printed")


def _boxes(models: FieldedModels) -> Iterator[Piece]:
    """A box for each wound of each model, model by model; for great crowds none, they are counted on the table."""
    wounds = max(models.row.wounds, 1)
    if models.count * wounds > MOST_BOXES:
        return
    if wounds > 1:
        yield Piece(f"Wounds lost, {wounds} each", boxes=models.count * wounds, group=wounds)
    else:
        yield Piece("Models lost", boxes=models.count)


def _wounds(row: Statistics) -> Iterator[Piece]:
    if row.wounds > 1:
        yield Piece("Wounds lost", boxes=row.wounds)


def _abilities(catalogue: Catalogue, row: Row) -> Iterator[Piece]:
    """What the words of the stat line mean; ranges stand in the table of what hits."""
    for ability in abilities_of(catalogue.in_play(row.slug)):
        if ability.slug not in TABLED:
            yield Piece("", f"{ability.name}: {ability.text}")


def _base(row: Statistics, scale: int) -> Piece:
    size = base_size(row.stands_on, scale)
    return Piece("Base", f"{size[0]:g} × {size[1]:g} mm", base=size)


def shield_of(catalogue: Catalogue, row: Row) -> Picture:
    """The shield of the row's list, hatched."""
    return _hatched(catalogue.list_of(row.slug).shield)


@cache
def _hatched(shield: Shield) -> Picture:
    return picture(shield, hatched=True)
