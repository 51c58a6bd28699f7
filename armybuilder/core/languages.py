"""The language of a page: the reader's, where the whole page speaks it, else English.

A reader's language is that of the address (`?lang=de`, for this page alone), else the one that was chosen at the foot
of a page, which the browser keeps in a cookie, else what the browser says it reads. A link that somebody shares has
none of the first, so that it opens in the language of whoever opens it. Programs, commands and files get English.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from tabletop.languages import ENGLISH, filled_in, language, set_language, spoken

# The site's languages by their codes, each by its own name.
LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
# What a page says that isn't translated yet, in the language of whoever wished for it.
NOT_YET = {
    "de": "Diese Seite gibt es bisher nur auf Englisch.",
    "fr": "Cette page n'existe pour l'instant qu'en anglais.",
    "es": "Por ahora esta página solo está en inglés.",
}
# The routes whose pages have been translated whole; others are English for everybody. CONTRIBUTING.md says how one gets
# in here, and `tests/words/` holds that nothing on them is left in English.
TRANSLATED = frozenset(
    (
        "home",
        "rosters",
        "new-roster",
        "roster",
        "edit-roster",
        "undo-roster",
        "redo-roster",
        "repair-roster",
        "deleted-rosters",
        "sample",
        "shared",
    )
)


GAMES_TRANSLATED = frozenset(("arcana",))
COOKIE = "language"
KEPT_FOR = 365 * 24 * 60 * 60  # seconds


class LanguageMiddleware:
    """Lets each page speak, and says so in its headers; `request.language` is the reader's code, `en` or `de`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with spoken(ENGLISH), translation.override(settings.LANGUAGE_CODE):
            request.language = wished(request)  # type: ignore[attr-defined]
            response = self.get_response(request)
            if _is_translated(request):
                response.headers["Content-Language"] = translation.get_language()
                patch_vary_headers(response, ("Accept-Language", "Cookie"))
            return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        if _is_translated(request):
            speak(request.language)  # type: ignore[attr-defined]


def say(sentence: str, /, **filled: str | int | Decimal) -> str:
    """The site's own sentence in the reader's language; `tabletop.languages.say` is the door for the games'."""
    # Hundreds stand on a page, and Django looks for an English one in six catalogues.
    return filled_in(sentence if language() == ENGLISH else translation.gettext(sentence), filled)


def say_counted(one: str, many: str, count: int, /, **filled: str | int | Decimal) -> str:
    """As `say`, by the language's own plural for so many; `{count}` is filled in."""
    return filled_in(translation.ngettext(one, many, count), {"count": count, **filled})


def _is_translated(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.url_name in TRANSLATED


def wished(request: HttpRequest) -> str:
    """The reader's language among those that the site has."""
    for code in (request.GET.get("lang", ""), request.COOKIES.get(COOKIE, "")):
        if code in LANGUAGES:
            return code
    return translation.get_language_from_request(request).partition("-")[0]


def speak(code: str) -> None:
    """The rest of this request is worded in a language."""
    set_language(code)
    translation.activate(settings.LANGUAGE_CODE if code == ENGLISH else code)


def speak_of(game: str) -> None:
    """The rest of this request is in English if that's all that a game's rosters are worded in."""
    if game not in GAMES_TRANSLATED:
        speak(ENGLISH)


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Keep a language in the browser, and go back to the page where it was chosen."""
    code, back = request.GET.get("to", ""), request.GET.get("next", "")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    response = redirect(back if is_here else "home")
    if code in LANGUAGES:
        response.set_cookie(COOKIE, code, max_age=KEPT_FOR, secure=settings.SECURE, httponly=True, samesite="Lax")
    return response
