"""What an experiment has counted as lines, bands and bars: numbers of SVG, each with the words that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from msgspec import Struct

from tabletop.arcana.simulation.answers import Games
from tabletop.arcana.simulation.estimates import Estimate, Sample, estimate, widest

LEFT, RIGHT, TOP, BOTTOM = 56.0, 700.0, 16.0, 262.0  # of the curve's picture, 720 wide and 300 high
EXTENTS = (2, 4, 8, 12, 20, 32, 50, 70, 100)  # wins in 100, to either side of even
STEPS = (10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000)
HEIGHTS = (1, 2, 5, 10, 20, 25, 50)  # wins in 100 from line to line
MOST_TICKS = 5
LABEL = 310.0  # how wide the figure at the curve's end is on a phone
MOST_POINTS = 120


class Tick(Struct, frozen=True):
    """A height or a place along the ground, with its words; `is_even` where nothing differs."""

    at: float
    label: str
    is_even: bool = False


class Curve(Struct, frozen=True, kw_only=True):
    """The estimate after each round, with its interval as a band."""

    band: str
    line: str
    heights: tuple[Tick, ...]
    pairs: tuple[Tick, ...]
    end: tuple[float, float]
    label_at: tuple[float, float]


class Split(Struct, frozen=True):
    """Battles in 100: won, undecided, lost; a bar of 100. `give` is half of the widest of their intervals."""

    won: float
    undecided: float
    lost: float
    give: float

    @property
    def until(self) -> float:
        """Where the lost ones begin."""
        return self.won + self.undecided


class Bar(Struct, frozen=True):
    """One of several bars of the same scale: its share of the highest, and in words."""

    name: str
    height: float
    figure: str

    @property
    def top(self) -> float:
        return 100 - self.height


class Interval(Struct, frozen=True):
    """An estimate on a ground of 200, even in the middle."""

    low: float
    mean: float
    high: float


def split_of(won: int, undecided: int, lost: int, *, pairs: int) -> Split:
    """Of so many battles or pairs, which were counted pair by pair."""
    number = max(won + undecided + lost, 1)
    of_100 = [round(100 * each / number, 1) for each in (won, lost)]
    give = max(widest(each / number, 0, 1, pairs).half for each in (won, undecided, lost))
    return Split(of_100[0], max(round(100 - sum(of_100), 1), 0.0), of_100[1], round(100 * give, 1))


def turns_of(games: Games) -> Estimate:
    """How many turns a battle takes: both of a pair count as one, as if they were always of one length."""
    turns, battles = [*enumerate(games.turns, 1)], max(sum(games.turns), 1)
    mean, squares = (sum(turn**power * number for turn, number in turns) / battles for power in (1, 2))
    found = estimate(Sample(games.pairs, games.pairs * mean, games.pairs * squares, 1, len(turns)))
    assert found
    return found


def lengths_of(games: Games) -> tuple[Bar, ...]:
    """In how many of 100 battles each turn was the last."""
    battles, most = max(sum(games.turns), 1), max(*games.turns, 1)
    last = max((turn for turn, number in enumerate(games.turns, 1) if number), default=1)
    return tuple(
        Bar(f"{turn}", round(100 * number / most, 1), share_of(number / battles))
        for turn, number in enumerate(games.turns[:last], 1)
    )


def half_of_lengths(games: Games) -> float:
    """By how much each of these shares may be off at most, in 100; they hold all at once."""
    battles, tables = max(sum(games.turns), 1), len(games.turns)
    return 100 * max(widest(number / battles, 0, 1, games.pairs, tables=tables).half for number in games.turns)


def share_of(share: float) -> str:
    """A share of 100, without decimals; `< 1` for what is there and less than one."""
    return "< 1" if 0 < share < 0.005 else f"{100 * share:.0f}"


def interval_of(found: Estimate, even: float, extent: float) -> Interval:
    """Its interval on a ground that reaches so many wins in 100 to either side of even."""
    low, mean, high = (
        round(min(max(100 + 100 * 100 * (value - even) / extent, 0), 200), 1)
        for value in (found.low, found.mean, found.high)
    )
    return Interval(low, mean, high)


def extent_of(found: Sequence[Estimate], even: float) -> int:
    """Wins in 100 to either side of even that hold all of these."""
    most = max((100 * abs(value - even) for each in found for value in (each.low, each.high)), default=0)
    return next((extent for extent in EXTENTS if extent >= most), EXTENTS[-1])


def curve_of(found: Sequence[Estimate], *, even: float, pairs: int) -> Curve | None:
    """The curve up to so many pairs; None of fewer than two rounds.

    Its heights hold the last two thirds of the rounds, and where nothing differs unless that lies far off.
    """
    if len(found) < 2:
        return None
    every = -(-len(found) // MOST_POINTS)
    points = [*found[:-1][::every], found[-1]]
    heights = _heights(points[len(points) // 3 :], even)
    across, least, most = max(pairs, points[-1].pairs), heights[0], heights[-1]

    def x(count: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * count / across, 1)

    def y(value: float) -> float:
        share = (100 * value - least) / (most - least)
        return round(BOTTOM - (BOTTOM - TOP) * max(min(share, 1.0), 0.0), 1)

    upper = [f"{x(each.pairs)} {y(each.high)}" for each in points]
    lower = [f"{x(each.pairs)} {y(each.low)}" for each in reversed(points)]
    last = points[-1]
    step = next((step for step in STEPS if across / step <= MOST_TICKS), STEPS[-1])
    near_top = y(last.high) < TOP + 40
    return Curve(
        band=f"M{'L'.join(upper + lower)}Z",
        line=f"M{'L'.join(f'{x(each.pairs)} {y(each.mean)}' for each in points)}",
        heights=tuple(Tick(y(each / 100), wins(each / 100, even), each == 100 * even) for each in heights),
        pairs=tuple(Tick(x(count), f"{count:,}") for count in range(0, across + 1, step)),
        end=(x(last.pairs), y(last.mean)),
        label_at=(max(min(x(last.pairs), RIGHT), LEFT + LABEL), y(last.low) + 28 if near_top else y(last.high) - 14),
    )


def _heights(points: Sequence[Estimate], even: float) -> list[int]:
    """Round heights, in wins of 100, between which these points lie, and even where it is near."""
    least, most = 100 * min(each.low for each in points), 100 * max(each.high for each in points)
    if least - 2 * (most - least) <= 100 * even <= most + 2 * (most - least):
        least, most = min(least, 100 * even), max(most, 100 * even)
    step = next((step for step in HEIGHTS if (most - least) / step <= MOST_TICKS - 1), HEIGHTS[-1])
    first, last = floor(least / step), ceil(most / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def wins(value: float, even: float) -> str:
    """Wins in 100 as an axis says it: with a sign where differences are counted."""
    number = 100 * value
    digits = 0 if abs(number - round(number)) < 0.05 else 1
    return f"{number:.{digits}f}" if even else signed(number, digits)


def signed(number: float, digits: int = 1) -> str:
    """With its sign, the true minus."""
    text = f"{abs(number):.{digits}f}"
    return ("+" if number > 0 else "−" if number < 0 else "") + text if float(text) else text
