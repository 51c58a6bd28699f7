"""The sample armies: one for each list and the book's own, legal and fully spent."""

from __future__ import annotations

from pathlib import Path

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Character, Roster, Unit, read_roster
from tabletop.arcana.catalogue.lists import list_slug
from tabletop.findings import Severity
from tabletop.rosters.document import write_roster
from tests.catalogue import SAMPLES, printed_catalogue
from tests.laws import law_of
from tests.reviews import priced, reviewed

CATALOGUE = printed_catalogue()
RAIDERS = SAMPLES / "dwarf-raiding-party.json"
PATHS = sorted(SAMPLES.glob("*.json"))
ARMIES = [path for path in PATHS if path != RAIDERS]
COMMON_WEAPONS = {
    "dwarves": {"crossbow", "handgun"},
    "high-elves": {"bow", "longbow"},
    "sylvan-elves": {"bow"},
    "halflings-and-centaurs": {"shortbow", "sling", "longbow"},
    "hogmen": {"crossbow"},
    "barbarians": {"bow", "javelin"},
    "graccans": {"shortbow", "sling", "javelin"},
    "marr": {"bow", "shortbow", "javelin"},
    "lizardmen": {"bow", "shortbow"},
    "ratmen": {"bow", "sling"},
    "undead": {"bow", "heavy-crossbow"},
    "snakemen": {"bow"},
}


def read(path: Path) -> Roster:
    return read_roster(path.read_bytes())


def stem(path: Path) -> str:
    return path.stem


def leaders(roster: Roster) -> list[tuple[Unit, Character]]:
    return [(unit, character) for unit in roster.units for character in unit.characters]


def test_every_army_list_has_a_sample() -> None:
    assert {path.stem for path in ARMIES} == {army.slug for army in CATALOGUE.lists.values() if army.kind == "army"}


@law_of(PATHS, stem)
def test_sample_raises_no_more_than_notes(path: Path) -> None:
    assert all(finding.severity == Severity.NOTE for finding in reviewed(read(path)).findings)


@law_of(PATHS, stem)
def test_sample_is_written_as_we_write_files(path: Path) -> None:
    assert write_roster(read(path)) == path.read_bytes()


@law_of(ARMIES, stem)
def test_sample_spends_about_2000_points_of_its_own_list(path: Path) -> None:
    roster = read(path)
    assert (roster.army, roster.points_limit) == (path.stem, 2000)
    assert 1930 <= priced(roster).points <= 2000


def test_the_books_raiding_party_costs_834() -> None:
    roster = read(RAIDERS)
    assert priced(roster).points == roster.points_limit == 834
    assert [each.described for each in resolve(roster, CATALOGUE).units] == [
        "17 Axemen",
        "8 Berserkers",
        "5 Handgunners",
    ]


@law_of(PATHS, stem)
def test_sample_units_are_named_apart(path: Path) -> None:
    named = [unit.name for unit in read(path).units]
    assert all(named)
    assert len(set(named)) == len(named)


@law_of(ARMIES, stem)
def test_sample_keeps_the_tournaments_unit_sizes(path: Path) -> None:
    roster = read(path)
    prices = priced(roster).units
    assert max(prices[unit.ref].points for unit in roster.units) <= 800
    assert sum(prices[unit.ref].points < 200 for unit in roster.units if unit.models) <= 1


@law_of(PATHS, stem)
def test_sample_mounts_stand_on_larger_bases_than_their_riders(path: Path) -> None:
    for unit in resolve(read(path), CATALOGUE).units:
        for each in unit.characters:
            assert each.mount is None or each.mount.base > each.row.base


@law_of(PATHS, stem)
def test_sample_wizards_have_a_school_of_their_own(path: Path) -> None:
    for _, character in leaders(read(path)):
        caster = CATALOGUE.rows[character.profile].spellcaster
        included = caster is not None and not caster.cost
        assert character.school in (caster.schools if caster else (None,)) or (
            not included and character.school is None
        )


@law_of(PATHS, stem)
def test_sample_weapons_are_common_in_their_army(path: Path) -> None:
    roster = read(path)
    for _, character in leaders(roster):
        assert character.weapon is None or character.weapon in COMMON_WEAPONS[roster.army]


@law_of(PATHS, stem)
def test_sample_infiltrators_have_a_printed_price_and_walk(path: Path) -> None:
    for unit in read(path).units:
        if unit.infiltrating:
            assert all(CATALOGUE.rows[models.profile].infiltrate_cost for models in unit.models)
            assert unit.models
            assert all(character.mount is None for character in unit.characters)


def test_samples_use_everything_that_has_a_price_of_its_own() -> None:
    rosters = [read(path) for path in ARMIES]
    chosen = [character for roster in rosters for _, character in leaders(roster)]
    models = [each for roster in rosters for unit in roster.units for each in unit.models]
    assert any(each.weapon for each in chosen)
    assert any(each.counterspell for each in chosen)
    assert any(each.school for each in chosen)
    assert any(each.mount and list_slug(each.mount.profile) == "monsters" for each in chosen)
    assert any(each.mount and list_slug(each.mount.profile) != "monsters" for each in chosen)
    assert any(each.reinforced for each in models)
    assert any(each.upgrades for each in models)
    assert {list_slug(each.profile) for each in models} >= {"monsters", "vehicles", "war-machines"}
    assert any(unit.infiltrating and unit.characters for roster in rosters for unit in roster.units)
