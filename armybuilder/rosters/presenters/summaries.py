"""What lists of rosters show of a verdict, kept beside each roster so that a list needn't judge what hasn't changed.

A summary is good for the version that was judged and for what it was judged by: the program, the catalogue, the pack.
A list makes those that are missing or past, up to so many parts at a time, and keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter

import msgspec
from django.db import DatabaseError, transaction
from msgspec import Struct

from armybuilder.core.games import References, game_in, game_of, library_digest
from armybuilder.core.revisions import plain
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.repricing import Repriced, repriced
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdicts
from tabletop.decoding import MalformedError
from tabletop.languages import ENGLISH, spoken
from tabletop.rosters.document import Roster
from tabletop.rosters.verdict import Listed, Verdict

MOST_PARTS, MOST_ROWS = 12_000, 200  # units, lines and characters that one list judges, and rosters


class Summary(Struct, frozen=True):
    """The last verdict on a roster in short, the version that it is on and what that was judged by."""

    version: int
    game: str
    basis: str
    listed: Listed
    is_legal: bool
    is_draft: bool
    points: int
    parts: tuple[str, ...]
    repriced: Repriced | None = None


def kept_summaries(rows: Sequence[Row]) -> dict[int, Summary]:
    """The summaries by the rows' keys; those of rows beyond what is judged at a time are left out."""
    references = References()
    kept = {row.pk: summary for row in rows if (summary := _kept(row)) is not None}
    bases = _bases({(summary.game, summary.listed.rules) for summary in kept.values()}, references)
    good = {key: each for key, each in kept.items() if each.basis == bases.get((each.game, each.listed.rules))}
    return good | _made([row for row in rows if row.pk not in good], references)


def _kept(row: Row) -> Summary | None:
    try:
        summary = msgspec.convert(row.summary, Summary)
    except msgspec.ValidationError:  # none yet, or one that another program wrote
        return None
    return summary if summary.version == row.version else None


def _bases(named: set[tuple[str, str]], references: References) -> dict[tuple[str, str], str]:
    """What a verdict of today is by, for each game and rules of it."""
    bases: dict[tuple[str, str], str] = {}
    for slug, pairs in groupby(sorted(named), key=itemgetter(0)):
        try:
            game = game_of(slug)
        except MalformedError:  # a game that isn't here any more
            continue
        of_rules = game.verdict_bases([rules for _, rules in pairs], references.of(game))
        bases |= {(slug, rules): f"{library_digest()} {basis}" for rules, basis in of_rules.items()}
    return bases


def _made(rows: Sequence[Row], references: References) -> dict[int, Summary]:
    """Summaries of rows that have none, the first first; kept unless nothing can be written just now."""
    if not rows:
        return {}
    keys = [row.pk for row in rows[:MOST_ROWS]]
    full = Row.objects.in_bulk(keys)
    taken = list(_first_of(full[key] for key in keys if key in full))
    with spoken(ENGLISH):  # what is kept is shown to readers of every language
        judged = verdicts([roster for _, roster in taken], references)
    bases = _bases({(verdict.roster.game, verdict.listed.rules) for verdict in judged}, references)
    made: dict[int, Summary] = {}
    for (row, roster), verdict in zip(taken, judged, strict=True):
        made[row.pk] = _summary(row, verdict, bases[roster.game, verdict.listed.rules])
        row.summary = plain(made[row.pk])
    with suppress(DatabaseError), transaction.atomic():
        Row.objects.bulk_update([row for row, _ in taken], ["summary"])
    return made


def _first_of(rows: Iterable[Row]) -> Iterator[tuple[Row, Roster]]:
    """As many rosters as are judged at a time, at least one."""
    parts = 0
    for row in rows:
        if parts > MOST_PARTS:
            return
        roster = roster_of(row)
        parts += game_in(row.content).count_parts(roster)
        yield row, roster


def _summary(row: Row, verdict: Verdict, basis: str) -> Summary:
    return Summary(
        version=row.version,
        game=verdict.roster.game,
        basis=basis,
        listed=verdict.listed,
        is_legal=verdict.report.is_legal,
        is_draft=verdict.is_draft,
        points=verdict.points,
        parts=tuple(entry.name for entry in verdict.receipt),
        repriced=repriced(row.priced, verdict),
    )
