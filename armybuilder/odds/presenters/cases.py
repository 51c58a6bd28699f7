"""What a meeting and its what-ifs bring, side by side on one scale: bars, chances and differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.budgets import BusyError
from armybuilder.odds.presenters.meeting import Meeting
from armybuilder.odds.presenters.what_if import WhatIf
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.odds.units import NOBODY
from tabletop.decoding import MalformedError
from tabletop.work import TooMuchWorkError, at_most

Plain = dict[str, Any]

MOST_BARS = 12
SELDOM = Fraction(1, 200)  # what comes less often has no bar of its own
HEIGHT, AIR = 38, 2  # of the tallest bar, and above it
SMALL_FIGHT = 450  # wounds of both sides multiplied: up to here all cases are fought to the end
TIME_TO_FIGHT = 1.0  # seconds for all fights to the end of a page
TIME_TO_TRY = 0.05  # seconds to see why a large one can't be fought to the end
LONGEST_FRACTION = 60  # signs
DESTROYED = "are destroyed", "is destroyed"


class Bar(Struct, frozen=True):
    """A number, or several from `number` on, with its chance, and where its bar stands on a ground of 100 by 40."""

    number: str
    chance: str
    x: float
    y: float
    width: float
    height: float


class Tally(Struct, frozen=True, kw_only=True):
    """A number with its mean and distribution; `side` is whose loss it is, `theirs` or `ours`."""

    title: str
    side: str
    mean: Fraction
    exact: str
    chances: dict[int, Fraction]
    at_least: dict[int, Fraction]
    middle: tuple[int, int]
    bars: tuple[Bar, ...] = ()
    delta: str = ""
    is_better: bool = False

    @property
    def least(self) -> list[tuple[int, str, str]]:
        """At least how many with which chance, in per cent and as a fraction; without what hardly ever comes."""
        often = [(number, chance) for number, chance in self.at_least.items() if chance > SELDOM]
        return [(number, per_cent(chance), readable(str(chance))) for number, chance in often]

    @property
    def average(self) -> str:
        return f"{float(self.mean):.1f}"

    @property
    def fraction(self) -> str:
        return readable(self.exact)


class Chance(Struct, frozen=True, kw_only=True):
    """An event with its chance; `side` is to whom it happens."""

    title: str
    side: str
    chance: Fraction
    exact: str
    delta: str = ""
    is_better: bool = False

    @property
    def per_cent(self) -> str:
        return per_cent(self.chance)

    @property
    def fraction(self) -> str:
        return readable(self.exact)


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


@lru_cache(maxsize=512)
def answered(catalogue: Catalogue, situation: bytes) -> Plain:
    """The library's answer; the same situations are asked again whenever one what-if is pressed."""
    return odds(catalogue, read_situation(situation))


def cases_of(catalogue: Catalogue, meeting: Meeting, chosen: Sequence[WhatIf], *, to_the_end: bool) -> tuple[Case, ...]:
    """The meeting as it stands, then with each chosen change; MalformedError where the meeting itself can't be.

    Fights that take long are fought to the end only `to_the_end`, and then just as they stand.
    """
    base = _case(catalogue, meeting, "As it stands", described(meeting))
    cases = [base, *(_changed(catalogue, what_if) for what_if in chosen)]
    if meeting.kind == "melee":
        cases = _fought_to_the_end(catalogue, cases, [meeting, *(each.meeting for each in chosen)], always=to_the_end)
    cases = [base := cases[0], *(_compared(case, base) for case in cases[1:])]
    return tuple(_on_one_scale(cases))


def described(meeting: Meeting) -> str:
    """How both stand, in a line."""
    first, second = meeting.parties
    if meeting.kind == "shoot":
        return f"at {meeting.range:g}″, the target {second.stands}"
    if meeting.kind == "morale":
        return "nobody in contact" if meeting.alone else f"{second.unit.name} at its {meeting.place}"
    where = "" if meeting.place == "front" else f" at its {meeting.place}"
    return f"{first.stands} against {second.stands}{where}, {'first' if meeting.turn == 'first' else 'a later'} turn"


def _changed(catalogue: Catalogue, what_if: WhatIf) -> Case:
    try:
        return _case(catalogue, what_if.meeting, what_if.title, what_if.about)
    except MalformedError as error:
        return Case(title=what_if.title, about=what_if.about, refused=f"That can't be counted: {error.reason}.")


def _case(catalogue: Catalogue, meeting: Meeting, title: str, about: str) -> Case:
    results = answered(catalogue, meeting.situation())["results"]
    first, second = meeting.names
    if meeting.kind == "morale":
        events = (_chance(meeting.says(0, "break", "breaks"), "ours", results["breaks"]),)
        paid = (_tally(f"Wounds paid by {first}", "ours", results["paid"]),) if results["paid"]["decimal"] else ()
        return Case(title=title, about=about, tallies=paid, chances=events)
    if meeting.kind == "shoot":
        lost = _losses(meeting.parties[1].unit.figures.wounds, second, "theirs", results, "")
        return Case(
            title=title,
            about=about,
            tallies=(*lost, _tally("Hits", "theirs", results["hits"])),
            chances=(_chance(meeting.says(1, *DESTROYED), "theirs", results["destroyed"]),),
        )
    sides = ((1, second, "theirs"), (0, first, "ours"))
    tallies: tuple[Tally, ...] = ()
    chances: tuple[Chance, ...] = ()
    for which, name, side in sides:
        tallies += _losses(meeting.parties[which].unit.figures.wounds, name, side, results, f"{name}.")
        chances += (_chance(meeting.says(which, "break", "breaks"), side, results[f"{name}.breaks"]),)
    chances += tuple(
        _chance(meeting.says(which, *DESTROYED), side, results[f"{name}.destroyed"])
        for which, name, side in sides
        if results[f"{name}.destroyed"]["decimal"]
    )
    return Case(title=title, about=about, tallies=tallies, chances=chances)


def _losses(wounds_each: int, name: str, side: str, results: Plain, prefix: str) -> tuple[Tally, ...]:
    """Models that fall, or the wounds of those that have several."""
    if wounds_each > 1:
        return (_tally(f"Wounds of {name}", side, results[f"{prefix}wounds"]),)
    return (_tally(f"{name} that fall", side, results[f"{prefix}fallen"]),)


def _tally(title: str, side: str, plain: Plain) -> Tally:
    chances = {int(number): Fraction(chance) for number, chance in plain["distribution"].items() if chance}
    return Tally(
        title=title,
        side=side,
        mean=sum((number * chance for number, chance in chances.items()), Fraction()),
        exact=plain["mean"] or "",
        chances=chances,
        at_least={int(number): Fraction(chance) for number, chance in plain["at_least"].items() if chance},
        middle=(plain["middle"][0], plain["middle"][1]),
    )


def _chance(title: str, side: str, plain: Plain) -> Chance:
    exact = plain["exact"]
    chance = Fraction(exact) if exact else Fraction(plain["decimal"])
    return Chance(title=title, side=side, chance=chance, exact=exact or "")


def _fought_to_the_end(catalogue: Catalogue, cases: list[Case], meetings: list[Meeting], *, always: bool) -> list[Case]:
    """The cases with who wins in the end, as many as there is time for."""
    small = all(_wounds(meeting) <= SMALL_FIGHT for meeting in meetings)
    asked = meetings if small else meetings[:1]
    ended = list(cases)
    with suppress(TooMuchWorkError, BusyError), at_most(TIME_TO_FIGHT if small or always else TIME_TO_TRY):
        for place, meeting in enumerate(asked):
            if not cases[place].refused:
                try:
                    ended[place] = replace(cases[place], ending=_ending(catalogue, meeting))
                except MalformedError as error:
                    both = "both " if error.field == "sides" else ""
                    ended[place] = replace(cases[place], endless=f"{both}{error.reason}")
    return ended


def _ending(catalogue: Catalogue, meeting: Meeting) -> Ending:
    """Who wins in the end; MalformedError where it can't be counted to the end."""
    results = answered(catalogue, meeting.situation(to_the_end=True))["results"]
    first, second = (100 * results[f"{name}.wins"]["decimal"] for name in meeting.names)
    neither = 100 * results[f"{NOBODY}.wins"]["decimal"]
    return Ending(first, second, neither, f"{results['rounds']['decimal']:.1f}" if results["rounds"] else "")


def _wounds(meeting: Meeting) -> int:
    first, second = (party.count * party.unit.figures.wounds for party in meeting.parties)
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
    return sum((tally.chances.get(number, Fraction()) for number in range(start, start + step)), Fraction())


def readable(fraction: str) -> str:
    """A fraction that somebody can read; of a longer one where it stands."""
    return fraction if 0 < len(fraction) <= LONGEST_FRACTION else "too long to read: it stands in the file"


def per_cent(chance: Fraction | float, sign: str = " %") -> str:
    """`79 %`; what is possible and rare `< 1 %`, what is nearly sure `> 99 %`."""
    if not 0 < chance < 1:
        return f"{100 * int(chance)}{sign}"
    rounded = round(100 * chance)
    if chance < Fraction(1, 100):
        return f"< 1{sign}" if sign else "<1"
    return f"{min(rounded, 99)}{sign}" if chance <= Fraction(99, 100) else (f"> 99{sign}" if sign else ">99")
