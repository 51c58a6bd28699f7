"""Agreed changes carried out: the piece that is rolled again finds a place among the others, the one moved stays on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.arcana.terrain.agreed import Change, Move, Reroll
from tabletop.arcana.terrain.board import Board
from tabletop.arcana.terrain.charts import Chart
from tabletop.arcana.terrain.laying import laid_out
from tabletop.arcana.terrain.outlines import INCH
from tabletop.arcana.terrain.pieces import LaidPiece, piece, turn_cut
from tabletop.arcana.terrain.rolling import COURSE, Rolled, roll_pieces
from tabletop.decoding import MalformedError
from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import box

Pieces = tuple[LaidPiece, ...]


def apply_change(pieces: Pieces, change: Change, chart: Chart, board: Board, chance: Chance) -> Pieces:
    """The pieces after a change; MalformedError, its field beginning with a dot, where it can't be made."""
    subject = next((piece for piece in pieces if piece.ref == change.ref), None)
    if subject is None:
        raise MalformedError(".ref", f"there is no piece “{change.ref}”")
    if isinstance(change, Reroll):
        return _rerolled(pieces, subject, chart, board, chance)
    there = _moved(subject, change, board)
    return tuple(there if piece is subject else piece for piece in pieces)


def _moved(subject: LaidPiece, change: Move, board: Board) -> LaidPiece:
    """As near to where it is asked to be as the table's edges let it; rivers and streams keep both their ends there."""
    if subject.is_band and change.turn:
        raise MalformedError(".turn", "a river or stream runs from edge to edge and can't be turned")
    left, low, right, high = box(turn_cut(subject.cut, change.turn).ring)
    least, most = (-left, -low), (board.size[0] - right, board.size[1] - high)
    if least[0] > most[0] or least[1] > most[1]:
        raise MalformedError(".turn", "turned like that it is longer than the table")
    x, y = round(change.x * INCH), round(change.y * INCH)
    place = min(max(x, least[0]), most[0]), min(max(y, least[1]), most[1])
    return replace(subject, place=place, turn=change.turn)


def _rerolled(pieces: Pieces, subject: LaidPiece, chart: Chart, board: Board, chance: Chance) -> Pieces:
    """What counted as two pieces brings two; where they find no room, all but rivers and streams is laid anew."""
    others = tuple(piece for piece in pieces if piece is not subject)
    fresh = _rolls(subject, others, chart, chance)
    refs = (subject.ref, *_free_refs(pieces))
    new = _among(list(zip(refs, fresh, strict=False)), others, board, chance)
    if new is not None:
        return _sorted((*others, *new))
    bands = tuple(piece for piece in others if piece.is_band)
    again = [(piece.ref, piece.rolled) for piece in others if not piece.is_band]
    new = _among([*zip(refs, fresh, strict=False), *again], bands, board, chance)
    if new is None:
        raise MalformedError("", f"{fresh[0].feature.name} finds no room on this table")
    return _sorted((*bands, *new))


def _rolls(subject: LaidPiece, others: Pieces, chart: Chart, chance: Chance) -> list[Rolled]:
    old = subject.rolled
    has_course = any(COURSE in piece.rolled.results for piece in others)
    sides = (old.placed_by,) if old.placed_by else ()
    first, *more = roll_pieces(chart, old.feature.counts_as, sides, chance, has_course=has_course)
    return [replace(first, rerolled=(*old.rerolled, old.roll, *first.rerolled)), *more]


def _free_refs(pieces: Pieces) -> tuple[str, ...]:
    return (f"t{max(int(piece.ref[1:]) for piece in pieces) + 1}",)


def _among(
    fresh: Sequence[tuple[str, Rolled]], others: Pieces, board: Board, chance: Chance
) -> tuple[LaidPiece, ...] | None:
    """New pieces between those that stay; None where they find no room."""
    taken = tuple(piece.box for piece in others)
    course = next((_axis(piece, board) for piece in others if piece.is_band), None)
    layout = laid_out([rolled for _, rolled in fresh], replace(board, taken=taken, course=course), chance)
    if layout is None:
        return None
    return tuple(piece(ref, rolled, laid) for (ref, rolled), laid in zip(fresh, layout, strict=True))


def _axis(band: LaidPiece, board: Board) -> int:
    left, _, right, _ = band.box
    return 0 if (left, right) == (0, board.size[0]) else 1


def _sorted(pieces: Pieces) -> Pieces:
    return tuple(sorted(pieces, key=lambda piece: int(piece.ref[1:])))
