"""Who killed whom, as two tables with shades: what one side's units lose in a battle, by whose doing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tabletop.arcana.simulation.answers import Answer, Killer, Toll, Victim
from tabletop.arcana.simulation.deaths import MOST_MEETINGS, LossCause
from tabletop.arcana.simulation.estimates import Estimate
from tabletop.arcana.simulation.experiments import SIMULATOR, Experiment
from tabletop.arcana.simulation.questions import opponents

SHADES = ((0.6, 3), (0.3, 2), (0.05, 1))  # from which share of the largest figure on
CAUSES: Mapping[LossCause, str] = {
    LossCause.FLED: "Broken, or run off the table",
    LossCause.PAID: "Paid in tests",
    LossCause.TOGETHER: "By several blows at once, which can't be parted",
    LossCause.OTHER: "By their own side or the ground",
    LossCause.REGAINED: "Regained",
}


class Tile(Struct, frozen=True):
    """A figure with its interval, in points, and how dark it stands."""

    figure: str
    range: str
    css: str = ""


class Column(Struct, frozen=True):
    """A unit that is lost, and the points that it cost."""

    name: str
    points: int


class Row(Struct, frozen=True):
    """Who or what did it, of whom; what that one destroys in all, and at whom most of it."""

    name: str
    tiles: tuple[Tile, ...]
    points: int | None = None
    all: Tile | None = None
    most: str = ""


class Matrix(Struct, frozen=True, kw_only=True):
    """One side's losses: a column for each unit, a row for each enemy, further ones for what no enemy did."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    otherwise: tuple[Row, ...]
    lost: tuple[Tile, ...]
    words: str


def matrices_of(answer: Answer) -> tuple[Matrix, ...]:
    """What the own army destroys, then what it loses; nothing where that isn't counted."""
    if not answer.tolls:
        return ()
    own, other = answer.tolls
    return (
        _matrix(other, "What this army destroys", "up"),
        _matrix(own, "What it loses", "down"),
    )


def why_not_counted(experiment: Experiment, answer: Answer) -> str:
    """Why there are no such tables; nothing where there are, or where nobody expects them."""
    if answer.tolls or len(opponents(experiment.question)) != 1:
        return ""
    if experiment.versions and experiment.versions.simulator != SIMULATOR:
        return "Who killed whom wasn't counted yet when this was begun. Ask it anew to see it."
    return f"Who killed whom is counted of armies whose units meet in at most {MOST_MEETINGS:,} pairs."


def _matrix(toll: Toll, title: str, tone: str) -> Matrix:
    """The most destructive first, the largest losses first; `tone` says for whom it is good."""
    places = sorted(range(len(toll.units)), key=lambda place: -toll.units[place].lost.mean)
    units = [toll.units[place] for place in places]
    killers = sorted(toll.by, key=lambda killer: -killer.destroys.mean)
    most = max((found.mean for killer in toll.by for found in killer.of), default=0)

    def tiles(found: Sequence[Estimate]) -> tuple[Tile, ...]:
        return tuple(_tile(found[place], most, tone) for place in places)

    return Matrix(
        title=title,
        columns=tuple(Column(unit.unit, unit.points) for unit in units),
        rows=tuple(
            Row(killer.unit, tiles(killer.of), killer.points, _tile(killer.destroys), _most(killer, toll.units))
            for killer in killers
        ),
        otherwise=tuple(Row(CAUSES[each.cause], tiles(each.of)) for each in toll.otherwise),
        lost=tuple(_tile(unit.lost) for unit in units),
        words=_words(killers[0], toll.units),
    )


def _tile(found: Estimate, most: float = 0, tone: str = "") -> Tile:
    share = found.mean / most if most else 0
    shade = next((shade for least, shade in SHADES if share >= least), 0)
    return Tile(_points(found.mean), _range(found), f"{tone}-{shade}" if shade else "")


def _range(found: Estimate) -> str:
    return f"{_points(found.low)} to {_points(found.high)}"


def _points(number: float) -> str:
    """Whole points with the true minus; `< 1` of what is there and less than a half."""
    if 0 < number < 0.5:
        return "< 1"
    return f"{number:,.0f}".replace("-0", "0").replace("-", "−")


def _dearest(killer: Killer, units: Iterable[Victim]) -> tuple[Victim, Estimate]:
    return max(zip(units, killer.of, strict=True), key=lambda pair: pair[1].mean)


def _most(killer: Killer, units: Iterable[Victim]) -> str:
    unit, found = _dearest(killer, units)
    return f"most of it {unit.unit}: {_points(found.mean)}, {_range(found)}" if found.mean > 0 else ""


def _words(killer: Killer, units: Iterable[Victim]) -> str:
    """The largest figure as a sentence."""
    if killer.destroys.mean <= 0:
        return "Nobody destroys anything."
    unit, found = _dearest(killer, units)
    return (
        f"Most is destroyed by {killer.unit}: {_points(killer.destroys.mean)} points in a battle "
        f"({_range(killer.destroys)}), {_points(found.mean)} of them {unit.unit} ({_range(found)})."
    )
