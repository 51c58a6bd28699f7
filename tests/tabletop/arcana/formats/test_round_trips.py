"""Every format that is read back gives the same roster, whatever its names; the examples stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from tabletop.arcana.army.roster import Models, Roster, Unit, read_roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Movement
from tabletop.arcana.formats.battlescribe.ros import read_ros, write_ros
from tabletop.arcana.formats.battlescribe.rosz import unzip_roster
from tabletop.arcana.formats.compare.difference import summary_difference
from tabletop.arcana.formats.listing.reader import read_listing
from tabletop.arcana.formats.listing.writer import write_markdown, write_text
from tabletop.arcana.formats.registry import FORMATS, read_any
from tabletop.arcana.formats.spreadsheet.reader import read_csv
from tabletop.arcana.formats.spreadsheet.writer import write_csv
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import write_roster
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue
from tests.strategies import armies
from tests.tabletop.arcana.formats.odd import odd_rosters

CATALOGUE = printed_catalogue()
GOLDEN = PROJECT / "tests" / "golden" / "rosters"
READ_BACK: list[str] = ["json", "text", "markdown", "csv", "ros", "rosz"]
EXAMPLES = ["giant-kings", "ratmen"]
EXAMPLE_KINDS: list[str] = ["text", "markdown", "csv", "summary", "ros"]

Trip = Callable[[Roster], object]
TRIPS: dict[str, Trip] = {
    "json": lambda roster: read_roster(write_roster(roster)),
    "text": lambda roster: read_listing(write_text(roster, CATALOGUE), CATALOGUE),
    "markdown": lambda roster: read_listing(write_markdown(roster, CATALOGUE), CATALOGUE),
    "csv": lambda roster: read_csv(write_csv(roster, CATALOGUE), CATALOGUE),
    "ros": lambda roster: read_ros(write_ros(roster, CATALOGUE), CATALOGUE),
}


def sample(name: str) -> Roster:
    return read_roster((SAMPLES / f"{name}.json").read_bytes())


@given(odd_rosters())
def test_any_roster_comes_back_from_every_format(roster: Roster) -> None:
    for kind, trip in TRIPS.items():
        assert trip(roster) in (roster, (roster, ())), kind


def test_a_design_without_a_price_still_travels() -> None:
    """It is a draft: nothing in the file has a price, and reading it again says why."""
    beast = Design(name="Beast", movement=Movement(ground=119), wounds=0)
    unit = Unit(ref="u1", models=(Models(profile="designs/beast", count=2),))
    roster = replace(sample("ratmen"), units=(unit, *sample("ratmen").units[1:]), designs=(beast,))
    for kind, trip in TRIPS.items():
        assert trip(roster) in (roster, (roster, ())), kind
        (told,) = read_any("", FORMATS[kind].file(roster, CATALOGUE).content, CATALOGUE).problems
        assert told.text.startswith("designs[0]")
    assert "points]" not in write_text(roster, CATALOGUE)
    assert [change.points for change in summary_difference(sample("ratmen"), roster, CATALOGUE)] == [None, -641, None]


@pytest.mark.parametrize("kind", READ_BACK)
def test_a_profile_that_the_catalogue_has_lost_is_written_by_its_slug_and_told(kind: str) -> None:
    lost = Unit(ref="u1", models=(Models(profile="ratmen/lost-ones", count=2),))
    written = FORMATS[kind].file(replace(sample("ratmen"), units=(lost,)), CATALOGUE)
    (told,) = read_any("", written.content, CATALOGUE).problems
    assert "ratmen/lost-ones" in told.reason


@pytest.mark.parametrize("read", [read_listing, read_csv])
def test_a_text_beyond_all_is_refused_before_it_is_read(read: Callable[[str, Catalogue], object]) -> None:
    with pytest.raises(MalformedError, match="longer than 1,000,000"):
        read("x" * (LARGEST_FILE + 1), CATALOGUE)


@given(armies())
def test_an_army_comes_through_the_front_door_in_every_format(roster: Roster) -> None:
    for kind in READ_BACK:
        read = read_any("a file", FORMATS[kind].file(roster, CATALOGUE).content, CATALOGUE)
        assert (read.roster, read.problems, read.format) == (roster, (), kind)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
@pytest.mark.parametrize("kind", READ_BACK)
def test_a_sample_keeps_its_digest_through_every_format(path: Path, kind: str) -> None:
    roster = sample(path.stem)
    read = read_any("", FORMATS[kind].file(roster, CATALOGUE).content, CATALOGUE)
    assert read.roster is not None
    assert content_digest(read.roster) == content_digest(roster)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("kind", EXAMPLE_KINDS)
def test_an_example_is_written_as_it_always_was(name: str, kind: str) -> None:
    written = FORMATS[kind].file(sample(name), CATALOGUE).content
    assert written == (GOLDEN / f"{name}{FORMATS[kind].suffix}").read_bytes()


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("kind", [kind for kind in EXAMPLE_KINDS if kind != "summary"])
def test_an_example_reads_as_its_sample(name: str, kind: str) -> None:
    content = (GOLDEN / f"{name}{FORMATS[kind].suffix}").read_bytes()
    assert read_any(name, content, CATALOGUE).roster == sample(name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_rosz_is_its_ros_packed_and_the_same_every_time(name: str) -> None:
    packed = FORMATS["rosz"].file(sample(name), CATALOGUE).content
    assert unzip_roster(packed) == FORMATS["ros"].file(sample(name), CATALOGUE).content
    assert packed == FORMATS["rosz"].file(sample(name), CATALOGUE).content
