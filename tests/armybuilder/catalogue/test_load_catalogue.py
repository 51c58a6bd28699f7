"""Loading the catalogue: every row, once, right, and all of it or nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import IntegrityError, models, transaction

from armybuilder.catalogue.loaders.reference import read_list_files
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import ArmyList, Edition, Erratum, Profile, Spell, SpellListing
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.catalogue import ROWS, read_yaml

COUNTS = {
    "monsters": 88,
    "vehicles": 15,
    "war-machines": 8,
    "daemons": 16,
    "dwarves": 18,
    "dark-elves": 19,
    "high-elves": 15,
    "sylvan-elves": 15,
    "giant-kings": 8,
    "goblins": 15,
    "halflings-and-centaurs": 14,
    "hogmen": 16,
    "barbarians": 19,
    "graccans": 19,
    "marr": 16,
    "lizardmen": 24,
    "ratmen": 16,
    "undead": 27,
    "snakemen": 12,
    "orcs": 19,
}
DWARVES, GRACCANS = "05-dwarves.yaml", "14-graccans.yaml"

Plain = dict[str, Any]


def load(folder: Path = ROWS) -> str:
    out = StringIO()
    call_command("load_catalogue", folder, stdout=out)
    return out.getvalue()


def everything() -> list[Any]:
    """All reference rows as they stand."""
    kinds: list[type[models.Model]] = [ArmyList, Profile, Erratum, Spell, SpellListing]
    digests = list(Edition.objects.order_by("pk").values_list("digest", "loaded_at"))
    return [*(list(kind._default_manager.order_by("pk").values_list()) for kind in kinds), digests]


@pytest.fixture
def folder(unaudited: None, tmp_path: Path) -> Path:
    """Two of the fixtures in a folder that may be spoilt."""
    for name in (DWARVES, GRACCANS):
        shutil.copy(ROWS / name, tmp_path)
    return tmp_path


def rewrite(path: Path, change: Callable[[Plain], object]) -> None:
    plain = read_yaml(path)
    change(plain)
    path.write_text(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False), encoding="utf-8")


def test_every_list_has_its_rows(catalogue: Catalogue) -> None:
    assert {each.slug: each.profiles.count() for each in ArmyList.objects.all()} == COUNTS
    assert sum(COUNTS.values()) == 399
    assert {slug: len(catalogue.rows_of(slug)) for slug in catalogue.lists} == COUNTS


def test_columns_say_what_the_facts_say(catalogue: Catalogue) -> None:
    for profile in Profile.objects.select_related("army_list"):
        row = catalogue.rows[profile.slug]
        assert (profile.name, profile.section, profile.points, profile.base) == (
            (row.name, row.section, row.points, row.base)
        )
        assert profile.slug.startswith(f"{profile.army_list.slug}/")


@pytest.mark.long
def test_the_first_load_is_all_new_and_the_second_changes_nothing(unloaded: None) -> None:
    assert load() == "399 profiles and 94 spells: 493 new, 0 changed, 0 unchanged.\n"
    assert len(Edition.objects.get().audit["rows"]) == sum(COUNTS.values())
    edition, before = Edition.objects.get().digest, everything()[:2]
    assert load() == "399 profiles and 94 spells: 0 new, 0 changed, 493 unchanged.\n"
    assert Edition.objects.get().digest == edition
    assert everything()[:2] == before
    assert Erratum.objects.count() == sum(len(file.errata) for file in read_list_files(ROWS))


def test_a_changed_row_is_told_and_taken_over(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / DWARVES, lambda plain: plain["rows"][0].update(points=21))
    told = load(folder)
    assert "37 profiles and 94 spells: 0 new, 1 changed, 130 unchanged." in told
    assert "changed: dwarves/axemen" in told
    assert Profile.objects.get(slug="dwarves/axemen").points == 21
    assert current_catalogue().rows["dwarves/axemen"].points == 21
    assert current_catalogue().version != catalogue.version


def test_rows_may_change_places(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / DWARVES, lambda plain: plain["rows"].reverse())
    before = list(Profile.objects.filter(army_list__slug="dwarves").values_list("slug", flat=True))
    load(folder)
    assert list(Profile.objects.filter(army_list__slug="dwarves").values_list("slug", flat=True)) == before[::-1]


def test_rows_that_no_file_mentions_are_reported_and_kept(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / DWARVES, lambda plain: plain["rows"].pop(0))
    told = load(folder)
    lost = [line.removeprefix("in no file, kept: ") for line in told.splitlines() if line.startswith("in no file")]
    assert len(lost) == 399 - 36
    assert "dwarves/axemen" in lost
    assert Profile.objects.count() == len(current_catalogue().rows) == 399
    for _ in range(2):
        load(folder)
    assert Profile.objects.count() == 399


def put(path: str, value: Any, plain: Plain) -> None:
    """Set `rows.0.melee.0.strength` and the like."""
    spot: Any = plain
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    for key in parents:
        spot = spot[key]
    spot[last] = value


def wrong_erratum(plain: Plain, **fields: Any) -> None:
    erratum = {
        "slug": "dwarves/axemen",
        "field": "wounds",
        "printed": 1,
        "corrected": 2,
        "why": "So.",
        "strength": "strong",
    }
    plain["errata"] = [erratum | fields]


def two_errata(plain: Plain) -> None:
    wrong_erratum(plain)
    plain["errata"] *= 2


@pytest.mark.parametrize(
    ("spoil", "row", "field"),
    [
        (partial(put, "rows.3.wounds", -1), "dwarves/halberds", "rows[3].wounds"),
        (partial(put, "rows.0.points", -5), "dwarves/axemen", "rows[0].points"),
        (partial(put, "rows.0.points", "20"), "dwarves/axemen", "rows[0].points"),
        (partial(put, "rows.0.points", 20.5), "dwarves/axemen", "rows[0].points"),
        (partial(put, "rows.0.section", "heroes"), "dwarves/axemen", "rows[0].section"),
        (partial(put, "rows.0.base", 3), "dwarves/axemen", "base"),
        (partial(put, "rows.0.colour", "red"), "dwarves/axemen", "rows[0].colour"),
        (partial(put, "rows.0.name", ""), "dwarves/axemen", "rows[0].name"),
        (partial(put, "rows.0.movement.ground", '5"'), "dwarves/axemen", "rows[0].movement.ground"),
        (partial(put, "rows.0.melee.0.strength", "huge"), "dwarves/axemen", "rows[0].melee[0].strength"),
        (partial(put, "rows.0.printed.vp", 20), "dwarves/axemen", "rows[0].printed.vp"),
        (partial(put, "rows.0.slug", "Dwarves/Axemen"), "Dwarves/Axemen", "rows[0].slug"),
        (partial(put, "rows.0.slug", "elves/axemen"), "elves/axemen", "slug"),
        (lambda plain: plain["rows"][2].pop("points"), "dwarves/pikemen", "rows[2].points"),
        (partial(put, "list.kind", "horde"), "", "list.kind"),
        (partial(put, "list.shield.field", "pink"), "", "list.shield.field"),
        (partial(wrong_erratum, slug="dwarves/elf"), "dwarves/elf", "errata"),
        (partial(wrong_erratum, field="wunds"), "dwarves/axemen", "wunds"),
        (partial(wrong_erratum, field="melee.9.skill"), "dwarves/axemen", "melee.9.skill"),
        (partial(wrong_erratum, corrected="many"), "dwarves/axemen", "wounds"),
        (partial(wrong_erratum, strength="sure"), "", "errata[0].strength"),
        (partial(wrong_erratum, printed=9), "dwarves/axemen", "wounds: the profile prints 1, not 9"),
        (two_errata, "dwarves/axemen", "wounds: the field has an erratum already"),
    ],
)
def test_a_bad_file_is_named_with_row_and_field_and_changes_nothing(
    catalogue: Catalogue, folder: Path, spoil: Callable[[Plain], object], row: str, field: str
) -> None:
    rewrite(folder / DWARVES, spoil)
    rewrite(folder / GRACCANS, lambda plain: plain["rows"][0].update(points=1))  # a change that must not get through
    before = everything()
    with pytest.raises(CommandError) as refused:
        load(folder)
    named = str(refused.value)
    assert named.startswith(f"{DWARVES}: ")
    assert row in named
    assert field in named
    assert everything() == before


@pytest.mark.parametrize("content", [b"", b"- a list", b"rows: [", b"\xff\xfe\xff", b"rows: 3", b"rows: []\nrows: []"])
def test_a_file_that_is_no_list_is_named_and_changes_nothing(
    catalogue: Catalogue, folder: Path, content: bytes
) -> None:
    (folder / DWARVES).write_bytes(content)
    before = everything()
    with pytest.raises(CommandError, match=f"^{DWARVES}: "):
        load(folder)
    assert everything() == before


def test_a_slug_used_twice_is_named_and_changes_nothing(catalogue: Catalogue, folder: Path) -> None:
    rewrite(folder / DWARVES, partial(put, "rows.1.slug", "dwarves/axemen"))
    before = everything()
    with pytest.raises(CommandError, match="dwarves/axemen"):
        load(folder)
    assert everything() == before


def test_an_empty_folder_is_refused(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no fixtures"):
        load(tmp_path)
    assert Profile.objects.count() == 399


def value_at(plain: Any, path: str) -> Any:
    """What stands at `melee.0.strength`; LookupError where the path leads nowhere."""
    for key in path.split("."):
        plain = plain[int(key)] if isinstance(plain, list) else plain[key]
    return plain


def spelt_out(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {name: spelt_out(getattr(value, name)) for name in value.__struct_fields__}
    return [spelt_out(each) for each in value] if isinstance(value, tuple) else value


def test_errata_point_at_real_fields_and_quote_what_is_printed(catalogue: Catalogue) -> None:
    errata = [erratum for each in catalogue.errata.values() for erratum in each]
    assert len(errata) == Erratum.objects.count() > 0
    for erratum in errata:
        found = value_at(spelt_out(catalogue.rows[erratum.slug]), erratum.field)
        assert found == erratum.printed or (erratum.printed is None and not found), erratum


def test_strong_errata_change_what_is_played(catalogue: Catalogue) -> None:
    for slug, errata in catalogue.errata.items():
        strong = any(erratum.strength == "strong" for erratum in errata)
        played = catalogue.in_play(slug)
        for erratum in errata:
            now = value_at(spelt_out(played), erratum.field)
            wanted = erratum.corrected if erratum.strength == "strong" else erratum.printed
            assert now == wanted or (wanted is None and not now), erratum
        assert played.points == catalogue.rows[slug].points or not strong


def change(kind: type[models.Model], /, **fields: Any) -> None:
    first = kind._default_manager.order_by("pk").first()
    assert first is not None
    kind._default_manager.filter(pk=first.pk).update(**fields)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Profile, {"points": -1}),
        (Profile, {"section": "heroes"}),
        (Profile, {"base": 3}),
        (Profile, {"name": ""}),
        (Profile, {"number": 2}),
        (Profile, {"slug": "dwarves/axemen"}),
        (Profile, {"army_list_id": None}),
        (ArmyList, {"kind": "horde"}),
        (ArmyList, {"name": ""}),
        (ArmyList, {"number": 2}),
        (ArmyList, {"slug": "dwarves"}),
        (Erratum, {"strength": "sure"}),
        (Row, {"version": 0}),
        (Row, {"browser": ""}),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else str(each),
)
def test_the_database_refuses_what_the_models_rule_out(
    catalogue: Catalogue, kind: type[models.Model], fields: Plain
) -> None:
    Row.objects.create(browser="somebody", name="Raiders", content={})
    with pytest.raises(IntegrityError), transaction.atomic():
        change(kind, **fields)


def test_an_erratum_is_the_only_one_of_its_field(catalogue: Catalogue) -> None:
    erratum = Erratum.objects.earliest("pk")
    erratum.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        erratum.save()


def test_a_list_with_rows_cannot_be_deleted(catalogue: Catalogue) -> None:
    with pytest.raises(models.ProtectedError):
        ArmyList.objects.get(slug="dwarves").delete()
