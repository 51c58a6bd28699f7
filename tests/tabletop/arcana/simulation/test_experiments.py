"""Experiments: the same bytes whoever works them out and however often they are broken off; and what files refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from re import sub

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.simulation.answers import Reading
from tabletop.arcana.simulation.counts import Batch, batch_of
from tabletop.arcana.simulation.estimates import Fixed, Ratio, Verdict, Within
from tabletop.arcana.simulation.executors import Processes, Serial, Work
from tabletop.arcana.simulation.experiments import Record, Versions, check, read_experiment
from tabletop.arcana.simulation.questions import (
    AgainstField,
    AgainstRoster,
    Earning,
    Fellows,
    League,
    Question,
    Swap,
    balanced,
    neighbours,
)
from tabletop.arcana.simulation.running import ImpureError, Run, in_order
from tabletop.decoding import MalformedError
from tabletop.work import Budget, TooMuchWorkError, limited
from tests.catalogue import printed_catalogue
from tests.experiments import answered, experiment, roster, sample
from tests.laws import of_each

CHEAP_ORC = read_design(
    b'{"format": "muster-design/1", "name": "Cheap Orc", "kind": "creature", "movement": {"ground": 6}, "wounds": 1,'
    b' "armour": {"value": 2}, "morale": {"value": 6}, "melee": [{"attacks": 1, "skill": 3, "strength": 1}]}'
)
AXES, CROSSBOWS = {"axemen": 20}, {"axemen": 12, "crossbowmen": 6}
FIELD = roster("orcs", orc_warrior=20), roster("goblins", goblin_regulars=30)


class Shuffled(Serial):
    """Batches that come home in any order, some of them twice."""

    def batches(self, work: Iterator[Work]) -> Iterator[Batch]:
        chance, home = Random(3), list[Batch]()
        for each in work:
            home += [each.done()] * chance.choice((1, 1, 2))
            chance.shuffle(home)
            while len(home) > 4:
                yield home.pop()


def test_a_file_is_the_same_for_any_order_of_work_and_any_number_of_workers() -> None:
    asked = experiment(AgainstField(own=roster("dwarves", **AXES), others=FIELD), stop=Fixed(3))
    record, _ = answered(asked)
    assert answered(asked, Shuffled())[0].content == record.content
    assert answered(asked, Processes(2))[0].content == record.content


def test_a_file_that_was_broken_off_goes_on_to_the_same_end() -> None:
    record, _ = answered(experiment())
    whole = record.content
    lines = whole.splitlines(keepends=True)
    for kept in (b"".join(lines[:2]), b"".join(lines[:3]) + lines[3][:20], b"".join(lines[:-1])):
        assert answered(read_experiment(kept))[0].content == whole
    assert read_experiment(whole) == record


def test_sides_that_are_swapped_transpose_who_killed_whom() -> None:
    """And rows sum to what is counted of each unit, columns to what is lost of it."""
    armies = sample("orcs"), sample("dwarves")
    there, back = (
        answered(experiment(AgainstRoster(own=own, other=other), size=20, stop=Fixed(2)))
        for own, other in (armies, armies[::-1])
    )
    for one, other in zip(there[0].batches, back[0].batches, strict=True):
        (variant,) = one.variants
        assert variant.deaths == other.variants[0].deaths[::-1]
        destroyed = variant.deaths[1].destroyed, variant.deaths[1].destroyed_squares
        assert [*zip(*destroyed, strict=True)] == [(unit.destroyed, unit.squares) for unit in variant.units]
    assert there[1].tolls == back[1].tolls[::-1]
    for toll in there[1].tolls:
        for column, victim in enumerate(toll.units):
            parts = [row.of[column].mean for row in (*toll.by, *toll.otherwise)]
            assert sum(parts) == pytest.approx(victim.lost.mean, abs=1e-4)
            assert victim.lost.low <= victim.lost.mean <= victim.lost.high <= victim.points
        for killer in toll.by:
            assert sum(found.mean for found in killer.of) == pytest.approx(killer.destroys.mean, abs=1)
    own, other = there[1].tolls
    assert [each.lost for each in there[1].units] == [
        pytest.approx(unit.lost.mean / unit.points, abs=0.01) for unit in own.units
    ]
    assert [each.earns.mean for each in there[1].units] == [
        pytest.approx(killer.destroys.mean / killer.points, abs=1e-5) for killer in other.by
    ]
    assert answered(experiment(AgainstField(own=roster("dwarves", **AXES), others=FIELD)))[1].tolls == ()


def test_a_verdict_is_that_of_the_first_batches_that_decide() -> None:
    """What was played beyond it is never looked at."""
    rule = Ratio(no=0.4, yes=0.6, batches=50)
    record, answer = answered(experiment(stop=rule), Shuffled())
    assert answer.verdict in (Verdict.YES, Verdict.NO)
    assert answer.rounds == len(record.batches) < 50
    reading = Reading(record.experiment.question, rule, Run(record, printed_catalogue()).cells)
    for batch in (*record.batches, record.batches[0]):
        reading.add(batch)
    assert reading.answer() == answer
    undecided = answered(experiment(stop=replace(rule, no=0.49, yes=0.51, batches=2)))[1]
    assert undecided.verdict is Verdict.UNDECIDED


def test_a_batch_that_comes_out_differently_stops_everything() -> None:
    run = Run(Record(experiment()), printed_catalogue())
    batch = batch_of(run.cells[0], 1, 0, 10)
    other = batch_of(run.cells[0], 2, 0, 10)
    with pytest.raises(ImpureError):
        list(in_order(iter([batch, other]), 1, 0))


def test_equal_armies_of_a_swap_differ_by_nothing_at_all() -> None:
    """Common dice: what is the same in both variants cancels out to the last battle."""
    own = roster("dwarves", **AXES)
    same = answered(experiment(Swap(own=own, changed=replace(own, name="The same"), others=FIELD)))[1]
    assert same.estimate
    assert same.estimate.mean == 0
    better = answered(
        experiment(Swap(own=own, changed=roster("dwarves", axemen=30), others=FIELD), size=100, stop=Fixed(2))
    )[1]
    assert better.estimate
    assert better.estimate.low > 0
    assert better.saved
    assert better.saved > 1
    assert [each.name for each in better.against] == ["Some orcs", "Some goblins"]


QUESTIONS: dict[str, Question] = {
    "units": Earning(own=sample("dwarves"), others=(sample("orcs"),)),
    "row": Fellows(row="dwarves/axemen", fellows=("orcs/orc-warrior", "goblins/goblin-regulars"), points=300),
    "league": League(rows=("dwarves/axemen", "orcs/orc-warrior", "orcs/orc-beast-rider-sword"), points=400),
}


@pytest.mark.parametrize("asks", QUESTIONS)
def test_every_question_has_figures_with_intervals(asks: str) -> None:
    answer = answered(experiment(QUESTIONS[asks]))[1]
    assert answer.verdict is Verdict.DONE
    found = [*(unit.earns for unit in answer.units), *(row.estimate for row in answer.table)]
    found += [each.estimate for each in answer.against]
    assert all(own.low <= own.mean <= own.high for own in found)
    if asks == "league":
        assert {row.row for row in answer.table} == {
            "Axemen (Dwarves)",
            "Orc Warrior (Orcs)",
            "Orc Beast Rider Sword (Orcs)",
        }
        assert sum(row.estimate.mean for row in answer.table) == pytest.approx(3 / 2)
    if asks == "units":
        assert len(answer.units) == len(sample("dwarves").units)


def test_rows_of_a_large_league_meet_their_neighbours_in_price_and_designs_meet_rows() -> None:
    catalogue = printed_catalogue()
    rows = [row for row in catalogue.rows_of("orcs") if row.section is Section.TROOPS]
    pairs = neighbours(rows, 400, 2)
    prices = sorted(row.points for row in rows)
    for pair in pairs:
        first, second = (row.points for row in pair.rows)
        assert first <= second
        assert abs(pair.counts[0] * first - pair.counts[1] * second) <= 0.02 * pair.counts[0] * first
    assert max(Counter(pair.rows[0].slug for pair in pairs).values()) == 2
    cheap = [pair.rows[1].points for pair in pairs if pair.rows[0].points == prices[0]]
    assert max(cheap) < prices[-1]
    league = League(rows=("orcs/orc-warrior", "designs/cheap-orc"), meets=1, designs=(CHEAP_ORC,))
    answer = answered(experiment(league))[1]
    assert {row.row for row in answer.table} == {"Orc Warrior (Orcs)", "Cheap Orc (Own designs)"}
    assert answer.against == ()
    own = Fellows(row="designs/cheap-orc", fellows=("orcs/orc-warrior",), designs=(CHEAP_ORC,))
    answer = answered(experiment(own, stop=Within(half=0.4, batches=9)))[1]
    assert answer.verdict is Verdict.DONE
    assert answer.units == ()


def test_what_is_read_and_checked_is_work_that_has_a_price() -> None:
    record = answered(experiment())[0]
    cells = Run(Record(experiment()), printed_catalogue()).cells
    for work in (lambda: read_experiment(record.content), lambda: check(record, cells), league_of_all):
        ticks = map(float, count())
        with limited(Budget(seconds=0, clock=ticks.__next__)), pytest.raises(TooMuchWorkError):
            work()


def league_of_all() -> None:
    rows = tuple(row.slug for row in printed_catalogue().rows_of("orcs") if row.wounds and row.points)
    Run(Record(experiment(League(rows=rows, meets=1))), printed_catalogue())


def test_rows_meet_with_equal_points_or_not_at_all() -> None:
    own, its = balanced(17, 12, 400) or (0, 0)
    assert abs(own * 17 - its * 12) <= 0.02 * own * 17
    assert balanced(350, 127, 360) is None


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "a policy that isn't there": ({"policies": ("steady", "clever")}, "policies[1]: must be one of steady, bold"),
    "another catalogue": ({"versions": Versions(simulator="1", catalogue="old")}, "versions: another catalogue"),
    "no profile": ({"question": Fellows(row="dwarves/axeman", fellows=("orcs/orc-warrior",))}, "there is no profile"),
    "one figure of many": (
        {"question": QUESTIONS["units"], "stop": Ratio(no=0.5, yes=0.6, batches=9)},
        "stop: must be",
    ),
    "answers the wrong way round": ({"stop": Ratio(no=0.6, yes=0.4, batches=9)}, "stop.yes: must be above no"),
    "too many that meet all": (
        {"question": League(rows=tuple(f"orcs/row-{number}" for number in range(61)))},
        "question: there is no profile",
    ),
    "a row twice": (
        {"question": League(rows=("dwarves/axemen", "dwarves/axemen"))},
        "question.rows: names a row twice",
    ),
    "more dice than fit": (
        {"question": AgainstRoster(own=roster("dwarves", axemen=1000), other=roster("giant-kings", elder_giant=900))},
        "throws more than 2,000 dice at once",
    ),
    "units on a table": ({"question": QUESTIONS["units"], "depth": "table"}, "depth: must be line"),
}


@of_each("what", REFUSED)
def test_what_cannot_be_asked_is_refused_by_its_field(what: str) -> None:
    more, sentence = REFUSED[what]
    content = Record(experiment(**more)).content  # type: ignore[arg-type]
    with pytest.raises(MalformedError) as error:
        Run(read_experiment(content), printed_catalogue())
    assert sentence in str(error.value)


def test_a_line_that_is_not_the_next_is_refused_by_its_number() -> None:
    record, answer = answered(experiment())
    header, first, second, third, last = record.content.splitlines(keepends=True)
    spoilt = {
        header + second: "line 2: must be batch 0 of cell 0",
        header + first.replace(b'"cell":0', b'"cell":"x"'): "line 2: ",
        header + first + second + third + third: "line 5: there is more than the answer needs",
        header + first + second + third + last + last: "line 6: there is more after the answer",
        header + first + second + third + last.replace(b'"battles":60', b'"battles":61'): "line 5: isn't what",
        header + first.replace(b'"games":[', b'"games":[-'): "line 2: variants[0].games[0]: must be",
        header + sub(rb'"squares":[0-9]+', b'"squares":0', first): "line 2: variants: have squares that don't fit",
        header + first.replace(b'"turns":[0', b'"turns":[1'): "line 2: variants: must have 20 battles",
        header + sub(rb'"wounds":\[\[[0-9]+', b'"wounds":[[1', first): "line 2: variants[0].deaths: aren't those",
        header + sub(rb'"destroyed":\[[0-9]+', b'"destroyed":[1', first): "line 2: variants[0].deaths: aren't those",
        header + sub(rb',"deaths":.*', b"}]}", first): "line 2: variants[0].deaths: aren't those",
    }
    assert answer.battles == 60
    for content, sentence in spoilt.items():
        with pytest.raises(MalformedError) as error:
            Run(read_experiment(content), printed_catalogue())
        assert str(error.value).startswith(sentence)


def test_the_two_sides_are_led_as_the_experiment_says() -> None:
    question = AgainstRoster(own=sample("dwarves"), other=sample("orcs"))
    steady, standing = (
        answered(experiment(question, policies=(policy, "steady")))[0].batches for policy in ("steady", "standing")
    )
    assert steady != standing
