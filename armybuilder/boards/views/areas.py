"""A board of areas as its page makes it: areas placed, borders joined, opened from a file, saved as one.

The picture that areas are placed on never comes here: the browser shows it from its owner's machine.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from armybuilder.core.forms import problem_in_words
from tabletop.boards.area_graph import AreaGraph, AreaKind, BorderKind, Terrain
from tabletop.boards.area_pictures import areas_svg, as_placed
from tabletop.boards.files import read_board
from tabletop.decoding import LARGEST_FILE, MalformedError, converted

WIDTH, HEIGHT = 1000, 700  # of the frame in which areas are placed
SWITCHES = ("capital", "port", "magic", "mercenary", "fort")
FIRST = {"id": "first", "name": "First", "terrain": "open", "at": [180, 150]}  # seen on a phone, too
BLANK = converted({"format": "muster-board/1", "kind": "areas", "areas": [FIRST]}, AreaGraph)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """The board in the form, or in the file that was sent, after what was asked; what is wrong stands beside it."""
    if request.method != "POST":
        return _shown(request, BLANK)
    upload = request.FILES.get("file")
    board = BLANK
    try:
        board = _read(upload.read(LARGEST_FILE + 1) if upload else request.POST.get("board", "").encode())
        board = board if upload else _changed(board, request.POST)
    except MalformedError as error:
        return _shown(request, board, typed=request.POST, problem=problem_in_words(error))
    if "save" not in request.POST:
        return _shown(request, board)
    disposition = f'attachment; filename="{slugify(board.name or "") or "board"}.json"'
    return HttpResponse(_written(board), "application/json", headers={"Content-Disposition": disposition})


def _read(content: bytes) -> AreaGraph:
    board = read_board(content)
    if not isinstance(board, AreaGraph):
        raise MalformedError("kind", "must be areas: this page makes no other boards")
    return board


def _written(board: AreaGraph) -> bytes:
    return msgspec.json.format(msgspec.json.encode(board), indent=2) + b"\n"


def _changed(board: AreaGraph, post: QueryDict) -> AreaGraph:
    """The board after one change: an area set or taken off, a border set or taken off, a name."""
    plain: dict[str, Any] = msgspec.to_builtins(board)
    areas, borders = plain["areas"], plain.get("borders", [])
    match post.get("do", ""):
        case "area":
            area = _area(post)
            kept = [each for each in areas if each["id"] == area["id"]]
            areas = [area if each in kept else each for each in areas] + ([] if kept else [area])
        case "off":
            gone = post.get("area", "")
            areas = [each for each in areas if each["id"] != gone]
            borders = [each for each in borders if gone not in (each["a"], each["b"])]
        case "border":
            ends = {post.get("a", ""), post.get("b", "")}
            borders = [each for each in borders if {each["a"], each["b"]} != ends]
            if (kind := post.get("type", "")) != "none":
                borders = [*borders, {"a": post.get("a", ""), "b": post.get("b", ""), "type": kind}]
        case "name":
            plain["name"] = post.get("name", "").strip() or None
    return converted(plain | {"areas": areas, "borders": borders}, AreaGraph).check()


def _area(post: QueryDict) -> dict[str, Any]:
    """An area as the form states it; its id is its name in small letters."""
    name = post.get("name", "").strip()
    area: dict[str, Any] = {"id": slugify(name), "name": name, "kind": post.get("kind", "land")}
    if not area["id"]:
        raise MalformedError("name", "must have a letter or a digit")
    if area["kind"] != AreaKind.SEA:
        area["terrain"] = post.get("terrain", "")
    if country := slugify(post.get("country", "")):
        area["country"] = country
    places = [post.get(each, "").strip() for each in ("x", "y")]
    if all(places):
        if not all(place.isdecimal() and len(place) < 6 for place in places):
            raise MalformedError("x", "must be whole numbers from the upper left corner")
        area["at"] = [int(place) for place in places]
    return area | {switch: True for switch in SWITCHES if switch in post}


def _shown(
    request: HttpRequest, board: AreaGraph, *, typed: QueryDict | None = None, problem: str = ""
) -> HttpResponse:
    placed = as_placed(board, WIDTH, HEIGHT)
    names = {area.id: area.name for area in board.areas}
    context = {
        "board": board, "text": _written(board).decode(), "typed": typed or {}, "problem": problem,
        "picture": mark_safe(areas_svg(board, board.name or "The board", where=placed)),
        "kinds": list(AreaKind), "terrains": list(Terrain), "types": list(BorderKind), "switches": SWITCHES,
        "borders": [(names[each.a], names[each.b], each.type) for each in board.borders],
    }  # fmt: skip
    return render(request, "boards/areas.html", context, status=422 if problem else 200)
