"""The list of a visitor's packs, and everybody's packs by their links."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.event_packs import queries, services
from armybuilder.event_packs.models import Pack as Row
from armybuilder.event_packs.presenters.trials import trials_of
from armybuilder.event_packs.snapshots import pack_in
from tabletop.arcana.army.event_pack import read_pack, write_pack
from tabletop.arcana.army.rules.differences import compare_rules, sizes_in_words

packs = KeptViews(
    kind=Row,
    page="pack",
    index="packs",
    open_template="event_packs/open.html",
    read_file=read_pack,
    create_row=lambda visitor, pack: services.create_pack(visitor=visitor, pack=pack),
)


def any_row(code: str) -> Row:
    """The pack with this code, whoever made it."""
    return get_object_or_404(queries.packs(), code=code)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    listed = [(row, pack_in(row)) for row in queries.packs_of(visitor_of(request))]
    deleted = packs.just_deleted(request)
    return render(request, "event_packs/index.html", {"listed": listed, "deleted": deleted})


@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """A pack for anybody who has its link: its rules beside the book's, and the sample armies under it."""
    row, catalogue = any_row(code), current_catalogue()
    pack = pack_in(row)
    rules = compare_rules(pack, catalogue)
    context = {
        "row": row,
        "pack": pack,
        "mine": row.visitor == visitor_of(request),
        "link": request.build_absolute_uri(request.path),
        "rules": rules,
        "differences": [rule for rule in rules if rule.differs],
        "trials": trials_of(pack, catalogue),
        "sizes": sizes_in_words(pack),
    }
    return render(request, "event_packs/show.html", context)


@never_cache
@require_safe
def pack_file(request: HttpRequest, code: str) -> HttpResponse:
    pack = pack_in(any_row(code))
    disposition = f'attachment; filename="{slugify(pack.name) or "pack"}.json"'
    return HttpResponse(write_pack(pack), "application/json", headers={"Content-Disposition": disposition})


@require_POST
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Anybody may go on from somebody's pack."""
    row = services.copy_pack(row=any_row(code), visitor=ensure_visitor(request))
    return redirect("edit-pack", code=row.code)
