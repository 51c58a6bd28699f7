"""A list as it is handed in: read from whatever it came as, frozen, and judged by the event's rules and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.games import AnyGame, References, game_of
from armybuilder.core.revisions import plain
from armybuilder.files.presenters.judged import MOST_REASONS, JudgedList, judged_list
from armybuilder.files.presenters.review import GivenList, Review, received, reviewed
from armybuilder.rosters.verdicts import named_rules, under_rules, verdict
from armybuilder.tournaments.models import HandIn, Tournament
from armybuilder.tournaments.snapshots import judged_in, roster_in_hand, settings_in
from tabletop.decoding import MalformedError
from tabletop.findings import Severity
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import without_notes

REF = "list"  # a hand-in is one list alone
LARGEST_ROSTER = 200_000  # bytes of a frozen copy


class Judged(Struct, frozen=True):
    """A list to be kept: its row and text, the frozen copy with its digest, and what it was judged by."""

    judged: JudgedList
    roster: Any
    digest: str
    basis: str


def judged_of(event: Tournament, name: str, content: bytes, references: References) -> Judged:
    """What comes of a file or a text; MalformedError where it is not one list, or one of another game."""
    rules = named_rules(event.rules, references)
    reviews = received([(name, content)], references, rules)
    if len(reviews) != 1:
        raise MalformedError("list", f"has to be one list, and these are {len(reviews)}")
    return _judged(event, reviews[0], rules, references)


def judged_again(event: Tournament, given: GivenList, references: References) -> Judged:
    """The same after its reader has answered some lines."""
    rules = named_rules(event.rules, references)
    return _judged(event, reviewed(given, references, rules), rules, references)


def review_of(row: HandIn, references: References) -> Review:
    """A list line by line beside what was read, as it came."""
    entry = judged_in(row)
    return reviewed(entry.given, references, entry.rules)


class Rejudged(Struct, frozen=True, kw_only=True):
    """A list that was handed in, as it was judged then and as it would be now; nothing of it changes."""

    ref: str
    player: str
    name: str
    then: bool | None
    now: bool
    points_then: int | None
    points_now: int
    reasons: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        return (self.then, self.points_then) != (self.now, self.points_now)


def judged_anew(event: Tournament, rows: Iterable[HandIn], references: References) -> Iterator[Rejudged | None]:
    """Each frozen copy by today's catalogue and packs, at the event's points; None where no army was read."""
    limit = settings_in(event).points_limit
    for row in rows:
        roster, entry = roster_in_hand(row), judged_in(row)
        if roster is None:
            yield None
            continue
        found = verdict(under_rules(at_points(roster, limit), dict(entry.rules)), references)
        said = (finding.message for finding in found.report.findings if finding.severity > Severity.NOTE)
        yield Rejudged(
            ref=row.participant.ref,
            player=row.participant.name,
            name=entry.row.name,
            then=entry.row.legal,
            now=found.report.is_legal,
            points_then=entry.row.points,
            points_now=found.points,
            reasons=tuple(said)[:MOST_REASONS],
        )


def at_points(roster: Any, limit: int | None) -> Any:
    """The roster at the event's points, whatever it says itself, in games that agree on any."""
    return roster if limit is None or not hasattr(roster, "points_limit") else replace(roster, points_limit=limit)


def _judged(event: Tournament, review: Review, rules: dict[str, str], references: References) -> Judged:
    settings, roster = settings_in(event), review.roster
    if roster is None:
        return Judged(judged_list(REF, review, rules), None, "", "")
    if settings.game and roster.game != settings.game:
        raise MalformedError("list", f"is of {game_of(roster.game).name}; here {game_of(settings.game).name} is played")
    frozen = without_notes(roster)
    kept = plain(frozen)
    if len(msgspec.json.encode(kept)) > LARGEST_ROSTER:
        raise MalformedError("list", f"is larger than {LARGEST_ROSTER:,} bytes")
    review = _at_points(review, settings.points_limit, rules, references)
    basis = basis_of(roster.game, str(getattr(roster, "rules", "")), rules, references)
    return Judged(judged_list(REF, review, rules), kept, content_digest(frozen), basis)


def _at_points(review: Review, limit: int | None, rules: dict[str, str], references: References) -> Review:
    """The list judged at the event's points, whatever it says itself."""
    roster = review.roster
    if roster is None or limit is None or getattr(roster, "points_limit", limit) == limit:
        return review
    agreed = replace(roster, points_limit=limit)  # type: ignore[type-var]
    return replace(review, roster=agreed, verdict=verdict(under_rules(agreed, rules), references))


def basis_of(slug: str, own_rules: str, rules: Mapping[str, str], references: References) -> str:
    """The catalogue and the pack that a verdict of this moment depends on: of a game, by `rules` or the list's own."""
    game = game_of(slug)
    named = rules.get(slug) or own_rules or _rules_unless_said(game)
    return game.verdict_bases([named], references.of(game)).get(named, "")[:200]


def _rules_unless_said(game: AnyGame) -> str:
    """The rules of a roster that names none, as its game has them."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(game.document)}
    rules = defaults.get("rules", msgspec.NODEFAULT)
    return "" if rules is msgspec.NODEFAULT else str(rules)
