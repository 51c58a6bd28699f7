"""What every game's values are made of: strict frozen structs, and the words and numbers that stand in them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tabletop.decoding import allowing

Count = Annotated[int, Meta(ge=0, le=100)]
Inches = Annotated[int, Meta(ge=0, le=120)]
ONE_LINE = allowing("one line without control characters")
A_SLUG = allowing("two words of small letters, digits and single hyphens with a slash between them, as orcs/wild-boar")
Slug = Annotated[
    str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=120, extra=A_SLUG)
]
NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]*$(?!\n)"
Text = Annotated[str, Meta(max_length=500, pattern=NO_CONTROLS, extra=ONE_LINE)]
Name = Annotated[str, Meta(min_length=1, max_length=120, pattern=NO_CONTROLS, extra=ONE_LINE)]


class Value(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A frozen value that reads itself strictly and writes only what isn't the default.

    It is made of what was there before it, so it can't refer to itself: the garbage collector needn't look through the
    tens of thousands of them that a catalogue or a few battles are. One that keeps what it has worked out (`dict=True`)
    is looked through (`gc=True`).
    """
