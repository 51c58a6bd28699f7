"""What was played at an event and how it fared: armies, and what lists have taken.

Tournament points are a mean a player, games only those with a result that counts; byes are no games. Whoever has a list
that isn't given here counts nowhere. Games between two players of the same army count for both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from tabletop.tournament.event import Event, Outcome
from tabletop.tournament.records import Record
from tabletop.tournament.standings import standings


class Fared(Struct, frozen=True, kw_only=True):
    """How players did who have something in common; `count` is how many of it they have together."""

    name: str
    players: int
    count: int
    points: Fraction
    games: int
    won: int
    drawn: int
    best: int

    @property
    def won_share(self) -> Fraction | None:
        """Games won of those played, drawn ones half; None without games."""
        return Fraction(2 * self.won + self.drawn, 2 * self.games) if self.games else None


def fared(event: Event, groups: Mapping[str, Mapping[str, int]]) -> list[Fared]:
    """How each group did, the one with the most players first; of a group, how much of it each player (by ref) has."""
    placed = {standing.ref: standing for standing in standings(event)}
    found = []
    for name, members in groups.items():
        known = [placed[ref] for ref in members if ref in placed]
        if not known:
            continue
        played = list(_outcomes(standing.record for standing in known))
        found.append(
            Fared(
                name=name,
                players=len(known),
                count=sum(members.values()),
                points=Fraction(sum(standing.points for standing in known), len(known)),
                games=len(played),
                won=sum(outcome is Outcome.FIRST for outcome in played),
                drawn=sum(outcome is Outcome.DRAW for outcome in played),
                best=min(standing.place for standing in known),
            )
        )
    return sorted(found, key=lambda each: (-each.players, -each.points, each.name))


def grouped(taken: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """What each player has taken, the other way round: who has taken each thing, and how much."""
    groups: dict[str, dict[str, int]] = {}
    for ref, things in taken.items():
        for name, count in things.items():
            groups.setdefault(name, {})[ref] = count
    return groups


def _outcomes(records: Iterable[Record]) -> Iterable[Outcome]:
    for record in records:
        yield from (game.outcome for game in record.games if game.opponent is not None and game.outcome is not None)


def share_in_words(share: Fraction | None) -> str:
    """`58 %`, `–` without games."""
    return "–" if share is None else f"{round(share * 100)} %"


def mean_in_words(figure: Fraction | int) -> str:
    """`12`, `7.5`."""
    return f"{float(figure):,.1f}".removesuffix(".0").replace("-", "−")
