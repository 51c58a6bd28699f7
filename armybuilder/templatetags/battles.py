"""What the pages of battles draw: dice as faces, fields of forms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armybuilder.battles.presenters.play.forms import Field

register = template.Library()

# Places of the pips within a square of 24, by face.
MIDDLE, CORNERS, SIDES = ((12, 12),), ((7, 7), (17, 17)), ((7, 12), (17, 12))
OTHERS = ((17, 7), (7, 17))
PIPS = {1: MIDDLE, 2: CORNERS, 3: CORNERS + MIDDLE, 4: CORNERS + OTHERS, 5: CORNERS + OTHERS + MIDDLE}
SIX = 6  # sides of a die with pips
PIPS[SIX] = CORNERS + OTHERS + SIDES


@register.simple_tag
@lru_cache(maxsize=100)
def die(face: int, css: str = "", sides: int = SIX) -> SafeString:
    """A face of a die, silent for screen readers: the number is said beside it. Other dice than a d6 show numerals."""
    pips = "".join(f'<circle class="b-pip" cx="{x}" cy="{y}" r="2.1"/>' for x, y in PIPS.get(face, ()))
    if sides != SIX:
        pips = f'<text class="b-numeral" x="12" y="12">{face}</text>'
    body = '<rect class="b-body" x="2" y="2" width="20" height="20" rx="4"/>'
    return format_html(
        '<svg class="b-die {}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        css,
        mark_safe(body + pips),
    )


@register.simple_tag
def dice(faces: Iterable[int], purpose: str, needed: int | None = None, sides: int = SIX) -> SafeString:
    """Faces in a row, with what they are for and their numbers in words for screen readers.

    Where it is known up to which number they count, those that count are solid, the others pale.
    """
    numbers = tuple(faces) if needed is None else tuple(sorted(faces))
    said = ", ".join(map(str, numbers))
    return format_html(
        '<span class="b-dice"><span class="unseen">{}: {}</span>{}</span>',
        purpose,
        said,
        format_html_join("", "{}", ((die(face, f"small {_counting(face, needed)}", sides),) for face in numbers)),
    )


def _counting(face: int, needed: int | None) -> str:
    return "" if needed is None else "b-hit" if face <= needed else "b-miss"


@register.simple_tag
def counted_die(face: int, needed: int | None, css: str = "") -> SafeString:
    """A face, solid where it counts."""
    return die(face, f"{css} {_counting(face, needed)}")


@register.simple_tag
def strength(pieces: Iterable[str]) -> SafeString:
    """A bar of pieces, by how each of them looks."""
    return mark_safe("".join(f'<i class="{piece}"></i>' for piece in pieces))


@register.simple_tag
@lru_cache(maxsize=1_000)
def form_field(field: Field) -> SafeString:
    """A field of a form. Equal ones are drawn once: most of a page are the same for every unit."""
    return mark_safe(render_to_string("battles/play/_field.html", {"field": field}))
