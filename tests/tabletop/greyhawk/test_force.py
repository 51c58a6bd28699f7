"""Starts of a power: its rules, edits by lot, its pack and the tables to type it in, its sheets."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.greyhawk.desk import HOUSE_POWERS
from tabletop.greyhawk.edits import SetCount, SetHero, SetPower
from tabletop.greyhawk.force import Force
from tabletop.greyhawk.game import GREYHAWK
from tabletop.greyhawk.pack import read_pack
from tabletop.greyhawk.pricing import priced_by
from tabletop.packs import Origin, PackKind, Packs, typed_values
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.document import write_roster
from tests.catalogue import PROJECT
from tests.crowns import HOUSE, PACKS, POWERS, RULES, sea_packs, start_of, starts

PLAIN: dict[str, Any] = json.loads((PROJECT / "fixtures" / "greyhawk" / "house-pack.json").read_bytes())


def found(force: Force, packs: Packs = PACKS) -> list[tuple[str, int | None, int | None]]:
    report = GREYHAWK.verdicts([force], packs)[0].report
    return [(finding.code, finding.actual, finding.limit) for finding in report.findings]


def changed(*edits: Any, power: str = "norhal") -> Force:
    force = start_of(power, "")
    for edit in edits:
        force = GREYHAWK.edited(force, edit, PACKS)
    return force


@pytest.mark.parametrize("power", POWERS)
def test_gw_10_every_power_begins_legally_as_its_scenario_places_it(power: str) -> None:
    force = start_of(power, "")
    assert found(force) == []
    assert force.armies == HOUSE.scenarios[0].power(power).armies
    assert list(HOUSE_POWERS) == [each.id for each in HOUSE.scenarios[0].players]


@pytest.mark.parametrize(
    ("edits", "findings"),
    [
        ((SetCount(area="birch", troop="scout", count=1),), [("GW-10N", 1, 0)]),
        ((SetCount(area="ash", troop="cavalry", count=0),), [("GW-10N", 0, 1)]),
        (
            (SetCount(area="ash", troop="cavalry", count=0), SetCount(area="jute", troop="cavalry", count=1)),
            [("GW-10A", None, None)],
        ),
        ((SetHero(area="birch", hero=True), SetHero(area="cairn", hero=True)), [("GW-3", 3, 2)]),
        ((SetCount(area="ash", troop="light-infantry", count=30 - 10),), [("GW-10N", 21, 2), ("GW-2", 22, 5)]),
        ((SetCount(area="ash", troop="dwarf", count=7),), [("GW-10N", 8, 1), ("GW-2", 10, 5), ("GW-1", 8, 6)]),
    ],
)  # fmt: skip
def test_gw_1_to_3_and_10_a_start_is_judged_rule_by_rule(edits: tuple[Any, ...], findings: list[Any]) -> None:
    assert found(changed(*edits)) == findings


def test_gw_35_one_army_one_fleet_and_one_hero_begin_in_an_area() -> None:
    """A fleet and an army do in an island area, by G-13."""
    force = start_of("norhal", "")
    ash, cairn = force.armies
    both = replace(force, armies=(replace(ash, troops=ash.troops[:1]), replace(ash, troops=ash.troops[1:]), cairn))
    assert found(both) == [("GW-35", 2, 1), ("GW-35", 2, 1)]
    alone = replace(both, armies=(both.armies[0], replace(both.armies[1], hero=False), cairn))
    assert found(alone) == [("GW-35", 2, 1)]
    packs = sea_packs()
    (vale,) = starts(("vale",), packs)
    assert [army.area for army in vale.armies].count("lorn") == 2
    assert found(vale, packs) == []


def test_a_start_without_a_power_names_those_there_are() -> None:
    bare = Force(format="muster-roster/1", game="greyhawk", name="Bare")
    finding = GREYHAWK.verdicts([bare], PACKS)[0].report.findings[0]
    assert (finding.code, len(finding.remedies)) == ("GW-10P", 4)
    assert found(GREYHAWK.edited(bare, SetPower(power="vale"), PACKS)) == []
    with pytest.raises(MalformedError, match="power: must be one of norhal"):
        GREYHAWK.edited(bare, SetPower(power="elk"), PACKS)


def test_walks_through_the_page_never_fail_and_always_lead_back_to_a_legal_start() -> None:
    for seed in range(25):
        chance, force = Random(seed), start_of(POWERS[seed % 4], "")
        for _ in range(10):
            desk = GREYHAWK.desk(GREYHAWK.verdicts([force], PACKS)[0])
            choices = [*desk.choices, *(choice for fold in desk.folds for choice in fold.choices)]
            edits: list[Any] = [option.edit for choice in choices for option in choice.options]
            edits += [edit for counter in desk.counters for edit in (counter.more, counter.fewer) if edit]
            edit = chance.choice(edits)
            force = GREYHAWK.edited(force, GREYHAWK.read_edit(edit) if isinstance(edit, dict) else edit, PACKS)
            assert GREYHAWK.read(write_roster(force)) == force
        for _ in range(30):
            findings = GREYHAWK.verdicts([force], PACKS)[0].report.findings
            if not findings:
                break
            force = GREYHAWK.edited(force, findings[0].remedies[-1].edit, PACKS)
        assert found(force) == [], seed


def test_games_begin_of_two_to_four_different_powers_alone() -> None:
    starts = [start_of(power, "") for power in POWERS]
    assert RULES.begun("All", starts, PACKS).sides == POWERS
    with pytest.raises(MalformedError, match="blue: Norhal is somebody else's already"):
        RULES.begun("Twice", [starts[0], starts[0]], PACKS)
    with pytest.raises(MalformedError, match="third: Norhal can't begin"):
        RULES.begun("Wrong", [*starts[1:3], changed(SetHero(area="jute", hero=True))], PACKS)


def test_the_house_pack_has_no_flaw_and_what_is_missing_is_named() -> None:
    assert HOUSE.flaws() == ()
    bare = read_pack(json.dumps({name: PLAIN[name] for name in ("format", "game", "meta")}))
    assert [flaw.field for flaw in bare.flaws()][:4] == ["meta.complete", "troops", "board", "countries"]
    areas = [area | ({"at": None} if area["id"] == "ash" else {}) for area in PLAIN["board"]["areas"]]
    wrong = PLAIN | {
        "board": PLAIN["board"] | {"areas": areas, "borders": PLAIN["board"]["borders"][3:]},
        "countries": [PLAIN["countries"][0] | {"roster": [{"troop": "elk"}]}],
    }
    fields = [flaw.field for flaw in read_pack(json.dumps(wrong)).flaws()]
    assert "board.areas[0].at" in fields
    assert "countries[0].roster[0].troop" in fields


def test_what_is_typed_into_the_packs_tables_is_what_stands_in_them() -> None:
    meta = Origin(id="mine", title="Mine", kind=PackKind.OWN)
    typed = {cell.name: cell.value for table in GREYHAWK.pack_tables(HOUSE) for cell in table.cells}
    values, problems = typed_values(GREYHAWK.pack_tables(HOUSE), typed)
    again = GREYHAWK.pack_of(HOUSE, meta, values)
    assert problems == {}
    assert (again.troops, again.countries, again.board) == (HOUSE.troops, HOUSE.countries, HOUSE.board)
    row = f"troops[{len(HOUSE.troops)}]"
    ogre = {f"{row}.name": "Ogre", f"{row}.class": "monster", f"{row}.strength": 7}
    new = GREYHAWK.pack_of(HOUSE, meta, values | ogre)
    assert new.troops[-1].code == "ogre"


def test_sheets_say_whose_figures_they_have_and_hold_every_counter() -> None:
    verdict = GREYHAWK.verdicts([start_of("southmere", "")], PACKS)[0]
    for kind in GREYHAWK.papers:
        sheet = GREYHAWK.printed(kind, verdict, PACKS, paper=PAPERS["a4"])
        has_figures = kind in ("countries", "map", "counters")
        assert ("house pack" in sheet.mark + sheet.title) is has_figures, kind
    counters = GREYHAWK.printed("counters", verdict, PACKS, paper=PAPERS["letter"])
    assert counters.subject == "15 counters"  # 3 of one hit or two, 2 ships, their backs; 5 markers, 2 heroes
    with pytest.raises(MalformedError):
        GREYHAWK.printed("elk", None, PACKS, paper=PAPERS["a4"])
    assert "Dun: 2 × Light infantry, 1 × Marine, a hero" in GREYHAWK.write(
        start_of("southmere", ""), GREYHAWK.formats["text"], PACKS
    ).content.decode()  # fmt: skip


def test_what_differs_is_told_in_words() -> None:
    before, after = start_of("vale", ""), changed(SetCount(area="heath", troop="elf", count=0), power="vale")
    assert [(each.text, each.points) for each in GREYHAWK.differences(before, after, PACKS)] == [("Elf: 1 → 0", -5)]
    assert GREYHAWK.army_name(before, PACKS) == "Greyhawk Wars: Vale"
    assert list(GREYHAWK.contents(before, PACKS)) == ["2 × Cavalry", "1 × Elf", "1 × Light infantry"]
    assert priced_by(before, PACKS).strength_by_profile["greyhawk/cavalry"] == 8
