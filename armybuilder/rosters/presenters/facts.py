"""What a line of the editor says of a profile: the few figures by which players tell their troops apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from armybuilder.core.languages import say
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedUnit
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.profiles import Missile, MoraleKind, Row, School, Section, Statistics
from tabletop.languages import joined, language, marked, within

MORALE = {MoraleKind.FEARLESS: marked("fearless"), MoraleKind.BERSERK: marked("berserk")}
MOST_FACTS = 3
MOST_IN_ARMY = 4


def facts_of(row: Row, *, most: int = MOST_FACTS) -> str:
    """`5″ · armour 4, shield · long weapon`: how it moves, what it takes, how it strikes; so many facts at most."""
    schools = row.spellcaster.schools if row.spellcaster else ()
    return _facts(row, row.section, language(), school=schools[0] if len(schools) == 1 else "", most=most)


@lru_cache(maxsize=2000)
def _facts(row: Statistics, section: Section, spoken: str, *, school: str, most: int) -> str:
    facts = [fact for fact in _every_fact(row, section, school) if fact]
    return " · ".join(facts[:most])


def _every_fact(row: Statistics, section: Section, school: str) -> Iterator[str]:
    """The facts, those that matter most first."""
    yield _pace(row)
    yield say("{wounds} wounds", wounds=row.wounds) if row.wounds > 1 else ""
    yield say("school of {school}", school=school.capitalize()) if school else ""
    yield from map(_shot, row.missile[:1])
    if section == Section.TROOPS and row.wounds == 1:
        yield _armour(row)
    blow = row.melee[0] if row.melee else None
    yield say("long weapon") if blow and blow.long_weapon else ""
    yield say("two blows") if blow and blow.attacks == 2 and row.wounds == 1 else ""
    yield say(MORALE[row.morale.kind]) if row.morale and row.morale.kind != MoraleKind.NATURAL else ""
    yield say("fearsome") if row.fearsome else ""
    yield say("magical") if blow and blow.magical else ""
    yield say("base {size}", size=f"{row.base:g}") if row.base > 1 else ""
    yield (
        say("strength {strength}", strength=blow.strength)
        if blow and isinstance(blow.strength, int) and blow.strength > 0
        else ""
    )


def _pace(row: Statistics) -> str:
    ground, fly, swim = row.movement.ground, row.movement.fly, row.movement.swim
    ways = ((ground, marked("{inches}″")), (fly, marked("{inches}″ flying")), (swim, marked("{inches}″ swimming")))
    return ", ".join(say(way, inches=inches) for inches, way in ways if inches is not None)


def _armour(row: Statistics) -> str:
    shield = say("shield") if row.defence.shield else ""
    if row.armour is None or row.armour.value == 0:
        return shield or say("no armour")
    value = row.armour.value
    save = say("armour {value} fixed", value=value) if row.armour.fixed else say("armour {value}", value=value)
    return f"{save}, {shield}" if shield else save


def _shot(missile: Missile) -> str:
    return f"{missile.range}″ {missile.name.lower() or say('missiles')}"


def purchases_of(character: FieldedCharacter) -> tuple[str, ...]:
    """What was bought for a character, each in a few words."""
    choice = character.choice
    bought = (
        choice.weapon and choice.weapon.replace("-", " ").capitalize(),
        choice.counterspell and say("Counterspell"),
        choice.school and say("{school} magic", school=choice.school.capitalize()),
        character.mount and _ridden(character.mount, character),
        choice.mount
        and choice.mount.school
        and say("{school} magic of the mount", school=choice.mount.school.capitalize()),
        *(counted(upgrade.row.name, upgrade.count) for upgrade in character.upgrades),
    )
    return tuple(part for part in bought if part)


def _beast_magic(school: School) -> str:
    return say("{school} magic of the mount", school=school.capitalize())


def _ridden(mount: Row, rider: FieldedCharacter) -> str:
    return say("aboard {mount}", mount=mount.name) if rider.rides_along else say("on {mount}", mount=mount.name)


def line_of(unit: FieldedUnit) -> str:
    """What stands under a unit's name: what it is made of if it has a name of its own, else what one profile is."""
    led = _led_by(unit)
    if not unit.models:
        alone = [*(within(purchase) for each in unit.characters for purchase in purchases_of(each))]
        rows = [facts_of(each.row, most=MOST_IN_ARMY) for each in unit.characters[:1]]
        return " · ".join([*([unit.described] if unit.choice.name else []), *(alone or rows)])
    if unit.choice.name:
        return f"{unit.described}, {led}" if led else unit.described
    if len(unit.models) > 1 or led:
        return led
    return facts_of(unit.models[0].row, most=MOST_IN_ARMY)


def _led_by(unit: FieldedUnit) -> str:
    leaders = [_one(each.row.name) for each in unit.characters] if unit.models else []
    return say("led by {leaders}", leaders=joined(leaders)) if leaders else ""


def _one(name: str) -> str:
    return say("an {profile}", profile=name) if name[:1].lower() in "aeiou" else say("a {profile}", profile=name)
