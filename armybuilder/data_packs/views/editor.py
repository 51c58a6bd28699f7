"""The page on which the tables of a data pack are typed in, with what is missing or wrong beside them."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.core.games import GAMES, game_of
from armybuilder.core.revisions import StaleError
from armybuilder.data_packs.models import OwnPack
from armybuilder.data_packs.presenters import shown_tables
from armybuilder.data_packs.services import save_data_pack
from armybuilder.data_packs.snapshots import pack_file, pack_in
from armybuilder.data_packs.views.list import data_packs
from tabletop.boards.hex import PLAIN_KINDS, HexBoard
from tabletop.boards.pictures import board_svg
from tabletop.decoding import MalformedError, converted
from tabletop.packs import GamePack, Origin, PackKind, typed_values


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """An empty pack of a game, and its page."""
    game = GAMES.get(request.POST.get("game", ""))
    if game is None or not game.pack_tables(None):
        raise Http404
    return data_packs.keep(request, game.pack_of(None, Origin(id="own", title=game.name, kind=PackKind.OWN), {}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """A pack to type into; what can't be read stays in its cell with the reason, and all else is saved."""
    row = data_packs.own_row(request, code)
    if request.method != "POST":
        return _shown(request, row)
    game, pack = game_of(row.game), pack_in(row)
    typed = request.POST.dict()
    values, problems = typed_values(game.pack_tables(pack), typed)
    try:
        version = posted_version(request.POST)
        changed = game.pack_of(pack, meta_typed(pack.meta, typed), values)
        save_data_pack(row=row, version=version, pack=changed)
    except MalformedError as error:
        return _shown(request, row, typed=typed, problems=problems, problem=problem_in_words(error))
    except StaleError:
        row.refresh_from_db()
        return _shown(request, row, typed=typed, problems=problems, stale=True)
    if problems:
        return _shown(request, row, typed={name: typed[name] for name in problems}, problems=problems)
    return redirect("data-pack", code=code)


def meta_typed(meta: Origin, typed: dict[str, str]) -> Origin:
    """What a pack says of itself, as typed; MalformedError names the field."""
    plain = {
        "id": slugify(typed.get("title", "").replace("_", "-"))[:60].strip("-") or "own",
        "title": typed.get("title", ""),
        "kind": PackKind.OWN,
        "source_note": typed.get("source_note", ""),
        "entered_by": meta.entered_by,
        "complete": "complete" in typed,
    }
    return converted(plain, Origin)


def _shown(
    request: HttpRequest,
    row: OwnPack,
    *,
    typed: dict[str, str] | None = None,
    problems: dict[str, str] | None = None,
    problem: str = "",
    stale: bool = False,
) -> HttpResponse:
    """The pack as it is, with `typed` in the cells that it names."""
    pack = pack_in(row)
    game, flaws = game_of(row.game), pack.flaws()
    context: dict[str, Any] = {
        "row": row,
        "game": game,
        "pack": pack,
        "meta": typed if typed and "title" in typed else pack.meta,
        "flaws": flaws,
        "tables": list(shown_tables(game.pack_tables(pack), flaws, typed or {}, problems or {})),
        "problems": problems,
        "problem": problem,
        "stale": stale,
        "picture": picture_of(pack),
        "kinds": PLAIN_KINDS.items(),
        "beginnings": game.beginnings(),
    }
    return render(request, "data_packs/show.html", context, status=422 if (problem or problems) and not stale else 200)


def picture_of(pack: GamePack) -> str:
    """The pack's board as it stands; empty where it has none, or none that can be drawn."""
    board = getattr(pack, "board", None)
    try:
        return mark_safe(board_svg(board.check(), "The board")) if isinstance(board, HexBoard) else ""
    except MalformedError:
        return ""


@never_cache
@require_safe
def download(request: HttpRequest, code: str) -> HttpResponse:
    row = data_packs.own_row(request, code)
    disposition = f'attachment; filename="{slugify(row.name) or "pack"}.json"'
    return HttpResponse(pack_file(row), "application/json", headers={"Content-Disposition": disposition})
