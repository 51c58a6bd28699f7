"""One player's list: brought, looked through, handed in, judged, and shown to whoever may see it."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.games import References, game_of
from armybuilder.core.http import unlisted
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import visitor_of
from armybuilder.files.upload_limits import PASTED, pasted_text, sent_files
from armybuilder.files.views.answers import answered
from armybuilder.files.views.import_ import army_names
from armybuilder.rosters.queries import rosters_of
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import differences
from armybuilder.sharing.queries import live_shares
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import REF, judged_again, judged_of, review_of
from armybuilder.tournaments.models import HandIn, Participant, Step
from armybuilder.tournaments.presenters.course import newest_sheet
from armybuilder.tournaments.presenters.desk import Desk, DeskRow, is_outdated, note_for, state_of, why_of
from armybuilder.tournaments.presenters.field import can_see_list
from armybuilder.tournaments.presenters.moments import shortly, when
from armybuilder.tournaments.presenters.places import Place, judging_place, place_of, player_at, site_of
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.snapshots import judged_in, roster_in_hand
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster
from tabletop.rosters.files import decode_text

SHARED = re.compile(r"\S*/s/([A-Za-z0-9_-]{6,16})/?")
TOO_LATE = "The hand-in is closed, and nothing was changed. Ask the organiser to open it for you."
CHANGED = "This list was changed in another place: it is shown as it is now, and nothing was done."


def player_page(request: HttpRequest, place: Place, player: Participant, problem: str = "") -> HttpResponse:
    """Where a player's list stands, what is wrong with it, and what to bring next; staff bring one for a player."""
    me = place.participant
    if me.pk == player.pk and player.seen_at is None and request.method == "GET":
        queries.players_of(place.row).filter(pk=player.pk).update(seen_at=place.now)
    current, draft = queries.current_list_of(player), queries.draft_of(player, me)
    references = References()
    own = rosters_of(visitor_of(request)).filter(**({"content__game": place.event.game} if place.event.game else {}))
    context = {
        "player": player,
        "is_mine": me.pk == player.pk,
        "current": _shown(current, place, references),
        "draft": _shown(draft, place, references, with_lines=True),
        "is_open": me.may_judge or list_services.may_hand_in(player, current, place.now),
        "open_until": when(player.open_until, place.sealing) if player.open_until else "",
        "armies": army_names(references),
        "rosters": own.values_list("code", "name")[:200],
        "steps": _steps(player, place),
        "problem": problem,
        "kept": request.POST.get("text", "")[:60_000] if problem else "",
    }
    if me.pk == player.pk and (newest := newest_sheet(place)) is not None:
        context |= {"game": newest.mine, "round": newest.number}
    page = context | place.head("mine" if me.pk == player.pk else "people")
    return render(request, "tournaments/mine.html", page, status=422 if problem else 200)


def _shown(row: HandIn | None, place: Place, references: References, *, with_lines: bool = False) -> dict[str, Any]:
    """A list with what is said of it; empty for none."""
    if row is None:
        return {}
    entry = judged_in(row)
    review = review_of(row, references) if with_lines and (entry.row.unsettled or entry.row.legal is None) else None
    return {
        "row": row,
        "entry": entry,
        "state": state_of(row.state, entry.row.verdict),
        "verdict": state_of_verdict(row),
        "at": when(row.at, place.sealing),
        "review": review,
        "text": text_of(row, references),
    }


def state_of_verdict(row: HandIn) -> Desk:
    """How a list was judged, whatever was said of it since."""
    entry = judged_in(row)
    return {"legal": Desk.LEGAL, "not legal": Desk.NOT_LEGAL}.get(entry.row.verdict, Desk.NOT_READ)


def text_of(row: HandIn, references: References) -> str:
    """The frozen copy in words, by the writer of its game; empty where no army was read."""
    roster = roster_in_hand(row)
    if roster is None:
        return ""
    game = game_of(roster.game)
    written = game.formats.get("text") or game.formats["json"]
    return decode_text(game.write(roster, written, references.of(game)).content)


def _steps(player: Participant, place: Place) -> list[dict[str, Any]]:
    return [
        {"at": shortly(step.at, place.sealing), "what": WORDS.get(step.what, step.what), "of": _of(step), "step": step}
        for step in queries.steps_of(player)
    ]


def _of(step: Step) -> str:
    """The list or the round that a step is about."""
    if step.number is None:
        return ""
    return f"round {step.number}" if step.what in queries.ROUND_STEPS else f"no. {step.number}"


WORDS = {
    "came": "added to the event",
    "left": "dropped out",
    "back": "is back",
    "link": "given a new link",
    "opened": "may hand in later than the others",
    "closed": "hands in as everybody does",
    "handed in": "list handed in",
    "returned": "list returned",
    "approved": "list approved",
    "changed": "written anew",
    "reported": "result reported",
    "confirmed": "result confirmed",
    "entered": "result entered",
    "corrected": "result corrected",
}


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, token: str, ref: str) -> HttpResponse:
    """Bring a list as a draft, look through what was read of it, hand it in or throw it away."""
    place = place_of(request, token)
    player = player_at(place, ref)
    if request.method != "POST":
        return player_page(request, place, player)
    try:
        _carry_out(request, place, player)
    except MalformedError as error:
        return player_page(request, place, player, problem_in_words(error))
    except list_services.TooLateError:
        messages.error(request, TOO_LATE)
    except StaleError:
        messages.error(request, CHANGED)
    return redirect("bring-list", token=token, ref=ref)


def _carry_out(request: HttpRequest, place: Place, player: Participant) -> None:
    me, references, chosen = place.participant, References(), whole_number(request.POST.get("draft", "")) or 0
    match request.POST.get("do", ""):
        case "hand in":
            list_services.hand_in(player=player, draft=chosen, by=me)
            messages.success(request, f"Handed in at {timezone.now():%H:%M} UTC. The receipt is below.")
        case "throw away":
            list_services.throw_draft_away(player=player, by=me)
        case "answer":
            draft = queries.draft_of(player, me)
            if draft is None or draft.pk != chosen:
                raise StaleError(place.row)
            given = answered(judged_in(draft).given, REF, request.POST)
            list_services.keep_draft(player=player, judged=judged_again(place.row, given, references), by=me)
        case _:
            name, content = _brought(request)
            list_services.keep_draft(player=player, judged=judged_of(place.row, name, content, references), by=me)


def _brought(request: HttpRequest) -> tuple[str, bytes]:
    """One list: a file, one of one's own rosters, or a text, which may be the link to one; MalformedError for none."""
    pasted = pasted_text(request)
    if link := SHARED.fullmatch(pasted):
        share = live_shares().filter(token=link[1]).first()
        if share is None:
            raise MalformedError("list", "is a link that leads to no roster any more")
        return f"{share.roster.name[:60]}.json", write_roster(roster_of(share.roster))
    code = request.POST.get("roster", "")[:16]
    files = sent_files(request)
    if code and not files:
        row = rosters_of(visitor_of(request)).filter(code=code).first()
        if row is None:
            raise MalformedError("roster", "is none of yours")
        return f"{row.name[:60]}.json", write_roster(roster_of(row))
    if len(files) != 1:
        raise MalformedError("list", "has to be one: choose a roster or a file, or paste a text or a link")
    name, content = files[0]
    return (PASTED if name == PASTED else name[:120]), content


@unlisted
@require_safe
def show(request: HttpRequest, token: str, ref: str) -> HttpResponse:
    """A list that was handed in, for staff, for its player, and for others once it is revealed."""
    place = place_of(request, token)
    player = queries.players_of(place.row).filter(ref=ref).first()
    current = queries.current_list_of(player) if player else None
    is_mine = player is not None and player.pk == place.participant.pk
    if player is None or current is None:
        raise Http404
    if not is_mine and not can_see_list(place.who, current.state, place.sealing, place.now):
        raise Http404
    player.event = place.row
    references = References()
    context = {"player": player, "is_mine": is_mine, "current": _shown(current, place, references)}
    if place.participant.is_staff:
        context |= _for_staff(request, place, player, current, references)
    page = context | place.head("mine" if is_mine else "desk" if place.participant.is_staff else "field")
    return render(request, "tournaments/list.html", page)


def _for_staff(
    request: HttpRequest,
    place: Place,
    player: Participant,
    current: HandIn,
    references: References,
) -> dict[str, Any]:
    """What a judge needs beside the list: its lines, what changed since the last one, the note, who did what."""
    entry = judged_in(current)
    before = queries.list_before(current)
    state = state_of(current.state, entry.row.verdict)
    row = DeskRow(player=player, state=state, why="", number=current.number)
    address = request.build_absolute_uri(reverse("event", kwargs={"token": player.token}))
    now, then = roster_in_hand(current), roster_in_hand(before) if before else None
    return {
        "lines": review_of(current, references) if entry.row.unsettled or entry.row.legal is None else None,
        "before": before,
        "changes": differences(then, now, references) if then is not None and now is not None else (),
        "note": current.comment or note_for(row, entry, place.row.name, address, place.sealing, place.now),
        "why": why_of(state, entry.reasons, queries.last_judgement(player, current.number), place.sealing),
        "outdated": is_outdated(queries.current_lists(place.row, player=player)[player.pk], references, {}),
        "steps": _steps(player, place),
    }


@unlisted
@require_POST
def judge(request: HttpRequest, token: str, ref: str) -> HttpResponse:
    """Approve a list, or return it with a comment."""
    place = judging_place(request, token)
    player = player_at(place, ref)
    number, do = whole_number(request.POST.get("number", "")) or 0, request.POST.get("do", "")
    comment = request.POST.get("comment", "").strip()
    try:
        if do not in ("approve", "return"):
            raise MalformedError("do", "is approve or return")
        if do == "return" and not comment:
            raise MalformedError("comment", "is missing: say what to change")
        list_services.judge(
            player=player,
            number=number,
            approve=do == "approve",
            comment=comment,
            by=place.participant,
            site=site_of(request),
        )
        done = "approved" if do == "approve" else "returned, and stays open for this player"
        messages.success(request, f"The list of {player.name} is {done}.")
    except MalformedError as error:
        messages.error(request, problem_in_words(error))
    except StaleError:
        messages.error(request, CHANGED)
    return redirect("event", token=token)
