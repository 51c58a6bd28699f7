"""The Special column: fear, ramming, magic, hiding, carrying, and the room a model takes."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import ANY, PROFILES, Ability, Figure, pick_abilities
from tabletop.arcana.catalogue.abilities.attacks import PHALANX, of_melee
from tabletop.arcana.catalogue.abilities.defence import CHARMER
from tabletop.arcana.catalogue.abilities.missiles import missile_skill
from tabletop.arcana.catalogue.abilities.morale import BERSERK, BERSERK_MORALE
from tabletop.arcana.catalogue.abilities.vehicles import OF_TOWED, OF_VEHICLES, OF_WAR_MACHINES, VEHICLES
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import Design, Magic
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Row, School, Section, Spellcasting, Statistics

FEARSOME = Ability(
    "fearsome",
    "Fearsome",
    "A unit that loses a model to its melee attacks tests morale, unless fearless or berserk. "
    "Kills by sweeps, rams, missiles and spells don't count.",
    PROFILES,
)
ELITE = Ability(
    "elite",
    "Elite",
    "Special troops when an army is built: paid from the 40 % for special, not the 60 % for normal.",
    BOOK.section("Building an Army"),
)
BASE = Ability(
    "base",
    "Base (#)",
    'Base 1 is 25 by 25 mm, 1" by 1". A larger base covers that many of these and counts as so many base units.',
    BOOK.section("Game Terms"),
)

MM_A_BASE = 25


def ramming(attacks: Figure = ANY, skill: Figure = ANY) -> Ability:
    text = (
        f"Rams {attacks}/{skill} (attacks and skill) once a turn, on first engaging or in an overrun, even if first "
        "strikes kill it. Half the hits on skirmishers; misses are rerolled on friends in that melee. "
        "Whoever charged its rear, or flew into it when it can't fly, is safe."
    )
    return Ability("ramming", f"Ram ({attacks}/{skill})", text, BOOK.section("Ramming Attacks"))


def infiltrate(cost: int | None = None) -> Ability:
    name, price = ("Infiltrate", "") if cost is None else (f"Infiltrate ({cost})", f" for {cost} points a model")
    text = (
        f'May begin hidden{price}. It appears skirmished, 6" or more from enemies and outside their deployment zone: '
        "before initiative, to act as usual, or after all movement, to shoot at -1."
    )
    return Ability("infiltrate", name, text, PROFILES)


def bought_phalanx(cost: int) -> Ability:
    text = f"{PHALANX.text} Only with pikes, and if bought for {cost} points a model in all."
    return Ability("phalanx", f"Phalanx ({cost})", text, BOOK.section("Hogman Army List"))


def spellcaster(choice: str = "the General spells and one school, chosen with the army", cost: int = 0) -> Ability:
    price = f" Only if bought for {cost} points more." if cost else ""
    text = f"Knows {choice}. Each magic phase it gains 1 power and may cast one spell; it may counter several.{price}"
    return Ability("spellcaster", "Spellcaster", text, BOOK.section("Spellcasting"))


def cargo(spaces: int | None = None) -> Ability:
    room = f"Carries {2 * spaces} bases of troops" if spaces else "Carries two bases of troops a space"
    text = (
        f"{room}, who get on or off while it moves 8\" or less and doesn't charge, and who don't fight. "
        "Each wound it takes also hits one of them; its end is a strength 1 hit on each whose d6 shows 4 or more."
    )
    return Ability("cargo", f"Cargo ({spaces or ANY})", text, BOOK.section("Cargo"))


def base(statistics: Statistics) -> Ability:
    ground = _ground(statistics.base, statistics.stands_on)
    return Ability("base", f"Base {_size(statistics.base)}", f"Stands on {ground}.", BASE.citation)


def other_base(size: float | None = None) -> Ability:
    where = "another base" if size is None else _ground(size, Statistics(base=size).stands_on)
    name = ANY if size is None else _size(size)
    return Ability("other-base", f"Or base {name}", f"May stand on {where} instead, if its player likes.", PROFILES)


def _ground(size: float, stands_on: tuple[float, float]) -> str:
    """The ground that a base covers, and what it counts as."""
    *_, units = FOOTPRINTS[size]
    wide, deep = stands_on
    millimetres = f"{wide * MM_A_BASE:g} by {deep * MM_A_BASE:g} mm"
    return f'{millimetres}, {_size(wide)}" wide and {_size(deep)}" deep, as {units} base unit{"s" * (units > 1)}'


def _size(size: float) -> str:
    return "½" if size == 0.5 else f"{size:g}"


OF_SECTIONS: dict[Section, tuple[Ability, ...]] = {Section.VEHICLES: OF_VEHICLES, Section.WAR_MACHINES: OF_WAR_MACHINES}
SPECIAL = (
    FEARSOME,
    BERSERK,
    BERSERK_MORALE,
    ramming(),
    CHARMER,
    infiltrate(),
    spellcaster(),
    *VEHICLES,
    cargo(),
    ELITE,
    BASE,
    other_base(),
)


def of_special(statistics: Statistics) -> Iterator[Ability]:
    yield from pick_abilities((statistics.fearsome, FEARSOME))
    if statistics.ramming:
        yield from _of_ramming(statistics.ramming)
    if statistics.base != 1 or statistics.footprint:
        yield base(statistics)


def _of_ramming(ram: Melee) -> Iterator[Ability]:
    yield ramming(ram.attacks, ram.skill)
    yield from of_melee(ram)


def of_row(row: Row) -> Iterator[Ability]:
    """What only printed rows have."""
    yield from OF_SECTIONS.get(row.section, ())
    yield from OF_TOWED if row.drawn_by else ()
    yield from pick_abilities((row.elite, ELITE), (row.cargo, cargo(row.cargo)))
    if row.infiltrate_cost is not None:
        yield infiltrate(row.infiltrate_cost)
    if row.phalanx_cost is not None:
        yield bought_phalanx(row.phalanx_cost)
    if row.other_base is not None:
        yield other_base(row.other_base)
    if row.missile_skill:
        yield missile_skill(row.missile_skill.attacks, row.missile_skill.skill)
    if row.spellcaster:
        yield spellcaster(_schools(row.spellcaster), row.spellcaster.cost)


def _schools(spellcasting: Spellcasting) -> str:
    schools: list[School] = [school for school in spellcasting.schools if school != School.GENERAL]
    if not schools:
        return "the General spells only"
    *most, last = [school.capitalize() for school in schools]
    listed = f"{', '.join(most)} or {last}, chosen with the army" if most else last
    return f"the General spells and {listed}"


def of_design(design: Design) -> Iterator[Ability]:
    """What only designs of a player's own have."""
    if design.infiltrates:
        yield infiltrate()
    if design.missile_skill:
        yield missile_skill(design.missile_skill.attacks, design.missile_skill.skill)
    if design.spellcaster:
        yield spellcaster("the General spells only") if design.spellcaster == Magic.GENERAL else spellcaster()
