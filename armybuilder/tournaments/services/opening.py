"""An event opened from its file: everything that the file tells, under the links of a new event.

What can be proved is proved before anything is kept: each round's certificate by what the file says it was paired from,
each list's digest and receipt by its roster, and of a few lists the verdict, where catalogue and pack are still those
that it was judged by. Of more lists the verdicts are asked in the background, as of any event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import fields

from armybuilder.core.bounds import bytes_of
from armybuilder.core.games import GAMES, References, roster_in
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import plain
from armybuilder.files.presenters.judged import JudgedList
from armybuilder.tournaments.judging import LARGEST_ROSTER, basis_of, judged_anew
from armybuilder.tournaments.models import HandIn, Participant, Report, Role, Round, Step, Tournament
from armybuilder.tournaments.services import anew
from armybuilder.tournaments.services.events import MOST_PEOPLE, create_event
from armybuilder.tournaments.services.lists import MOST_LISTS
from armybuilder.tournaments.services.steps import grow, note
from armybuilder.tournaments.snapshots import OPENED
from tabletop.decoding import MalformedError, converted
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.tournament.event import Event, Player
from tabletop.tournament.file import OWN_REFS, HandedIn, WholeEvent
from tabletop.tournament.proofs import unfit_rounds
from tabletop.tournament.sealing import Sealing

JUDGED_AT_ONCE = 50  # lists whose verdict is asked while somebody waits
SETTINGS = [field.name for field in fields(Event) if field.name not in ("players", "rounds")]


@transaction.atomic
def open_event(*, visitor: Visitor, organiser: str, event: WholeEvent) -> Tournament:
    """An event as its file tells it, with links of its own for everybody.

    MalformedError where it has too many people, a ref that we need ourselves, a round that was paired from something
    else than the file says, or a list whose digest, receipt or verdict isn't that of its roster; NoRoomError where the
    visitor keeps too much.
    """
    _check_people(event)
    for number in unfit_rounds(event):
        place = f"rounds[{number - 1}].certificate.inputs"
        raise MalformedError(place, "isn't the digest of what the round was paired from")
    judged = [_checked_list(event, each, f"lists[{number}]") for number, each in enumerate(event.lists)]
    settings = Event(**{name: getattr(event, name) for name in SETTINGS})
    sealing = event.sealing or Sealing()
    row = create_event(visitor=visitor, organiser=organiser, event=settings, sealing=sealing, rules=event.rules)
    places = _places(row, event)
    rounds = _rounds(row, event)
    lists = _lists(event, judged, places)
    _check_verdicts(row, event, lists)
    Report.objects.bulk_create(
        Report(round=rounds[each.round], participant=places[each.player], result=plain(each.result), at=each.at)
        for each in event.reports
    )
    Step.objects.bulk_create(
        (
            Step(
                event=row,
                participant=places[step.of] if step.of else None,
                what=step.what,
                number=step.number,
                by=step.by,
                at=step.at,
                why=step.why,
            )
            for step in event.steps
        ),
        batch_size=1000,
    )
    grow(row, bytes_of(to_builtins(event)) - bytes_of(to_builtins(settings)))
    organised = row.participants.get(role=Role.ORGANISER)
    note(row, organised, OPENED)
    if len(lists) > JUDGED_AT_ONCE:
        anew.begin(row=row, by=organised)
    return row


def _check_people(event: WholeEvent) -> None:
    count = len(event.players) + len(event.staff)
    if count > MOST_PEOPLE:
        raise MalformedError("players", f"are {count:,} with staff; at most {MOST_PEOPLE:,} people are kept here")
    for number, player in enumerate(event.players):
        if player.ref in OWN_REFS:
            raise MalformedError(f"players[{number}].ref", f"“{player.ref}” is a ref that we need ourselves")
    counted: dict[str, int] = {}
    for number, each in enumerate(event.lists):
        counted[each.player] = counted.get(each.player, 0) + 1
        if counted[each.player] > MOST_LISTS:
            raise MalformedError(f"lists[{number}].player", f"hands in at most {MOST_LISTS} lists")


def _checked_list(event: Event, each: HandedIn, place: str) -> JudgedList:
    """What was said of a list; MalformedError where the file's parts of it don't belong together."""
    judged = _read(each.judged, JudgedList, f"{place}.judged")
    if each.roster is None:
        if judged.row.legal is not None:
            raise MalformedError(f"{place}.judged.row.legal", "is said of a list without a roster")
        return judged
    roster = _roster(event, each.roster, f"{place}.roster")
    digest = content_digest(roster)
    if each.digest != digest:
        raise MalformedError(f"{place}.digest", "isn't that of its roster")
    if judged.row.code != short_digest(digest):
        raise MalformedError(f"{place}.judged.row.code", "isn't the receipt of its roster")
    return judged


def _roster(event: Event, content: Mapping[str, Any], place: str) -> Any:
    game = content.get("game")
    if game not in GAMES or (event.game and event.game != game):
        raise MalformedError(f"{place}.game", "is another game than the event's, or none that there is")
    encoded = msgspec.json.encode(content)
    if len(encoded) > LARGEST_ROSTER:
        raise MalformedError(place, f"is larger than {LARGEST_ROSTER:,} bytes")
    try:
        return GAMES[str(game)].read(encoded)
    except MalformedError as error:
        raise MalformedError(f"{place}.{error.field}".rstrip("."), error.reason) from error


def _read(content: Any, kind: type[JudgedList], place: str) -> JudgedList:
    try:
        return converted(content, kind)
    except MalformedError as error:
        raise MalformedError(f"{place}.{error.field}".rstrip("."), error.reason) from error


def _places(row: Tournament, event: WholeEvent) -> dict[str, Participant]:
    """Everybody's place by ref, with a link of its own."""
    Participant.objects.bulk_create(
        Participant(event=row, role=Role.PLAYER, open_until=event.late.get(player.ref), **_fields(player))
        for player in event.players
    )
    Participant.objects.bulk_create(
        Participant(event=row, role=each.role, ref=each.ref, name=each.name) for each in event.staff
    )
    return {each.ref: each for each in row.participants.all()}


def _fields(player: Player) -> dict[str, Any]:
    return {field.name: getattr(player, field.name) for field in fields(Player)} | {"sits_out": list(player.sits_out)}


def _rounds(row: Tournament, event: WholeEvent) -> dict[int, Round]:
    """The rounds by their numbers; those of a file that doesn't say when are published now."""
    now = timezone.now()
    rounds = []
    for number, paired in enumerate(event.rounds, 1):
        made = Round(event=row, number=number, content=plain(paired), published_at=now)
        if event.published:
            said = event.published[number - 1]
            made.published_at, made.ends_at, made.left = said.at, said.ends, said.left
        rounds.append(made)
    Round.objects.bulk_create(rounds)
    return {each.number: each for each in rounds}


def _lists(event: WholeEvent, judged: list[JudgedList], places: Mapping[str, Participant]) -> list[HandIn]:
    kept = [
        HandIn(
            participant=places[each.player],
            number=each.number,
            state=each.state,
            roster=None if each.roster is None else plain(roster_in(each.roster)),
            judged=plain(verdict),
            digest=each.digest,
            basis=each.basis,
            comment=each.comment,
            by_staff=each.by_staff,
            at=each.at,
        )
        for each, verdict in zip(event.lists, judged, strict=True)
    ]
    return HandIn.objects.bulk_create(kept, batch_size=200)


def _check_verdicts(row: Tournament, event: WholeEvent, lists: list[HandIn]) -> None:
    """MalformedError where a verdict made by the catalogue and pack of today isn't the one that these give."""
    if len(lists) > JUDGED_AT_ONCE:
        return
    references = References()
    for number, (each, found) in enumerate(zip(lists, judged_anew(row, lists, references), strict=True)):
        if found is None:
            continue
        roster = roster_in(each.roster or {})
        rules = dict(each.judged.get("rules") or {})
        if basis_of(roster.game, str(getattr(roster, "rules", "")), rules, references) != each.basis:
            continue
        if found.then != found.now:
            raise MalformedError(f"lists[{number}].judged.row.legal", "isn't what the rules say of its roster")
        if found.points_then != found.points_now:
            raise MalformedError(f"lists[{number}].judged.row.points", f"must be {found.points_now:,}, by its roster")
