"""A line that buys something: models and characters with what belongs to them, and what a player says they cost.

A name may have `with`, `and` or a comma in it, so every beginning of a line that ends at a separator is looked up, and
the rest read as what was bought. The reading that leaves the least unread wins, then the likeliest name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.roster import MOST_MODELS, Character, Models
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.formats.mail.amounts import Amounts, amounts_of
from tabletop.arcana.formats.mail.extras import RIDING, SCHOOLS, Bought, Piece, pieces_of, read_extra, with_extra
from tabletop.arcana.formats.mail.likeness import FIGHTING, MARGIN, PRICED, RIDDEN, ArmyRows, Likeness, chosen
from tabletop.arcana.formats.mail.wording import WORD, words_of
from tabletop.arcana.formats.naming import name_key
from tabletop.rosters.reading import MOST_LIKELY
from tabletop.work import go_on

ALONE = frozenset({Section.MONSTERS, Section.VEHICLES, Section.WAR_MACHINES})
LARGEST_GUESS = 60  # more models than that are a price
LONGEST_ROW = 300
MOST_PIECES = 12

Part = Models | Character


class ReadRow(Struct, frozen=True, kw_only=True):
    """What a line buys: parts of one unit, `units` times; `unread` are its pieces that mean nothing."""

    parts: tuple[Part, ...]
    exact: bool
    percent: float
    units: int = 1
    infiltrating: bool = False
    unread: tuple[str, ...] = ()
    says: int | None = None

    @property
    def rank(self) -> tuple[int, float, bool]:
        return (-len(self.unread), self.percent, self.exact)


def read_row(text: str, rows: ArmyRows) -> ReadRow | None:
    """What a line buys; None where its name names nothing, or several things alike."""
    if len(text) > LONGEST_ROW or (text.endswith(":") and not text[:1].isdecimal()):
        return None
    go_on()
    amounts = amounts_of(text)
    options = list(_options(amounts, rows))
    if not options and ": " in text:  # “General: Orc Chieftain”
        labelled = read_row(text.partition(": ")[2], rows)
        return replace(labelled, exact=False) if labelled else None
    return max(options, key=lambda option: option.rank, default=None)


def heads_of(text: str) -> list[str]:
    """Each beginning of a line that may be a name, without its numbers."""
    return [] if len(text) > LONGEST_ROW else [head for head, _ in _heads(amounts_of(text).words)]


def likely_rows(text: str, rows: ArmyRows) -> tuple[str, ...]:
    """Lines that a line may stand for, the likeliest first, each as it would be read exactly."""
    if len(text) > LONGEST_ROW:
        return ()
    go_on()
    amounts = amounts_of(text)
    heads = [head for head, _ in _heads(amounts.words)]
    likely = sorted((like for head in heads for like in rows.likely(head, FIGHTING)), key=lambda like: -like.percent)
    lines = dict.fromkeys(_as_line(like.row, amounts) for like in likely)
    return tuple(lines)[:MOST_LIKELY]


def _as_line(row: Row, amounts: Amounts) -> str:
    if row.section == Section.CHARACTERS:
        return row.name
    return f"{_models_count(row, amounts) or 1} {row.name}"


def _options(amounts: Amounts, rows: ArmyRows) -> Iterator[ReadRow]:
    sure: set[str] = set()  # profiles that a beginning names by their own words: more words are something else
    for head, rest in _heads(amounts.words):
        like = _named(head, amounts, rows)
        if like and like.exact:
            sure.add(like.row.slug)
        elif like and like.row.slug in sure:
            continue
        if like and (start := _begun(like, amounts, head)):
            read = _finished(start, rest, rows)
            if not read.unread or rest[0].joined:
                yield read
    if school_read := _school_first(amounts, rows):
        yield school_read


def _heads(text: str) -> Iterator[tuple[str, Sequence[Piece]]]:
    """Each beginning of a line that may be a name, and the pieces after it."""
    pieces = pieces_of(text)[:MOST_PIECES]
    for number, piece in enumerate(pieces, 1):
        yield text[: piece.end].strip(), pieces[number:]
    if pieces:
        words = pieces[0].words.split()
        for count in range(len(words) - 1, 0, -1):
            loose = Piece("", " ".join(words[count:]), 0, 0, joined=False)
            yield " ".join(words[:count]), [loose, *pieces[1:]]


def _named(head: str, amounts: Amounts, rows: ArmyRows) -> Likeness | None:
    """The profile of a name; of several that are as likely, the one that the stated price is of."""
    likely = rows.likely(head, FIGHTING)
    if like := chosen(likely):
        return like
    near = [like for like in likely if like.percent >= max(PRICED, likely[0].percent - 2 * MARGIN)]
    priced = [like for like in near if _costs_as_said(like.row, amounts)]
    return priced[0] if len(priced) == 1 else None


def _costs_as_said(row: Row, amounts: Amounts) -> bool:
    count = 1 if row.section == Section.CHARACTERS else amounts.count
    return amounts.each == row.points or (count is not None and amounts.price == row.points * count)


def _begun(like: Likeness, amounts: Amounts, head: str) -> ReadRow | None:
    """The named models or characters without what was bought for them; None where nobody says how many."""
    row = like.row
    if row.section == Section.CHARACTERS:
        count = amounts.count or 1
        leaders = (Character(ref="", profile=row.slug),) * min(count, 20)
        says = _said(amounts, count)
        return ReadRow(
            parts=leaders, exact=like.exact and len(leaders) == 1, percent=like.percent, units=amounts.units, says=says
        )
    says_a_number = bool(amounts.count or amounts.price or amounts.each or amounts.loose)
    if not (like.exact or says_a_number):
        return None  # a word alone that is only like a name is likelier no name at all
    models_count = _models_count(row, amounts) or _lone_count(row, amounts, head)
    if models_count is None or not 1 <= models_count <= MOST_MODELS:
        return None
    says = _said(amounts, models_count)
    exact = like.exact and amounts.count is not None and amounts.units == 1
    models = Models(profile=row.slug, count=models_count)
    return ReadRow(parts=(models,), exact=exact, percent=like.percent, units=amounts.units, says=says)


def _models_count(row: Row, amounts: Amounts) -> int | None:
    """How many models a line says; a number alone is taken for a count or a price by its size."""
    if amounts.count is not None:
        return amounts.count
    counts = [number for number in amounts.loose if 0 < number <= LARGEST_GUESS and number != row.points]
    if counts and (row.section not in ALONE or len(amounts.loose) > 1 or counts[0] < row.points):
        return counts[0]
    return 1 if row.section in ALONE else None


def _lone_count(row: Row, amounts: Amounts, head: str) -> int | None:
    """One where the name is written in the singular, unless the price is that of several."""
    said = amounts.price if amounts.price is not None else (amounts.loose[-1] if amounts.loose else 0)
    several = said > row.points and said % row.points == 0
    return 1 if words_of(head) == tuple(WORD.findall(name_key(head))) and not several else None


def _said(amounts: Amounts, count: int) -> int | None:
    """What the player says that the line costs."""
    if amounts.price is not None:
        return amounts.price
    if amounts.count is None and amounts.loose and amounts.loose[-1] != count:
        return amounts.loose[-1]
    return amounts.each * count if amounts.each is not None else None


def _finished(start: ReadRow, rest: Sequence[Piece], rows: ArmyRows) -> ReadRow:
    """The reading with its other pieces read, those that mean nothing in `unread`."""
    read, left = start, list(rest)
    while left:
        piece = left.pop(0)
        whole = replace(piece, words=f"{piece.words}, {left[0].words}") if left and piece.joint in RIDING else piece
        if whole is not piece and rows.names_exactly(whole.words, RIDDEN):
            piece = whole
            left.pop(0)
        read = _with_piece(read, piece, rows)
    return read


def _with_piece(read: ReadRow, piece: Piece, rows: ArmyRows) -> ReadRow:
    last = read.parts[-1]
    extra = read_extra(piece, rows, for_character=isinstance(last, Character))
    if extra and extra.kind == Bought.INFILTRATING:
        return replace(read, infiltrating=True)
    if extra and (part := with_extra(last, extra)):
        return replace(read, parts=(*read.parts[:-1], part), exact=read.exact and extra.exact)
    if more := _another(piece, rows) if piece.joined else None:
        return replace(
            read,
            parts=(*read.parts, *more.parts),
            exact=read.exact and more.exact,
            percent=min(read.percent, more.percent),
        )
    return replace(read, unread=(*read.unread, piece.words), exact=False)


def _another(piece: Piece, rows: ArmyRows) -> ReadRow | None:
    """Other models or a character of the same unit."""
    amounts = amounts_of(piece.words)
    like = _named(amounts.words, amounts, rows)
    if like is None or (like.row.section != Section.CHARACTERS and amounts.count is None):
        return None
    return _begun(like, amounts, amounts.words)


def _school_first(amounts: Amounts, rows: ArmyRows) -> ReadRow | None:
    """`Earth Wizard`: the school before its caster."""
    words = amounts.words.split()
    schools = [word for word in words if word.lower() in SCHOOLS]
    if len(schools) != 1 or len(words) < 2 or "of" in words:
        return None
    named = " ".join(word for word in words if word not in schools)
    likely = [like for like in rows.likely(named, FIGHTING) if like.row.spellcaster]
    like = chosen(tuple(likely))
    start = _begun(like, amounts, named) if like else None
    if like is None or start is None or not isinstance(start.parts[0], Character):
        return None
    leader = replace(start.parts[0], school=School(schools[0].lower()))
    return replace(start, parts=(leader,), exact=False)


def read_more(text: str, part: Part, rows: ArmyRows) -> ReadRow | None:
    """The part that the line above has ended with, and what this line buys for it; None where it buys nothing."""
    if len(text) > LONGEST_ROW:
        return None
    go_on()
    amounts = amounts_of(text)
    said = amounts.price if amounts.price is not None else (amounts.loose[-1] if amounts.loose else None)
    pieces = pieces_of(f"{amounts.count} {amounts.words}" if amounts.count else amounts.words)
    read = ReadRow(parts=(part,), exact=True, percent=100.0, says=said)
    for piece in pieces:
        read = _with_piece(read, piece, rows)
    return None if read.unread or not pieces or len(read.parts) > 1 else read
