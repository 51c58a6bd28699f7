"""Reading the schools' fixture files: every fault names its file, spell and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from armybuilder.catalogue.loaders.lists import FixtureError, read_yaml
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.spellfile import SpellFile, creatures_of, read_spell_file
from tabletop.decoding import MalformedError

SpellFiles = Mapping[str, SpellFile]


def read_spell_files(folder: Path) -> SpellFiles:
    """Every school's file by its name, in the folder's numbered order; FixtureError names the first fault."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise FixtureError(f"{folder}: no fixtures here")
    files = {path.name: _read(path) for path in paths}
    _check_claims(files)
    return files


def _read(path: Path) -> SpellFile:
    plain = read_yaml(path)
    try:
        return read_spell_file(plain)
    except MalformedError as error:
        raise FixtureError(f"{path.name}: {_place(plain, error.field)}: {error.reason}") from error


def _place(plain: Any, field: str) -> str:
    """`spells[3].level` with the spell's own slug beside it."""
    number = field.removeprefix("spells[").partition("]")[0]
    if not field.startswith("spells[") or not number.isdigit():
        return field
    spell = plain["spells"][int(number)]
    return f"{field} ({spell.get('slug', 'no slug')})" if isinstance(spell, Mapping) else field


def _check_claims(files: SpellFiles) -> None:
    """No slug and no place in a school's list is claimed twice."""
    claims: Counter[str] = Counter()
    for name, spell in each_spell(files):
        places = [f"schools: place {listing.place} of {listing.school}" for listing in spell.schools]
        for claim in (f"slug: {spell.slug}", *places):
            claims[claim] += 1
            if claims[claim] > 1:
                raise FixtureError(f"{name}: {spell.slug}: {claim}: used twice")


def check_creatures(files: SpellFiles, known: Collection[str]) -> None:
    """FixtureError where a spell calls a creature that isn't among the known rows."""
    for name, spell in each_spell(files):
        missing = [slug for slug in creatures_of(spell) if slug not in known]
        if missing:
            raise FixtureError(f"{name}: {spell.slug}: effects: there is no profile “{missing[0]}”")


def each_spell(files: SpellFiles) -> list[tuple[str, Spell]]:
    """The spells, each with the name of its file."""
    return [(name, spell) for name, file in files.items() for spell in file.spells]
