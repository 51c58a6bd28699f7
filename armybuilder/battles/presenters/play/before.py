"""What a roll may bring, before it is made: the odds of the situation that the command would play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.battles.presenters.play.thresholds import (
    MORALE,
    faces_up_to,
    has_odds,
    needed_by,
    situation_of,
    volley_of,
)
from armybuilder.battles.presenters.play.tray import tray
from tabletop.arcana.battle.commands.melee import ThrowBlows
from tabletop.arcana.battle.commands.missiles import Shoot
from tabletop.arcana.battle.facts.melee import SAVES, TO_HIT
from tabletop.arcana.battle.state import INCH, State
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import Odds, counted, counted_together
from tabletop.arcana.odds.questions import Receipt
from tabletop.battle.commands import Sent
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution
from tabletop.dice.words import per_cent

MOST_BARS = 13
UNKNOWN = "Its odds depend on what only the table knows, or on more than two units: they aren't counted beforehand."
OWN_REF = re.compile(r" [rb]\d+$")
TALLEST = 100
EVENTS = {
    "breaks": "breaks",
    "passes": "holds",
    "rallies": "rallies",
    "tests": "must test",
    "countered": "is countered",
    "destroyed": "is destroyed",
}


class Bar(Struct, frozen=True):
    """One outcome: the number, its chance in per cent as written, and how tall its bar is, of 100."""

    number: str
    percent: str
    height: int

    @property
    def top(self) -> int:
        """Where the bar begins, from above."""
        return TALLEST - self.height


class Sum(Struct, frozen=True):
    """A number that dice need, line by line with signs, and the number."""

    text: str
    lines: tuple[tuple[str, str], ...]
    total: int


class Before(Struct, frozen=True):
    """What must be rolled, a sentence of odds, and bars of how many fall, or of what `of_bars` says.

    `why_not` where there are no odds.
    """

    sentence: str = ""
    must: tuple[str, ...] = ()
    bars: tuple[Bar, ...] = ()
    of_bars: str = "How many fall"
    sums: tuple[Sum, ...] = ()
    why_not: str = ""


def before(state: State, catalogue: Catalogue, sent: Sent[Any]) -> Before | None:
    """The odds of a command; None of one that throws no dice whose odds are known."""
    if not has_odds(sent.command):
        return None
    try:
        if isinstance(sent.command, ThrowBlows):
            return _of_throw(state, catalogue, sent.command)
        if parts := volley_of(state, catalogue, sent.command):
            return _of_parts(state, catalogue, parts, tuple(_must(state, catalogue, sent)))
        situation = situation_of(state, catalogue, sent.command)
        if situation is None:
            return Before(why_not=UNKNOWN)
        found = counted(catalogue, situation)
        must = tuple(_must(state, catalogue, sent))
    except RefusalError as refused:
        return Before(why_not=f"{refused.sentence}.")
    except (MalformedError, KeyError) as error:
        return Before(why_not=f"No odds: {error}.")
    sums = tuple(_sum(receipt) for receipt in found.receipts)
    return Before(_sentence(found), must, tuple(_bars(found)), sums=sums)


def _of_parts(state: State, catalogue: Catalogue, parts: Sequence[Shoot], must: tuple[str, ...]) -> Before:
    """The odds of a volley from several ranges: of all its dice together, then of each range."""
    situations = [part.situation(state, catalogue) for part in parts]
    found = [(part, counted(catalogue, situation)) for part, situation in zip(parts, situations, strict=True)]
    said = [
        f"{counted_in_words('die', part.shots or 0, 'dice')} at {(part.range or 0) / INCH:g}″: {_sentence(odds)}"
        for part, odds in found
    ]
    bars: tuple[Bar, ...] = ()
    if together := counted_together(catalogue, situations):
        said, bars = [f"Together: {_sentence(together)}", *said], tuple(_bars(together))
    sums = tuple(_sum(receipt) for _, odds in found for receipt in odds.receipts)
    return Before(" ".join(said), must, bars, sums=sums)


def _of_throw(state: State, catalogue: Catalogue, command: ThrowBlows) -> Before | None:
    """The odds of one throw of a fight: how many of its dice count, or what wounds they bring."""
    roll, fight = command.roll(state, catalogue), state.begun_fight(command.unit)
    if roll is None or fight is None or fight.awaits is None:
        return None
    brought = roll.odds().map(lambda found: found if isinstance(found, int) else sum(found)).lowest()
    mean, dice, purpose = float(brought.mean()), fight.awaits.dice, fight.awaits.purpose
    if fight.awaits.needed is None:
        said, of_bars = f"{mean:.1f} {purpose} on average.", f"How many {purpose}"
    else:
        done = {TO_HIT: "hit", SAVES: "are saved"}.get(purpose, "come up")
        said, of_bars = f"{mean:.1f} of {dice} {done} on average.", f"How many {done}"
    return Before(said, bars=tuple(_bars_of(brought)), of_bars=of_bars)


def _must(state: State, catalogue: Catalogue, sent: Sent[Any]) -> Iterator[str]:
    """What must be rolled: a text, what is strong in it, a text, and so on by turns."""
    throws = tray(state, replace(sent, faces=())).throws
    if not throws:
        return
    count, purpose = throws[0].missing, throws[0].purpose
    needed = needed_by(state, catalogue, sent.command)
    yield from ("Roll ", counted_in_words("die", count, "dice"), ". ")
    if TO_HIT in needed:
        yield from ("A ", faces_up_to(needed[TO_HIT]), " hits. ")
        if SAVES in needed:
            yield from (
                ("They save on a ", faces_up_to(needed[SAVES]), ".") if needed[SAVES] > 0 else ("", "", "No saves.")
            )
    elif MORALE in needed:
        yield from ("", f"{needed[MORALE]} or less", " holds.")
    else:
        yield from ("", "", f"They are for {purpose}.")


def counted_in_words(one: str, count: int, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _sum(receipt: Receipt) -> Sum:
    lines = tuple(
        (line.label, _signed(line.amount, first=not place)) for place, line in enumerate(receipt.breakdown.lines)
    )
    text = receipt.text[:1].upper() + receipt.text[1:]
    return Sum(text, lines, int(receipt.breakdown.exact))


def _signed(amount: Fraction, *, first: bool) -> str:
    return str(amount) if first else f"{'−' if amount < 0 else '+'}{abs(amount)}"


def _called(name: str) -> str:
    """A unit's name without the ref that tells it from others in a situation."""
    return OWN_REF.sub("", name)


def _sentence(found: Odds) -> str:
    said = []
    for name, distribution in found.numbers.items():
        if (name == "fallen" or name.endswith(".fallen")) and (name == "fallen" or distribution.mean()):
            whose = f" of {_called(name.removesuffix('.fallen'))}" if "." in name else ""
            said.append(f"{float(distribution.mean()):.1f}{whose} fall on average")
    for name, chance in found.chances.items():
        side, _, event = name.rpartition(".")
        if event in EVENTS and chance and not (event == "tests" and chance == 1):
            said.append(f"{per_cent(chance)} that {_called(side) or 'it'} {EVENTS[event]}")
    return f"{'; '.join(said)}." if said else "No figures for this."


def _bars(found: Odds) -> list[Bar]:
    fallen = next((each for name, each in found.numbers.items() if name.endswith("fallen")), None)
    return _bars_of(fallen) if fallen is not None else []


def _bars_of(fallen: Distribution[int]) -> list[Bar]:
    chances = _chances(fallen)
    tallest = max(chance for _, chance in chances)
    return [
        Bar(number, per_cent(chance).removesuffix("%").strip(), round(TALLEST * chance / tallest))
        for number, chance in chances
    ]


def _chances(fallen: Distribution[int]) -> list[tuple[str, Fraction]]:
    """Each number with its chance, the last one with all beyond it."""
    numbers = sorted(fallen.weights)
    shown = [(str(number), Fraction(fallen.weights[number], fallen.total)) for number in numbers[:MOST_BARS]]
    rest = sum(fallen.weights[number] for number in numbers[MOST_BARS:])
    if rest:
        number, chance = shown[-1]
        shown[-1] = (f"{number}+", chance + Fraction(rest, fallen.total))
    return shown
