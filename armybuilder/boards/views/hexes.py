"""A board of hexes as its page draws it: typed or painted, opened from a file, saved as one."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from armybuilder.core.forms import problem_in_words
from tabletop.boards.hex import HexBoard, Layout, read_board
from tabletop.boards.pictures import board_svg
from tabletop.decoding import LARGEST_FILE, MalformedError, converted

LAYOUTS = (
    (Layout.ODD_ROWS, "Odd rows half a hex to the right"),
    (Layout.ODD_COLUMNS, "Odd columns half a hex down"),
    (Layout.AXIAL, "Each row half a hex further"),
)
REST = ("kinds", "side_kinds", "sides")  # what the form takes as the file writes it
BLANK = HexBoard(format="muster-board/1", layout=Layout.ODD_ROWS, rows=(". . . . . . . .",) * 6).check()


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """The board in the form, or in the file that was sent; what is wrong with it stands beside its rows."""
    if request.method != "POST":
        return _shown(request, BLANK)
    upload = request.FILES.get("file")
    try:
        board = read_board(upload.read(LARGEST_FILE + 1)) if upload else board_typed(request.POST)
    except MalformedError as error:
        return _shown(request, BLANK, typed=request.POST, problem=problem_in_words(error))
    if "save" not in request.POST:
        return _shown(request, board)
    content = msgspec.json.format(msgspec.json.encode(board), indent=2) + b"\n"
    disposition = f'attachment; filename="{slugify(board.name or "") or "board"}.json"'
    return HttpResponse(content, "application/json", headers={"Content-Disposition": disposition})


def board_typed(post: QueryDict) -> HexBoard:
    """The board in a form, with what its file says of kinds and edges; MalformedError names the row or the field."""
    rows = [line.strip() for line in post.get("rows", "").splitlines() if line.strip()]
    plain: dict[str, Any] = {"format": "muster-board/1", "kind": "hex", "layout": post.get("layout", ""), "rows": rows}
    if name := post.get("name", "").strip():
        plain["name"] = name
    if rest := post.get("rest", "").strip():
        plain |= rest_typed(rest)
    return converted(plain, HexBoard).check()


def rest_typed(text: str) -> dict[str, Any]:
    """Kinds of hexes and of edges as the board's file writes them; MalformedError where it isn't an object."""
    try:
        rest = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedError("rest", "must be an object with kinds, side_kinds or sides") from error
    return {field: rest[field] for field in REST if field in rest}


def _shown(request: HttpRequest, board: HexBoard, *, typed: QueryDict | None = None, problem: str = "") -> HttpResponse:
    rest = {field: value for field, value in msgspec.to_builtins(board).items() if field in REST}
    fields = {
        "name": board.name or "",
        "layout": board.layout,
        "rows": "\n".join(board.rows),
        "rest": msgspec.json.format(msgspec.json.encode(rest), indent=2).decode() if rest else "",
    }
    if typed is not None and "rows" in typed:
        fields |= {name: typed.get(name, "") for name in fields}
    context = {
        "fields": fields,
        "layouts": LAYOUTS,
        "kinds": board.meanings.items(),
        "picture": "" if problem else mark_safe(board_svg(board, board.name or "The board")),
        "problem": problem,
    }
    return render(request, "boards/edit.html", context, status=422 if problem else 200)
