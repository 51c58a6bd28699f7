"""An owner's pack of Greyhawk Wars: holes and faults by their fields, starts and situations that it leads to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.dice.sources import Typed
from tabletop.greyhawk.answers import answered, resolved
from tabletop.greyhawk.edits import Rename, SetCount, SetNotes, SetPack, SetPower, SetScenario
from tabletop.greyhawk.force import Force, with_army
from tabletop.greyhawk.game import GREYHAWK
from tabletop.greyhawk.pack import Muster, Pack, StartingArmy, read_pack
from tabletop.greyhawk.situations import read_situation
from tabletop.packs import Packs, typed_values
from tabletop.pdf.paper import PAPERS
from tests.crowns import HOUSE, PACKS, RULES, start_of
from tests.laws import law_of
from tests.tabletop.greyhawk.test_force import PLAIN, found

OWN = "OwnPackCode1"
TROOPS, COUNTRIES, BOARD, CARDS = PLAIN["troops"], PLAIN["countries"], PLAIN["board"], PLAIN["cards"]
(TERMS,) = PLAIN["scenarios"]


def own_pack(**fields: Any) -> Pack:
    """The house's pack as an owner's, with other fields; None leaves one out."""
    own = PLAIN | {"meta": {"id": "mine", "title": "My map", "kind": "own"}} | fields
    return read_pack(json.dumps({name: value for name, value in own.items() if value is not None}))


def packs(**fields: Any) -> Packs:
    return Packs(HOUSE, lambda _: {OWN: own_pack(**fields)})


def areas(**changed: Any) -> dict[str, Any]:
    """The house's map with other fields of some areas."""
    return BOARD | {"areas": [area | changed.get(area["id"], {}) for area in BOARD["areas"]]}


def powers(**fields: Any) -> dict[str, Any]:
    """The house's scenario with other fields of its first power."""
    first, *others = TERMS["players"]
    return TERMS | {"players": [first | fields, *others]}


RAFT = {"code": "raft", "name": "Raft", "class": "infantry", "strength": 3, "reduced": 3}
GUARDED = {"id": "gem", "name": "Gem", "copies": 1, "deck": "treasure"}
HIRED = {"id": "elks", "name": "Elks", "copies": 1, "deck": "mercenary", "alignments": ["good"]}

# Fields of an owner's pack, and what is said of them, among other things.
FLAWED: list[tuple[dict[str, Any], str]] = [
    ({"troops": None}, "troops: isn't entered; without it: no armies"),
    ({"troops": [*TROOPS, TROOPS[0]]}, "troops: has 2 rows of “light-infantry”; the first counts"),
    ({"troops": [RAFT]}, "troops[0].count: Raft has no number of counters; without it: no checking of the pool"),
    ({"troops": [RAFT]}, "troops[0].reduced: Raft isn't weaker on its back"),
    ({"board": None}, "board: isn't entered; without it: no movement, and play"),
    ({"board": areas(ash={"id": "birch"})}, "board.areas[1].id: "),
    ({"board": areas(ash={"at": None})}, "board.areas[0].at: Ash has no place; without it: no picture of the map"),
    ({"board": BOARD | {"borders": BOARD["borders"][5:]}}, "board.borders: don't join all areas by land and sea"),
    ({"countries": None}, "countries: isn't entered; without it: no raising of troops, and diplomacy"),
    ({"countries": COUNTRIES[1:]}, "countries: has no “norhal”, which the map names"),
    ({"board": areas(ash={"capital": False})}, "countries[0]: Norhal has no capital on the map; without it: no diplo"),
    ({"countries": [COUNTRIES[0] | {"roster": [{"troop": "elk"}]}]}, "countries[0].roster[0].troop: there is no “elk”"),
    ({"cards": None}, "cards: has none of the event deck; without it: no event cards"),
    ({"cards": [GUARDED]}, "cards[0].monster: Gem has no monster; without it: no searches that reveal it"),
    ({"cards": [HIRED | {"troops": [{"troop": "elk", "n": 1}]}]}, "cards[0]: Elks names “elk”, which isn't there"),
    ({"scenarios": None}, "scenarios: isn't entered; without it: no games from start to end"),
    ({"scenarios": [powers(home=["elkland"])]}, "scenarios[0].players[0]: Norhal names “elkland”, which is no country"),
    (
        {"scenarios": [powers(armies=[{"area": "moon", "troops": [], "hero": True}])]},
        "scenarios[0].players[0]: an army of Norhal stands in “moon”, which is no area",
    ),
]


@law_of(FLAWED, lambda case: case[1])
def test_holes_and_faults_are_named_by_their_fields(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    flaws = list(map(str, own_pack(**fields).flaws()))
    assert any(flaw.startswith(says) for flaw in flaws), flaws


def test_what_a_pack_lacks_is_named_where_it_is_looked_for() -> None:
    with pytest.raises(MalformedError, match="board: isn't entered"):
        assert own_pack(board=None).map
    with pytest.raises(MalformedError, match="scenario: must be one of nothing, for the pack has none"):
        own_pack(scenarios=None).scenario("four-crowns")
    with pytest.raises(MalformedError, match="scenario: must be one of four-crowns"):
        HOUSE.scenario("elks")


def test_a_row_whose_name_was_taken_out_of_the_tables_is_gone() -> None:
    tables = GREYHAWK.pack_tables(HOUSE)
    typed, _ = typed_values(tables, {cell.name: cell.value for table in tables for cell in table.cells})
    again = GREYHAWK.pack_of(HOUSE, HOUSE.meta, typed | {"troops[0].name": "", "deck": "of cards"})
    assert again.troops == HOUSE.troops[1:]  # type: ignore[attr-defined]
    assert again.countries == HOUSE.countries  # type: ignore[attr-defined]


def started(*armies: StartingArmy) -> Force:
    force = start_of("southmere", "")
    for army in armies:
        force = with_army(force, army)
    return force


def army(area: str, *troops: str, hero: bool = False) -> StartingArmy:
    return StartingArmy(area=area, troops=tuple(Muster(troop=code, n=1) for code in troops), hero=hero)


def test_gw_1_to_4_and_10_what_stands_where_nothing_can_is_found() -> None:
    kelp, raft = army("kelp"), army("elm", "raft")
    cases = {
        "ships on land": (started(kelp, army("dun", "ship", "ship")), "GW-10A"),
        "an army at sea": (started(army("kelp", "marine")), "GW-10A"),
        "no area": (started(army("moon", "marine")), "GW-10A"),
        "no such troop": (started(raft), "GW-1"),
        "too many markers": (started(*(army(f"area-{number}", "marine") for number in range(6))), "GW-3"),
    }
    codes = {name: [code for code, *_ in found(force)] for name, (force, _) in cases.items()}
    assert {name: code in codes[name] for name, (_, code) in cases.items()} == dict.fromkeys(cases, True), codes
    markers = [finding for finding in found(cases["too many markers"][0]) if finding[0] == "GW-3"]
    assert markers == [("GW-3", 7, 5)]


def test_gw_10_a_scenario_that_is_not_there_is_found_and_another_chosen() -> None:
    lost = replace(start_of("norhal", ""), scenario="elks")
    report = GREYHAWK.verdicts([lost], PACKS)[0].report
    assert report.findings[0].code == "GW-10P"
    assert report.findings[0].message.startswith("There is no scenario “elks” in the ")
    assert report.findings[0].remedies[0].edit == SetScenario(scenario="four-crowns")
    desk = GREYHAWK.desk(GREYHAWK.verdicts([lost], PACKS)[0])
    assert [choice.label for choice in desk.choices] == ["Scenario"]
    chosen = GREYHAWK.edited(lost, SetScenario(scenario="four-crowns"), PACKS)
    assert (chosen.power, found(chosen)) == ("norhal", [])
    none = GREYHAWK.begun("vale", OWN)
    empty = GREYHAWK.verdicts([none], packs(scenarios=None))[0].report.findings[0]
    assert (none.armies, empty.message.partition(" in ")[0]) == ((), "There is no scenario")
    with pytest.raises(MalformedError, match="begin: must be one of norhal"):
        GREYHAWK.begun("elk")


def test_a_start_by_an_owners_pack_is_edited_told_and_printed() -> None:
    begun = GREYHAWK.begun("norhal", OWN)
    own = packs()
    mine = GREYHAWK.edited(begun, SetPower(power="norhal"), own)
    assert GREYHAWK.verdicts([mine], own)[0].report.findings == ()
    told = mine
    for edit in (Rename(name="Mine"), SetNotes(notes="ours"), SetPack()):
        told = GREYHAWK.edited(told, edit, own)
    moved = GREYHAWK.edited(told, SetCount(area="cairn", troop="dwarf", count=0), PACKS)
    moved = GREYHAWK.edited(moved, SetCount(area="ash", troop="dwarf", count=1), PACKS)
    assert [each.text for each in GREYHAWK.differences(mine, moved, PACKS)] == [
        "name: Norhal → Mine", "figures of the house pack", "other places at the start", "other notes",
    ]  # fmt: skip
    assert GREYHAWK.merged(mine, replace(mine, name="A"), replace(mine, notes="B")) == replace(
        mine, name="A", notes="B"
    )
    verdict = GREYHAWK.verdicts([replace(mine, armies=(*mine.armies, army("elm", "raft")))], own)[0]
    counters = GREYHAWK.printed("counters", verdict, own, paper=PAPERS["a4"])
    whole = GREYHAWK.printed("counters", GREYHAWK.verdicts([mine], own)[0], own, paper=PAPERS["a4"])
    assert counters.subject == whole.subject  # what isn't in the pack has no counter
    with pytest.raises(MalformedError, match="blue: everybody plays one scenario of one data pack"):
        RULES.begun("Two", [start_of("vale", ""), mine], own)


def asked(**fields: Any) -> Any:
    return read_situation(json.dumps({"format": "muster-situation/1", "game": "greyhawk"} | fields))


SCOUTS: dict[str, Any] = {"attackers": [{"troop": "scout"}, {"troop": "orc"}], "defenders": [{"troop": "orc"}]}


def test_a_round_is_answered_by_its_volleys_and_what_they_leave() -> None:
    said = answered(asked(kind="round", **SCOUTS), HOUSE)
    assert said["results"]["attacker.scouts.hits"] == {
        "mean": "3/10", "decimal": 0.3, "distribution": {"0": "7/10", "1": "3/10"},
    }  # fmt: skip
    assert said["facts"]["order"] == ["attacker scouts", "attacker others", "defender others"]
    assert said["results"]["no attackers"]["exact"] == "0"
    assert said["results"]["no defenders"]["exact"] == "3/25"  # an orc has two lives: 3/10 × 2/5 of hits by both


def test_a_line_of_scouts_alone_has_no_others_who_fire() -> None:
    said = answered(asked(kind="round", **SCOUTS | {"defenders": [{"troop": "scout"}]}), HOUSE)
    fired = [name for name in said["results"] if name.endswith("hits")]
    assert fired == ["attacker.scouts.hits", "defender.scouts.hits", "attacker.hits"]


def test_searches_alliances_and_whole_battles_are_answered_and_played() -> None:
    assert answered(asked(kind="search", monster=6), HOUSE)["results"]["succeeds"]["exact"] == "2/5"
    alliance = asked(kind="diplomacy", rating=4, modifier=-1, gifts=2)
    assert answered(alliance, HOUSE)["facts"]["target"]["reasons"] == ["the rating +4", "on the card -1", "gifts +2"]
    assert resolved(alliance, HOUSE, Typed([6], 10))["results"] == {"succeeds": False}
    played = resolved(asked(kind="battle", **SCOUTS), HOUSE, Typed([1, 1, 10], 10))
    assert played["results"] == {"attackers": ["a1", "a2"], "defenders": [], "flipped": []}
    assert [step["for"] for step in played["steps"]] == [
        "round 1: a1 at d1", "round 1: a2 at d1", "round 1: d1 at a1",
    ]  # fmt: skip


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"kind": "diplomacy", "country": "elkland"}, "country: there is no “elkland”"),
    ({"kind": "diplomacy"}, "rating: is missing, and so is a country"),
    ({"kind": "battle", **SCOUTS, "round": 4}, "round: is after the last one, 3"),
    ({"kind": "battle", **SCOUTS, "attackers": [{}]}, "attackers[0]: names a troop of the pack, or has figures"),
    ({"kind": "fortify", "troops": ["dwarf", "elk"]}, "troops[1]: there is no “elk”"),
]


@law_of(MALFORMED, lambda case: case[1])
def test_what_cannot_be_asked_is_named_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, reason = case
    with pytest.raises(MalformedError) as error:
        answered(asked(**fields), HOUSE)
    assert str(error.value).startswith(reason)
