"""The printed lists, rows and spells as they come with the project, read without a database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import django
import msgspec
from django.apps import apps
from django.conf import settings

from armybuilder.catalogue.loaders.lists import read_list_files
from armybuilder.catalogue.loaders.spells import SpellFiles, each_spell, read_spell_files
from armybuilder.core.games import AnyGame, reference_of
from tabletop.arcana.catalogue.list_files import ListFile
from tabletop.arcana.catalogue.lists import Catalogue, catalogue


def as_catalogue(files: Iterable[ListFile], spells: SpellFiles) -> Catalogue:
    """The catalogue of the files, without a database."""
    files = tuple(files)
    return catalogue(
        [file.list for file in files],
        [row for file in files for row in file.rows],
        [erratum for file in files for erratum in file.errata],
        [spell for _, spell in each_spell(spells)],
        version=digest_of(files, spells)[:12],
    )


@cache
def printed_catalogue() -> Catalogue:
    """The lists, rows and spells that come with the project, for what needs no database."""
    folder: Path = settings.ROOT / "fixtures" / "arcana"
    return as_catalogue(read_list_files(folder / "rows"), read_spell_files(folder / "spells"))


def printed_reference(game: AnyGame) -> Any:
    """What a game's files are looked up in: the printed lists, or another game's packs, which the database keeps."""
    from tabletop.arcana.game import ARCANA, Reference  # noqa: PLC0415 (who loads the catalogue needn't load the game)

    if game is ARCANA:
        return Reference(printed_catalogue(), lambda rules: {})
    if not apps.ready:  # a command that has no need of the site for Armies of Arcana
        django.setup()
    return reference_of(game)


def digest_of(files: Iterable[ListFile], spells: SpellFiles) -> str:
    return hashlib.sha256(msgspec.json.encode((tuple(files), tuple(spells.values())))).hexdigest()
