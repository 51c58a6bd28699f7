"""What tells players apart who have the same points: a table with a definition and a source for each.

Written rules. A bye counts as an opponent with the player's own points (FIDE C.07, 2024, article 16: a dummy opponent).
An opponent who has left counts with the points won before. A round that wasn't played counts nothing, and a cut takes
away only of what there is. Head-to-head speaks where exactly two are level after all before it, and have met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.tournament.event import Outcome, TieBreak
from tabletop.tournament.records import Played, Record

Records = Mapping[str, Record]
Figure = int | Fraction


class TieBreakRule(Struct, frozen=True, kw_only=True):
    """How a tie-break is called, what it is and who says so; more of its figure is better. None: it is asked of two."""

    name: str
    definition: str
    source: str
    figure: Callable[[Records, str], Figure] | None


def points_met(records: Records, ref: str) -> list[int]:
    """The points of each opponent as they are now, for a bye the player's own."""
    own = records[ref]
    return [own.points if game.opponent is None else records[game.opponent].points for game in own.games]


def opponents_points(records: Records, ref: str) -> int:
    return sum(points_met(records, ref))


def opponents_cut(records: Records, ref: str) -> int:
    return sum(sorted(points_met(records, ref))[1:])


def opponents_median(records: Records, ref: str) -> int:
    return sum(sorted(points_met(records, ref))[1:-1])


def opponents_average(records: Records, ref: str) -> Fraction:
    met = points_met(records, ref)
    return Fraction(sum(met), len(met)) if met else Fraction(0)


def sonneborn_berger(records: Records, ref: str) -> Fraction:
    shares = {Outcome.FIRST: Fraction(1), Outcome.DRAW: Fraction(1, 2)}
    played = zip(records[ref].games, points_met(records, ref), strict=True)
    return sum((shares.get(game.outcome, Fraction(0)) * points for game, points in played if game.outcome), Fraction(0))


def difference(records: Records, ref: str) -> int:
    return sum(game.destroyed - game.lost for game in records[ref].games)


def destroyed(records: Records, ref: str) -> int:
    return sum(game.destroyed for game in records[ref].games)


def wins(records: Records, ref: str) -> int:
    return sum(game.outcome is Outcome.FIRST and game.opponent is not None for game in records[ref].games)


def head_to_head(records: Records, pair: Sequence[str]) -> str | None:
    """Who of two has won more of the games between them; None where nobody has, or they haven't met."""
    one, other = pair
    games: list[Played] = [game for game in records[one].games if game.opponent == other]
    lead = sum((game.outcome is Outcome.FIRST) - (game.outcome is Outcome.SECOND) for game in games)
    if lead == 0:
        return None
    return one if lead > 0 else other


FIDE = "FIDE Handbook C.07, Tie-Break Regulations, 2024"
TIE_BREAKS: dict[TieBreak, TieBreakRule] = {
    TieBreak.OPPONENTS_POINTS: TieBreakRule(
        name="Opponents' points",
        definition="What the players you met have now. A bye counts as an opponent with your own points.",
        source=f"{FIDE}: Buchholz",
        figure=opponents_points,
    ),
    TieBreak.OPPONENTS_CUT: TieBreakRule(
        name="Opponents' points, lowest left out",
        definition="Opponents' points without the lowest of them.",
        source=f"{FIDE}: Buchholz Cut 1",
        figure=opponents_cut,
    ),
    TieBreak.OPPONENTS_MEDIAN: TieBreakRule(
        name="Opponents' points, middle ones",
        definition="Opponents' points without the lowest and the highest of them.",
        source=f"{FIDE}: median Buchholz",
        figure=opponents_median,
    ),
    TieBreak.OPPONENTS_AVERAGE: TieBreakRule(
        name="Opponents' points, average",
        definition="Opponents' points by the rounds that you played: fair to those who came late or left early.",
        source="Strength of schedule as an average, as in events of card games",
        figure=opponents_average,
    ),
    TieBreak.SONNEBORN_BERGER: TieBreakRule(
        name="Sonneborn-Berger",
        definition="The points of everybody you beat, and half of those you drew with.",
        source=f"{FIDE}: Sonneborn-Berger",
        figure=sonneborn_berger,
    ),
    TieBreak.DIFFERENCE: TieBreakRule(
        name="Difference",
        definition="Points destroyed less points lost.",
        source="Usual at events of miniatures games",
        figure=difference,
    ),
    TieBreak.DESTROYED: TieBreakRule(
        name="Destroyed",
        definition="Points destroyed, those of byes too.",
        source="Usual at events of miniatures games",
        figure=destroyed,
    ),
    TieBreak.WINS: TieBreakRule(
        name="Wins",
        definition="Games won; a bye is none.",
        source=f"{FIDE}: number of games won",
        figure=wins,
    ),
    TieBreak.HEAD_TO_HEAD: TieBreakRule(
        name="Each other",
        definition="Where exactly two are level and have met: who won.",
        source=f"{FIDE}: direct encounter",
        figure=None,
    ),
}
