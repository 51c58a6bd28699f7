"""Why something isn't allowed, and by which rule."""

from __future__ import annotations

from msgspec import Struct

from tabletop.citations import Citation


class Refusal(Struct, frozen=True):
    """A reason against, by its rule; `ref` is the counter, marker or area that it is about, empty for all."""

    code: str
    sentence: str
    citation: Citation
    ref: str = ""
