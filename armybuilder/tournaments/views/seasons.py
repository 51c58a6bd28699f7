"""Seasons: their tables for whoever has the address, and their settings for the account that made them."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import convert

from armybuilder.core.forms import problem_in_words, whole_number
from armybuilder.core.http import file_answer, unlisted
from armybuilder.core.visitors import visitor_of
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Season
from armybuilder.tournaments.presenters.seasons import COUNTINGS, rules_in_words, season_sheet
from armybuilder.tournaments.services import seasons as season_services
from tabletop.decoding import MalformedError, converted
from tabletop.rosters.files import file_name
from tabletop.tournament.season import SeasonRules, season_csv


@unlisted
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The season's table."""
    season = get_object_or_404(Season, token=token)
    sheet = season_sheet(season, timezone.now())
    context = {
        "season": season,
        "sheet": sheet,
        "rules": rules_in_words(sheet.rules),
        "is_own": queries.seasons_of(visitor_of(request)).filter(pk=season.pk).exists(),
        "hidden": [event for event in sheet.events if not event.is_shown],
    }
    return render(request, "tournaments/season.html", context)


@unlisted
@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The same as CSV."""
    season = get_object_or_404(Season, token=token)
    sheet = season_sheet(season, timezone.now())
    content = season_csv(sheet.shown, sheet.table).encode("utf-8-sig")
    return file_answer(content, "text/csv; charset=utf-8", f"{file_name(season.name, 'season')}.csv", inline=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """A new season of one's own events."""
    if request.method != "POST":
        return _form(request, None, QueryDict(), "")
    visitor, post = visitor_of(request), request.POST
    try:
        season = season_services.create_season(
            visitor=visitor, name=post.get("name", "").strip(), rules=_rules(post), events=post.getlist("event")
        )
    except MalformedError as error:
        return _form(request, None, post, problem_in_words(error))
    return redirect("season", token=season.token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """What is agreed about one's own season."""
    visitor = visitor_of(request)
    season = get_object_or_404(queries.seasons_of(visitor), code=code)
    post = request.POST
    if request.method != "POST":
        return _form(request, season, QueryDict(), "")
    try:
        season_services.change_season(
            season=season,
            visitor=visitor,
            version=whole_number(post.get("version", "")) or 0,
            name=post.get("name", "").strip(),
            rules=_rules(post),
            events=post.getlist("event"),
        )
    except MalformedError as error:
        return _form(request, season, post, problem_in_words(error))
    except season_services.ChangedError:
        messages.error(request, "The season was changed in another place: it is shown as it is now.")
        return redirect("edit-season", code=code)
    return redirect("season", token=season.token)


@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete one's own season; its events stay."""
    season = get_object_or_404(queries.seasons_of(visitor_of(request)), code=code)
    season.delete()
    messages.success(request, f"The season “{season.name}” is deleted. Its events stay as they are.")
    return redirect("events")


def _rules(post: QueryDict) -> SeasonRules:
    """What the form says; MalformedError names the field."""
    stated: dict[str, Any] = {"counting": post.get("counting", "share")}
    if places := re.split(r"[\s,;]+", post.get("places", "").strip()[:1000]):
        numbers = [whole_number(each) for each in places if each]
        if None in numbers:
            raise MalformedError("places", "has something that is no whole number")
        stated["places"] = numbers or list(SeasonRules().places)
    best = post.get("best", "").strip()
    if best:
        stated["best"] = whole_number(best)
        if stated["best"] is None:
            raise MalformedError("best", "isn't a whole number")
    return converted(stated, SeasonRules)


def _form(request: HttpRequest, season: Season | None, post: QueryDict, problem: str) -> HttpResponse:
    rules = convert(season.rules, SeasonRules) if season else SeasonRules()
    chosen = set(post.getlist("event")) if post else set()
    if season and not post:
        chosen = {row.code for row in season.events.all()}
    context = {
        "season": season,
        "problem": problem,
        "countings": COUNTINGS,
        "typed": {
            "name": post.get("name", season.name if season else ""),
            "counting": post.get("counting", rules.counting),
            "places": post.get("places", ", ".join(map(str, rules.places))),
            "best": post.get("best", "" if rules.best is None else str(rules.best)),
        },
        "events": [(row, row.code in chosen) for row in queries.events_of(visitor_of(request))],
    }
    return render(request, "tournaments/season_form.html", context, status=422 if problem else 200)
