"""Start forces, WK-1 to WK-4, WK-41, WK-50, WK-51 and WK-70: legal and illegal ones, ways out, edits, merges, text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.decoding import MalformedError
from tabletop.findings import Finding, Severity
from tabletop.packs import Packs
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS
from tabletop.rosters.document import write_roster
from tabletop.rosters.verdict import VerdictSeal
from tabletop.wizardkings.edits import (
    FillUp,
    Rename,
    SetArmy,
    SetCapital,
    SetCount,
    SetFiveBlocks,
    SetNotes,
    SetPack,
    SetPool,
    SetScenario,
    SetThirdWizard,
    SetWerebeasts,
)
from tabletop.wizardkings.force import Force
from tabletop.wizardkings.game import WIZARD_KINGS, KingsVerdict
from tabletop.wizardkings.pack import Pack
from tabletop.wizardkings.pricing import priced_by
from tabletop.wizardkings.rules import RULEBOOK
from tests.bay import HOUSE, PACKS, PLAIN, pack, units
from tests.laws import law_of
from tests.tabletop.pdf.accessibility import faults
from tests.tabletop.pdf.measuring import MM, outside, overlaps, pages_of, printed_words

SEAL = VerdictSeal(date="1 May 2026", rules_version="1", digest="AAAAA", address="https://muster.test/check/")
SIX = {"levy": 4, "woodward": 2}
EIGHT = {"levy": 4, "woodward": 4}
FOURTEEN = {**EIGHT, "cragsman": 3, "gatewarden": 3}
HIGHGATE = {"city": "0,1"}
SOUTHMOOR = {"city": "6,1", "map": 2}
POOL = ("storm-drake", "cave-hag", "mire-beast", "deep-coil", "dune-maw", "bramble-giant")


def pool(count: int) -> dict[str, int]:
    """So many blocks of chaos, two of a kind at most, a drake and a hag first."""
    counts: dict[str, int] = {}
    for number in range(count):
        name = POOL[number % len(POOL)]
        counts[name] = counts.get(name, 0) + 1
    return counts


def force(scenario: str = "small", wizards: int = 1, *, pooled: Any = None, steps: Any = None, **fields: Any) -> Force:
    """A force of these army and chaos blocks by their ids in `army_blocks`; `steps` by id where it isn't 1."""
    counts = {"tide-mage": wizards, **fields.pop("blocks", SIX)}
    groups = [
        {"models": [{"profile": f"wizard-kings/{name}", "count": count, "steps": (steps or {}).get(name, 1)}]}
        for name, count in counts.items()
    ]
    plain = {
        "format": "muster-roster/1", "game": "wizard-kings", "name": "Mine", "army": "tidewall", "scenario": scenario,
        "units": groups,
        "pool": [{"profile": f"wizard-kings/{name}", "count": count} for name, count in (pooled or {}).items()],
    }  # fmt: skip
    return WIZARD_KINGS.read(json.dumps(plain | fields))


def medium(**fields: Any) -> Force:
    return force(
        "medium", **{"blocks": {**EIGHT, "storm-drake": 1}, "pooled": pool(5), "capitals": [HIGHGATE]} | fields
    )


def large(wizards: int = 2, **fields: Any) -> Force:
    blocks = {**FOURTEEN, "storm-drake": 1, "cave-hag": 1}
    given = {"blocks": blocks, "pooled": pool(7), "capitals": [HIGHGATE, SOUTHMOOR]} | fields
    return force("large", wizards, **given)


def judged(of: Force, by: Pack = HOUSE) -> KingsVerdict:
    return WIZARD_KINGS.verdicts([of], Packs(by, lambda _: {}))[0]


def errors(of: Force, by: Pack = HOUSE) -> list[str]:
    return [each.code for each in judged(of, by).report.findings if each.severity is Severity.ERROR]


def finding(of: Force, code: str) -> Finding:
    return next(each for each in judged(of).report.findings if each.code == code)


# The digest's number, what it is, the force, its errors.
WORKED: list[tuple[int, str, Force, list[str]]] = [
    (1, "one wizard and six cadres", force(), []),
    (1, "and a castle", force(blocks={**SIX, "keep": 1}), ["WK-70E"]),
    (1, "and a chaos cadre", force(blocks={**SIX, "storm-drake": 1}, pooled=pool(1)), ["WK-70C"]),
    (1, "a unit at 2 steps", force(steps={"levy": 2}), ["WK-70"]),
    (1, "five army cadres", force(blocks={"levy": 4, "woodward": 1}), ["WK-70A"]),
    (1, "five blocks in all", force(blocks={"levy": 4}, five_blocks=True), []),
    (1, "six cadres under that switch", force(five_blocks=True), ["WK-70A"]),
    (2, "medium", medium(), []),
    (2, "a pool of 4", medium(pooled=pool(4)), ["WK-70G"]),
    (2, "a pool of 8", medium(pooled=pool(8)), []),
    (2, "a pool of 9", medium(pooled=pool(9)), ["WK-70G"]),
    (2, "large", large(), []),
    (2, "a pool of 12", large(pooled=pool(12)), []),
    (2, "a pool of 13", large(pooled={**pool(12), "wild-band": 1}), ["WK-70G"]),
    (2, "three wizards", large(3), ["WK-70W"]),
    (2, "three wizards by agreement", large(3, third_wizard=True), []),
    (3, "a city of 1 gold", medium(capitals=[{"city": "1,8"}]), ["WK-4"]),
    (3, "a city of 2 gold", medium(capitals=[{"city": "1,3"}]), []),
    (3, "a city on a map of one's own", medium(capitals=[{"city": "4,4", "gold": 3}]), []),
    (3, "two on one home map", large(capitals=[HIGHGATE, {"city": "6,1"}]), ["WK-4"]),
]


@law_of(WORKED, lambda case: f"{case[0]} {case[1]}")
def test_worked_cases_1_to_3_of_starts_pools_and_capitals(case: tuple[int, str, Force, list[str]]) -> None:
    assert errors(case[2]) == case[3]


def test_wk_1_and_70_everything_starts_as_a_cadre_with_one_step() -> None:
    strong = finding(force(steps={"levy": 2}), "WK-70")
    assert strong.message == "4 × Levy with 2 steps; everything starts with 1."
    assert [WIZARD_KINGS.edited(force(steps={"levy": 2}), strong.remedies[0].edit, PACKS)] == [force()]
    assert (force().blocks, medium().blocks, large().blocks, large(third_wizard=True).blocks) == (7, 10, 18, 19)
    assert force(blocks={"levy": 4}, five_blocks=True).blocks == 5


def test_wk_3_no_gold_is_counted_and_case_23_prices_steps_as_the_standard_game_does() -> None:
    own = pack(units=[
        {"id": "wizard", "army": "elves", "name": "Wizard", "class": "wizard", "cost": 2, "max_steps": 4},
        {"id": "ranger", "army": "elves", "name": "Ranger", "class": "army", "cost": 4, "max_steps": 3},
        {"id": "goblin", "army": "orcs", "name": "Goblin", "class": "army", "cost": 1, "max_steps": 4},
    ])  # fmt: skip
    blocks = {"wizard": 1, "ranger": 1, "goblin": 1}
    of = force(wizards=0, blocks=blocks, steps={"wizard": 3, "ranger": 2, "goblin": 4}, army="elves")
    assert judged(of, own).points == 6 + 8 + 4
    assert {each.ref: each.points for each in judged(of, own).receipt if each.points} == {
        "wizard": 6, "ranger": 8, "goblin": 4,
    }  # fmt: skip
    met = {each.code: each.message for each in judged(force()).report.passes}
    assert met["WK-3"] == "No gold is counted. In the standard game these steps would cost 8."


def test_wk_4_capitals_say_what_is_wrong_and_offer_cities() -> None:
    poor = finding(medium(capitals=[{"city": "1,8"}]), "WK-4")
    assert poor.message == "The capital Reedport (1,8) is worth 1 gold; a capital is worth 2 or 3."
    assert poor.remedies[0].label == "Choose Highgate, 3 gold"
    assert "of a worth that nobody has said" in finding(medium(capitals=[{"city": "4,4"}]), "WK-4").message
    assert finding(medium(capitals=[]), "WK-4").message == "No capitals; the medium game has 1."
    assert finding(force(capitals=[HIGHGATE]), "WK-4").message == "1 capital; the small game has none."
    assert finding(medium(capitals=[SOUTHMOOR]), "WK-4").message == "Southmoor (6,1) is on home map 2; there is 1."
    twice = finding(large(capitals=[HIGHGATE, {"city": "6,1"}]), "WK-4")
    assert twice.message == "2 capitals on home map 1: there is one on each."
    assert errors(medium(), pack(map=None)) == ["WK-4"]
    three = [HIGHGATE, SOUTHMOOR, {"city": "1,3", "map": 2}]
    assert errors(large(capitals=three)) == ["WK-4", "WK-4"]


def test_wk_41_werebeasts_are_in_the_pool_by_agreement_and_inside_its_total() -> None:
    beasts = {**pool(7), "hound-kin": 1}
    assert errors(medium(pooled=beasts)) == ["WK-41"]
    assert errors(medium(pooled=beasts, werebeasts=True)) == []
    assert errors(medium(pooled={**beasts, "shrew-kin": 1}, werebeasts=True)) == ["WK-70G"]
    assert finding(medium(pooled=beasts), "WK-41").message == "Hound-kin in the pool: werebeasts aren't agreed on."


def test_wk_50_and_51_say_the_picks_and_where_cadres_arrive() -> None:
    said = [{each.code: each.message for each in judged(of).report.passes} for of in (force(), medium(), large())]
    assert [met["WK-50"] for met in said] == [
        "Later 1 cadre or castle step a build phase.", "Later 2 cadres or castle steps a build phase.",
        "Later 3 cadres or castle steps a build phase.",
    ]  # fmt: skip
    assert ["long edge" in met["WK-51"] for met in said] == [True, False, False]
    assert "in either capital" in said[2]["WK-51"]


def test_wk_70_counts_blocks_and_knows_its_own() -> None:
    assert errors(force(blocks={"thrall": 4, "levy": 2})) == ["WK-70L"]
    assert finding(force(blocks={"thrall": 4, "levy": 2}), "WK-70L").message == "4 × Thrall: of Ashkar."
    assert finding(force(blocks={"troll": 6}), "WK-70L").message == (
        "6 × troll: not in the house pack, not the published numbers."
    )
    assert errors(force(army="elves")) == ["WK-70L"] * 4
    assert errors(force(army="")) == ["WK-70L"] * 4
    many = finding(force(blocks={"levy": 6}), "WK-70B")
    assert (many.message, many.remedies[0].label) == ("6 × Levy in the force, and 4 blocks of it.", "Keep 4 × Levy")
    assert errors(force(blocks={"levy": 6}), pack(units=units(levy={"copies": None}))) == []
    assert errors(medium(pooled={"storm-drake": 5})) == ["WK-70B"]
    assert errors(medium(pooled={**pool(4), "levy": 1})) == ["WK-70H"]
    assert errors(medium(pooled={**pool(4), "troll": 1})) == ["WK-70H"]
    assert errors(medium(blocks={**EIGHT, "wild-band": 1})) == ["WK-70F"]
    assert "5 in all" not in [each.code for each in judged(force()).report.findings]
    assert finding(force(blocks={"levy": 4}, five_blocks=True), "WK-70N").severity is Severity.NOTE
    assert errors(force(pack="there")) == ["WK-70D"]


ILLEGAL = [
    force(blocks={**SIX, "keep": 1}), force(steps={"levy": 2}), force(blocks={"levy": 4, "woodward": 1}),
    force(blocks={"levy": 4}), force(blocks={"levy": 4, "woodward": 2}, five_blocks=True), force(wizards=0),
    force(blocks={"levy": 4}, five_blocks=True), force(blocks={"thrall": 4, "levy": 2}), force(pack="there"),
    force(wizards=2), force(blocks={"levy": 6}), force(blocks={"levy": 4, "woodward": 4, "cragsman": 1}),
    force(army=""), force(capitals=[HIGHGATE]), force(pooled=pool(5)),
    medium(pooled=pool(4)), medium(pooled=pool(9)), medium(pooled={"storm-drake": 5}), medium(capitals=[]),
    medium(pooled={**pool(4), "levy": 1}), medium(blocks={**EIGHT, "wild-band": 1}), medium(blocks=EIGHT),
    medium(capitals=[{"city": "1,8"}]), medium(capitals=[SOUTHMOOR]), medium(pooled={**pool(7), "hound-kin": 1}),
    medium(blocks={**EIGHT, "storm-drake": 2}), large(3), large(capitals=[HIGHGATE, {"city": "6,1"}]),
    large(capitals=[HIGHGATE, SOUTHMOOR, {"city": "1,3", "map": 2}]),
    force(blocks={"levy": 3, "woodward": 3, "cragsman": 3, "gatewarden": 3}), force(pooled=pool(8)),
    large(pooled=pool(4)),
]  # fmt: skip


@law_of(ILLEGAL, lambda of: str(errors(of)))
def test_every_way_out_mends_its_finding(of: Force) -> None:
    findings = judged(of).report.findings
    assert findings
    for each in findings:
        assert each.remedies, each.message
        for remedy in each.remedies:
            after = judged(WIZARD_KINGS.edited(of, remedy.edit, PACKS))
            assert each.message not in [left.message for left in after.report.findings], remedy.label


def test_drafts_are_what_adding_alone_can_mend() -> None:
    few, full = (judged(medium(blocks={"levy": count})) for count in (2, 9))
    assert (few.is_draft, full.is_draft, judged(medium()).is_draft) == (True, False, False)
    assert not judged(medium(capitals=[{"city": "4,4"}])).is_draft


def test_a_way_out_that_no_block_is_left_for_is_not_offered() -> None:
    bare = pack(units=units(tide_mage=None, ash_seer=None, **{
        row["id"].replace("-", "_"): None for row in PLAIN["units"] if row["class"] in ("chaos", "werebeast")
    }), map=None)  # fmt: skip
    for each in judged(force("medium", 0, blocks={}), bare).report.findings:
        assert each.remedies == () or each.code in ("WK-70A", "WK-70G"), each.code
        assert "Fill it up" not in [remedy.label for remedy in each.remedies] or each.code == "WK-70A"


def test_each_beginning_is_legal_by_the_house_and_one_press_from_legal_by_an_owners_pack() -> None:
    mine = Packs(HOUSE, lambda codes: dict.fromkeys(codes, pack()))
    for beginning in WIZARD_KINGS.beginnings():
        assert errors(WIZARD_KINGS.begun(beginning.slug)) == [], beginning.slug
        empty = WIZARD_KINGS.begun(beginning.slug, "mine")
        for army in HOUSE.armies:
            chosen = WIZARD_KINGS.edited(empty, SetArmy(army=army), mine)
            (verdict,) = WIZARD_KINGS.verdicts([chosen], mine)
            assert verdict.report.is_legal
            assert verdict.figures_from == "own pack “My blocks”, typed in by its owner"
    assert WIZARD_KINGS.beginnings()[1].summary == "2 maps, 20 turns: 1 wizard, 1 chaos, 8 army cadres at the start"
    with pytest.raises(MalformedError, match="begin: must be one of small, medium, large"):
        WIZARD_KINGS.begun("epic")


def test_each_rule_has_its_own_code_statement_and_section() -> None:
    codes = [each.code for each in RULEBOOK.rules]
    assert len(set(codes)) == len(codes) == 17
    assert all(each.statement and each.citation.section for each in RULEBOOK.rules)


# What can't be read: another field, and what is said of it.
MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"scenario": "epic"}, "scenario: must be one of small, medium, large"),
    ({"army": "El ves"}, "army: must be small letters"),
    ({"gold": 9}, "gold: there is no such field"),
    ({"pool": [{"profile": "wizard-kings/levy", "count": 1, "steps": 5}]}, "pool[0].steps: must be at most 4"),
    ({"capitals": [{"city": "north"}]}, "capitals[0].city: must be a row and a column"),
]


@law_of(MALFORMED, lambda case: case[1])
def test_a_file_that_is_no_force_is_refused_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    content = json.dumps(json.loads(write_roster(force())) | fields).encode()
    (problem,) = WIZARD_KINGS.read_any("a", content, PACKS).problems
    assert f"{problem.text}: {problem.reason}".startswith(says)


def edited(of: Force, *edits: Any) -> Force:
    for edit in edits:
        of = WIZARD_KINGS.edited(of, edit, PACKS)
    return of


def test_edits_change_one_thing() -> None:
    levy, drake = "wizard-kings/levy", "wizard-kings/storm-drake"
    assert edited(force(), SetCount(profile=levy, count=2)).counts[levy] == 2
    assert levy not in edited(force(), SetCount(profile=levy, count=0)).counts
    assert edited(medium(), SetPool(profile=drake, count=2)).pooled[drake] == 2
    assert drake not in edited(medium(), SetPool(profile=drake, count=0)).pooled
    assert edited(force(), SetPool(profile=drake, count=2)).pooled == {drake: 2}
    twice = force(units=[{"models": [{"profile": levy, "count": 1}, {"profile": levy, "count": 1, "steps": 2}]}])
    assert [(each.count, each.steps) for each in edited(twice, SetCount(profile=levy, count=3)).models] == [(3, 1)]
    smaller = edited(large(3, third_wizard=True), SetScenario(scenario="medium"))  # type: ignore[arg-type]
    assert ([each.map for each in smaller.capitals], smaller.third_wizard) == ([1], False)
    assert edited(large(), SetCapital(map=2)).capitals == medium().capitals
    assert [each.map for each in edited(medium(), SetCapital(map=2, city="6,1")).capitals] == [1, 2]
    other = edited(force(), SetArmy(army="ashkar"))
    assert other.counts == {"wizard-kings/thornling": 2, "wizard-kings/thrall": 4, "wizard-kings/ash-seer": 1}
    many = edited(force(blocks={"woodward": 4, "levy": 1}), SetArmy(army="ashkar")).counts
    assert {name.partition("/")[2]: count for name, count in many.items()} == {
        "thornling": 3, "thrall": 1, "sand-strider": 1, "ash-seer": 1,
    }  # fmt: skip
    assert edited(force(), SetNotes(notes="Ours"), FillUp()) == force(notes="Ours")
    assert edited(force(), SetThirdWizard(third_wizard=True)).wizards == 1
    assert edited(medium(), SetWerebeasts(werebeasts=True)).werebeasts
    for wrong, says in (
        (SetCount(profile="wizard-kings/troll", count=1), "profile: there is no “wizard-kings/troll”"),
        (SetPool(profile="troll", count=1), "profile: there is no “troll” in the house pack"),
        (SetArmy(army="elves"), "army: must be one of tidewall, ashkar"),
    ):
        with pytest.raises(MalformedError, match=says):
            edited(force(), wrong)


def test_filling_takes_werebeasts_where_they_are_agreed_on_and_no_block_that_there_is_not() -> None:
    few = pack(units=units(**{
        name.replace("-", "_"): None for name in (*POOL, "wild-band")
    }))  # fmt: skip
    mine = Packs(few, lambda _: {})
    empty = force("medium", blocks={}, werebeasts=True)
    full = WIZARD_KINGS.edited(empty, FillUp(), mine)
    assert set(full.pooled) == {"wizard-kings/hound-kin", "wizard-kings/shrew-kin", "wizard-kings/heron-kin"}
    assert sum(full.pooled.values()) == 5
    none = WIZARD_KINGS.edited(force("medium", blocks={}), FillUp(), mine)
    assert (none.pooled, sum(none.counts.values())) == ({}, 9)


def test_two_changes_are_both_kept_where_they_are_of_different_things() -> None:
    base = medium()
    levies, drakes = SetCount(profile="wizard-kings/levy", count=3), SetPool(profile="wizard-kings/cave-hag", count=2)
    both = WIZARD_KINGS.merged(base, edited(base, levies), edited(base, drakes, Rename(name="Host")))
    assert both
    assert (both.counts["wizard-kings/levy"], both.pooled["wizard-kings/cave-hag"], both.name) == (3, 2, "Host")
    back = WIZARD_KINGS.merged(base, edited(base, drakes), edited(base, levies))
    assert back
    assert (back.counts["wizard-kings/levy"], back.pooled["wizard-kings/cave-hag"]) == (3, 2)
    more = SetCount(profile="wizard-kings/levy", count=2)
    hags = SetPool(profile="wizard-kings/cave-hag", count=0)
    assert WIZARD_KINGS.merged(base, edited(base, levies), edited(base, more)) is None
    assert WIZARD_KINGS.merged(base, edited(base, drakes), edited(base, hags)) is None
    assert WIZARD_KINGS.merged(base, edited(base, Rename(name="A")), edited(base, Rename(name="B"))) is None


def test_differences_are_sentences() -> None:
    after = edited(
        medium(), SetCount(profile="wizard-kings/levy", count=2), SetPool(profile="wizard-kings/wild-band", count=1),
        SetCapital(city="1,3"), SetWerebeasts(werebeasts=True), SetNotes(notes="x"),
    )  # fmt: skip
    assert [str(change) for change in WIZARD_KINGS.differences(medium(), after, PACKS)] == [
        "werebeasts agreed on", "Levy: 4 → 2, −2", "Wild Band in the pool: 0 → 1", "capitals: Millford (1,3)",
        "other notes",
    ]  # fmt: skip
    said = [
        str(change)
        for change in WIZARD_KINGS.differences(
            force(steps={"levy": 2}),
            edited(force(), SetFiveBlocks(five_blocks=True), Rename(name="Host"), SetPack(pack="there")),
            PACKS,
        )
    ]
    assert said == [
        "name: Mine → Host", "5 blocks in all", "figures of the data pack there", "other steps at the start, −4",
    ]  # fmt: skip
    back = WIZARD_KINGS.differences(force(pack="there", five_blocks=True), force(), PACKS)
    assert [str(change) for change in back] == ["7 blocks in all", "figures of the house pack"]
    none = WIZARD_KINGS.differences(medium(), edited(medium(), SetCapital()), PACKS)
    assert [str(change) for change in none] == ["capitals: none"]


def test_every_print_and_verdict_says_whose_figures_it_has() -> None:
    verdict = judged(medium())
    sheet = WIZARD_KINGS.sheet(verdict, paper=A4, seal=SEAL)
    assert sheet.mark == verdict.figures_from == verdict.listed.rules_name == "house pack, not the published numbers"
    assert WIZARD_KINGS.write(medium(notes="Ours"), WIZARD_KINGS.formats["text"], PACKS).content.decode() == (
        "Mine\nWizard Kings, recruitment: Tidewall, medium game, 10 blocks at the start\n\n1 × Tide Mage\n4 × Levy\n"
        "4 × Woodward\n1 × Storm Drake\n\nChaos pool: 1 × Storm Drake, 1 × Cave Hag, 1 × Mire Beast, 1 × Deep Coil, "
        "1 × Dune Maw\n\nCapitals: Highgate (0,1) on home map 1\n\nOurs\n"
    )
    text = WIZARD_KINGS.write(force(steps={"levy": 2}), WIZARD_KINGS.formats["text"], PACKS).content.decode()
    assert "4 × Levy, 2 steps" in text
    assert list(WIZARD_KINGS.contents(force(), PACKS)) == ["1 × Tide Mage", "4 × Levy", "2 × Woodward"]
    assert WIZARD_KINGS.count_parts(medium()) == 4 + 5
    assert WIZARD_KINGS.army_name(force(army=""), PACKS) == "Wizard Kings"
    assert WIZARD_KINGS.figures_from(WIZARD_KINGS.price(force(), PACKS)) == verdict.figures_from
    bases = WIZARD_KINGS.verdict_bases(["", "mine"], Packs(HOUSE, lambda codes: dict.fromkeys(codes, HOUSE)))
    assert len(set(bases.values())) == 2


def test_a_force_sheet_has_a_box_for_each_step_and_nothing_outside_the_page() -> None:
    for paper in PAPERS.values():
        for of in (medium(notes="Ours"), large(), force(steps={"levy": 4}, blocks={**SIX, "troll": 2})):
            printed = render(WIZARD_KINGS.sheet(judged(of), paper=paper, seal=SEAL))
            assert [(outside(page), overlaps(page)) for page in pages_of(printed)] == [([], [])] * len(
                pages_of(printed)
            )
            assert faults(printed) == []
    (page,) = pages_of(render(WIZARD_KINGS.sheet(judged(force()), paper=A4, seal=SEAL)))
    boxes = [
        rect for rect in page.rects if abs(rect["width"] - 4.2 * MM) < 0.1 and abs(rect["height"] - 4.2 * MM) < 0.1
    ]
    assert len(boxes) == (1 + 4 + 2) * 4
    words = printed_words(render(WIZARD_KINGS.sheet(judged(medium()), paper=A4, seal=SEAL)))
    assert "learns, never recruits" in words
    assert "home map 1: Highgate (0,1)" in words


def test_a_page_steps_each_kind_and_chooses_size_army_and_capital() -> None:
    desk = WIZARD_KINGS.desk(judged(medium()))
    assert [(each.plural, each.count, each.note) for each in desk.counters][:2] == [
        ("Tide Mage", 1, ""), ("Woodward", 4, ""),
    ]  # fmt: skip
    pooled = [each for each in desk.counters if each.note == "in the chaos pool"]
    assert len(pooled) == 7
    assert WIZARD_KINGS.read_edit(pooled[0].more) == SetPool(profile="wizard-kings/bramble-giant", count=1)
    assert len({each.ref for each in desk.counters}) == len(desk.counters)
    assert desk.counters[3].facts == "C2, moves 2, mountain, up to 3 steps"
    chosen = [[option.label for option in choice.options if option.chosen] for choice in desk.choices]
    assert chosen == [["Medium"], ["Tidewall"], ["Highgate, 3 gold"]]
    folds = {of: [each.label for each in WIZARD_KINGS.desk(judged(of)).folds[0].choices] for of in (force(), large())}
    assert list(folds.values()) == [["Werebeasts", "Blocks at the start"], ["Werebeasts", "Wizards"]]
    kin = WIZARD_KINGS.desk(judged(medium(werebeasts=True))).counters
    assert len([each for each in kin if each.note == "in the chaos pool"]) == 10
    bare = pack(units=[{"id": "a", "army": "x", "name": "A", "class": "army"}], map=None)
    (only,) = WIZARD_KINGS.desk(judged(force(army="x", blocks={}), bare)).counters
    assert (only.facts, only.most, only.each) == ("up to 4 steps", 100, 0)
    assert [each.label for each in WIZARD_KINGS.desk(judged(large(), bare)).choices][2:] == [
        "Capital on home map 1", "Capital on home map 2",
    ]  # fmt: skip
    assert priced_by(force(), PACKS).pack is HOUSE
