"""Loading spells: every one, once, right, beside the rows that they call, and all of it or nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import IntegrityError, models, transaction

from armybuilder.catalogue.loaders.reference import (
    Changes,
    FixtureError,
    load_catalogue,
    read_list_files,
    read_spell_files,
)
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import Edition, Profile, Spell, SpellListing
from tabletop.arcana.catalogue.list_files import ListFile
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells.spellfile import creatures_of
from tests.catalogue import ROWS, SPELLS, read_yaml

Plain = dict[str, Any]
EARTH, FIRE, LIFE = "06-earth.yaml", "07-fire.yaml", "02-life.yaml"


@cache
def list_files() -> tuple[ListFile, ...]:
    return tuple(read_list_files(ROWS))


def load(folder: Path) -> Changes:
    return load_catalogue(files=list(list_files()), spells=read_spell_files(folder))


def everything() -> list[Any]:
    kinds: list[type[models.Model]] = [Profile, Spell, SpellListing, Edition]
    return [list(kind._default_manager.order_by("pk").values_list()) for kind in kinds]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three schools in a folder that may be spoilt."""
    for name in (EARTH, FIRE, LIFE):
        shutil.copy(SPELLS / name, tmp_path)
    return tmp_path


def rewrite(path: Path, change: Callable[[list[Plain]], object]) -> None:
    plain = read_yaml(path)
    change(plain["spells"])
    path.write_text(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False), encoding="utf-8")


def put(number: int, field: str, value: Any, spells: list[Plain]) -> None:
    spells[number][field] = value


def test_columns_say_what_the_facts_say(catalogue: Catalogue) -> None:
    assert Spell.objects.count() == len(catalogue.spells) == 94
    for row in Spell.objects.prefetch_related("listings"):
        spell = catalogue.spells[row.slug]
        columns = (row.name, row.level, row.range, row.kind, row.saves, row.text)
        assert columns == (spell.name, spell.level, str(spell.range), spell.kind, spell.save, spell.text)
        assert row.template == (spell.template is not None)
        assert {(each.school, each.place) for each in row.listings.all()} == {
            (each.school, each.place) for each in spell.schools
        }


def test_every_school_and_every_creature_is_a_row(catalogue: Catalogue) -> None:
    assert set(SpellListing.objects.values_list("school", flat=True)) == set(School)
    called = {slug for spell in catalogue.spells.values() for slug in creatures_of(spell)}
    assert len(called) == 7
    assert Profile.objects.filter(slug__in=called).count() == len(called)


def test_a_changed_spell_is_told_and_changes_the_edition(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / FIRE, partial(put, 0, "level", 2))
    told = load(folder)
    assert (told.rows, told.spells, told.added, told.unchanged) == (399, 29, (), 427)
    assert told.changed == ("fire/fire-spray",)
    assert Spell.objects.get(slug="fire/fire-spray").level == 2
    assert current_catalogue().spells["fire/fire-spray"].level == 2
    assert current_catalogue().version != catalogue.version


def test_spells_that_no_file_mentions_are_reported_and_kept(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / FIRE, lambda spells: spells.pop(0))
    assert "fire/fire-spray" in load(folder).unmentioned
    assert Spell.objects.count() == len(current_catalogue().spells) == 94


def test_spells_may_change_places(catalogue: Catalogue, folder: Path) -> None:
    def exchange(spells: list[Plain]) -> None:
        first, second = spells[0]["schools"][0], spells[1]["schools"][0]
        first["place"], second["place"] = second["place"], first["place"]

    rewrite(folder / FIRE, exchange)
    load(folder)
    assert [spell.slug for spell in current_catalogue().spells_of("fire")][:2] == [
        "fire/flaming-weapons",
        "fire/fire-spray",
    ]


@pytest.mark.parametrize(
    ("spoil", "spell", "field"),
    [
        (partial(put, 0, "level", 4), "fire/fire-spray", "spells[0].level"),
        (partial(put, 1, "range", -3), "fire/flaming-weapons", "spells[1].range"),
        (partial(put, 1, "save", "perhaps"), "fire/flaming-weapons", "spells[1].save"),
        (partial(put, 2, "colour", "red"), "fire/fire-wall", "spells[2].colour"),
        (partial(put, 2, "effects", [{"effect": "sings"}]), "fire/fire-wall", "spells[2].effects"),
        (partial(put, 0, "schools", [{"school": "fog", "place": 1}]), "fire/fire-spray", "spells[0].schools"),
        (partial(put, 0, "schools", [{"school": "fire", "place": 2}]), "fire/flaming-weapons", "place 2 of fire"),
        (partial(put, 0, "slug", "fire/fire-wall"), "fire/fire-wall", "slug"),
        (
            partial(put, 0, "effects", [{"effect": "summons", "creature": "monsters/jabberwock"}]),
            "fire/fire-spray",
            "effects: there is no profile “monsters/jabberwock”",
        ),
    ],
)
def test_a_bad_file_is_named_with_spell_and_field_and_changes_nothing(
    catalogue: Catalogue, folder: Path, spoil: Callable[[list[Plain]], object], spell: str, field: str
) -> None:
    rewrite(folder / FIRE, spoil)
    rewrite(folder / EARTH, partial(put, 0, "level", 3))  # a change that must not get through
    before = everything()
    with pytest.raises(FixtureError) as refused:
        load(folder)
    named = str(refused.value)
    assert named.startswith(f"{FIRE}: ")
    assert spell in named
    assert field in named
    assert everything() == before


@pytest.mark.parametrize("content", [b"", b"- a list", b"spells: [", b"\xff\xfe\xff", b"spells: 3"])
def test_a_file_of_no_spells_is_named_and_changes_nothing(catalogue: Catalogue, folder: Path, content: bytes) -> None:
    (folder / EARTH).write_bytes(content)
    before = everything()
    with pytest.raises(FixtureError, match=f"^{EARTH}: "):
        load(folder)
    assert everything() == before


def test_the_command_refuses_an_empty_folder_of_spells(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no fixtures"):
        call_command("load_catalogue", spells=tmp_path)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Spell, {"level": 4}),
        (Spell, {"kind": "eternal"}),
        (Spell, {"saves": "perhaps"}),
        (Spell, {"name": ""}),
        (Spell, {"text": ""}),
        (Spell, {"slug": "fire/fire-wall"}),
        (SpellListing, {"school": "fog"}),
        (SpellListing, {"place": 0}),
        (SpellListing, {"spell_id": None}),
    ],
    ids=str,
)
def test_the_database_refuses_what_no_spell_is(catalogue: Catalogue, kind: type[models.Model], fields: Plain) -> None:
    first = kind._default_manager.order_by("pk").first()
    assert first is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        kind._default_manager.filter(pk=first.pk).update(**fields)
