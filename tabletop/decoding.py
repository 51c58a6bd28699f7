"""Files and requests read strictly into values, and the one error that names the field that can't be read.

Values are read by msgspec, whose complaints are for programmers: they name types and regular expressions. A player is
told what is allowed instead, looked up in the kind that was asked for. A pattern has its words beside it, in the
`extra` of its Meta, as what follows "must be": `Meta(pattern=..., extra=allowing("small letters"))`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

import msgspec
from msgspec import inspect

from tabletop.spelling import closest_word

Decoded = TypeVar("Decoded")
Shape = tuple[inspect.Type, str]  # a type, and the words for its pattern

LARGEST_FILE = 1_000_000  # bytes of a file that states choices
LONGEST_QUOTE = 60  # characters of a wrong text that its error repeats
NAMED_FIELD = re.compile(r"(?:missing required|unknown) field `([^`]*)`|^(base) must be")
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `([^`]*)`")
NO_CHOICE = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
WRONG_KIND = re.compile(r"Expected `([^`]*)`(?:, got `([^`]*)`)?")
WRONG_SPELLING = re.compile(r"Expected `str` matching regex .*", re.DOTALL)
REASONS = (
    (re.compile(r"Object missing required field .*"), "is missing"),
    (re.compile(r"Expected `(?:int|float)` >= (.+)"), r"must be at least \1"),
    (re.compile(r"Expected `(?:int|float)` <= (.+)"), r"must be at most \1"),
    (re.compile(r"Expected `(?:int|float)` > (.+)"), r"must be more than \1"),
    (re.compile(r"Expected `(?:int|float)` < (.+)"), r"must be less than \1"),
    (re.compile(r"Expected `(?:int|float)` that's a multiple of (.+)"), r"must be a multiple of \1"),
    (re.compile(r"Expected `\w+` of length >= 1"), "must not be empty"),
    (re.compile(r"Expected `str` of length >= (\d+)"), r"must have at least \1 characters"),
    (re.compile(r"Expected `str` of length <= (\d+)"), r"must have at most \1 characters"),
    (re.compile(r"Expected `\w+` of length >= (\d+)"), r"must have at least \1 entries"),
    (re.compile(r"Expected `\w+` of length <= (\d+)"), r"must have at most \1 entries"),
    (re.compile(r"Expected `array` of length (\d+), got (\d+)"), r"must have exactly \1 entries, not \2"),
    (re.compile(r"Expected `array` of length (\d+)"), r"must have exactly \1 entries"),
    (re.compile(r"(?:Number|Integer value) out of range"), "is a larger number than can be read"),
    (re.compile(r"Input data was truncated"), "the JSON ends too soon"),
)
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
KEY = "key"  # the decoder's word for a wrong key of a mapping


def allowing(words: str) -> dict[str, Any]:
    """What stands in a Meta beside a pattern: the words for what it allows, as they follow "must be"."""
    return {"allowed": words}


class MalformedError(ValueError):
    """Input that can't be read as what it claims to be; `field` names the place, as in `units[0].models[1].count`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


def decoded(content: bytes | str, kind: type[Decoded], *, most: int | None = None, what: str = "file") -> Decoded:
    """A value from its JSON of at most so many bytes.

    MalformedError names the first wrong field, or a key that is stated twice: a decoder alone would take the last one.
    """
    if most is not None and len(content) > most:
        raise MalformedError("", f"the {what} is larger than {most:,} bytes")
    try:
        value = msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise malformed(error, kind, _plain(content)) from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error
    _check_keys(content)
    return value


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


def plain_values(content: bytes | str) -> Any:
    """What JSON holds; MalformedError for what isn't JSON, and for a key that is stated twice."""
    try:
        plain = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error
    _check_keys(content)
    return plain


def malformed(error: Exception, kind: Any = None, plain: Any = None) -> MalformedError:
    """The decoder's complaint in words: `Expected int >= 1 - at $.units[0].count` names `units[0].count`.

    What is allowed in that place is told where the complaint comes with the kind that was asked for and the plain
    values that were read.
    """
    reason, _, path = str(error).partition(" - at `")
    place = path.rstrip("`").removeprefix(f"{KEY}` in `")
    steps = [name or number for name, number in STEP.findall(place)] + [KEY] * path.startswith(f"{KEY}`")
    if named := NAMED_FIELD.search(reason):
        place = f"{place}.{named[1] or named[2]}"
    shapes = [] if kind is None else list(_shapes(_type_of(kind), steps, plain))
    reason = _in_words(reason, shapes, _value(plain, steps))
    return MalformedError(place.strip("$."), reason.replace("`", "") or "nested too deeply")


@lru_cache(maxsize=64)
def _type_of(kind: Any) -> inspect.Type:
    """What msgspec knows of a kind; it takes it some milliseconds to say."""
    return inspect.type_info(kind)


def _in_words(reason: str, shapes: Sequence[Shape], value: Any) -> str:
    """What is wrong with a value, by the decoder's reason and what is allowed in its place."""
    if wrong := NO_CHOICE.fullmatch(reason):
        return _choice_wanted(wrong[1].strip("'"), shapes)
    if wrong := UNKNOWN_FIELD.fullmatch(reason):
        return f"there is no such field{_meant(wrong[1], _fields(shapes))}"
    if WRONG_SPELLING.fullmatch(reason):
        return " or ".join(dict.fromkeys(f"must be {allowed}" for _, allowed in shapes if allowed)) or "is misspelt"
    if wrong := WRONG_KIND.fullmatch(reason):
        return f"must be {_kinds(wrong[1], shapes)}{_but_is(value, wrong[2])}"
    for pattern, words in REASONS:
        if pattern.fullmatch(reason):
            return pattern.sub(words, reason)
    return reason


class _Repeated(dict[str, Any]):
    """An object of which a key stood twice."""

    key = ""


class _RepeatedError(Exception):
    """There is an object of which a key stood twice."""


def _single(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise _RepeatedError


def _marked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole, keys = dict(pairs), [key for key, _ in pairs]
    if len(whole) == len(pairs):
        return whole
    repeated = _Repeated(whole)
    repeated.key = next(key for key in keys if keys.count(key) > 1)
    return repeated


SINGLE_KEYS = json.JSONDecoder(object_pairs_hook=_single, parse_int=str)


def _check_keys(content: bytes | str) -> None:
    """MalformedError names a key that is stated twice in one object of JSON that was read before.

    Nearly always there is none, and where the objects stand is looked up only if there is.
    """
    text = content if isinstance(content, str) else content.decode(errors="surrogatepass")
    try:
        SINGLE_KEYS.decode(text)
    except _RepeatedError:
        place, key = next(_repeated_keys(json.loads(text, object_pairs_hook=_marked, parse_int=str), ""))
        raise MalformedError(f"{place}.{key}".strip("."), "is stated twice") from None


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
    """What JSON holds; `_Nowhere` where a later part of it can't be read."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return _Nowhere


def _value(plain: Any, steps: Sequence[str]) -> Any:
    """The value at a place in plain values; `_Nowhere` where the place can't be followed."""
    for step in steps:
        try:
            plain = plain[int(step)] if isinstance(plain, list | tuple) else plain[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return _Nowhere
    return plain


class _Nowhere:
    """Stands for a value that isn't there."""


def _but_is(value: Any, kind: str | None) -> str:
    """What stands there instead of what is allowed: `, not “x”`."""
    if isinstance(value, str):
        return f", not {_quoted(value)}"
    if value is None or isinstance(value, bool | int | float):
        return f", not {json.dumps(value)[:LONGEST_QUOTE]}"
    return f", not {KINDS[kind]}" if kind in KINDS else ""


def _quoted(text: str) -> str:
    """The beginning of a text in quotation marks, in one line."""
    return f"“{''.join(sign if sign.isprintable() else '�' for sign in text[:LONGEST_QUOTE])}”"


def _choice_wanted(wrong: str, shapes: Sequence[Shape]) -> str:
    choices = dict.fromkeys(map(str, _choices(shapes)))
    return f"must be {_any_of(choices)}, not {_quoted(wrong)}{_meant(wrong, choices)}"


def _any_of(choices: Collection[str]) -> str:
    return f"{'one of ' if len(choices) > 1 else ''}{', '.join(choices)}"


def _meant(wrong: str, among: Iterable[str]) -> str:
    near = closest_word(wrong, among)
    return f" (did you mean “{near}”?)" if near else ""


def _choices(shapes: Sequence[Shape]) -> Iterator[Any]:
    for shape, _ in shapes:
        if isinstance(shape, inspect.LiteralType):
            yield from shape.values
        elif isinstance(shape, inspect.EnumType):
            yield from (member.value for member in shape.cls)


def _fields(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape, _ in shapes:
        if isinstance(shape, inspect.StructType):
            yield from [shape.tag_field] if shape.tag_field else []
            yield from (field.encode_name for field in shape.fields)


def _kinds(expected: str, shapes: Sequence[Shape]) -> str:
    """What is allowed, by the types: `a whole number or one of weak, eldritch`; by the decoder's words without them."""
    if not shapes:
        return " or ".join(KINDS.get(kind, kind) for kind in expected.split(" | "))
    kinds = dict.fromkeys(kind for shape, _ in shapes if (kind := _kind(shape)) and kind not in ("str", "null"))
    words = [KINDS[kind] for kind in kinds]
    choices = dict.fromkeys(map(str, _choices(shapes)))
    words += [_any_of(choices)] if choices else []
    words += [KINDS["str"]] if any(_kind(shape) == "str" for shape, _ in shapes) else []
    return " or ".join(words) or KINDS["null"]


def _kind(shape: inspect.Type) -> str:
    """The type in the decoder's word; empty for a closed set."""
    match shape:
        case inspect.IntType():
            return "int"
        case inspect.FloatType():
            return "float"
        case inspect.StrType():
            return "str"
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "null"
        case inspect.CollectionType() | inspect.TupleType():
            return "array"
        case inspect.EnumType() | inspect.LiteralType():
            return ""
    return "object"


def _shapes(shape: inspect.Type, steps: Sequence[str], plain: Any, allowed: str = "") -> Iterator[Shape]:
    """The types that a value may be of at a place inside a type; of structs told apart by a tag, as that in `plain`."""
    match shape:
        case inspect.Metadata(type=inner, extra=extra):
            yield from _shapes(inner, steps, plain, (extra or {}).get("allowed", ""))
        case inspect.UnionType(types=shapes):
            for inner in shapes:
                yield from _shapes(inner, steps, plain, allowed)
        case inspect.StructType() if steps and steps[0] == shape.tag_field:
            yield inspect.LiteralType((shape.tag,)), ""
        case inspect.StructType() if not _fits_tag(shape, plain):
            return
        case _ if not steps:
            yield shape, allowed
        case _:
            for inner in _types_within(shape, steps[0]):
                yield from _shapes(inner, steps[1:], _value(plain, steps[:1]))


def _types_within(shape: inspect.Type, step: str) -> Iterable[inspect.Type]:
    """The types of what stands one step inside a type."""
    match shape:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields if field.encode_name == step]
        case inspect.DictType(key_type=key, value_type=value):
            return [key if step == KEY else value]
        case inspect.TupleType(item_types=items):
            return [items[int(step)]]
        case inspect.CollectionType(item_type=item):
            return [item]
    return []


def _fits_tag(shape: inspect.StructType, plain: Any) -> bool:
    return not isinstance(plain, dict) or plain.get(shape.tag_field, shape.tag) == shape.tag
