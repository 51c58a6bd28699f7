"""An army of an own list of printed rows fights exactly as the printed army: odds, a whole battle, an experiment."""

from __future__ import annotations

from itertools import count

import msgspec
from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.battle.armies import begun
from tabletop.arcana.battle.policies import played, simple
from tabletop.arcana.battle.state import Options, Scenario
from tabletop.arcana.catalogue.lists import OwnList
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.own_lists import put, row_like
from tabletop.arcana.odds.matrix import matrix
from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.questions import AgainstRoster
from tabletop.battle.dice import NotedDice
from tests.battles import rules
from tests.catalogue import SAMPLES, printed_catalogue
from tests.experiments import answered, experiment

CATALOGUE = printed_catalogue()
PRINTED = read_roster((SAMPLES / "dwarves.json").read_bytes())
ORCS = read_roster((SAMPLES / "orcs.json").read_bytes())


def own() -> Roster:
    """The printed army, of a list of one's own that has the same rows."""
    army = CATALOGUE.lists["dwarves"]
    rows = [CATALOGUE.in_play(row.slug) for row in CATALOGUE.rows_of("dwarves") if row.section != Section.EQUIPMENT]
    listed = OwnList(name="Dwarves", shield=army.shield, war_machines=army.war_machines)
    for row in rows:
        listed = put(listed, row_like(row))
    text = msgspec.json.encode(PRINTED).decode().replace('"dwarves/', '"designs/').replace('"dwarves"', '"designs"')
    return replace(msgspec.json.decode(text, type=Roster), own_list=listed)


def test_every_exact_odd_is_that_of_the_printed_army() -> None:
    orcs = resolve(ORCS, CATALOGUE)
    one, two = (matrix(resolve(army, CATALOGUE), orcs) for army in (PRINTED, own()))
    assert one.cells == two.cells
    assert any(not isinstance(cell, str) for cells in one.cells for cell in cells)


def test_a_whole_battle_goes_as_that_of_the_printed_army() -> None:
    first, second = (facts_of(army) for army in (PRINTED, own()))
    assert first == second
    assert any("blows_struck" in fact for fact in first)
    assert "battle_ended" in first[-1]


def test_an_experiment_counts_as_that_of_the_printed_army() -> None:
    answers = [answered(experiment(AgainstRoster(own=army, other=ORCS), stop=Fixed(1)))[1] for army in (PRINTED, own())]
    assert answers[0] == answers[1]


def facts_of(army: Roster) -> list[str]:
    """What happens, all six phases a turn, to the end; slugs as they are printed."""
    armies = resolve(army, CATALOGUE), resolve(ORCS, CATALOGUE)
    dice = (NotedDice.seeded(number) for number in count(7))
    state = rules().apply(rules().start(), begun("Twins", armies, scenario=Scenario.ATTRITION, options=Options()))
    deeds = played(rules(), state, (simple, simple), lambda: next(dice))
    facts = (msgspec.json.encode(happening.fact).decode() for deed in deeds for happening in deed.happenings)
    return [fact.replace("designs/", "dwarves/") for fact in facts]
