"""Battles in play: one's list of them, beginning one, a seat's page with its commands, and what came after an event."""

from __future__ import annotations

from functools import cache, partial
from typing import Any
from uuid import uuid4

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.battles import queries
from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.presenters.play.before import Before, before
from armybuilder.battles.presenters.play.clocks import clocks_of, shows_clocks
from armybuilder.battles.presenters.play.forms import draft_of
from armybuilder.battles.presenters.play.log import since
from armybuilder.battles.presenters.play.page import page_of
from armybuilder.battles.presenters.play.seats import address_of, linked_seat, other_phone
from armybuilder.battles.presenters.play.sending import NOTHING_SENT, Notice, sent_in, side_of
from armybuilder.battles.presenters.play.tray import tray
from armybuilder.battles.services import battles as services
from armybuilder.battles.services.demo import create_demo, create_learning_game
from armybuilder.battles.snapshots import battle_file, drawn_in, game_in, log_in
from armybuilder.battles.views import games, play
from armybuilder.battles.views.own_tables import own_tables, regions, with_own_table
from armybuilder.battles.views.rosters import roster_brought, rosters_to_choose
from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.games import GAMES
from armybuilder.core.htmx import template
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.revisions import StaleError
from armybuilder.core.visitors import ensure_visitor, visitor_of
from tabletop.arcana.battle.state import Scenario
from tabletop.arcana.game import ARCANA
from tabletop.battle.commands import ConflictError, IdReusedError
from tabletop.battle.events import RefusalError
from tabletop.battle.file import LARGEST_BATTLE
from tabletop.battle.log import UndoMode
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError
from tabletop.rosters.files import file_name

MOST_MINUTES = 1_000
NOTED_EVERY = 20  # seconds
ARMIES = (("red", "First army"), ("blue", "Second army"))
SCENARIOS = (
    (Scenario.ATTRITION.value, "Attrition", "Whoever loses too much of its points tests whether it fights on."),
    (Scenario.MEETING.value, "Meeting engagement", "Objectives between the armies count besides their losses."),
    (Scenario.AGREED.value, "As we agree", "You say yourselves who has won."),
)
UNDOS = (
    (UndoMode.CONSENT.value, "The other player agrees"),
    (UndoMode.FREE.value, "Always at once"),
    (UndoMode.REFEREE.value, "The referee agrees"),
)


def _battle_in(content: bytes) -> services.AnyLog:
    """The battle in a file; MalformedError for one that isn't right, or of what the catalogue doesn't have."""
    log = services.battle_in(content)
    try:
        if log.header.game == ARCANA.slug:
            _ = drawn_in(log) if log.state.sandbox else page_of(log, Seat(role=Role.BOTH), QueryDict())
        else:
            games.check_shown(log)
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise MalformedError("", "its armies aren't those of this catalogue, or can't have come to this") from error
    return log


battles = KeptViews(
    kind=Battle,
    page="own-battle",
    index="battles",
    open_template="battles/play/open.html",
    read_file=_battle_in,
    most=LARGEST_BATTLE,
    create_row=lambda visitor, log: services.keep_battle(visitor=visitor, log=log),
)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """A visitor's battles, each with the link to its first seat."""
    rows = queries.battles_of(visitor_of(request))
    played = [game for game in GAMES.values() if game.battle_rules() is not None]
    context = {"listed": rows, "deleted": battles.just_deleted(request), "played": played}
    return render(request, "battles/play/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Choose two rosters and how to play."""
    problem = None
    if request.method == "POST":
        try:
            return redirect("battle", token=_begun(request).seats.get().token)
        except MalformedError as error:
            problem = problem_in_words(error)
    chosen = request.POST or request.GET
    sides = [
        {"name": side, "title": title, "chosen": chosen.get(side, ""), "text": chosen.get(f"{side}-text", "")}
        for side, title in ARMIES
    ]
    context = {
        "rosters": rosters_to_choose(request),
        "sides": sides,
        "name": chosen.get("name", ""),
        "problem": problem,
        "scenarios": SCENARIOS,
        "scenario": chosen.get("scenario", Scenario.ATTRITION.value),
        "undos": UNDOS,
        "undo": chosen.get("undo", UndoMode.CONSENT.value),
        "minutes": chosen.get("minutes", ""),
    }
    return render(request, "battles/play/new.html", context, status=400 if problem else 200)


def _begun(request: HttpRequest) -> Battle:
    post = request.POST
    first, second = (roster_brought(request, side) for side, _ in ARMIES)
    scenario, undo = post.get("scenario", Scenario.ATTRITION.value), post.get("undo", UndoMode.CONSENT.value)
    if scenario not in set(Scenario) or undo not in set(UndoMode):
        raise MalformedError("scenario" if scenario not in set(Scenario) else "undo", "is none that there is")
    minutes = whole_number(post.get("minutes", ""))
    if post.get("minutes") and (minutes is None or not 0 < minutes <= MOST_MINUTES):
        raise MalformedError("minutes", f"is a number from 1 to {MOST_MINUTES:,}, or nothing")
    return services.create_battle(
        minutes=minutes,
        visitor=ensure_visitor(request),
        name=post.get("name", "").strip() or f"{first.name or 'An army'} against {second.name or 'an army'}",
        rosters=(first, second),
        scenario=Scenario(scenario),
        undo=UndoMode(undo),
    )


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """A battle to look around in, between two sample armies, in the middle of a turn."""
    samples = sample_rosters()
    battle = create_demo(visitor=ensure_visitor(request), rosters=(samples["dwarves"], samples["orcs"]))
    return redirect(f"{reverse('battle', args=[battle.seats.get().token])}?try=yes#now")


@require_POST
def learn(request: HttpRequest) -> HttpResponse:
    """The book's learning game, before anybody is set up."""
    battle = create_learning_game(visitor=ensure_visitor(request), raiders=sample_rosters()["dwarf-raiding-party"])
    return redirect(f"{reverse('battle', args=[battle.seats.get().token])}?try=learning#now")


@require_safe
def own(request: HttpRequest, code: str) -> HttpResponse:
    """The seat with which one's own battle began."""
    seat = get_object_or_404(queries.own_seats(battles.own_row(request, code))[:1])
    return redirect("battle", token=seat.token)


@unlisted
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The battle as a seat sees it."""
    seat = get_object_or_404(queries.live_seats(), token=token)
    if not _is_arcana(seat):
        _note_seen(seat)
        return games.show(request, seat)
    if _is_sandbox(seat):
        _note_seen(seat)
        return play.show_seat(request, seat)
    notice = request.session.pop(f"notice-{token}", None)
    return render(request, template(request, "battles/play/show.html", "battle"), _context(request, seat, notice))


@unlisted
@never_cache
@require_safe
def after(request: HttpRequest, token: str, seq: int) -> HttpResponse:
    """What there is after an event: the page's parts, or 204 for nothing. Polling, the bell and a reload use it."""
    seat = get_object_or_404(queries.live_seats(), token=token)
    if seat.battle.head <= seq:
        _note_seen(seat)
        return HttpResponse(status=204)
    if not _is_arcana(seat):
        _note_seen(seat)
        return games.after(request, seat)
    on_table, is_sandbox = request.htmx.target == "desk", _is_sandbox(seat)  # type: ignore[attr-defined]
    if on_table is not is_sandbox:
        return play.phase_page(request, seat)
    if is_sandbox:
        _note_seen(seat)
        return play.after(request, seat)
    return render(request, "battles/play/show.html#battle", _context(request, seat, None))


@unlisted
@require_POST
def send(request: HttpRequest, token: str) -> HttpResponse:
    """Carry a command out, and show the battle after it; what was refused says why, and nothing was done."""
    seat = get_object_or_404(queries.live_seats(), token=token)
    if not _is_arcana(seat):
        return games.send(request, seat)
    if _is_sandbox(seat):
        return play.send(request, seat)
    notice = _sent(request, seat)
    seat.battle.refresh_from_db()
    if _is_sandbox(seat):
        return play.phase_page(request, seat)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "battles/play/show.html#battle", _context(request, seat, notice))
    if notice:
        request.session[f"notice-{token}"] = msgspec.to_builtins(notice)
    return redirect(f"{reverse('battle', args=[token])}{draft_of(request.POST) if notice else ''}#now")


def _sent(request: HttpRequest, seat: Seat) -> Notice | None:
    """What to say of a command that wasn't carried out; None where it was."""
    try:
        services.command_battle(seat=seat, sent=sent_in(with_own_table(request), seat))
    except RefusalError as refused:
        return Notice("warn", refused.sentence)
    except ConflictError as conflict:
        seen = conflict.since[0].seq - 1 if conflict.since else seat.battle.head
        log = log_in(get_object_or_404(queries.live_seats(), pk=seat.pk).battle)
        return NOTHING_SENT.explained_by(conflict, since(log, seen, side_of(seat, request.POST, key="as")))
    except (FacesError, IdReusedError) as error:
        return Notice("bad", f"Nothing was done: {error}.")
    except MalformedError as error:
        return Notice("bad", f"Nothing was done. {problem_in_words(error)}.")
    except StaleError:
        raise Http404 from None
    return None


@unlisted
@require_POST
def odds(request: HttpRequest, token: str) -> HttpResponse:
    """What a command may bring, before it is sent; nothing is done."""
    seat = _seat_of_arcana(token)
    try:
        found = before(log_in(seat.battle).state, current_catalogue(), sent_in(request.POST, seat))
    except MalformedError as error:
        found = Before(why_not=f"{problem_in_words(error)}.")
    if not request.htmx:  # type: ignore[attr-defined]
        said = (found.why_not or found.sentence) if found else "No dice fall whose odds are known."
        lines = ("".join(found.must),) if found and found.must else ()
        request.session[f"notice-{token}"] = msgspec.to_builtins(Notice("", said, lines))
        return redirect(f"{reverse('battle', args=[token])}{draft_of(request.POST)}#now")
    return render(request, "battles/play/_before.html", {"before": found})


@unlisted
@require_POST
def dice(request: HttpRequest, token: str) -> HttpResponse:
    """The dice of a command with the faces typed so far: what is missing, and what counts; nothing is done."""
    seat = _seat_of_arcana(token)
    found, status = None, 200
    try:
        found = tray(log_in(seat.battle).state, sent_in(request.POST, seat))
    except RefusalError:
        pass  # the page says why when it is sent
    except (MalformedError, FacesError):
        status = 400
    return render(request, "battles/play/_tray.html", {"tray": found}, status=status)


@unlisted
@require_POST
def seats(request: HttpRequest, token: str) -> HttpResponse:
    """Give somebody a seat by a link, or take one back."""
    seat = get_object_or_404(queries.live_seats(), token=token)
    if not seat.is_player:
        raise Http404
    wanted, back = request.POST.get("role", ""), request.POST.get("back", "")
    try:
        if back:
            services.take_back(seat=seat, other=get_object_or_404(seat.given, token=back))
        elif wanted in Role.values:
            services.hand_over(seat=seat, role=Role(wanted))
    except MalformedError as error:
        notice = Notice("bad", f"Nothing was done. {problem_in_words(error)}.")
        request.session[f"notice-{token}"] = msgspec.to_builtins(notice)
    except StaleError:
        raise Http404 from None
    return redirect(f"{reverse('battle', args=[token])}?seats=open#seats")


@unlisted
@never_cache
@require_safe
def file(request: HttpRequest, token: str) -> HttpResponse:
    """The battle as its `muster-battle/1` file."""
    seat = get_object_or_404(queries.live_seats(), token=token)
    if not _is_arcana(seat):
        return games.file(request, seat)
    name = f"{file_name(seat.battle.name, 'battle')}.jsonl"
    return file_answer(battle_file(seat.battle), "application/jsonl", name, inline=False)


def _context(request: HttpRequest, seat: Seat, notice: Any) -> dict[str, Any]:
    kept = msgspec.convert(notice, Notice) if isinstance(notice, dict) else notice
    query = request.GET  # after a command the page turns by itself to whose step it is
    _note_seen(seat)
    others = [other for other in queries.seats_of(seat.battle) if other.pk != seat.pk]
    log = log_in(seat.battle)
    page = page_of(log, seat, query, other_phone(seat, others))
    clocks = clocks_of(log, timezone.now()) if shows_clocks(log.state, query) else ()
    return {
        "seat": seat,
        "page": page,
        "clocks": sorted(clocks, key=lambda clock: clock.side != page.side),
        "notice": kept,
        "new_id": uuid4,  # a template calls it: each form has an id of its own
        "seats": [
            linked_seat(other, request.build_absolute_uri(address_of(other)))
            for other in others
            if other.given_by_id == seat.pk
        ],
        "faces": range(1, 7),
        "bell": settings.BELL,
        "own_tables": cache(partial(own_tables, request)),  # a template calls it, and more than once
        "regions": regions,
    }


def _is_arcana(seat: Seat) -> bool:
    """Whether the battle has the pages of Armies of Arcana; others have those for all games."""
    return game_in(seat.battle) == ARCANA.slug


def _is_sandbox(seat: Seat) -> bool:
    """Whether it is played on a table without phases by now, which has a page of its own."""
    return log_in(seat.battle).state.sandbox is not None


def _seat_of_arcana(token: str) -> Seat:
    """A seat in a battle of Armies of Arcana; Http404 for another."""
    seat: Seat = get_object_or_404(queries.live_seats(), token=token)
    if not _is_arcana(seat) or _is_sandbox(seat):
        raise Http404
    return seat


def _note_seen(seat: Seat) -> None:
    """Note that this seat is here, once in a while."""
    now = timezone.now()
    if seat.seen_at is None or (now - seat.seen_at).total_seconds() > NOTED_EVERY:
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
