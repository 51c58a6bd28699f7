"""Every game comes in by one door: what it says of its rosters, and what holds where it says nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.edits import Rename, SetRules
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.game import ArcanaVerdict, Reference
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Seeded
from tabletop.games import GAMES, game_of
from tabletop.packs import Origin, PackKind
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4
from tabletop.rosters.document import write_roster
from tabletop.rosters.files import file_name
from tabletop.rosters.plain import plain_summary, plain_verdict
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import VerdictSeal
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue
from tests.marbles import Bag, Marbles, Put

ARCANA = GAMES["arcana"]
MARBLES = Marbles()
PACK = Pack(format="muster-pack/1", name="Spring Cup")
REFERENCE = Reference(printed_catalogue(), lambda rules: {"pack/cup": PACK} if "pack/cup" in set(rules) else {})
BAG = Bag(format="muster-roster/1", game="marbles", name="My bag", marbles={"glass": 3, "steel": 1})
SEAL = VerdictSeal(date="1 May 2026", rules_version="1", digest="AAAAA")


def sample() -> Roster:
    return read_roster((SAMPLES / "dwarves.json").read_bytes())


def document(**fields: Any) -> str:
    return json.dumps({"format": "muster-roster/1", "game": "marbles", "name": "Mine"} | fields)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_found_by_the_word_that_its_rosters_bear(slug: str) -> None:
    game = game_of(slug)
    assert game.slug == slug
    assert game.name
    assert "json" in game.formats
    addresses = [each.address for each in game.formats.values()]
    assert len(addresses) == len(set(addresses))


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(MalformedError, match="game: there is no game “chess”"):
        game_of("chess")


def test_arcana_prices_judges_and_itemises() -> None:
    (verdict,) = ARCANA.verdicts([sample()], REFERENCE)
    assert isinstance(verdict, ArcanaVerdict)
    assert tuple(verdict.shares) == ARCANA.shares
    assert sum(verdict.shares.values()) == verdict.points == ARCANA.price(sample(), REFERENCE).points
    assert sum(entry.points for entry in verdict.receipt) == verdict.points
    assert (verdict.listed.army, verdict.listed.army_slug) == ("Dwarves", "dwarves")
    assert verdict.listed.rules_name == "core rules"
    assert verdict.rules_version.startswith("core ")
    assert ARCANA.sheet(verdict, paper=A4, seal=SEAL).title == sample().name
    assert set(ARCANA.price(sample(), REFERENCE).profiles) <= ARCANA.profile_names(verdict).keys()


def test_arcanas_rosters_may_be_put_under_packs_that_are_here() -> None:
    assert ARCANA.named_rules("", REFERENCE) == ""
    assert ARCANA.named_rules("tournament", REFERENCE) == "tournament"
    assert ARCANA.named_rules("https://muster.test/packs/cup/", REFERENCE) == "pack/cup"
    with pytest.raises(MalformedError, match="there is no pack “gone”"):
        ARCANA.named_rules("gone", REFERENCE)
    with pytest.raises(MalformedError, match="there is no pack “gone”"):
        ARCANA.edited(sample(), SetRules(rules="pack/gone"), REFERENCE)
    under = ARCANA.edited(sample(), SetRules(rules="pack/cup"), REFERENCE)
    (verdict,) = ARCANA.verdicts([under], REFERENCE)
    assert (verdict.listed.rules_name, verdict.listed.has_pack) == ("pack “Spring Cup”", True)
    assert ARCANA.with_rules(under, "core") == sample()


def test_arcanas_edits_and_differences_are_its_own() -> None:
    renamed = ARCANA.edited(sample(), Rename(name="Guard"), REFERENCE)
    assert ARCANA.read_edit({"verb": "rename", "name": "Guard"}) == ARCANA.read_edit(
        {"verb": "rename", "name": "Guard"}
    )
    assert [each.text for each in ARCANA.differences(sample(), renamed, REFERENCE)] == [
        f"name: “{sample().name}” → “Guard”"
    ]
    assert ARCANA.merged(sample(), renamed, sample()) == renamed
    written = ARCANA.write(sample(), ARCANA.formats["summary"], REFERENCE)
    assert (written.name, written.content_type) == (
        f"{file_name(sample().name)}-summary.csv",
        "text/csv; charset=utf-8",
    )
    assert all(pair.same for pair in ARCANA.side_by_side(sample(), renamed, REFERENCE))


def test_a_made_up_game_reads_its_rosters_strictly() -> None:
    assert MARBLES.read(write_roster(BAG)) == MARBLES.checked(BAG) == BAG
    with pytest.raises(MalformedError, match="shade: "):
        MARBLES.read(document(marbles={}, shade="red"))
    with pytest.raises(MalformedError, match="marbles"):
        MARBLES.checked(replace(BAG, marbles={"glass": 1000}))
    assert MARBLES.read_any("a", write_roster(BAG), None).roster == BAG
    (problem,) = MARBLES.read_any("a", document(marbles={"wood": 1}).encode(), None).problems
    assert (problem.text, problem.reason) == ("marbles", "there are no marbles of wood")


def test_a_made_up_game_prices_judges_and_prints() -> None:
    (verdict,) = MARBLES.verdicts([BAG], None)
    assert MARBLES.price(BAG, None) == PriceRecord("1", 11, {"glass": 6, "steel": 5})
    assert plain_summary(verdict) == {"legal": True, "points": 11, "findings": []}
    assert [(each["name"], each["points"]) for each in plain_verdict(verdict)["receipt"]] == [
        ("glass", 6),
        ("steel", 5),
    ]
    assert MARBLES.advised(verdict) is verdict
    assert render(MARBLES.sheet(verdict, paper=A4, seal=SEAL)).startswith(b"%PDF")
    file = MARBLES.write(BAG, MARBLES.formats["text"], None)
    assert (file.name, file.content) == ("my-bag.txt", b"My bag: 3 glass, 1 steel")


def test_a_rule_of_a_made_up_game_is_broken() -> None:
    (verdict,) = MARBLES.verdicts([replace(BAG, marbles={"glass": 11})], None)
    (finding,) = verdict.report.findings
    assert (finding.code, finding.actual, finding.limit) == ("BAG-01", 11, 10)


def test_what_a_game_has_nothing_of_is_answered_for_it() -> None:
    more = MARBLES.edited(BAG, MARBLES.read_edit({"verb": "put", "kind": "steel"}), None)
    assert more.marbles == {"glass": 3, "steel": 2}
    assert MARBLES.read_edit({"verb": "put", "kind": "steel", "count": "2"}, from_form=True) == Put("steel", 2)
    assert MARBLES.merged(BAG, more, BAG) is None
    assert [each.text for each in MARBLES.differences(BAG, more, None)] == ["other choices"]
    assert MARBLES.differences(BAG, BAG, None) == ()
    assert MARBLES.side_by_side(BAG, more, None) == ()
    assert MARBLES.named_rules("", None) == ""
    with pytest.raises(MalformedError, match="there are no rules “core”"):
        MARBLES.named_rules("core", None)
    assert MARBLES.with_rules(BAG, "core") is BAG
    (verdict,) = MARBLES.verdicts([BAG], None)
    assert MARBLES.profile_names(verdict) == {}
    assert MARBLES.count_parts(BAG) == 0
    assert MARBLES.army_name(BAG, None) == ""


def test_names_without_latin_letters_still_name_a_file() -> None:
    assert (file_name("Żółw!"), file_name("龍")) == ("zow", "roster")


def test_no_game_is_loaded_before_it_is_asked_for() -> None:
    """Neither a game nor what only games bring with them, by a site that has begun."""
    asked = "import armybuilder.management.commands.check_roster, tabletop.games as games, sys"
    heavy = "{'tabletop.arcana.game', 'tabletop.wizwar.game', 'tabletop.boards.hex', 'networkx', 'numpy', 'reportlab'}"
    script = f"import django; django.setup(); {asked}; print(len(games.GAMES), *({heavy} & {{*sys.modules}}))"
    settings = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, env=settings, capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == [str(len(GAMES))]


def test_a_game_without_packs_or_odds_says_so() -> None:
    meta = Origin(id="mine", title="Mine", kind=PackKind.OWN)
    for ask, lacks in (
        (lambda: MARBLES.read_pack("{}"), "packs of figures"),
        (lambda: MARBLES.pack_of(None, meta, {}), "packs of figures"),
        (lambda: MARBLES.odds("{}", None), "odds"),
        (lambda: MARBLES.resolved("{}", None, Seeded(1)), "odds"),
        (lambda: MARBLES.begun("first"), "roster to begin with"),
    ):
        with pytest.raises(MalformedError) as error:
            ask()
        assert str(error.value).endswith(f": Marbles has no {lacks}")
    assert (MARBLES.pack_tables(None), MARBLES.taken(BAG, None), MARBLES.battle_rules()) == ((), {}, None)
