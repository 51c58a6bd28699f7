"""Battles on the pages for all games: beginning one, and a seat's page, its commands, its report and its file."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armybuilder.battles import queries
from armybuilder.battles.models import SIDES, Role, Seat
from armybuilder.battles.presenters.games import address_after, page_of, sent_in, side_in, since, turned_on
from armybuilder.battles.presenters.play.seats import address_of, linked_seat
from armybuilder.battles.presenters.play.sending import NOTHING_SENT, Notice
from armybuilder.battles.services import battles as services
from armybuilder.battles.snapshots import battle_file, log_in, played_rules
from armybuilder.battles.views.rosters import roster_in_text
from armybuilder.core.forms import problem_in_words
from armybuilder.core.games import GAMES, AnyGame, References
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.files.upload_limits import pasted_text
from armybuilder.rosters.queries import rosters_of_game
from armybuilder.rosters.snapshots import roster_of
from tabletop.battle.commands import ConflictError, IdReusedError
from tabletop.battle.events import RefusalError
from tabletop.battle.log import UndoMode
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError
from tabletop.rosters.files import file_name

TITLES = dict(zip(SIDES, ("First side", "Second side", "Third side", "Fourth side"), strict=True))
BEGIN = "begin."  # before the slug of a roster that the game begins with
LATER = "later"  # in place of a roster that its side brings itself
UNDOS = (
    (UndoMode.CONSENT.value, "The others agree"),
    (UndoMode.FREE.value, "Always at once"),
    (UndoMode.REFEREE.value, "The referee agrees"),
)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest, game: str) -> HttpResponse:
    """Choose a roster of a game for each side, one's own, others', or those that it begins with, and how to play."""
    try:
        most = played_rules(game).most_sides
    except MalformedError:
        raise Http404 from None
    problem = None
    if request.method == "POST":
        try:
            return redirect("battle", token=_begun(request, GAMES[game]).seats.get().token)
        except MalformedError as error:
            side, dot, place = error.field.partition(".")
            problem = problem_in_words(MalformedError(f"{TITLES.get(side, side)}{dot}{place}", error.reason))
    chosen = request.POST or _usual_sides(request, game)
    sides = [
        {
            "name": side,
            "title": TITLES[side],
            "chosen": chosen.get(side, ""),
            "text": chosen.get(f"{side}-text", ""),
            "may_stay_empty": side in SIDES[services.FEWEST_SIDES :],
        }
        for side in SIDES[:most]
    ]
    context = {
        "game": GAMES[game], "sides": sides, "rosters": _rosters(request, GAMES[game]), "problem": problem,
        "undos": UNDOS, "undo": chosen.get("undo", UndoMode.CONSENT.value), "name": chosen.get("name", ""),
    }  # fmt: skip
    return render(request, "battles/games/new.html", context, status=400 if problem else 200)


def _usual_sides(request: HttpRequest, game: str) -> QueryDict:
    """What the form has at first: the address's sides, or those of a first battle where it names none.

    Where a first battle has one roster for all sides, the second side has what the address chose for the first.
    """
    usual, ready = request.GET.copy(), GAMES[game].first_battle()
    first, second, *_ = SIDES
    if not any(side in usual or f"{side}-text" in usual for side in SIDES):
        usual.update({side: f"{BEGIN}{slug}" for side, slug in zip(SIDES, ready, strict=False)})
    elif len(set(ready)) == 1 and usual.get(first):
        usual.setdefault(second, str(usual[first]))
    return usual


def _rosters(request: HttpRequest, game: AnyGame) -> list[tuple[str, str]]:
    """One's own rosters of the game, and those that it begins with."""
    own = rosters_of_game(visitor_of(request), game.slug).values_list("code", "name")
    ready = ((f"{BEGIN}{each.slug}", f"Ready-made: {each.name}") for each in game.beginnings())
    later = [(LATER, "Brought later, by its own side")] if played_rules(game.slug).may_come_later else []
    return [*own, *ready, *later]


def _begun(request: HttpRequest, game: AnyGame) -> Any:
    post, references = request.POST, References()
    undo = post.get("undo", UndoMode.CONSENT.value)
    if undo not in set(UndoMode):
        raise MalformedError("undo", "is none that there is")
    most = played_rules(game.slug).most_sides
    wanted = [side for side in SIDES[services.FEWEST_SIDES : most] if post.get(side) or post.get(f"{side}-text")]
    rosters = [_brought(request, game, side, references) for side in (*SIDES[: services.FEWEST_SIDES], *wanted)]
    return services.create_played(
        visitor=ensure_visitor(request),
        game=game.slug,
        name=post.get("name", "").strip() or " against ".join(roster.name for roster in rosters if roster),
        rosters=rosters,
        reference=references.of(game),
        undo=UndoMode(undo),
    )


def _brought(request: HttpRequest, game: AnyGame, side: str, references: References) -> Any:
    """The roster of a side: chosen, by its link or its text, or None for later; MalformedError for none of the game."""
    roster = None
    if text := pasted_text(request, f"{side}-text"):
        roster = roster_in_text(text, side, references)
    elif (wanted := request.POST.get(side, "")) == LATER and played_rules(game.slug).may_come_later:
        return None
    elif wanted.startswith(BEGIN):
        roster = game.begun(wanted.removeprefix(BEGIN))
    else:
        row = rosters_of_game(visitor_of(request), game.slug).filter(code=wanted[:16]).first()
        roster = roster_of(row) if row else None
    if roster is None or roster.game != game.slug:
        raise MalformedError(side, f"choose a roster of {game.name}")
    return roster


def check_shown(log: services.AnyLog) -> None:
    """Make all sides' pages of a battle that was opened from its file; whatever goes wrong there is raised."""
    for side in log.header.sides:
        page_of(log, Seat(role=Role.BOTH), QueryDict(urlencode({"side": side, "log": "all"})))


def show(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The battle as a seat sees it."""
    notice = request.session.pop(f"notice-{seat.token}", None)
    context = _context(request, seat, request.GET, notice)
    return render(request, template(request, "battles/games/show.html", "battle"), context)


def after(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page's parts, as they are asked for while something has happened."""
    return render(request, "battles/games/show.html#battle", _context(request, seat, request.GET, None))


def send(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Carry a command out, and show the battle after it; what was refused says why, and nothing was done."""
    notice = _sent(request, seat)
    seat.battle.refresh_from_db()
    query = turned_on(log_in(seat.battle), seat, request.GET)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "battles/games/show.html#battle", _context(request, seat, query, notice))
    if notice:
        request.session[f"notice-{seat.token}"] = msgspec.to_builtins(notice)
    return redirect(f"{reverse('battle', args=[seat.token])}{address_after(query)}")


def _sent(request: HttpRequest, seat: Seat) -> Notice | None:
    """What to say of a command that wasn't carried out; None where it was."""
    try:
        services.command_battle(seat=seat, sent=sent_in(request.POST, seat, log_in(seat.battle)))
    except RefusalError as refused:
        return Notice("warn", refused.sentence)
    except ConflictError as conflict:
        seen = conflict.since[0].seq - 1 if conflict.since else seat.battle.head
        log = log_in(get_object_or_404(queries.live_seats(), pk=seat.pk).battle)
        return NOTHING_SENT.explained_by(conflict, since(log, seen, side_in(log, seat, request.POST, key="as")))
    except (FacesError, IdReusedError) as error:
        return Notice("bad", f"Nothing was done: {error}.")
    except MalformedError as error:
        return Notice("bad", f"Nothing was done. {problem_in_words(error)}.")
    except StaleError:
        raise Http404 from None
    return None


def report(request: HttpRequest, seat: Seat) -> HttpResponse:
    """All that has happened, as the seat may read it."""
    query = request.GET.copy()
    query["log"] = "all"
    page = page_of(log_in(seat.battle), seat, query)
    return render(request, "battles/games/report.html", {"seat": seat, "page": page})


def file(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The battle's file, for whom nothing in it is hidden; others are told when they may have it."""
    log = log_in(seat.battle)
    rules = played_rules(log.header.game)
    if not all(rules.is_open(log.state, side) for side in _hidden_from(seat, log.header.sides)):
        context = {"seat": seat, "why": "It holds what others hide. Once the battle is over, it is yours."}
        return render(request, "battles/games/no_file.html", context, status=403)
    name = f"{file_name(seat.battle.name, 'battle')}.jsonl"
    return file_answer(battle_file(seat.battle), "application/jsonl", name, inline=False)


def _hidden_from(seat: Seat, sides: tuple[str, ...]) -> tuple[str, ...]:
    """The seats for which a phone asks: who plays all sides hides nothing from itself."""
    plays = seat.plays(sides)
    return () if len(plays) == len(sides) else plays or (seat.role,)


def _context(request: HttpRequest, seat: Seat, query: QueryDict, notice: Any) -> dict[str, Any]:
    others = [other for other in queries.seats_of(seat.battle) if other.pk != seat.pk]
    log = log_in(seat.battle)
    page = page_of(log, seat, query)
    names = {one.side: one.name for one in page.sides}
    return {
        "seat": seat,
        "page": page,
        "game": GAMES[log.header.game],
        "notice": msgspec.convert(notice, Notice) if isinstance(notice, dict) else notice,
        "new_id": uuid4,  # a template calls it: each form has an id of its own
        "seats": [
            linked_seat(
                other,
                request.build_absolute_uri(address_of(other)),
                " and ".join(names[side] for side in other.plays(log.header.sides)),
            )
            for other in others
            if other.given_by_id == seat.pk
        ],
        "bell": settings.BELL,
    }
