"""What an experiment says, in sentences: the answer, how far it is, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache

from msgspec import Struct

from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.models import Reason, State
from armybuilder.laboratory.presenters.pictures import wins
from armybuilder.laboratory.snapshots import Said, experiment_in, said_in
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import own_names, with_designs
from tabletop.arcana.simulation.estimates import Estimate, Fixed, Ratio, Verdict, Within
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.arcana.simulation.questions import (
    AgainstField,
    AgainstRoster,
    Earning,
    Fellows,
    League,
    Question,
    Swap,
    opponents,
    title_of,
)
from tabletop.decoding import MalformedError
from tabletop.words import counted

Printed = Callable[[], Catalogue]  # asks for what the question's rows are looked up in, once a page
ORDINALS = ("next", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
WHY: Mapping[str, str] = {
    Reason.ASKED: "It was stopped. What is counted stays, and its interval holds all the same.",
    Reason.SPENT: "Today's share of counting is used up. What is counted stays; it can go on tomorrow.",
    Reason.FULL: "There is no room for more batches. Delete experiments that you no longer need.",
    Reason.CHANGED: "Muster has other figures or another simulator by now than when it began. Ask it anew to go on.",
    Reason.LOST: "Counting broke off more than once. What is counted stays; it can be told to go on.",
    Reason.BROKEN: "Something went wrong while counting. What is counted stays.",
}


class Status(Struct, frozen=True):
    """A sign, a colour and a word."""

    css: str
    icon: str
    word: str


BETTER = Status("good", "tick", "Better")
WORSE = Status("warn", "warning", "Worse")
STRONGER = Status("good", "tick", "Wins more often")
WEAKER = Status("warn", "warning", "Loses more often")
CHEAP = Status("good", "tick", "Underpriced")
DEAR = Status("warn", "warning", "Overpriced")
EVEN = Status("plain", "equal", "No difference found")


def even_of(question: Question) -> float:
    """The estimate where nothing differs."""
    return 0.0 if isinstance(question, Swap) else 0.5


def status_of(found: Estimate, even: float, *, of_a_price: bool = False) -> Status:
    """Which way it leans, where the interval leaves out that nothing differs."""
    if found.holds(even):
        return EVEN
    higher, lower = (CHEAP, DEAR) if of_a_price else (STRONGER, WEAKER) if even else (BETTER, WORSE)
    return higher if found.mean > even else lower


def state_of(row: Row, verdict: Verdict | None) -> Status:
    if row.state == State.DONE:
        return Status("plain", "equal", "Undecided at the cap") if verdict is Verdict.UNDECIDED else DONE
    return STATES[row.state]


DONE = Status("good", "tick", "Done")
STATES: Mapping[str, Status] = {
    State.WAITING: Status("plain", "clock", "In line"),
    State.RUNNING: Status("plain", "clock", "Still counting"),
    State.STOPPED: Status("warn", "pause", "Stopped"),
}


class Sentence(Struct, frozen=True):
    """The answer: what comes before the figure, the figure, and what comes after it."""

    before: str
    figure: str
    after: str

    def __str__(self) -> str:
        return f"{self.before} {self.figure}{self.after}"


def answer_in_words(experiment: Experiment, found: Estimate | None, printed: Printed) -> Sentence | None:
    """The answer so far; None where there is no one figure, or none yet."""
    if found is None:
        return None
    question, number, half = experiment.question, 100 * found.mean, f", give or take {100 * found.half:.1f}."
    if isinstance(question, Swap):
        better = "better" if number >= 0 else "worse"
        return Sentence(f"{experiment.name}:", f"{abs(number):.1f} wins in 100 {better}", half)
    wins = f"{number:.1f} of 100"
    if isinstance(question, AgainstRoster):
        names = named(question.own.name, "This army"), named(question.other.name, "the other")
        return Sentence(f"{names[0]} wins", wins, f" against {names[1]}{half}")
    if isinstance(question, AgainstField | Earning):
        number = len(question.others)
        field = f" against {f'{number} armies' if number > 1 else named(question.others[0].name, 'the other')}{half}"
        return Sentence(f"{named(question.own.name, 'This army')} wins", wins, field)
    if isinstance(question, Fellows):
        fellows = f" against {counted(len(question.fellows), 'fellow')} of equal points{half}"
        return Sentence(f"{title_in(question, printed)} wins", wins, fellows)
    return Sentence(f"{experiment.name} wins", wins, half)


def looked_up(question: Question, printed: Catalogue) -> Catalogue:
    """What the rows of a question are looked up in: with its own designs, but for those that have no price any more."""
    if not isinstance(question, Fellows | League):
        return printed
    priced = []
    for design in question.designs:
        with suppress(MalformedError):  # the formula has changed since it was kept
            with_designs(printed, (design,))
            priced.append(design)
    return with_designs(printed, priced)


def title_in(question: Fellows, printed: Printed) -> str:
    """The name of the profile or design that is asked about, with its list; as the question has it where it is gone."""
    catalogue = printed()
    row = catalogue.rows.get(question.row)
    if row:
        return title_of(row, catalogue)
    kept = own_names(question.designs, None)
    return kept[question.row][0] if question.row in kept else question.row.rpartition("/")[2].replace("-", " ")


def named(name: str, otherwise: str) -> str:
    return name or otherwise


def asked_in_words(question: Question, printed: Printed) -> str:
    """What is asked, in a line."""
    if isinstance(question, League):
        whom = f"up to {question.meets} that come next by points" if question.meets else "each other"
        return f"{len(question.rows)} profiles against {whom}, in units of equal points"
    if isinstance(question, Fellows):
        whom = counted(len(question.fellows), "profile")
        return f"{title_in(question, printed)} against {whom} of nearly the same price, in units of equal points"
    others = opponents(question)
    against = named(others[0].name, "another army") if len(others) == 1 else f"a field of {len(others)} armies"
    return f"{named(question.own.name, 'An army')} against {against}"


def meaning_of(row: Row, experiment: Experiment, said: Said | None, ahead: int) -> str:
    """What the state means, and what comes next."""
    if row.state == State.STOPPED:
        return WHY.get(row.why, "")
    if row.state == State.WAITING and not row.batches_done:
        place = ORDINALS[ahead - 1] if ahead <= len(ORDINALS) else f"number {ahead}"
        return f"It is {place} in line." if ahead > 1 else "It is next in line."
    left = _left(row, experiment, said)
    if said is None:
        whom = "profiles" if isinstance(experiment.question, Fellows | League) else "armies"
        return f"The first figures come once every pair of {whom} has met{left}."
    sure = _sure(experiment, said.answer.estimate) if said.answer.estimate else ""  # a league's are its rows'
    if row.state == State.DONE:
        return f"{sure} {_ended(experiment, said)}".strip()
    return f"{sure} {stops_in_words(experiment)}{left}.".strip()


def _sure(experiment: Experiment, found: Estimate) -> str:
    if found.holds(even_of(experiment.question)):
        return "Which way it leans isn't sure yet." if not isinstance(experiment.question, Earning) else ""
    return "Which way it leans is sure by now."


def _ended(experiment: Experiment, said: Said) -> str:
    verdict = said.answer.verdict
    if isinstance(experiment.stop, Ratio) and verdict is not Verdict.UNDECIDED:
        no, yes = _ends(experiment, experiment.stop)
        if verdict is Verdict.YES:
            return f"The test that was fixed beforehand says yes: {yes} wins in 100 rather than {no}."
        return f"The test that was fixed beforehand says no: {no} wins in 100 rather than {yes}."
    if verdict is Verdict.UNDECIDED:
        unmet = "as narrow as was asked" if isinstance(experiment.stop, Within) else "decided"
        return (
            f"It came to its cap of {said.answer.battles:,} battles before it was {unmet}. That is an answer, too: "
            "whatever differs is within the interval."
        )
    return f"{stops_in_words(experiment).replace('It stops', 'It stopped')}."


def stops_in_words(experiment: Experiment) -> str:
    """The rule that was fixed beforehand."""
    stop = experiment.stop
    if isinstance(stop, Within):
        return f"It stops by itself at ±{100 * stop.half:.1f}"
    if isinstance(stop, Ratio):
        no, yes = _ends(experiment, stop)
        return f"It stops once it can tell {no} from {yes} wins in 100"
    return f"It stops after {stop.batches * (experiment.size or 1):,} pairs of battles a meeting"


def _ends(experiment: Experiment, stop: Ratio) -> tuple[str, str]:
    """Wins in 100 of both hypotheses, that of “no” first."""
    even = even_of(experiment.question)
    return wins(stop.no, even), wins(stop.yes, even)


class InAll(Struct, frozen=True):
    """How many pairs of battles an experiment takes in all: likely, and at most."""

    likely: int
    most: int
    is_sure: bool

    def __str__(self) -> str:
        return f"{'' if self.is_sure else 'about ' if self.likely < self.most else 'at most '}{self.likely:,}"


def pairs_in_all(experiment: Experiment, said: Said | None, cells: int) -> InAll:
    """As far as that can be foreseen: a test of two means may end at any time."""
    stop, found = experiment.stop, said.answer.estimate if said else None
    most = stop.batches * cells * (experiment.size or 1)
    if isinstance(stop, Within) and found:
        likely = max(round(found.pairs * (found.half / stop.half) ** 2), found.pairs)
        return InAll(min(likely, most), most, is_sure=False)
    return InAll(most, most, is_sure=isinstance(stop, Fixed))


FASTER, SLOWER = 0.5, 1.25  # batches to come beside those of other armies: dearer profiles are fewer models
LONGEST_IN_SECONDS = 90


def _left(row: Row, experiment: Experiment, said: Said | None) -> str:
    """How long it takes until there are figures, or from then on to the end; nothing before anything was measured here.

    A range where the pairs to come aren't those whose time is known: in a first round, and in a league, which goes
    from cheap profiles to dear ones.
    """
    size, brought = experiment.size or 1, said.brought if said else 0
    here = row.batches_done - brought
    if here <= 0 or not row.seconds:
        return ""
    across = pairs_in_all(experiment, said, row.cells)
    batches = (across.likely / size if said else row.cells) - row.batches_done
    seconds = max(batches, 0) * row.seconds / here
    if isinstance(experiment.stop, Ratio) and said:
        return f", in at most {_time(seconds, seconds)} of counting"
    if row.cells == 1 or (said and not isinstance(experiment.question, League)):
        return f", in about {_time(seconds, seconds)} of counting"
    return f", in {_time(FASTER * seconds, SLOWER * seconds)} of counting"


def _time(least: float, most: float) -> str:
    """`8 seconds`, `2 to 4 minutes`."""
    length, unit = (1, "second") if most < LONGEST_IN_SECONDS else (60, "minute")
    low, high = (max(round(seconds / length), 1) for seconds in (least, most))
    return f"{low} to {counted(high, unit)}" if low < high else counted(high, unit)


def summary_of(row: Row, printed: Printed) -> str:
    """An experiment in a line of a list: the figure with its interval, and how it stands."""
    said, experiment = said_in(row), experiment_in(row)
    looked = cache(lambda: looked_up(experiment.question, printed()))
    words = answer_in_words(experiment, said.answer.estimate if said else None, looked)
    state = state_of(row, said.answer.verdict if said else None).word
    return f"{state}. {words}" if words else f"{state}. {asked_in_words(experiment.question, looked)}."
