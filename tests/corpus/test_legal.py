"""The legal corpus: no false alarm, and prices that another arithmetic agrees with."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.catalogue.lists import list_slug
from tabletop.findings import Severity
from tests.catalogue import printed_catalogue
from tests.corpus.armies import corpus
from tests.corpus.generator import Composed
from tests.corpus.printed import ARMIES, entries
from tests.laws import law_of
from tests.reviews import priced, reviewed

CORPUS = corpus()
each_army = law_of(CORPUS, lambda army: army.name)


def roster_of(army: Composed) -> Roster:
    return read_roster(json.dumps(army.roster))


@each_army
def test_no_false_alarm(army: Composed) -> None:
    report = reviewed(roster_of(army))
    assert report.is_legal, [finding.message for finding in report.findings]
    leave = {finding.code for finding in report.findings if finding.severity == Severity.WARNING}
    assert leave == army.leave


@each_army
def test_price_is_what_the_print_says(army: Composed) -> None:
    price = priced(roster_of(army))
    assert (price.normal, price.special) == (army.normal, army.special)


def test_the_corpus_is_wide() -> None:
    rosters = [army.roster for army in CORPUS]
    assert len(CORPUS) >= 60
    assert len({json.dumps(roster) for roster in rosters}) == len(CORPUS)
    assert {roster["army"] for roster in rosters} == set(ARMIES)
    assert {min(roster["points_limit"] for roster in rosters), max(roster["points_limit"] for roster in rosters)} == {
        500,
        5000,
    }
    assert sum(roster.get("rules") == "tournament" for roster in rosters) >= 17
    assert sum(bool(roster.get("allies")) for roster in rosters) >= 5
    assert sum(bool(roster.get("designs")) for roster in rosters) >= 10


def test_the_corpus_uses_everything_that_can_be_bought() -> None:
    units = [unit for army in CORPUS for unit in army.roster["units"]]
    characters = [each for unit in units for each in unit.get("characters", ())]
    lines = [each for unit in units for each in unit.get("models", ())]
    uses = Counter(key for each in (*units, *characters, *lines) for key, value in each.items() if value)
    needed = {"infiltrating", "weapon", "counterspell", "school", "mount", "reinforced", "upgrades"}
    assert uses["phalanx"]
    assert any(line.get("school") for line in lines)
    assert any(each.get("mount", {}).get("shared") for each in characters)
    assert all(uses[key] >= 10 for key in needed), uses
    assert {list_slug(line["profile"]) for line in lines} >= {
        "monsters",
        "vehicles",
        "war-machines",
        "designs",
        *ARMIES,
    }
    assert any(mounted_on(each, "vehicles") for each in characters)
    assert any(unit.get("infiltrating") and unit.get("models") and unit.get("characters") for unit in units)
    assert any(unit.get("infiltrating") and not unit.get("models") for unit in units)


def mounted_on(character: dict[str, Any], army: str) -> bool:
    return list_slug(character.get("mount", {}).get("profile", "")) == army


def test_the_corpus_is_the_same_in_every_run() -> None:
    corpus.cache_clear()
    assert corpus() == CORPUS


@law_of(sorted(entries()))
def test_the_reading_of_the_print_agrees_with_the_rows(slug: str) -> None:
    read, row = entries()[slug], printed_catalogue().rows[slug]
    assert (read.points, read.base, read.elite) == (row.points, row.base, row.elite)
    assert read.skill == (row.missile_skill.skill if row.missile_skill else None)
