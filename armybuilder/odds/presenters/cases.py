"""What a meeting and its what-ifs bring, side by side on one scale: bars, chances and differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.budgets import BusyError
from armybuilder.odds.presenters.described import described
from armybuilder.odds.presenters.meeting import Meeting
from armybuilder.odds.presenters.what_if import WhatIf
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import Odds, counted
from tabletop.arcana.odds.contenders import NOBODY
from tabletop.arcana.odds.situations import read_situation
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution
from tabletop.dice.plain import MIDDLE
from tabletop.dice.words import per_cent
from tabletop.work import TooMuchWorkError, at_most

MOST_BARS = 12
SELDOM = Fraction(1, 200)  # what comes less often has no bar of its own
HEIGHT, AIR = 38, 2  # of the tallest bar, and above it
SMALL_FIGHT = 450  # wounds of both sides multiplied: up to here all cases are fought to the end
TIME_TO_FIGHT = 1.0  # seconds for all fights to the end of a page
TIME_TO_TRY = 0.05  # seconds to see why a large one can't be fought to the end
LONGEST_FRACTION = 30  # digits above and below
DESTROYED = "are destroyed", "is destroyed"
ALONE = {  # kinds that only have chances: what results call each, its words, and whose it is
    "rally": (("rallies", "", "ours"),),
    "counterspell": (("stands", "The spell takes effect", "ours"), ("countered", "It is countered", "theirs")),
    "dispel": (("dispelled", "The spell is dispelled", "ours"), ("countered", "The dispel is countered", "theirs")),
    "break-test": (
        ("your army.breaks", "Your army breaks", "ours"),
        ("their army.breaks", "Their army breaks", "theirs"),
    ),
}
SPELLS, SHOTS = ("cast", "template"), ("shoot", "area")
OF_A_SPELL = {"healed": "Wounds healed", "returned": "Models that come back", "paid": "Wounds paid for morale"}


class Bar(Struct, frozen=True):
    """A number, or several from `number` on, with its chance, and where its bar stands on a ground of 100 by 40."""

    number: str
    chance: str
    x: float
    y: float
    width: float
    height: float


class Tally(Struct, frozen=True, kw_only=True):
    """A number with its distribution; `side` is whose loss it is, `theirs` or `ours`."""

    title: str
    side: str
    numbers: Distribution[int]
    at_least: dict[int, Fraction]
    bars: tuple[Bar, ...] = ()
    delta: str = ""
    is_better: bool = False

    @property
    def least(self) -> list[tuple[int, str, str]]:
        """At least how many with which chance, in per cent and as a fraction; without what hardly ever comes."""
        often = [(number, chance) for number, chance in self.at_least.items() if chance > SELDOM]
        return [(number, per_cent(chance), readable(chance)) for number, chance in often]

    @property
    def mean(self) -> Fraction:
        return self.numbers.mean()

    @property
    def middle(self) -> tuple[int, int]:
        return self.numbers.middle(MIDDLE)

    @property
    def average(self) -> str:
        return f"{float(self.mean):.1f}"

    @property
    def fraction(self) -> str:
        return readable(self.mean)


class Chance(Struct, frozen=True, kw_only=True):
    """An event with its chance; `side` is to whom it happens."""

    title: str
    side: str
    chance: Fraction
    delta: str = ""
    is_better: bool = False

    @property
    def per_cent(self) -> str:
        return per_cent(self.chance)

    @property
    def fraction(self) -> str:
        return readable(self.chance)

    @property
    def share(self) -> float:
        """How long its bar is, of 100."""
        return round(100 * float(self.chance), 2)


class Ending(Struct, frozen=True):
    """Who wins a fight to the end, in per cent; `turns` is the mean of its rounds, empty where it may never end."""

    first: float
    second: float
    neither: float
    turns: str
    delta: str = ""
    is_better: bool = False

    @property
    def shares(self) -> list[tuple[str, str, float, float]]:
        """Each part of the bar: its class, its figure, where it begins and how wide it is."""
        parts = (("ours", self.first), ("neither", self.neither), ("theirs", self.second))
        ends = (0.0, self.first, self.first + self.neither)
        return [
            (css, per_cent(share / 100), round(x, 2), round(share, 2))
            for (css, share), x in zip(parts, ends, strict=True)
        ]


class Case(Struct, frozen=True, kw_only=True):
    """The meeting as it stands, or with one change; `refused` says why that can't be, `endless` why not to the end."""

    title: str
    about: str
    tallies: tuple[Tally, ...] = ()
    chances: tuple[Chance, ...] = ()
    ending: Ending | None = None
    refused: str = ""
    endless: str = ""


@lru_cache(maxsize=32)  # a few pages: those of many models take a megabyte each
def answered(catalogue: Catalogue, situation: bytes) -> Odds:
    """The library's answer; the same situations are asked again whenever one what-if is pressed."""
    return counted(catalogue, read_situation(situation))


def cases_of(
    catalogue: Catalogue,
    meeting: Meeting,
    chosen: Sequence[WhatIf],
    *,
    attempt: int = 0,
    seconds: float = TIME_TO_FIGHT,
) -> tuple[Case, ...]:
    """The meeting as it stands, then with each chosen change; MalformedError where the meeting itself can't be.

    Fights to the end that take long are left to a further `attempt`, each of which begins with another case; large
    ones are fought then, too, just as they stand. All fights of a further attempt share so many `seconds`.
    """
    base = case_of(catalogue, meeting)
    cases = [base, *(_changed(catalogue, what_if) for what_if in chosen)]
    if meeting.kind == "melee":
        meetings = [meeting, *(each.meeting for each in chosen)]
        cases = _fought_to_the_end(catalogue, cases, meetings, attempt=attempt, seconds=seconds)
    cases = [base := cases[0], *(_compared(case, base) for case in cases[1:])]
    return tuple(_on_one_scale(cases))


def case_of(catalogue: Catalogue, meeting: Meeting) -> Case:
    """The meeting as it stands, without a fight to the end; MalformedError where it can't be."""
    return _case(catalogue, meeting, "As it stands", described(meeting))


def _changed(catalogue: Catalogue, what_if: WhatIf) -> Case:
    try:
        return _case(catalogue, what_if.meeting, what_if.title, what_if.about)
    except MalformedError as error:
        return Case(title=what_if.title, about=what_if.about, refused=f"That can't be counted: {error.reason}.")


def _case(catalogue: Catalogue, meeting: Meeting, title: str, about: str) -> Case:
    if meeting.kind == "duel":
        ending, won = _ending(catalogue, meeting), answered(catalogue, meeting.situation()).chances
        wins = (
            _chance(meeting.says(which, "win", "wins"), ("theirs", "ours")[which], won[f"{name}.wins"])
            for which, name in enumerate(meeting.names)
        )  # to win is to defeat the other
        return Case(title=title, about=about, chances=tuple(wins), ending=ending)
    answer = answered(catalogue, meeting.situation())
    numbers, odds_of = answer.numbers, answer.chances
    first, second = meeting.names
    if meeting.kind == "morale":
        events = (_chance(meeting.says(0, "break", "breaks"), "ours", odds_of["breaks"]),)
        paid = (_tally(f"Wounds paid by {first}", "ours", numbers["paid"]),) if numbers["paid"].mean() else ()
        return Case(title=title, about=about, tallies=paid, chances=events)
    if meeting.kind in ALONE:
        said = (
            _chance(words or meeting.says(0, "rally", "rallies"), side, odds_of[name])
            for name, words, side in ALONE[meeting.kind]
            if name in odds_of
        )
        return Case(title=title, about=about, chances=tuple(said))
    if meeting.kind in SHOTS:
        lost = _losses(meeting.parties[1].unit.figures.wounds, second, "theirs", numbers, "")
        falls = (
            _chance(f"{leader} falls", "theirs", odds_of[f"{called}.falls"]) for called, leader in meeting.leads(1)
        )
        return Case(
            title=title,
            about=about,
            tallies=(*lost, _tally("Hits", "theirs", numbers["hits"])),
            chances=(_chance(meeting.says(1, *DESTROYED), "theirs", odds_of["destroyed"]), *falls),
        )
    if meeting.kind == "hazard":
        lost = _losses(meeting.parties[0].unit.figures.wounds, first, "ours", numbers, "")
        struck = _chance("The ground strikes", "ours", odds_of["strikes"])
        gone = _chance(meeting.says(0, *DESTROYED), "ours", odds_of["destroyed"])
        falls = (_chance(f"{leader} falls", "ours", odds_of[f"{called}.falls"]) for called, leader in meeting.leads(0))
        return Case(title=title, about=about, tallies=lost, chances=(struck, gone, *falls))
    if meeting.kind in SPELLS:
        return Case(title=title, about=about, tallies=_of_spell(meeting, answer), chances=_of_casting(meeting, answer))
    sides = ((1, second, "theirs"), (0, first, "ours"))
    tallies: tuple[Tally, ...] = ()
    chances: tuple[Chance, ...] = ()
    for which, name, side in sides:
        tallies += _losses(meeting.parties[which].unit.figures.wounds, name, side, numbers, f"{name}.")
        chances += (_chance(meeting.says(which, "break", "breaks"), side, odds_of[f"{name}.breaks"]),)
    chances += tuple(
        _chance(meeting.says(which, *DESTROYED), side, odds_of[f"{name}.destroyed"])
        for which, name, side in sides
        if odds_of[f"{name}.destroyed"]
    )
    chances += tuple(
        _chance(f"{leader} falls", side, odds_of[f"{name}.{called}.falls"])
        for which, name, side in sides
        for called, leader in meeting.leads(which)
    )
    return Case(title=title, about=about, tallies=tallies, chances=chances)


def _of_spell(meeting: Meeting, answer: Odds) -> tuple[Tally, ...]:
    """What a spell costs its target, or brings it."""
    numbers, target = answer.numbers, meeting.parties[1].unit.figures
    lost = _losses(target.wounds, meeting.names[1], "theirs", numbers, "") if "wounds" in numbers else ()
    hits = (_tally("Hits", "theirs", numbers["hits"]),) if "hits" in numbers else ()
    under = (_tally("Models touched", "theirs", numbers["touched"]),) if meeting.cast.ahead is not None else ()
    further = (_tally(title, "ours", numbers[name]) for name, title in OF_A_SPELL.items() if name in numbers)
    return (*lost, *hits, *under, *(tally for tally in further if tally.mean))


def _of_casting(meeting: Meeting, answer: Odds) -> tuple[Chance, ...]:
    """Whether a spell takes effect, and what comes of it."""
    assert meeting.cast.spell
    named = (
        ("cast", f"{meeting.cast.spell.name} takes effect", "theirs"),
        ("touches", f"{meeting.cast.spell.name} touches {meeting.names[1]}", "theirs"),
        ("countered", "It is countered", "ours"),
        ("saved", "It is saved against", "ours"),
        *((f"{called}.falls", f"{leader} falls", "theirs") for called, leader in meeting.leads(1)),
        ("breaks", meeting.says(1, "break", "breaks"), "theirs"),
        ("destroyed", meeting.says(1, *DESTROYED), "theirs"),
    )
    return tuple(_chance(title, side, answer.chances[name]) for name, title, side in named if name in answer.chances)


def _losses(
    wounds_each: int, name: str, side: str, numbers: Mapping[str, Distribution[int]], prefix: str
) -> tuple[Tally, ...]:
    """Models that fall, or the wounds of those that have several."""
    if wounds_each > 1:
        return (_tally(f"Wounds of {name}", side, numbers[f"{prefix}wounds"]),)
    return (_tally(f"{name} that fall", side, numbers[f"{prefix}fallen"]),)


def _tally(title: str, side: str, numbers: Distribution[int]) -> Tally:
    return Tally(title=title, side=side, numbers=numbers, at_least=numbers.at_least())


def _chance(title: str, side: str, chance: Fraction | float) -> Chance:
    return Chance(title=title, side=side, chance=Fraction(chance))


def _fought_to_the_end(
    catalogue: Catalogue, cases: list[Case], meetings: list[Meeting], *, attempt: int, seconds: float
) -> list[Case]:
    """The cases with who wins in the end, as many as there is time for; those that were fought before take none."""
    small = are_small(meetings)
    asked = len(meetings) if small else 1
    places = [(place + max(attempt - 1, 0)) % asked for place in range(asked)]
    ended = list(cases)
    time = seconds if attempt else TIME_TO_FIGHT if small else TIME_TO_TRY
    with at_most(time):
        for place in (place for place in places if not cases[place].refused):
            with suppress(TooMuchWorkError, BusyError):
                ended[place] = _ended(catalogue, cases[place], meetings[place])
    return ended


def are_small(meetings: Sequence[Meeting]) -> bool:
    """Whether all are fought to the end without being asked for it."""
    return all(_wounds(meeting) <= SMALL_FIGHT for meeting in meetings)


def unfinished(cases: Sequence[Case]) -> bool:
    """Whether a case might have been fought to the end, with more time."""
    return any(not (case.ending or case.refused or case.endless) for case in cases)


def _ended(catalogue: Catalogue, case: Case, meeting: Meeting) -> Case:
    """The case with who wins in the end, or why that can't be counted."""
    try:
        return replace(case, ending=_ending(catalogue, meeting))
    except MalformedError as error:
        both = "both " if error.field == "sides" else ""
        return replace(case, endless=f"{both}{error.reason}")


def _ending(catalogue: Catalogue, meeting: Meeting) -> Ending:
    """Who wins in the end; MalformedError where it can't be counted to the end."""
    answer = answered(catalogue, meeting.situation(to_the_end=meeting.kind == "melee"))
    first, second, neither = (100 * float(answer.chances[f"{name}.wins"]) for name in (*meeting.names, NOBODY))
    rounds = answer.means["rounds"]
    return Ending(first, second, neither, "" if rounds is None else f"{float(rounds):.1f}")


def _wounds(meeting: Meeting) -> int:
    first, second = (party.wounds for party in meeting.parties)
    return first * second


def _compared(case: Case, base: Case) -> Case:
    """The case with what is different of the base, each with its sign; better is what is so for the first unit."""
    if case.refused:
        return case
    before = {tally.title: tally for tally in base.tallies}
    tallies = tuple(
        _tally_beside(tally, before[tally.title]) if tally.title in before else tally for tally in case.tallies
    )
    were = {chance.title: chance for chance in base.chances}
    chances = tuple(_chance_beside(each, were[each.title]) if each.title in were else each for each in case.chances)
    ending = case.ending
    if ending and base.ending:
        difference = round(ending.first - base.ending.first)
        ending = replace(ending, delta=f"{signed(difference)} in 100" if difference else "", is_better=difference > 0)
    return replace(case, tallies=tallies, chances=chances, ending=ending)


def _tally_beside(tally: Tally, before: Tally) -> Tally:
    difference = tally.mean - before.mean
    if abs(difference) < Fraction(1, 20):
        return tally
    return replace(tally, delta=signed(float(difference), 1), is_better=(difference > 0) == (tally.side == "theirs"))


def _chance_beside(chance: Chance, before: Chance) -> Chance:
    difference = 100 * (chance.chance - before.chance)
    if abs(difference) < 1:
        return chance
    return replace(
        chance, delta=f"{signed(round(difference))} in 100", is_better=(difference > 0) == (chance.side == "theirs")
    )


def signed(number: float, places: int = 0) -> str:
    """A difference with its sign, a true minus: `+0.5`, `−14`."""
    return f"{number:+.{places}f}".replace("-", "−")


def _on_one_scale(cases: list[Case]) -> Iterator[Case]:
    """Tallies of the same title get the same numbers, and bars of the same height mean the same chance."""
    shared: dict[str, list[Tally]] = {}
    for case in cases:
        for tally in case.tallies:
            shared.setdefault(tally.title, []).append(tally)
    for case in cases:
        yield replace(
            case, tallies=tuple(replace(tally, bars=_bars(tally, shared[tally.title])) for tally in case.tallies)
        )


def _bars(tally: Tally, alike: list[Tally]) -> tuple[Bar, ...]:
    """A bar a number, or for several where there are more than twelve."""
    most = max((number for each in alike for number, chance in each.at_least.items() if chance > SELDOM), default=1)
    step = -(-(most + 1) // MOST_BARS)
    starts = range(0, most + 1, step)
    tallest = max(_within(each, start, step) for each in alike for start in starts) or Fraction(1)
    each_width = 100 / len(starts)
    bars = []
    for place, start in enumerate(starts):
        chance = _within(tally, start, step)
        height = float(chance / tallest) * HEIGHT
        number = str(start) if step == 1 else f"{start}–{start + step - 1}"
        x, width = (place + 0.06) * each_width, 0.88 * each_width
        bars.append(
            Bar(
                number,
                per_cent(chance, sign=""),
                round(x, 2),
                round(AIR + HEIGHT - height, 2),
                round(width, 2),
                round(height, 2),
            )
        )
    return tuple(bars)


def _within(tally: Tally, start: int, step: int) -> Fraction:
    weights = tally.numbers.weights
    return Fraction(sum(weights.get(number, 0) for number in range(start, start + step)), tally.numbers.total)


def readable(number: Fraction) -> str:
    """A fraction that somebody can read."""
    is_short = max(number.numerator, number.denominator) < 10**LONGEST_FRACTION
    return str(number) if is_short else "a fraction too long to read"
