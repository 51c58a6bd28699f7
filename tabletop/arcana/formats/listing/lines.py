"""The lines of a list in plain text: a unit's, models', a character's; read here, and written in forms to choose from.

A line is a profile and what was bought for it, between semicolons, colons or commas. Names may have commas in them, so
a piece is read as a whole first, then up to its last comma, and so on: the longest beginning that means something wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Mount, Unit, Upgrade
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.arcana.formats.listing.words import (
    INFILTRATING,
    JUNK,
    OPENING,
    number,
    read_quoted,
    without_points,
    without_ref,
)
from tabletop.arcana.formats.naming import Place, ProfileNames, name_key
from tabletop.rosters.problems import Faults, UnclearError

WEAPONS = {weapon.replace("-", " "): weapon for weapon in get_args(Weapon)}
SCHOOLS = {f"school of {school}": school for school in School}
MOUNT_SCHOOLS = {f"mount's school of {school}": school for school in School}
SWITCHES = ("counterspell", "phalanx")
EXTRA_WORDS = (*SWITCHES, "on", "aboard", "with", "reinforced", *MOUNT_SCHOOLS, *WEAPONS, *SCHOOLS)
COUNTED = re.compile(r"([0-9][0-9,.]*)\s*(?:[x×*](?=\s))?\s+(.*)", re.IGNORECASE)
MULTIPLIED = re.compile(r"([0-9]{1,9})[x×](?=\S)", re.IGNORECASE)
MOUNTED = re.compile(r"(on|riding|mounted on|aboard)\s+(.*)", re.IGNORECASE)
EQUIPPED = re.compile(r"(?:with|each with)\s+(?:([0-9]{1,9})\s*(?:[x×*](?=\s))?\s+)?(.*)", re.IGNORECASE)
REINFORCED = re.compile(r"([0-9]{1,9}) reinforced", re.IGNORECASE)
SEPARATORS = re.compile(r"[;:：；]")
MOST_COMMAS = 40

Extra = tuple[str, Any]
Thing = TypeVar("Thing")


class UnitHead(Struct, frozen=True):
    """What a unit's own line says."""

    name: str
    ref: str
    infiltrating: bool

    @property
    def unit(self) -> Unit:
        return Unit(ref=self.ref, name=self.name, infiltrating=self.infiltrating)


def read_head(text: str) -> UnitHead:
    """`The Old Guard (infiltrating) {u7} [306 points]`, the name in quotation marks if it must; else UnclearError."""
    if text[:1] not in OPENING or not text:
        return _read_tail(text)
    name, rest = read_quoted(text)
    tail = _read_tail(rest)
    if tail.name:
        raise UnclearError(f"“{tail.name}” after the name isn't understood")
    return UnitHead(name, tail.ref, tail.infiltrating)


def read_notes(text: str) -> str:
    """Notes as they stand, or without the quotation marks that are around all of them."""
    if text[:1] not in OPENING or not text:
        return text
    try:
        notes, rest = read_quoted(text)
    except UnclearError:
        return text
    return text if rest.strip(JUNK) else notes


def _read_tail(text: str) -> UnitHead:
    """What ends the line, in any order: a price, a ref, whether it infiltrates; the rest is the name."""
    ref, infiltrating, before = "", False, ""
    while text != before:
        before = text
        text, stated = without_ref(without_points(text))
        ref = ref or stated
        rest = INFILTRATING.sub("", text)
        infiltrating = infiltrating or rest != text
        text = rest.rstrip(JUNK)
    return UnitHead(text.strip(JUNK), ref, infiltrating)


def head_forms(unit: Unit, names: Iterator[str], decoration: str) -> Iterator[str]:
    """The unit's line with every one of these forms of its name; `decoration` is its ref where that is stated."""
    infiltrating = " (infiltrating)" if unit.infiltrating else ""
    return (f"{name}{infiltrating}{decoration}".strip() for name in names)


def read_part(text: str, names: ProfileNames, kind: Place | None = None) -> Models | Character:
    """`17 Axemen; with Rollers` or `Dwarf Champion: crossbow; on Giant Eagle`; a character's ref may be empty.

    `kind` is what the line says it is, models or a character. MalformedError tells every word that is unknown.
    """
    text, ref = without_ref(without_points(text))
    text = MULTIPLIED.sub(r"\1 x ", text, count=1) if MULTIPLIED.match(text) else text
    counted = COUNTED.fullmatch(text)
    faults = Faults()
    count = faults.attempt(number, counted[1]) if counted else None
    place = Place.MODELS if counted and kind != Place.CHARACTER else Place.CHARACTER
    head, rest = _parted(counted[2] if counted else text)
    slug, left = faults.attempt(_longest_meaning, head, lambda words: names.find(words, place)) or ("", "")
    extras = list(_read_extras(f"{left};{rest}" if left else rest, names, faults))
    faults.raise_all()
    kind = kind or _kind(slug, count, names)
    if kind == Place.MODELS:
        return _models(slug, count, extras)
    return _character(slug, ref, extras)


def _kind(slug: str, count: int | None, names: ProfileNames) -> Place:
    """What a line is that doesn't say so: characters stand one to a line, models have a count."""
    called = names.called(slug, Place.CHARACTER)
    if names.section(slug) != Section.CHARACTERS:
        if count is None:
            raise UnclearError(f"how many? Write “1 {called}”, or “Character: {called}” for a leader")
        return Place.MODELS
    if count not in (None, 1):
        raise UnclearError(f"characters stand one to a line: write “{called}” {count} times")
    return Place.CHARACTER


def _parted(text: str) -> tuple[str, str]:
    """What a line begins with, and what follows the first semicolon or colon."""
    separator = SEPARATORS.search(text)
    return (text[: separator.start()], text[separator.end() :]) if separator else (text, "")


def _read_extras(text: str, names: ProfileNames, faults: Faults) -> Iterator[Extra]:
    """What was bought; of a piece that isn't understood the rest is left, and its error kept."""
    for piece in SEPARATORS.split(text):
        left = piece.strip(JUNK)
        while left:
            extra, left = faults.attempt(_longest_meaning, left, lambda words: _read_extra(words, names)) or (None, "")
            yield from [extra] if extra else []


def _longest_meaning(text: str, read: Callable[[str], Thing]) -> tuple[Thing, str]:
    """What a text means as a whole, or its longest beginning before a comma that means something, and what is left.

    UnclearError where neither does.
    """
    commas = [place for place, sign in enumerate(text) if sign in ",，"][:MOST_COMMAS]
    for place in (len(text), *reversed(commas)):
        try:
            return read(text[:place].strip(JUNK)), text[place + 1 :].strip(JUNK)
        except UnclearError as error:
            unclear = error
    raise unclear


def _read_extra(text: str, names: ProfileNames) -> Extra:
    """One thing bought: a weapon, a counterspell, a school, a phalanx, a mount, an upgrade, second crews."""
    word = name_key(text)
    if extra := _by_its_word(word):
        return extra
    if crews := REINFORCED.fullmatch(word):
        return "reinforced", int(crews[1])
    if mount := MOUNTED.fullmatch(text):
        return "mount", Mount(profile=names.find(mount[2], Place.MOUNT), shared=name_key(mount[1]) == "aboard")
    if upgrade := EQUIPPED.fullmatch(text):
        return "upgrades", Upgrade(profile=names.find(upgrade[2], Place.UPGRADE), count=int(upgrade[1] or 1))
    raise UnclearError(f"“{text}” isn't understood here", text, EXTRA_WORDS)


def _by_its_word(word: str) -> Extra | None:
    if word in SWITCHES:
        return word, True
    if weapon := WEAPONS.get(word.replace("-", " ")):
        return "weapon", weapon
    if school := SCHOOLS.get(word) or SCHOOLS.get(f"school of {word.removeprefix('school ')}"):
        return "school", school
    school = MOUNT_SCHOOLS.get(word.replace("’", "'"))
    return ("mount_school", school) if school else None


def _fields_of(extras: list[Extra], allowed: tuple[str, ...], called: str) -> dict[str, Any]:
    """Extras by field; UnclearError for one that isn't for this line, or that is stated twice."""
    fields: dict[str, Any] = {}
    for field, value in extras:
        if field not in allowed:
            raise UnclearError(f"{called} can't have this: {field}")
        if field == "upgrades":
            fields["upgrades"] = (*fields.get("upgrades", ()), value)
        elif field in fields:
            raise UnclearError(f"this is stated twice: {field}")
        else:
            fields[field] = value
    return fields


def _models(slug: str, count: int | None, extras: list[Extra]) -> Models:
    if count is None:
        raise UnclearError("how many? Begin the line with a number")
    models = Models(
        profile=slug, count=count, **_fields_of(extras, ("reinforced", "upgrades", "school", "phalanx"), "models")
    )
    if models.reinforced > models.count:
        raise UnclearError(f"only {counted('model', models.count)} can be reinforced")
    return models


def _character(slug: str, ref: str, extras: list[Extra]) -> Character:
    allowed = ("weapon", "counterspell", "school", "mount", "mount_school", "upgrades")
    fields = _fields_of(extras, allowed, "a character")
    if school := fields.pop("mount_school", None):
        if "mount" not in fields:
            raise UnclearError("a school for a mount, and no mount")
        fields["mount"] = replace(fields["mount"], school=school)
    return Character(ref=ref, profile=slug, **fields)


def models_forms(models: Models, names: ProfileNames) -> Iterator[str]:
    """The models' line in three forms: with names, with slugs, and with the word that says which kind of line it is."""
    for call in (names.called, _slug):
        extras = [f"{models.reinforced} reinforced"] if models.reinforced else []
        extras += [f"school of {models.school}"] if models.school else []
        extras += ["phalanx"] * models.phalanx
        extras += _upgrades(models.upgrades, call)
        yield "; ".join([f"{models.count} {call(models.profile, Place.MODELS)}", *extras])
    yield "Models: " + "; ".join([f"{models.count} {models.profile}", *extras])


def character_forms(character: Character, names: ProfileNames, decoration: str) -> Iterator[str]:
    """The character's line with names and with slugs, either without and with the word for its kind.

    `decoration` is its ref where that is stated.
    """
    for call in (names.called, _slug):
        extras = "; ".join(_bought(character, call))
        line = f"{call(character.profile, Place.CHARACTER)}{': ' if extras else ''}{extras}{decoration}"
        yield line
        yield f"Character: {line}"


def _bought(character: Character, call: Callable[[str, Place], str]) -> Iterator[str]:
    if character.weapon:
        yield character.weapon.replace("-", " ")
    if character.counterspell:
        yield "counterspell"
    if character.school:
        yield f"school of {character.school}"
    if mount := character.mount:
        yield f"{'aboard' if mount.shared else 'on'} {call(mount.profile, Place.MOUNT)}"
        yield from [f"mount's school of {mount.school}"] if mount.school else []
    yield from _upgrades(character.upgrades, call)


def _upgrades(upgrades: tuple[Upgrade, ...], call: Callable[[str, Place], str]) -> list[str]:
    counts = [f"{upgrade.count} " if upgrade.count > 1 else "" for upgrade in upgrades]
    names = [call(upgrade.profile, Place.UPGRADE) for upgrade in upgrades]
    return [f"with {count}{name}" for count, name in zip(counts, names, strict=True)]


def _slug(slug: str, place: Place) -> str:
    return slug
