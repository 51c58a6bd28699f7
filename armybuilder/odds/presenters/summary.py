"""What the odds come to: a heading, sentences, the table of cases, and how each number came about."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from armybuilder.odds.presenters.cases import SHOTS, Case, Ending, Tally
from armybuilder.odds.presenters.meeting import Meeting
from tabletop.arcana.odds.questions import Receipt
from tabletop.dice.words import per_cent

CLEARLY = 1.5  # times as often, or as much: from here on somebody has the better of it


HEADINGS = {
    "rally": "One attempt to rally",
    "counterspell": "One counterspell",
    "dispel": "One dispel",
    "shoot": "One salvo",
    "area": "One salvo",
    "cast": "One casting",
    "template": "One touch of a template",
    "hazard": "One turn in dangerous ground",
    "break-test": "One test of each army",
}
ONCE = {
    "melee": "One round",
    "shoot": "One salvo",
    "area": "One salvo",
    "cast": "One casting",
    "counterspell": "One casting",
    "dispel": "One casting",
    "template": "One touch",
    "hazard": "One turn",
    "duel": "One duel",
}  # what a table of cases counts; else a test
LOSE = {"template": 1, "hazard": 0}  # who loses where one unit does and the other doesn't


class Line(Struct, frozen=True):
    """A line of the table that compares cases; `weighty` is what decides."""

    name: str
    cells: tuple[str, ...]
    weighty: bool = False


def heading(meeting: Meeting, base: Case) -> str:
    """Who has the better of it, in a few words."""
    first, second = meeting.names
    if meeting.kind == "morale":
        return f"More likely to {'hold' if base.chances[0].chance < Fraction(1, 2) else 'break'}"
    if meeting.kind in HEADINGS:
        return HEADINGS[meeting.kind]
    if base.ending:
        mine, theirs = base.ending.first, base.ending.second
    else:
        theirs, mine = (_share_lost(meeting, base, which) for which in (0, 1))
    if max(mine, theirs) < CLEARLY * min(mine, theirs) or mine == theirs:
        return "An even fight"
    return f"Advantage: {first if mine > theirs else second}"


def _share_lost(meeting: Meeting, base: Case, which: int) -> float:
    party = meeting.parties[which]
    lost = next(tally for tally in base.tallies if tally.side == ("ours", "theirs")[which])
    return float(lost.mean) / party.wounds


def sentences(meeting: Meeting, base: Case) -> list[str]:
    """The odds as somebody would say them."""
    if meeting.kind == "morale":
        return [f"Where a test has to be made, {base.chances[0].title} {_times(base.chances[0].chance)}."]
    if meeting.kind in SHOTS:
        lost, hits = base.tallies
        scored = "shots hit" if meeting.kind == "shoot" else "hits are scored"
        one = "wound comes" if meeting.parties[1].unit.figures.wounds > 1 else "falls"
        some = f" At least one {one} {_times(lost.at_least[1])}." if 1 in lost.at_least else ""
        return [f"On average {hits.average} {scored}, and {_lost(meeting, 1, lost)}.{some}"]
    if meeting.kind in HEADINGS:
        said = [
            f"{each.title} {_times(each.chance)}." for each in base.chances if each.chance or each is base.chances[0]
        ]
        if meeting.kind in LOSE:
            said.append(f"On average {_lost(meeting, LOSE[meeting.kind], base.tallies[0])}.")
        elif meeting.kind == "cast":
            said += [f"{tally.title}: {tally.average} on average." for tally in base.tallies[:1]]
        return said
    if meeting.kind == "duel":
        return [_in_the_end(meeting, base.ending)] if base.ending else []
    theirs, ours = base.tallies
    said = [f"On average {_lost(meeting, 1, theirs)}, {_lost(meeting, 0, ours)}."]
    said.append(" ".join(f"{each.title} {_times(each.chance)}." for each in base.chances[:2]))
    return [*said, _in_the_end(meeting, base.ending)] if base.ending else said


def _in_the_end(meeting: Meeting, ending: Ending) -> str:
    wins = _times(Fraction(ending.first / 100).limit_denominator(10**6))
    return f"Fought to the end, {meeting.says(0, 'win', 'wins')} {wins}."


def _lost(meeting: Meeting, which: int, tally: Tally) -> str:
    """What a unit loses on average: `1.1 Axemen fall`, `1.1 of Stonewall fall`, `Trolls lose 2.0 wounds`."""
    unit, name = meeting.parties[which].unit, meeting.names[which]
    if unit.figures.wounds > 1:
        return f"{meeting.says(which, 'lose', 'loses')} {tally.average} wounds"
    return f"{tally.average} {'' if unit.is_many else 'of '}{name} fall"


def _times(chance: Fraction) -> str:
    """A chance as so many times in a hundred."""
    if chance in (0, 1):
        return "always" if chance else "never"
    if chance < Fraction(1, 100):
        return "less than once in 100"
    return f"{min(round(100 * chance), 99)} times in 100" if round(100 * chance) > 1 else "once in 100"


def table(cases: Sequence[Case]) -> list[Line]:
    """The cases side by side, a line a figure; a case that can't be has a dash."""
    columns = [
        {tally.title: tally.average for tally in case.tallies} | {each.title: each.per_cent for each in case.chances}
        for case in cases
    ]
    return [Line(title, tuple(column.get(title, "–") for column in columns)) for title in columns[0]]


def endings(meeting: Meeting, cases: Sequence[Case], *, unknown: str = "–") -> list[Line]:
    """Who wins in the end and when, of those cases that were fought so far; others are `unknown`."""
    if not cases[0].ending:
        return []
    wins = tuple(per_cent(case.ending.first / 100) if case.ending else unknown for case in cases)
    turns = tuple(case.ending.turns or "never ends" if case.ending else unknown for case in cases)
    label = f"{meeting.says(0, 'win', 'wins')} in the end"
    who = [] if meeting.kind == "duel" else [Line(label, wins, weighty=True)]
    return [*who, Line("Rounds, on average", turns)]


class Needed(Struct, frozen=True):
    """A number that dice have to show, with the lines it is made of and where they stand."""

    text: str
    number: int
    parts: str
    sources: tuple[str, ...]


def needed(receipts: Sequence[Receipt]) -> list[Needed]:
    """How the odds are counted, number by number, in the library's own words."""
    found = []
    for receipt in receipts:
        lines = receipt.breakdown.lines
        parts = ", ".join(f"{line.label} {line.amount}" for line in lines).replace("-", "−")
        sources = tuple(dict.fromkeys(line.citation.section for line in lines))
        found.append(Needed(receipt.text, int(receipt.breakdown.exact), parts, sources))
    return found
