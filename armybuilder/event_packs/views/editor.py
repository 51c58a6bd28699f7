"""The form in which a pack is made and changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import posted_version
from armybuilder.event_packs.models import Pack as Row
from armybuilder.event_packs.presenters.form import PackForm, fields_of, lists_of
from armybuilder.event_packs.services import StaleError, save_pack
from armybuilder.event_packs.snapshots import pack_in
from armybuilder.event_packs.views.list import packs
from tabletop.arcana.army.event_pack import Pack
from tabletop.decoding import MalformedError

BLANK = fields_of(Pack(format="muster-pack/1", name="Unnamed")) | {"name": ""}


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Ask what the pack changes, starting from the book's figures."""
    if request.method != "POST":
        return _shown(request, PackForm(current_catalogue(), initial=BLANK))
    form = PackForm(current_catalogue(), request.POST)
    return packs.keep(request, form.pack) if form.is_valid() else _shown(request, form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    row = packs.own_row(request, code)
    if request.method != "POST":
        pack = pack_in(row)
        return _shown(request, PackForm(current_catalogue(), initial=fields_of(pack), own=pack.lists), row=row)
    form = PackForm(current_catalogue(), request.POST, own=pack_in(row).lists)
    if not form.is_valid():
        return _shown(request, form, row=row, version=request.POST.get("version", ""))
    return _saved(request, row, form)


def _saved(request: HttpRequest, row: Row, form: PackForm) -> HttpResponse:
    """The pack as it is now; on an older version nothing is saved, and saving once more replaces the newer one."""
    try:
        version = posted_version(request.POST)
    except MalformedError as error:
        form.add_error(None, f"Version: {error.reason}.")
        return _shown(request, form, row=row)
    try:
        save_pack(row=row, version=version, pack=form.pack)
    except StaleError as stale:
        return _shown(request, form, row=row, version=str(stale.current.version), stale=True)
    return redirect("pack", code=row.code)


def _shown(request: HttpRequest, form: PackForm, **more: Any) -> HttpResponse:
    return render(request, "event_packs/form.html", more | {"form": form, "lists": list(lists_of(form))})
