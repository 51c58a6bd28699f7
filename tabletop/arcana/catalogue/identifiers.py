"""How things are named and referred to: refs, list slugs, labels, notes and rulebooks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from tabletop.values import NO_CONTROLS

Ref = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$(?!\n)")]
ListSlug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60)]
Label = Annotated[str, Meta(max_length=120, pattern=NO_CONTROLS)]
Notes = Annotated[str, Meta(max_length=1000, pattern=NO_CONTROLS)]


class Basis(StrEnum):
    """The rules of the book that a roster is judged by, as they are or as a pack changes them."""

    CORE = "core"
    TOURNAMENT = "tournament"


# One pattern for both, because a reader can't tell a closed set of words from a pattern of text.
Rules = Annotated[str, Meta(pattern=r"^(core|tournament|pack/[A-Za-z0-9_-]{1,16})$(?!\n)")]
