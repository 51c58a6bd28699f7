"""Cards of units with their leaders, of profiles and of a player's own designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from tabletop.arcana.army.casters import knows_spells
from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army, FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.abilities import abilities_of
from tabletop.arcana.catalogue.counted_names import counted, named, straight
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Missile, Row, School, Statistics
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.creation.points.pricing import SECOND_CREW
from tabletop.arcana.printing.cards.figures import EACH, Attack, attacks_of, figures_of, saves_of
from tabletop.arcana.printing.cards.odds import Rival, odds_of
from tabletop.arcana.printing.cards.reminders import HIT_ON_RIDER, NOTED, ONE_CREATURE, Reminder, reminders
from tabletop.arcana.printing.cards.unit_card import MoraleTest, Profile, UnitCard
from tabletop.arcana.printing.cutouts.shapes import base_size
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.arcana.printing.wounds import (
    Tally,
    kind_of_mount,
    tallies_bought,
    tallies_of_character,
    tallies_of_models,
)
from tabletop.arcana.rules.morale.testing import losses_that_test, wounds_that_test
from tabletop.heraldry import Picture, Shield, picture
from tabletop.pdf.typography import GLUE

WHOLE_LABEL = LABEL.replace(" ", GLUE)  # stays on one line


def profile_cards(armies: Sequence[Army], scale: int) -> tuple[UnitCard, ...]:
    """A card for each row that the rosters use, each once however many have it."""
    rows: dict[str, tuple[Catalogue, Row]] = {}
    for army in armies:
        for row in (row for unit in army.units for row in unit_rows(unit)):
            rows.setdefault(row.slug, (army.catalogue, row))
    return tuple(profile_card(catalogue, row, scale) for catalogue, row in rows.values())


def design_cards(armies: Sequence[Army], scale: int) -> tuple[UnitCard, ...]:
    """A card for each design that the rosters carry, whether a unit uses it or not."""
    rows = {
        row.slug: (army.catalogue, row)
        for army in armies
        for row in army.catalogue.rows.values()
        if is_design(row)
    }  # fmt: skip
    return tuple(profile_card(catalogue, row, scale) for catalogue, row in rows.values())


def profile_card(catalogue: Catalogue, row: Row, scale: int) -> UnitCard:
    """A row alone, as it is played."""
    played = catalogue.in_play(row.slug)
    known = catalogue.list_of(row.slug).name
    return UnitCard(
        title=straight(row.name),
        below=known,
        tag=_wizardry(row),
        emblem=shield_of(catalogue, row),
        profiles=(_profile(played),),
        reminders=tuple(reminders(abilities_of(played))),
        tallies=(Tally(1, row.wounds),) if row.wounds else (),
        base=base_size(row.stands_on, scale),
        foot=_foot(row.points, [row]),
        back=known,
    )


def _wizardry(row: Row) -> str:
    """Whether it casts, and for how many points where that isn't its own."""
    if row.spellcaster is None:
        return ""
    return f"wizard for {row.spellcaster.cost:,}" if row.spellcaster.cost else "wizard"


def unit_cards(army: Army, price: ArmyPrice, scale: int, rivals: tuple[Rival, ...] = ()) -> Iterator[UnitCard]:
    """One card for a unit's models and one for each of its characters; a single leader's comes with the unit's.

    Units are numbered as they stand in the roster. A unit's first card has its odds against the rivals.
    """
    for number, unit in enumerate(army.units, 1):
        items = price.units[unit.ref].items
        points = {part: sum(item.points for item in items if item.ref == part) for part in {item.ref for item in items}}
        leaders = [
            _character_card(army, unit, character, number=number, points=points, scale=scale)
            for character in unit.characters
        ]
        odds = odds_of(army, unit, number, rivals)
        if not unit.models:
            yield from (replace(card, odds=odds if not place else None) for place, card in enumerate(leaders))
            continue
        card = _models_card(army, unit, number=number, points=points.get(unit.ref, 0), scale=scale)
        card = replace(card, odds=odds)
        if len(leaders) == 1:
            yield replace(card, leader=leaders[0])
        else:
            yield from (card, *leaders)


def _models_card(army: Army, unit: FieldedUnit, *, number: int, points: int, scale: int) -> UnitCard:
    catalogue, leaders = army.catalogue, len(unit.characters)
    rows = [row for models in unit.models for row in (models.row, *(upgrade.row for upgrade in models.upgrades))]
    first = unit.models[0].row
    named = len(unit.models) > 1
    tallies = tuple(tally for models in unit.models for tally in tallies_of_models(models, is_named=named))
    if len(tallies) == 1:
        tallies = (Tally(tallies[0].models, tallies[0].wounds),)
    word = "leader" if leaders == 1 else f"{leaders} leaders"
    total = sum(tally.boxes for tally in tallies)
    return UnitCard(
        title=unit.choice.name or straight(first.name),
        below=_below(unit),
        number=str(number),
        tag=f"+ {word}" if leaders else "",
        emblem=shield_of(catalogue, first),
        profiles=tuple(_models_profile(catalogue, models, named=named) for models in unit.models),
        reminders=tuple(_of_models(catalogue, unit)),
        spells=tuple(_known(army, [(models.row, models.choice.school) for models in unit.models])),
        tallies=tallies,
        half=None if leaders else total - wounds_that_test(total),
        test=_test(unit),
        link=f"next card{'s' * (leaders > 1)}: {number}, {word}" if leaders else "",
        base=base_size(first.stands_on, scale),
        foot=_foot(points, rows),
        back=army.name,
    )


def _below(unit: FieldedUnit) -> str:
    """Who is in the unit; of one that has no name of its own only how many."""
    models = [
        ", ".join((_counted(models.row, models.count), *_bought(models.upgrades, models.count)))
        for models in unit.models
    ]
    first = unit.models[0]
    if len(unit.models) == 1 and not first.upgrades and not unit.choice.name:
        return f"{first.count} model{'s' * (first.count != 1)}"
    return "; ".join(models)


def _counted(row: Row, count: int) -> str:
    return counted(straight(row.name), count)


def _bought(upgrades: Sequence[FieldedUpgrade], models: int) -> Iterator[str]:
    """What was bought for each of so many models, with its number but for a single one."""
    for upgrade in upgrades:
        number = upgrade.count * models
        yield _counted(upgrade.row, number) if number > 1 else straight(upgrade.row.name)


def _models_profile(catalogue: Catalogue, models: FieldedModels, *, named: bool) -> Profile:
    row = catalogue.in_play(models.row.slug)
    if models.choice.reinforced == models.count:
        row = replace(row, wounds=row.wounds + SECOND_CREW)
    further = tuple(_attacks_bought(catalogue, models.upgrades, models.count))
    name = _counted(models.row, models.count) if named else ""
    return _profile(row, name=name, each=models.count > 1, further=further)


def _attacks_bought(catalogue: Catalogue, upgrades: Sequence[FieldedUpgrade], models: int = 1) -> Iterator[Attack]:
    """What upgrades strike, ram and shoot with, each under its name; one that slows its carrier says to what."""
    for upgrade in upgrades:
        row = catalogue.in_play(upgrade.row.slug)
        inches = row.movement.ground
        for attack in attacks_of(row):
            name = _one_of(upgrade, models)
            who = name if not attack.who or name.startswith(attack.who) else f"{attack.who}, {name}"
            moves = () if inches is None else (f'move {inches}"',)
            yield replace(attack, who=who, qualities=(*moves, *attack.qualities))


def _one_of(upgrade: FieldedUpgrade, models: int = 1) -> str:
    """`each head` of several, `rollers` of a lone giant, `rollers, each` of a few."""
    name = upgrade.row.name.rpartition(", ")[2].lower()
    if upgrade.count > 1:
        return f"{EACH} {name}"
    return f"{name}, {EACH}" if models > 1 else name


def _profile(
    row: Statistics,
    bought: Sequence[Missile] = (),
    *,
    name: str = "",
    each: bool = False,
    further: Sequence[Attack] = (),
) -> Profile:
    attacks = (*attacks_of(row, bought, each=each), *further)
    return Profile(name=name, figures=figures_of(row), saves=saves_of(row), attacks=attacks)


def _test(unit: FieldedUnit) -> MoraleTest | None:
    """Leaders count; mounts that take hits of their own count with their wounds."""
    riders = [character.ride for character in unit.characters]
    of_models = sum(tally.boxes for models in unit.models for tally in tallies_of_models(models, is_named=False))
    of_leaders = sum(
        (ride.merged.wounds if ride.merged else ride.rider.wounds + ride.mount.wounds * (not character.rides_along))
        if ride
        else character.row.wounds
        for ride, character in zip(riders, unit.characters, strict=True)
    )
    bought_wounds = (tallies_bought(character.upgrades) for character in unit.characters)
    of_leaders += sum(tally.boxes for tallies in bought_wounds for tally in tallies)
    total, models = of_models + of_leaders, unit.size
    if total < 2:
        return None
    return MoraleTest(
        losses_that_test(models) if models > 1 else 0,
        wounds_that_test(total),
    )


def _of_models(catalogue: Catalogue, unit: FieldedUnit) -> Iterator[Reminder]:
    bought = {"infiltrate"} if unit.choice.infiltrating else set()
    if any(models.choice.phalanx for models in unit.models):
        bought.add("phalanx")
    abilities = [
        ability for models in unit.models for ability in abilities_of(catalogue.in_play(models.row.slug))
    ]  # fmt: skip
    yield from reminders(abilities, frozenset(bought))
    for models in unit.models:
        yield from _reminders_bought(catalogue, models.row, models.upgrades)


def _reminders_bought(catalogue: Catalogue, carrier: Row, upgrades: Sequence[FieldedUpgrade]) -> Iterator[Reminder]:
    """The abilities of what was bought, said of it alone, and what the list notes of it and its carrier."""
    for upgrade in upgrades:
        name = named(upgrade.row.name.rpartition(", ")[2].lower(), 2)
        for reminder in reminders(abilities_of(catalogue.in_play(upgrade.row.slug))):
            yield replace(reminder, words=f"{name} only: {reminder.words}")
    noted = dict.fromkeys((carrier.slug, *(upgrade.row.slug for upgrade in upgrades)))
    yield from (NOTED[slug] for slug in noted if upgrades and slug in NOTED)


def _character_card(
    army: Army, unit: FieldedUnit, character: FieldedCharacter, *, number: int, points: dict[str, int], scale: int
) -> UnitCard:
    catalogue, mount = army.catalogue, character.mount
    is_alone = not unit.models and len(unit.characters) == 1
    name = unit.name if is_alone else character.row.name
    profiles = tuple(_character_profiles(catalogue, character))
    tallies = tuple(tallies_of_character(character))
    total = sum(tally.boxes for tally in tallies)
    stands_on = (mount or character.row).stands_on
    choice = character.choice
    known = [(character.row, choice.school)]
    if mount and choice.mount and not choice.mount.shared:
        known.append((mount, choice.mount.school))
    rows = [character.row, *([mount] if mount else [])]
    return UnitCard(
        title=name,
        below=_described(character, name),
        number=str(number),
        tag="" if is_alone else "leader",
        emblem=shield_of(catalogue, character.row),
        profiles=profiles,
        reminders=tuple(_of_character(catalogue, unit, character)),
        spells=tuple(_known(army, known)),
        tallies=tallies,
        half=total - wounds_that_test(total) if is_alone and len(tallies) == 1 and total > 1 else None,
        test=_test(unit) if not unit.models and character is unit.characters[0] else None,
        link="" if is_alone else f"{'leads' if unit.models else 'with'} {number}, {unit.name}",
        base=base_size(stands_on, scale),
        foot=_foot(points.get(choice.ref, 0), rows),
        back=army.name,
    )


def _described(character: FieldedCharacter, title: str) -> str:
    """What the title doesn't say: its row, what it rides, its weapon, school and things."""
    choice, parts = character.choice, [character.row.name] if title != character.row.name else []
    if character.mount:
        parts.append(f"{'with' if character.rides_along else 'on'} {straight(character.mount.name)}")
    parts += [choice.weapon.replace("-", " ")] if choice.weapon else []
    parts += [f"school of {choice.school}"] if choice.school else []
    parts += ["counterspell"] * choice.counterspell
    parts += _bought(character.upgrades, 1)
    return ", ".join(parts)


def _character_profiles(catalogue: Catalogue, character: FieldedCharacter) -> Iterator[Profile]:
    shot = weapon_bought(catalogue, character)
    shots = (shot,) if shot else ()
    merged = _merged(catalogue, character)
    mounted, own = _mount_and_own(character)
    if merged:
        further = tuple(_attacks_bought(catalogue, character.upgrades))
        lines = tuple(replace(line, name=_before_comma(line.name) or "rider") for line in merged.melee)
        yield _profile(replace(merged, melee=lines), shots, further=further)
        return
    yield _profile(catalogue.in_play(character.row.slug), shots, further=tuple(_attacks_bought(catalogue, own)))
    if character.mount and not character.rides_along:
        further = tuple(_attacks_bought(catalogue, mounted))
        yield _profile(catalogue.in_play(character.mount.slug), name=straight(character.mount.name), further=further)


def _mount_and_own(character: FieldedCharacter) -> tuple[list[FieldedUpgrade], list[FieldedUpgrade]]:
    """What was bought for the mount, and for the character itself."""
    mount = character.mount.slug if character.mount else None
    mounted = [upgrade for upgrade in character.upgrades if mount in upgrade.row.carried_by]
    return mounted, [upgrade for upgrade in character.upgrades if upgrade not in mounted]


def _before_comma(name: str) -> str:
    """`Wyvern` for `Wyvern, Hatchling`."""
    return name.partition(",")[0]


def _short(row: Row) -> str:
    return _before_comma(row.name).lower()


def _of_character(catalogue: Catalogue, unit: FieldedUnit, character: FieldedCharacter) -> Iterator[Reminder]:
    ride, merged = character.ride, _merged(catalogue, character)
    rows: list[Statistics] = [merged] if merged else [catalogue.in_play(character.row.slug)]
    if ride and not merged and not character.rides_along:
        rows.append(catalogue.in_play(ride.mount.slug))
    if ride and merged:
        yield Reminder("One creature", f"rider and {_short(ride.mount)} share wounds.", ONE_CREATURE)
    elif ride:
        faces = " or ".join(map(str, ride.rider_hit_on))
        yield Reminder(f"Hit on rider: {faces}", f"on a d6, else the {kind_of_mount(ride.mount)}.", HIT_ON_RIDER)
    found = [ability for row in rows for ability in abilities_of(row)]
    if merged and ride and ride.rider.fearsome != ride.mount.fearsome:
        yield Reminder("Fearsome", f"only the {_short(ride.rider if ride.rider.fearsome else ride.mount)}.")
    yield from reminders(found, frozenset({"infiltrate"} if unit.choice.infiltrating else ()))
    mounted, own = _mount_and_own(character)
    yield from _reminders_bought(catalogue, character.row, own)
    if character.mount:
        yield from _reminders_bought(catalogue, character.mount, mounted)


def _merged(catalogue: Catalogue, character: FieldedCharacter) -> Statistics | None:
    """Rider and mount as they are played, where they fight as one creature."""
    if character.mount is None:
        return None
    rider, mount = (catalogue.in_play(row.slug) for row in (character.row, character.mount))
    return ride_of(rider, mount, character.grants).merged


def _known(army: Army, casters: Sequence[tuple[Row, School | None]]) -> Iterator[Spell]:
    """The spells of those who know some: the General ones and the schools', each once."""
    schools = [school for row, school in casters if knows_spells(row, school)]
    if schools:
        for school in dict.fromkeys((School.GENERAL, *(school for school in schools if school))):
            yield from army.catalogue.spells_of(school)


def _foot(points: int, rows: Sequence[Row]) -> str:
    further = ["elite"] * any(row.elite for row in rows) + [WHOLE_LABEL] * any(is_design(row) for row in rows)
    return ", ".join((f"{points:,}{GLUE}points", *further))


def shield_of(catalogue: Catalogue, row: Row) -> Picture:
    """The shield of the row's list, hatched."""
    return _hatched(catalogue.list_of(row.slug).shield)


@lru_cache(maxsize=64)
def _hatched(shield: Shield) -> Picture:
    return picture(shield, hatched=True)
