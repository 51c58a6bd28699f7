"""A board of squares as its page draws it: lines and squares pressed or typed, opened from a file, saved as one."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from armybuilder.core.forms import problem_in_words
from tabletop.boards.drawn_squares import squares_svg
from tabletop.boards.files import read_board
from tabletop.boards.walled_squares import PLAIN_KINDS, Place, SideKind, WalledSquares, turned
from tabletop.decoding import LARGEST_FILE, MalformedError, converted

NEXT_SIDE = {SideKind.OPEN: SideKind.WALL, SideKind.WALL: SideKind.DOOR, SideKind.DOOR: SideKind.OPEN}
SIGNS = tuple(PLAIN_KINDS)
MOST_ACROSS = 10  # squares of a new board
BLANK = WalledSquares(
    format="muster-board/1", rows=("+---" * 5 + "+", *("|" + " .  " * 4 + " . |", "+   " * 5 + "+") * 5)
).check()
BLANK = BLANK.changed({(2 * x + 1, 10): SideKind.WALL for x in range(5)})


class Press(Struct, frozen=True):
    """A place of the fine grid as it is pressed: what stands there, and in words what it is and will be."""

    name: str
    css: str
    words: str = ""
    sign: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """The board in the form, or in the file that was sent, with what was pressed; what is wrong stands beside it."""
    if request.method != "POST":
        return _shown(request, BLANK)
    upload = request.FILES.get("file")
    try:
        board = _read(upload.read(LARGEST_FILE + 1)) if upload else _changed(request.POST)
    except MalformedError as error:
        return _shown(request, BLANK, typed=request.POST, problem=problem_in_words(error))
    if "save" not in request.POST:
        return _shown(request, board)
    content = msgspec.json.format(msgspec.json.encode(board), indent=2) + b"\n"
    disposition = f'attachment; filename="{slugify(board.name or "") or "board"}.json"'
    return HttpResponse(content, "application/json", headers={"Content-Disposition": disposition})


def _read(content: bytes) -> WalledSquares:
    board = read_board(content)
    if not isinstance(board, WalledSquares):
        raise MalformedError("kind", "must be squares: this page draws no other boards")
    return board


def board_typed(post: QueryDict) -> WalledSquares:
    """The board in a form; MalformedError names the line or the field that can't be."""
    lines = [line.rstrip() for line in post.get("rows", "").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    plain = {"format": "muster-board/1", "kind": "squares", "rows": lines, "wrap": "wrap" in post}
    if name := post.get("name", "").strip():
        plain["name"] = name
    return converted(plain, WalledSquares).check()


def _changed(post: QueryDict) -> WalledSquares:
    """The board in a form after what was pressed there: a place, a turn, or a new board."""
    if "new" in post:
        return _new(post)
    board = board_typed(post)
    if "turn" in post:
        return turned(board, 1)
    pressed = post.get("press", "")
    if not pressed:
        return board
    x, _, y = pressed.partition("-")
    if not (x.isdecimal() and y.isdecimal() and len(pressed) < 8):
        raise MalformedError("press", "must be a place of the board")
    return _pressed(board, (int(x), int(y)))


def _pressed(board: WalledSquares, place: Place) -> WalledSquares:
    x, y = place
    if x > 2 * board.width or y > 2 * board.height or (x % 2 == 0 and y % 2 == 0):
        raise MalformedError("press", "must be a line or a square of the board")
    if x % 2 and y % 2:
        square = (y // 2, x // 2)
        signs = tuple(board.meanings)
        now = board.signs.get(square, SIGNS[-1])
        return board.changed({}, {square: signs[(signs.index(now) + 1) % len(signs)]})
    return board.changed({place: NEXT_SIDE[board.side_at(place)]})


def _new(post: QueryDict) -> WalledSquares:
    sizes = [post.get(name, "") for name in ("height", "width")]
    if not all(size.isdecimal() and 0 < int(size[:4]) <= MOST_ACROSS for size in sizes):
        raise MalformedError("width", f"must be 1 to {MOST_ACROSS} squares")
    height, width = map(int, sizes)
    rows = ("+" + "---+" * width, *("|" + " .  " * (width - 1) + " . |", "+" + "   +" * width) * height)
    board = WalledSquares(format="muster-board/1", rows=rows, name=post.get("name", "").strip() or None).check()
    return board.changed({(2 * x + 1, 2 * height): SideKind.WALL for x in range(width)})


def _grid(board: WalledSquares) -> list[list[Press]]:
    return [list(_row(board, y)) for y in range(2 * board.height + 1)]


def _row(board: WalledSquares, y: int) -> Iterator[Press]:
    for x in range(2 * board.width + 1):
        if x % 2 == 0 and y % 2 == 0:
            yield Press("", "s-corner" + (" s-column" if (x, y) in board.columns else ""))
        elif x % 2 and y % 2:
            square = (y // 2, x // 2)
            sign = board.signs.get(square, "")
            kind = board.meanings[sign].name if sign else "nothing"
            words = f"Square {square[0]},{square[1]}: {kind.lower()}"
            yield Press(f"{x}-{y}", "s-square", words, "" if sign == "." else sign)
        else:
            kind = board.side_at((x, y))
            yield Press(f"{x}-{y}", f"s-{'upright' if y % 2 else 'across'} s-{kind}", _line_in_words(board, x, y, kind))


def _line_in_words(board: WalledSquares, x: int, y: int, kind: SideKind) -> str:
    beside = ((y // 2, x // 2 - 1), (y // 2, x // 2)) if y % 2 else ((y // 2 - 1, x // 2), (y // 2, x // 2))
    there = [f"{row},{column}" for row, column in beside if (row, column) in board.signs]
    where = f"between {' and '.join(there)}" if len(there) == 2 else f"edge of {there[0]}" if there else "outside"
    return f"Line {where}: {kind}"


def _shown(
    request: HttpRequest, board: WalledSquares, *, typed: QueryDict | None = None, problem: str = ""
) -> HttpResponse:
    fields = {"name": board.name or "", "rows": "\n".join(board.rows), "wrap": board.wrap}
    if typed is not None and "rows" in typed:
        fields = {"name": typed.get("name", ""), "rows": typed.get("rows", ""), "wrap": "wrap" in typed}
    context = {
        "fields": fields,
        "grid": [] if problem else _grid(board),
        "kinds": board.meanings.items(),
        "picture": "" if problem else mark_safe(squares_svg(board, board.name or "The board")),
        "problem": problem,
        "height": board.height,
        "width": board.width,
        "is_square": board.height == board.width and not board.portals,
    }
    return render(request, "boards/squares.html", context, status=422 if problem else 200)
