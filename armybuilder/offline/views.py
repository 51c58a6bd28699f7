"""What a browser fetches to go on without a network, the same for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.offline.presenters import look_up_file as written_look_up

PAPER, INK = "#faf6ec", "#8a2a1c"  # of the icons
ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with the addresses of the files that it begins with; browsers look for a newer one."""
    answer = render(request, "offline/worker.js", content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a browser needs to install the site: its name, its icons, and where it begins."""
    icons = [
        {"src": static(f"armybuilder/icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for name, use in ICONS
        for size in (name.removeprefix("maskable-"),)
    ]
    drawn = {"src": static("armybuilder/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    contents = {
        "id": "/",
        "name": "Muster",
        "short_name": "Muster",
        "description": "Armies of Armies of Arcana, built, checked, printed and played.",
        "start_url": reverse("start"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [drawn, *icons],
    }
    return JsonResponse(contents, content_type="application/manifest+json")


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Where an installed site begins: the worker leads to what was open last, without one it is the home page."""
    return redirect("home")


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What is kept on this device, filled in by the browser; also what a page that isn't kept is answered with."""
    return render(request, "offline/show.html")


@require_safe
@cache_control(no_cache=True)
def look_up_file(request: HttpRequest) -> HttpResponse:
    return HttpResponse(written_look_up(), content_type="application/json")
