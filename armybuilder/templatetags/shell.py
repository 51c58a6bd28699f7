"""What the frame of every page draws: the icons, and the jobs of the site with the one that a page belongs to."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from armybuilder.core.languages import LANGUAGES, NOT_YET, say
from tabletop.languages import ENGLISH, language, marked

register = template.Library()

# What is drawn within a square of 24, in lines as wide as the text's own.
ICONS: dict[str, str] = {
    "again": '<path d="m16 5 4 4-4 4"/><path d="M20 9h-9a6 6 0 0 0 0 12h3"/>',
    "book": '<path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z"/><path d="M5 17a3 3 0 0 1 3-3h11"/>',
    "bow": '<path d="M6 3c9 3 12 9 12 9s-3 6-12 9M6 3v18M3 12h17M17 9l3 3-3 3"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "copy": '<path d="M9 9h11v12H9z"/><path d="M15 9V4H4v12h5"/>',
    "cross": '<path d="m5.5 5.5 13 13M18.5 5.5l-13 13"/>',
    "die": (
        '<path d="M4 4h16v16H4z"/>'
        '<path d="M8.5 8.5h.01M15.5 15.5h.01M12 12h.01M15.5 8.5h.01M8.5 15.5h.01" stroke-width="3"/>'
    ),
    "equal": '<path d="M5 9h14M5 15h14"/>',
    "flag": '<path d="M6 21V3M6 4h12l-3 4 3 4H6"/>',
    "go": '<path d="m9.5 5 7 7-7 7"/>',
    "left": '<path d="m14.5 5-7 7 7 7"/>',
    "list": '<path d="M8 5H5v16h14V5h-3"/><path d="M9 3h6v4H9zM8.5 12h7M8.5 16h5"/>',
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "mine": '<path d="M6 3h12v18l-6-4-6 4z"/>',
    "more": '<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3.4"/>',
    "pause": '<path d="M8 5v14M16 5v14"/>',
    "pen": '<path d="m4 20 1-5L16 4l4 4L9 19z"/>',
    "play": '<path d="m7 4 12 8-12 8z"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "print": '<path d="M7 8V3h10v5M7 17H4V9a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v8h-3"/><path d="M7 14h10v7H7z"/>',
    "question": '<path d="M8.5 9a3.5 3.5 0 1 1 5 3.1c-1 .5-1.5 1.2-1.5 2.4M12 18.6v.01"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
    "share": (
        '<circle cx="6" cy="12" r="2.5"/><circle cx="18" cy="6" r="2.5"/><circle cx="18" cy="18" r="2.5"/>'
        '<path d="m8.3 10.9 7.4-3.8M8.3 13.1l7.4 3.8"/>'
    ),
    "shield": '<path d="M4 4h16v7c0 5-3.6 7.8-8 9.5C7.6 18.8 4 16 4 11z"/>',
    "spell": '<path d="M12 3v6M12 15v6M3 12h6M15 12h6M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3"/>',
    "swords": '<path d="M4 4l12 12M20 4 8 16M5 15l4 4M19 15l-4 4M4 20l3-3M20 20l-3-3"/>',
    "tick": '<path d="m4 12.5 5 5L20 6.5"/>',
    "todo": '<circle cx="12" cy="12" r="8.5" stroke-dasharray="3.4 3.3"/>',
    "undo": '<path d="M8 5 4 9l4 4"/><path d="M4 9h9a6 6 0 0 1 0 12h-3"/>',
    "warning": '<path d="M12 3.5 22 20.5H2z"/><path d="M12 10v4.5M12 17.6v.01"/>',
}


@register.simple_tag
@lru_cache(maxsize=200)
def icon(name: str, css: str = "icon") -> SafeString:
    """An icon by its name, silent for screen readers: `css` is "sign" within a line of text."""
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" '
        'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">{}</svg>',
        css,
        mark_safe(ICONS[name]),
    )


class Job(NamedTuple):
    """What one comes to the site for, the route where it begins, and the first parts of the addresses it has."""

    name: str
    route: str
    parts: frozenset[str]


JOBS = (
    Job(marked("Build"), "home", frozenset({"rosters", "samples", "s", "forge", "compare", "collection"})),
    Job(marked("Check lists"), "batch", frozenset({"batch", "check", "packs", "events", "e", "seasons"})),
    Job(marked("Look up"), "rules", frozenset({"look", "rules", "armies", "magic", "terrain"})),
    Job(marked("Play"), "battles", frozenset({"battle", "b", "table", "t", "odds", "laboratory", "l"})),
    Job(marked("Print"), "print", frozenset({"print"})),
)


@register.inclusion_tag("core/_jobs.html")
def jobs(request: HttpRequest | str) -> dict[str, object]:
    """The five jobs as links; the one that the page belongs to is marked. A page of an error may know no request."""
    path = request.path if isinstance(request, HttpRequest) else "/"
    here = path.split("/")[1]
    return {"jobs": [(say(job.name), reverse(job.route), here in job.parts) for job in JOBS]}


@register.inclusion_tag("core/_languages.html")
def languages(request: HttpRequest | str) -> dict[str, object]:
    """The site's languages as links that keep one and come back; a page of an error may know no request."""
    is_asked = isinstance(request, HttpRequest)
    back = request.get_full_path() if isinstance(request, HttpRequest) and request.method in ("GET", "HEAD") else "/"
    wished = getattr(request, "language", ENGLISH) if is_asked else ENGLISH
    not_yet = "" if wished == language() else NOT_YET.get(wished, "")
    return {"languages": LANGUAGES.items(), "back": back, "wished": wished, "not_yet": not_yet}


# What a visitor keeps, by the routes of its lists.
MINE = (
    (marked("Rosters"), "rosters"),
    (marked("Models"), "collections"),
    (marked("Designs"), "designs"),
    (marked("Battles"), "battles"),
    (marked("Tables"), "tables"),
    (marked("Experiments"), "laboratory"),
    (marked("Events"), "events"),
    (marked("Event packs"), "packs"),
    (marked("Data packs"), "data-packs"),
)


@register.inclusion_tag("core/_mine.html")
def my_things(here: str, user: AbstractBaseUser | AnonymousUser) -> dict[str, object]:
    """The lists of what a visitor keeps, the one of the route `here` marked, and where they are kept."""
    lists = [(say(name), reverse(route), route == here) for name, route in MINE]
    return {"lists": lists, "user": user, "is_account": here == "account"}


@register.filter
def ago(then: datetime) -> str:
    """How long ago that was, in its largest unit, as in `3 hours ago`."""
    if timezone.now() - then < timedelta(minutes=1):
        return say("just now")
    return say("{time} ago", time=timesince(then, depth=1))
