"""What stands behind a name: pieces between commas, brackets and small words, and what each of them buys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz.fuzz import ratio

from tabletop.arcana.army.roster import Character, Models, Mount, Upgrade
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.arcana.formats.mail.likeness import BOUGHT, RIDDEN, ArmyRows, chosen
from tabletop.arcana.formats.mail.wording import Words, words_of
from tabletop.rosters.reading import MOST_LIKELY

SEPARATOR = re.compile(
    r"\s*(?:^|(?<=[\s,;:+(\[]))(w/|(?:with|and|plus|on|(?<!on )riding|rides|mounted on|led by|aboard|including|carrying"
    r"|has)(?=\s)|&|incl\.)\s*|\s*(?:[,;:+()\[\]|/]|\s[-–—]\s|\.\.+|\t)\s*",
    re.IGNORECASE,
)
RIDING = frozenset({"on", "riding", "rides", "mounted on", "aboard"})
LIKE_A_WEAPON = 86.0
BOUGHT_COUNT = re.compile(r"([0-9]{1,3})\s*[x×]?\s+(\S.*)")
SCHOOL_WORDS = frozenset({"school", "magic", "spell", "of", "the", "in"})
CASTER_WORDS = frozenset({"wizard", "mage", "caster"})
COUNTERSPELLS = frozenset({"counterspell", "counterspelling"})
INFILTRATORS = frozenset({"infiltrating", "infiltrator", "infiltrate", "infiltration"})
PHALANX = frozenset({"phalanx"})
SCHOOLS = frozenset(School)
SECOND_CREW = frozenset({"reinforced", "secondcrew", "extracrew", "reinforcedcrew"})
WEAPON_WORDS = {
    "".join(words_of(name)): slug for slug, weapon in WEAPONS.items() for name in (weapon.words, *weapon.printed)
}


class Bought(StrEnum):
    """What a piece of a line may buy, by the field of the roster that says so."""

    WEAPON = "weapon"
    COUNTERSPELL = "counterspell"
    SCHOOL = "school"
    PHALANX = "phalanx"
    INFILTRATING = "infiltrating"
    REINFORCED = "reinforced"
    MOUNT = "mount"
    UPGRADES = "upgrades"


class Piece(Struct, frozen=True):
    """A piece of a line, from where to where, and the small word before it; not `joined` where nothing parts it."""

    joint: str
    words: str
    start: int
    end: int
    joined: bool = True


class Extra(Struct, frozen=True):
    """One thing bought; exact where the words can mean nothing else."""

    kind: Bought
    value: Any
    exact: bool


def pieces_of(text: str) -> list[Piece]:
    """The pieces of a line between its separators; those without a letter are left out."""
    pieces: list[Piece] = []
    start, joint = 0, ""
    for match in SEPARATOR.finditer(text):
        pieces += _piece(text, joint, start, match.start())
        joint = _joint(match[1]) or (joint if start == match.start() else "")
        start = match.end()
    return [*pieces, *_piece(text, joint, start, len(text))]


def _joint(word: str | None) -> str:
    word = " ".join((word or "").lower().split())
    return {"w/": "with", "&": "and", "incl.": "with"}.get(word, word)


def _piece(text: str, joint: str, start: int, end: int) -> Iterator[Piece]:
    if any(sign.isalnum() for sign in text[start:end]):
        yield Piece(joint, text[start:end].strip(" -–—.*_"), start, end)


def read_extra(piece: Piece, rows: ArmyRows, *, for_character: bool) -> Extra | None:
    """What a piece buys; None where it buys nothing that models, or a character, can have."""
    words = words_of(piece.words)
    if INFILTRATORS & set(words) and len(words) == 1:
        return Extra(Bought.INFILTRATING, True, True)
    school = _school(words)
    if school:
        return school
    bought = _of_character(piece, words, rows) if for_character else _of_models(words)
    return bought or _upgrade(piece, rows)


def _school(words: Words) -> Extra | None:
    """`school of earth`, `earth magic` say it; a bare `earth` is taken for it."""
    schools = [School(word) for word in words if word in SCHOOLS]
    rest = set(words) - set(schools)
    if len(schools) != 1 or rest - SCHOOL_WORDS - CASTER_WORDS:
        return None
    return Extra(Bought.SCHOOL, schools[0], exact=bool(rest & SCHOOL_WORDS))


def _of_models(words: Words) -> Extra | None:
    if words and set(words) - {"in"} <= PHALANX:
        return Extra(Bought.PHALANX, True, True)
    counted = int(words[0]) if words and words[0].isdecimal() else None
    if "".join(words[1:] if counted is not None else words) in SECOND_CREW:
        return Extra(Bought.REINFORCED, counted, exact=words[-1] == "reinforced" and counted is not None)
    return None


def _of_character(piece: Piece, words: Words, rows: ArmyRows) -> Extra | None:
    together = "".join(word for word in words if word not in ("a", "an", "the"))
    if weapon := WEAPON_WORDS.get(together):
        return Extra(Bought.WEAPON, weapon, True)
    if like := _like_a_weapon(together):
        return Extra(Bought.WEAPON, like, False)
    if together in COUNTERSPELLS:
        return Extra(Bought.COUNTERSPELL, True, True)
    if together in ("c", "cs"):
        return Extra(Bought.COUNTERSPELL, True, False)
    return _mount(piece, rows)


def _like_a_weapon(together: str) -> str:
    """The weapon that a mistyped word is like; empty for none, or several alike."""
    like = {slug for name, slug in WEAPON_WORDS.items() if ratio(together, name) >= LIKE_A_WEAPON}
    return like.pop() if len(like) == 1 else ""


def _mount(piece: Piece, rows: ArmyRows) -> Extra | None:
    """What it rides on; without a word for riding only a beast's own name, and never exactly."""
    bare = re.sub(r"^(?:an?|the|his|her)\s+|\s+mount(?:ed)?$", "", piece.words, flags=re.IGNORECASE)
    likely = rows.likely(bare, RIDDEN)
    like = chosen(likely)
    rides = piece.joint in RIDING or bare.lower() != piece.words.lower()
    if like is None or not (rides or like.exact):
        return None
    return Extra(Bought.MOUNT, Mount(profile=like.row.slug, shared=piece.joint == "aboard"), like.exact and rides)


def _upgrade(piece: Piece, rows: ArmyRows) -> Extra | None:
    counted = BOUGHT_COUNT.fullmatch(piece.words)
    like = chosen(rows.likely(counted[2] if counted else piece.words, BOUGHT))
    if like is None or not (like.exact or piece.joined):
        return None
    return Extra(Bought.UPGRADES, Upgrade(profile=like.row.slug, count=int(counted[1]) if counted else 1), like.exact)


def with_extra(part: Models | Character, extra: Extra) -> Models | Character | None:
    """The part with one thing more; None where it has that already, or can't."""
    if extra.kind == Bought.UPGRADES:
        return replace(part, upgrades=(*part.upgrades, extra.value))
    value = extra.value
    if extra.kind == Bought.REINFORCED and isinstance(part, Models):
        value = min(part.count, value or part.count)
    if extra.kind not in part.__struct_fields__ or getattr(part, extra.kind):
        return None
    return replace(part, **{extra.kind.value: value})


def likely_extras(text: str, rows: ArmyRows) -> tuple[str, ...]:
    """What a piece may stand for, the likeliest first."""
    likely = rows.likely(text, RIDDEN | BOUGHT)[:MOST_LIKELY]
    return tuple(f"{'with' if like.row.section in BOUGHT else 'on'} {like.row.name}" for like in likely)
