"""What an experiment has counted as lines, bands and bars: numbers of SVG, each with the words that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.simulation.answers import Games
from tabletop.arcana.simulation.estimates import Estimate

LEFT, RIGHT, TOP, BOTTOM = 56.0, 700.0, 16.0, 262.0  # of the curve's picture, 720 wide and 300 high
EXTENTS = (2, 4, 8, 12, 20, 32, 50, 100)  # wins in 100, to either side of even
STEPS = (10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000)
MOST_TICKS = 5
MOST_POINTS = 120


class Tick(Struct, frozen=True):
    at: float
    label: str


class Curve(Struct, frozen=True, kw_only=True):
    """The estimate after each round with its interval as a band; `even` is where nothing differs."""

    band: str
    line: str
    even: Tick
    heights: tuple[Tick, ...]
    pairs: tuple[Tick, ...]
    end: tuple[float, float]
    label_at: tuple[float, float]


class Split(Struct, frozen=True):
    """Battles in 100: won, undecided, lost; a bar of 100."""

    won: float
    undecided: float
    lost: float

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


def split_of(games: Games) -> Split:
    battles = max(games.won + games.undecided + games.lost, 1)
    won, lost = (round(100 * number / battles, 1) for number in (games.won, games.lost))
    return Split(won, round(100 - won - lost, 1), lost)


def lengths_of(games: Games) -> tuple[Bar, ...]:
    """In how many of 100 battles each turn was the last."""
    battles, most = max(sum(games.turns), 1), max(*games.turns, 1)
    last = max((turn for turn, number in enumerate(games.turns, 1) if number), default=1)
    return tuple(
        Bar(f"{turn}", round(100 * number / most, 1), share_of(number / battles))
        for turn, number in enumerate(games.turns[:last], 1)
    )


def share_of(share: float) -> str:
    """A share of 100, without decimals; `< 1` for what is there and less than one."""
    return "< 1" if 0 < share < 0.005 else f"{100 * share:.0f}"


def interval_of(found: Estimate, even: float, extent: float) -> Interval:
    low, mean, high = (
        round(min(max(100 + 100 * (value - even) / extent, 0), 200), 1) for value in (found.low, found.mean, found.high)
    )
    return Interval(low, mean, high)


def extent_of(found: Sequence[Estimate], even: float) -> int:
    """Wins in 100 to either side of even that hold all of these."""
    most = max((100 * abs(value - even) for each in found for value in (each.low, each.high)), default=0)
    return next((extent for extent in EXTENTS if extent >= most), EXTENTS[-1])


def curve_of(found: Sequence[Estimate], *, even: float, pairs: int) -> Curve | None:
    """The curve up to so many pairs; None of fewer than two rounds."""
    if len(found) < 2:
        return None
    every = -(-len(found) // MOST_POINTS)
    points = [*found[:-1][::every], found[-1]]
    extent = extent_of(points[len(points) // 3 :], even)
    across = max(pairs, points[-1].pairs)

    def x(count: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * count / across, 1)

    def y(value: float) -> float:
        offset = max(min(100 * (value - even) / extent, 1.0), -1.0)
        return round((TOP + BOTTOM) / 2 - offset * (BOTTOM - TOP) / 2, 1)

    upper = [f"{x(each.pairs)} {y(each.high)}" for each in points]
    lower = [f"{x(each.pairs)} {y(each.low)}" for each in reversed(points)]
    line = "L".join(f"{x(each.pairs)} {y(each.mean)}" for each in points)
    last = points[-1]
    step = next((step for step in STEPS if across / step <= MOST_TICKS), STEPS[-1])
    heights = [even + part * extent / 200 for part in (-2, -1, 1, 2)]
    near_top = y(last.high) < TOP + 40
    return Curve(
        band=f"M{'L'.join(upper + lower)}Z",
        line=f"M{line}",
        even=Tick(y(even), wins(even, even)),
        heights=tuple(Tick(y(height), wins(height, even)) for height in heights),
        pairs=tuple(Tick(x(count), f"{count:,}") for count in range(0, across + 1, step)),
        end=(x(last.pairs), y(last.mean)),
        label_at=(min(x(last.pairs), RIGHT), y(last.low) + 28 if near_top else y(last.high) - 14),
    )


def wins(value: float, even: float) -> str:
    """Wins in 100 as an axis says it: with a sign where differences are counted."""
    number = 100 * value
    digits = 0 if abs(number - round(number)) < 0.05 else 1
    if even:
        return f"{number:.{digits}f}"
    return signed(number, digits)


def signed(number: float, digits: int = 1) -> str:
    """With its sign, the true minus."""
    text = f"{abs(number):.{digits}f}"
    return ("+" if number > 0 else "−" if number < 0 else "") + text if float(text) else text
