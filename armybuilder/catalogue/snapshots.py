"""The catalogue as a frozen value, from its rows."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

import msgspec

from armybuilder.catalogue import models
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum, Evidence, catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.spells import Spell


class CatalogueMissingError(RuntimeError):
    """The catalogue's tables are empty."""


def current_catalogue() -> Catalogue:
    """The newest catalogue. Each call makes one small query; the value is cached until the next load."""
    edition = models.Edition.objects.values_list("digest", "loaded_at").first()
    if edition is None:
        raise CatalogueMissingError("the catalogue is empty; run `manage.py load_catalogue`")
    return _catalogue(*edition)


@lru_cache(maxsize=2)
def _catalogue(digest: str, loaded_at: datetime) -> Catalogue:
    lists = models.ArmyList.objects.values_list("facts", flat=True)
    rows = models.Profile.objects.values_list("facts", flat=True)
    errata = models.Erratum.objects.select_related("profile")
    spells = models.Spell.objects.values_list("facts", flat=True)
    return catalogue(
        [msgspec.convert(facts, ArmyList) for facts in lists],
        [msgspec.convert(facts, Row) for facts in rows],
        [_erratum(row) for row in errata],
        [msgspec.convert(facts, Spell) for facts in spells],
        version=digest[:12],
    )


def _erratum(row: models.Erratum) -> Erratum:
    return Erratum(
        slug=row.profile.slug,
        field=row.field,
        printed=row.printed,
        corrected=row.corrected,
        why=row.why,
        strength=Evidence(row.strength),
    )
