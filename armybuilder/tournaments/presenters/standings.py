"""Standings and statistics as a page shows them: places with what led to them, armies, what lists have taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from armybuilder.tournaments.presenters.field import Fielded
from tabletop.tournament.event import Event, Outcome, Scoring, TieBreak
from tabletop.tournament.records import Played
from tabletop.tournament.standings import Standing, standings
from tabletop.tournament.statistics import Fared, mean_in_words, share_in_words
from tabletop.tournament.tie_breaks import TIE_BREAKS, Figure

SIGNED = (TieBreak.DIFFERENCE,)


class Mark(Struct, frozen=True):
    """A round of a player: points, how it went for the style sheet and in words."""

    points: int
    kind: str
    words: str


class Placed(Struct, frozen=True, kw_only=True):
    """A row of the standings."""

    place: int
    ref: str
    name: str
    is_me: bool
    has_left: bool
    player: Fielded | None
    rounds: tuple[Mark, ...]
    points: int
    figures: tuple[str, ...]


class TieBreakLine(Struct, frozen=True):
    """How places are told apart: a name, its definition, and who says so."""

    name: str
    definition: str
    source: str


def placed(event: Event, field: Mapping[str, Fielded], me: str) -> list[Placed]:
    """Everybody in the order of the standings after the last round; `event` has the published rounds."""
    return [_placed(event, standing, field, me) for standing in standings(event)]


def figure_names(event: Event) -> list[str]:
    """The heads of the columns: the tie-breaks that are figures, in their order."""
    return [TIE_BREAKS[tie].name for tie in event.tie_breaks if TIE_BREAKS[tie].figure is not None]


def tie_break_lines(event: Event) -> list[TieBreakLine]:
    """How places are told apart, in order: points first."""
    points = TieBreakLine("Points", scoring_in_words(event.scoring), "")
    rules = (TIE_BREAKS[tie] for tie in event.tie_breaks)
    return [points, *(TieBreakLine(rule.name, rule.definition, rule.source) for rule in rules)]


def scoring_in_words(scoring: Scoring) -> str:
    """`Win 3, draw 1, loss 0, bye 3.`, with the levels of victory and the bonus."""
    levels = [f"{level.name} {level.win} to {level.loss}" for level in scoring.levels]
    base = [f"Win {scoring.win}", f"draw {scoring.draw}", f"loss {scoring.loss}", f"bye {scoring.bye}"]
    bands = [f"{band.bonus} from {band.at_least:,}" for band in sorted(scoring.bands, key=lambda band: band.at_least)]
    said = [", ".join([*levels, *base]) + "."]
    if bands:
        measured = "points destroyed" if scoring.measure == "destroyed" else "points destroyed less points lost"
        said.append(f"Bonus by {measured}: {', '.join(bands)}.")
    said += [f"{kind.name}: {kind.least} to {kind.most}." for kind in scoring.point_types]
    return " ".join(said)


def figure_in_words(figure: Figure, tie_break: TieBreak) -> str:
    """`1,240`, `−212`, `+88` for a difference, `4.5`."""
    sign = "+" if tie_break in SIGNED and figure > 0 else ""
    if isinstance(figure, Fraction) and figure.denominator > 2:
        return f"{float(figure):.2f}"
    return sign + mean_in_words(figure)


def _placed(event: Event, standing: Standing, field: Mapping[str, Fielded], me: str) -> Placed:
    player = event.by_ref[standing.ref]
    ties = [tie for tie in event.tie_breaks if tie in standing.figures]
    return Placed(
        place=standing.place,
        ref=standing.ref,
        name=player.name,
        is_me=standing.ref == me,
        has_left=player.dropped_after is not None,
        player=field.get(standing.ref),
        rounds=tuple(_mark(event, game) for game in standing.record.games),
        points=standing.points,
        figures=tuple(figure_in_words(standing.figures[tie], tie) for tie in ties),
    )


def _mark(event: Event, game: Played) -> Mark:
    if game.opponent is None:
        return Mark(game.points, "bye", f"round {game.round}: a bye, {game.points}")
    words = {
        Outcome.FIRST: ("won", "won against"),
        Outcome.SECOND: ("lost", "lost to"),
        Outcome.DRAW: ("drew", "drew with"),
        Outcome.NEITHER: ("lost", "nobody won against"),
        None: ("open", "no result yet against"),
    }
    kind, said = words[game.outcome]
    return Mark(game.points, kind, f"round {game.round}: {said} {event.by_ref[game.opponent].name}, {game.points}")


class FaredRow(Struct, frozen=True, kw_only=True):
    """How an army or a unit did, in words."""

    name: str
    players: int
    count: int
    points: str
    won: str
    games: int
    best: int


def fared_rows(found: Iterable[Fared]) -> list[FaredRow]:
    return [
        FaredRow(
            name=each.name,
            players=each.players,
            count=each.count,
            points=mean_in_words(each.points),
            won=share_in_words(each.won_share),
            games=each.games,
            best=each.best,
        )
        for each in found
    ]
