"""An event as one line of JSON: the same bytes for the same event, and back, strictly.

Each line ends with `prev`, the SHA-256 of the line before it, so that a log is a chain that `sha256sum` can follow.
No fact has floats, which other programs write in other ways: inches are whole numbers of a small unit, or text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct, inspect

from tabletop.battle.events import Actor, Clock, Event, RoomFact, Throw, Word
from tabletop.decoding import MalformedError, allowing, malformed
from tabletop.values import Value

WRITER = msgspec.json.Encoder(order="deterministic")
MOMENT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$(?!\n)"
Moment = Annotated[str, Meta(pattern=MOMENT, extra=allowing("a time as 2026-11-23T19:30:05Z"))]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", extra=allowing("64 hexadecimal digits"))]

Fields = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class EventLine(Value, frozen=True, kw_only=True):
    """An event as it stands in a `muster-battle/1` file; `data` are the fields of its fact."""

    seq: Annotated[int, Meta(ge=1)]
    id: Word
    at: Moment
    by: Actor
    turn: Annotated[int, Meta(ge=0)] = 0
    phase: Word = ""
    step: Word = ""
    side: Word = ""
    cause: Word
    kind: Word
    version: Annotated[int, Meta(ge=1)]
    rules: tuple[Word, ...] = ()
    dice: tuple[Throw, ...] = ()
    data: Fields
    prev: Digest


LINE = msgspec.json.Decoder(EventLine)


def digest_of(line: bytes) -> str:
    """SHA-256 of a line without its end, as 64 hexadecimal digits."""
    return hashlib.sha256(line).hexdigest()


def written_line(event: Event[Any], prev: str) -> bytes:
    """The event's canonical bytes, without the end of the line."""
    tag = type(event.fact).__struct_config__.tag
    kind, _, version = tag.partition(".")
    fields = WRITER.encode(event.fact)[len(_start(tag)) :].removeprefix(b",")
    clock = event.clock
    line = EventLine(
        seq=event.seq,
        id=event.id,
        at=event.at,
        by=event.by,
        turn=clock.turn,
        phase=clock.phase,
        step=clock.step,
        side=clock.side,
        cause=event.cause,
        kind=kind,
        version=int(version or 1),
        rules=event.rules,
        dice=event.dice,
        data=Raw(b"{" + fields),
        prev=prev,
    )
    return WRITER.encode(line)


def read_line(line: bytes, facts: Any) -> tuple[Event[Any], str]:
    """The event in a line, and the digest that it names.

    MalformedError for what isn't one, for a kind that the game doesn't have, and for a version newer than it has.
    """
    try:
        read = LINE.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error, EventLine) from error
    try:
        datetime.fromisoformat(read.at)
    except ValueError:
        raise MalformedError("at", "is no time that there is") from None
    clock = Clock(read.turn, read.phase, read.step, read.side)
    event = Event(
        seq=read.seq,
        id=read.id,
        at=read.at,
        by=read.by,
        clock=clock,
        cause=read.cause,
        rules=read.rules,
        dice=read.dice,
        fact=_fact(read, facts_of(facts)),
    )
    return event, read.prev


class Facts(Struct, frozen=True):
    """A game's kinds of facts with those of every battle, and what reads them."""

    tags: frozenset[str]
    decoder: msgspec.json.Decoder[Any]


@lru_cache(maxsize=8)
def facts_of(facts: Any) -> Facts:
    """What reads a game's facts; TypeError where one of them may hold a float."""
    shapes = _shapes(inspect.type_info(facts | RoomFact))
    structs = [shape for shape in shapes if isinstance(shape, inspect.StructType) and shape.tag_field == "kind"]
    return Facts(frozenset(str(shape.tag) for shape in structs), msgspec.json.Decoder(facts | RoomFact))


def _fact(line: EventLine, facts: Facts) -> Any:
    tag = line.kind if line.version == 1 else f"{line.kind}.{line.version}"
    if tag not in facts.tags:
        known = any(name.partition(".")[0] == line.kind for name in facts.tags)
        newer = f"there is no version {line.version} of {line.kind} here; this comes from a newer program"
        raise MalformedError("kind", newer if known else f"there is no event “{line.kind}” in this game")
    fields = bytes(line.data).removeprefix(b"{")
    content = _start(tag) + (b"" if fields == b"}" else b",") + fields
    try:
        return facts.decoder.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        complaint = malformed(error)
        raise MalformedError(f"data.{complaint.field}".rstrip("."), complaint.reason) from error


def _start(tag: str) -> bytes:
    """How the JSON of a fact of this kind begins."""
    return b'{"kind":"%s"' % tag.encode()


def _shapes(shape: inspect.Type, seen: frozenset[type] = frozenset()) -> Iterator[inspect.Type]:
    """The structs in a type; TypeError for a float."""
    if isinstance(shape, inspect.FloatType):
        raise TypeError("facts have no floats: other programs write them in other ways")
    inner: list[inspect.Type] = []
    match shape:
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            yield shape
            seen, inner = seen | {cls}, [field.type for field in fields]
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            inner = list(types)
        case inspect.CollectionType(item_type=item):
            inner = [item]
        case inspect.DictType(key_type=key, value_type=value):
            inner = [key, value]
        case inspect.Metadata(type=of):
            inner = [of]
    for part in inner:
        yield from _shapes(part, seen)
