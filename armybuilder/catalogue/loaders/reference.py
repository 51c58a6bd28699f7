"""Loading the catalogue: every file checked first, then one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from msgspec import Struct

from armybuilder.catalogue import models
from armybuilder.catalogue.loaders.lists import FixtureError, read_list_files
from armybuilder.catalogue.loaders.printed import digest_of
from armybuilder.catalogue.loaders.spells import SpellFiles, check_creatures, each_spell, read_spell_files
from tabletop.arcana.catalogue.list_files import ListFile
from tabletop.arcana.catalogue.lists import ArmyList
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.creation.points import BOOK_FORMULA

__all__ = [
    "Changes",
    "FixtureError",
    "load_catalogue",
    "read_list_files",
    "read_spell_files",
]

# Places of rows that no file mentions; by their own keys, so that no two ever meet there.
OUT_OF_THE_WAY = 1_000_000


class Changes(Struct, frozen=True):
    """What a load did to rows and spells, and those that no file mentions."""

    rows: int
    spells: int
    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    unmentioned: tuple[str, ...]


@transaction.atomic
def load_catalogue(*, files: list[ListFile], spells: SpellFiles) -> Changes:
    """Make the reference rows equal to the files; rows that no file mentions are kept and reported."""
    before = _facts_by_slug()
    _clear_places()
    lists = [_save_list(number, file.list) for number, file in enumerate(files, 1)]
    for army_list, file in zip(lists, files, strict=True):
        _save_rows(army_list, file.rows)
    _save_errata(files)
    check_creatures(spells, set(models.Profile.objects.values_list("slug", flat=True)))
    _save_spells([spell for _, spell in each_spell(spells)])
    _save_costs()
    models.Edition.objects.update_or_create(digest=digest_of(files, spells))
    rows = [row for file in files for row in file.rows]
    return _changes(before, rows, [spell for _, spell in each_spell(spells)])


def _facts_by_slug() -> dict[str, Any]:
    found = dict(models.Profile.objects.values_list("slug", "facts"))
    return found | dict(models.Spell.objects.values_list("slug", "facts"))


def _clear_places() -> None:
    """Set every number to one that no file uses, so that rows can swap numbers in spite of the unique constraint."""
    models.ArmyList.objects.update(number=F("pk") + OUT_OF_THE_WAY)
    models.Profile.objects.update(number=F("pk") + OUT_OF_THE_WAY)
    models.Spell.objects.update(number=F("pk") + OUT_OF_THE_WAY)


def _save_list(number: int, army: ArmyList) -> models.ArmyList:
    fields = {"number": number, "name": army.name, "kind": army.kind, "summary": army.summary, "facts": _plain(army)}
    row, _ = models.ArmyList.objects.update_or_create(slug=army.slug, defaults=fields)
    return row


def _save_rows(army_list: models.ArmyList, rows: tuple[Row, ...]) -> None:
    fresh = [
        models.Profile(
            army_list=army_list,
            number=number,
            slug=row.slug,
            name=row.name,
            section=row.section,
            points=row.points,
            base=row.base,
            facts=_plain(row),
        )
        for number, row in enumerate(rows, 1)
    ]
    for row in fresh:
        row.clean_fields()
    columns = ["army_list", "number", "name", "section", "points", "base", "facts"]
    models.Profile.objects.bulk_create(fresh, update_conflicts=True, unique_fields=["slug"], update_fields=columns)


def _save_errata(files: list[ListFile]) -> None:
    ids = dict(models.Profile.objects.values_list("slug", "pk"))
    models.Erratum.objects.all().delete()
    models.Erratum.objects.bulk_create(
        models.Erratum(
            profile_id=ids[erratum.slug],
            field=erratum.field,
            printed=erratum.printed,
            corrected=erratum.corrected,
            why=erratum.why,
            strength=erratum.strength,
        )
        for file in files
        for erratum in file.errata
    )


def _save_spells(spells: Sequence[Spell]) -> None:
    """The spells, and the schools that teach them."""
    fresh = [_spell_row(number, spell) for number, spell in enumerate(spells, 1)]
    for row in fresh:
        row.clean_fields()
    columns = ["number", "name", "level", "range", "kind", "saves", "template", "text", "facts"]
    models.Spell.objects.bulk_create(fresh, update_conflicts=True, unique_fields=["slug"], update_fields=columns)
    ids = dict(models.Spell.objects.values_list("slug", "pk"))
    models.SpellListing.objects.filter(spell__slug__in=[spell.slug for spell in spells]).delete()
    models.SpellListing.objects.bulk_create(
        models.SpellListing(spell_id=ids[spell.slug], school=listing.school, place=listing.place)
        for spell in spells
        for listing in spell.schools
    )


def _spell_row(number: int, spell: Spell) -> models.Spell:
    return models.Spell(
        number=number,
        slug=spell.slug,
        name=spell.name,
        level=spell.level,
        range=str(spell.range),
        kind=spell.kind,
        saves=spell.save,
        template=spell.template is not None,
        text=spell.text,
        facts=_plain(spell),
    )


def _save_costs() -> None:
    """The formula's cost tables as rows, from the code's own constants."""
    models.CostCell.objects.all().delete()
    models.CostCell.objects.bulk_create(
        models.CostCell(
            number=number, table=cell.table, key=cell.key, amount=str(cell.amount), citation=cell.citation.section
        )
        for number, cell in enumerate(BOOK_FORMULA.cells(), 1)
    )


def _plain(value: Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _changes(before: Mapping[str, Any], rows: Sequence[Row], spells: Sequence[Spell]) -> Changes:
    after = {row.slug: _plain(row) for row in rows} | {spell.slug: _plain(spell) for spell in spells}
    return Changes(
        rows=len(rows),
        spells=len(spells),
        added=tuple(slug for slug in after if slug not in before),
        changed=tuple(slug for slug in after if slug in before and before[slug] != after[slug]),
        unchanged=sum(before.get(slug) == facts for slug, facts in after.items()),
        unmentioned=tuple(slug for slug in before if slug not in after),
    )
