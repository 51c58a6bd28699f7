"""Pictures as inline SVG under a strict content policy: presentation attributes alone, no ids."""

from __future__ import annotations

from html import escape

from tabletop.heraldry.blazonry import blazon
from tabletop.heraldry.paths import Path
from tabletop.heraldry.pictures import COLOURS, Fill, Paint, Picture, Primitive, picture, roundel
from tabletop.heraldry.values import Shield, Tincture

PAINTS: dict[Paint, str] = {**COLOURS, "edge": "currentColor"}
SCALE = 100


def svg(shield: Shield, *, title: str | None = None, hatched: bool = False, width: int = 48) -> str:
    """The shield as inline SVG, its width in CSS pixels; the title is its blazon unless another is given."""
    return svg_element(
        picture(shield, hatched=hatched), blazon(shield) if title is None else title, name="shield", width=width
    )


def swatch(tincture: Tincture, *, title: str | None = None, hatched: bool = False, width: int = 24) -> str:
    """A disc of one tincture as inline SVG, its width in CSS pixels; the title is the tincture's name."""
    text = tincture.capitalize() if title is None else title
    return svg_element(roundel(tincture, hatched=hatched), text, name="swatch", width=width)


def svg_element(drawn: Picture, title: str, *, name: str, width: int) -> str:
    """A picture as an SVG element of a class; without a title it is hidden from assistive technology."""
    role = f'role="img"><title>{escape(title)}</title>' if title else 'aria-hidden="true">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" width="{width}" '
        f'height="{_number(width * drawn.height / drawn.width)}" '
        f'viewBox="0 0 {_number(drawn.width * SCALE)} {_number(drawn.height * SCALE)}" '
        f"{role}{''.join(map(_element, drawn.primitives))}</svg>"
    )


def _element(primitive: Primitive) -> str:
    if isinstance(primitive, Fill):
        return f'<path fill="{PAINTS[primitive.paint]}" fill-rule="evenodd" d="{path_data(primitive.path)}"/>'
    return (
        f'<path fill="none" stroke="{PAINTS[primitive.paint]}" stroke-width="{_number(primitive.width * SCALE)}" '
        f'stroke-linecap="round" stroke-linejoin="round" d="{path_data(primitive.path)}"/>'
    )


def path_data(shape: Path) -> str:
    """A path as the `d` of SVG, in percent of its unit square."""
    return "".join(
        segment.kind + " ".join(_number(value * SCALE) for point in segment.points for value in point)
        for segment in shape
    )


def _number(value: float) -> str:
    """Two decimals at most, and never a negative zero."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")
