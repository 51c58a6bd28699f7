"""Files and requests read strictly into values, and the one error that names the field that can't be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

import msgspec
from msgspec import inspect

from tabletop.spelling import closest_word

Decoded = TypeVar("Decoded")

LARGEST_FILE = 1_000_000  # bytes of a file that states choices
NAMED_FIELD = re.compile(r"(?:missing required|unknown) field `([^`]*)`|^(base) must be")
NO_CHOICE = re.compile(r"Invalid (?:enum )?value (.+)")
STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
KEY = "key"  # the decoder's word for a wrong key of a mapping


class MalformedError(ValueError):
    """Input that can't be read as what it claims to be; `field` names the place, as in `units[0].models[1].count`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


def decoded(content: bytes | str, kind: type[Decoded], *, most: int | None = None, what: str = "file") -> Decoded:
    """A value from its JSON of at most so many bytes; MalformedError names the first wrong field."""
    if most is not None and len(content) > most:
        raise MalformedError("", f"the {what} is larger than {most:,} bytes")
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise malformed(error, kind, _plain(content)) from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error


@overload
def converted(plain: Any, kind: type[Decoded], *, strict: bool = True) -> Decoded: ...
@overload
def converted(plain: Any, kind: Any, *, strict: bool = True) -> Any: ...
def converted(plain: Any, kind: Any, *, strict: bool = True) -> Any:
    """A value from plain values, texts of a form if not `strict`; MalformedError names the first wrong field."""
    try:
        return msgspec.convert(plain, kind, strict=strict)
    except (msgspec.ValidationError, RecursionError) as error:
        raise malformed(error, kind, plain) from error


def malformed(error: Exception, kind: Any = None, plain: Any = None) -> MalformedError:
    """The decoder's complaint as a MalformedError: `Expected int - at $.units[0].count` names `units[0].count`.

    A value that is none of a closed set is told the set, and the one that was probably meant: for this the complaint
    must come with the kind that was asked for and the plain values that were read.
    """
    reason, _, path = str(error).partition(" - at `")
    place = path.rstrip("`").removeprefix(f"{KEY}` in `")
    if named := NAMED_FIELD.search(reason):
        place = f"{place}.{named[1] or named[2]}"
    if kind is not None and (wrong := NO_CHOICE.fullmatch(reason)):
        steps = [name or number for name, number in STEP.findall(place)] + [KEY] * path.startswith(f"{KEY}`")
        reason = _choice_wanted(wrong[1].strip("'"), steps, kind, plain)
    return MalformedError(place.strip("$."), reason.replace("`", "") or "nested too deeply")


class _Repeated(dict[str, Any]):
    """An object of which a key stood twice."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) == len(pairs):
        return whole
    repeated, keys = _Repeated(whole), [key for key, _ in pairs]
    repeated.key = next(key for key in keys if keys.count(key) > 1)
    return repeated


def check_keys(content: bytes | str) -> None:
    """MalformedError names a key that is stated twice in one object: a decoder would take the last and say nothing.

    The content has to be JSON that was read before.
    """
    for place, key in _repeated_keys(json.loads(content, object_pairs_hook=_object), ""):
        raise MalformedError(f"{place}.{key}".strip("."), "is stated twice")


def _repeated_keys(plain: Any, place: str) -> Iterator[tuple[str, str]]:
    """The places of objects of which a key stood twice, each with that key."""
    if isinstance(plain, _Repeated):
        yield place, plain.key
    parts: Iterable[tuple[str, Any]] = ()
    if isinstance(plain, dict):
        parts = ((f"{place}.{key}", part) for key, part in plain.items())
    elif isinstance(plain, list):
        parts = ((f"{place}[{number}]", part) for number, part in enumerate(plain))
    for inner, part in parts:
        if isinstance(part, dict | list):
            yield from _repeated_keys(part, inner)


def _plain(content: bytes | str) -> Any:
    """What JSON holds; None where a later part of it can't be read."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _choice_wanted(wrong: str, steps: Sequence[str], kind: Any, plain: Any) -> str:
    choices = dict.fromkeys(map(str, _choices(inspect.type_info(kind), steps, plain)))
    near = closest_word(wrong, choices)
    return f"must be one of {', '.join(choices)}, not “{wrong}”" + (f" (did you mean “{near}”?)" if near else "")


def _choices(shape: inspect.Type, steps: Sequence[str], plain: Any) -> Iterator[Any]:
    """The closed set of values at a place inside a type; of structs told apart by a tag, that of the one in `plain`."""
    step, rest = (steps[0], steps[1:]) if steps else ("", ())
    match shape:
        case inspect.Metadata(type=inner):
            yield from _choices(inner, steps, plain)
        case inspect.UnionType(types=shapes):
            for inner in shapes:
                yield from _choices(inner, steps, plain)
        case inspect.EnumType(cls=values) | inspect.LiteralType(values=values) if not steps:
            yield from values
        case inspect.StructType() if step and step == shape.tag_field:
            yield shape.tag
        case inspect.StructType() if _fits_tag(shape, plain):
            for field in shape.fields:
                if field.encode_name == step:
                    yield from _choices(field.type, rest, plain.get(step) if isinstance(plain, dict) else None)
        case inspect.DictType() if steps:
            yield from _choices(shape.key_type if step == KEY else shape.value_type, rest, None)
        case inspect.TupleType(item_types=items) if steps:
            yield from _choices(items[int(step)], rest, _item(plain, step))
        case inspect.CollectionType(item_type=item) if steps:
            yield from _choices(item, rest, _item(plain, step))


def _fits_tag(shape: inspect.StructType, plain: Any) -> bool:
    return not isinstance(plain, dict) or plain.get(shape.tag_field, shape.tag) == shape.tag


def _item(plain: Any, step: str) -> Any:
    return plain[int(step)] if isinstance(plain, list | tuple) else None
