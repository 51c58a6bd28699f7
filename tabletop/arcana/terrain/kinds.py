"""The base kinds of ground as the general rules have them, for reading and for looking up."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from tabletop.arcana.battlefield.schema import Cover, Going, Nature, TerrainKind
from tabletop.decoding import MalformedError, malformed
from tabletop.values import Inches, Name, Text, Value


class SightRule(Value, frozen=True, kw_only=True):
    """How many inches one sees within it and into it, and whether it hides whatever is behind."""

    inside: Inches
    hides_what_is_behind: bool = False


class GroundKind(Value, frozen=True, kw_only=True):
    """A kind of ground; `ours` where the book leaves it to the players and this is what we propose."""

    kind: TerrainKind
    name: Name
    going: Going = "open"
    nature: Nature | None = None
    cover: Cover | None = None
    sight: SightRule | None = None
    stops_flight: bool = False
    raised: bool = False
    ours: bool = False
    examples: Annotated[tuple[Text, ...], Meta(min_length=1)]


class _KindFile(Value, frozen=True, kw_only=True):
    kinds: tuple[GroundKind, ...]


def read_kinds(plain: Any) -> dict[TerrainKind, GroundKind]:
    """Every kind once, from plain values; MalformedError names the field."""
    try:
        kinds = msgspec.convert(plain, _KindFile).kinds
    except msgspec.ValidationError as error:
        raise malformed(error) from error
    if sorted(each.kind for each in kinds) != sorted(get_args(TerrainKind)):
        raise MalformedError("kinds", "every kind of terrain stands here once")
    return {each.kind: each for each in kinds}
