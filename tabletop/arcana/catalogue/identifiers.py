"""How things are named and referred to: refs, list slugs, labels, notes and rulebooks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from tabletop.decoding import allowing
from tabletop.values import NO_CONTROLS, ONE_LINE

A_REF = allowing("1 to 32 small letters, digits and hyphens, no hyphen first")
A_LIST = allowing("small letters and digits in words with single hyphens between them")
Ref = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$(?!\n)", extra=A_REF)]
ListSlug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60, extra=A_LIST)]
Label = Annotated[str, Meta(max_length=120, pattern=NO_CONTROLS, extra=ONE_LINE)]
Notes = Annotated[str, Meta(max_length=1000, pattern=NO_CONTROLS, extra=ONE_LINE)]


class Basis(StrEnum):
    """The rules of the book that a roster is judged by, as they are or as a pack changes them."""

    CORE = "core"
    TOURNAMENT = "tournament"


# One pattern for both, because a reader can't tell a closed set of words from a pattern of text.
RULES = allowing("core, tournament, or pack/ and the code of an event pack")
Rules = Annotated[str, Meta(pattern=r"^(core|tournament|pack/[A-Za-z0-9_-]{1,16})$(?!\n)", extra=RULES)]
