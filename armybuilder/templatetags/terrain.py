"""What pages about terrain need to draw: patterns of ground, and maps."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from tabletop.arcana.battlefield import Table
from tabletop.arcana.pictures.terrain import sample, svg
from tabletop.arcana.pictures.terrain_styles import Look, looks_of
from tabletop.arcana.terrain import GroundKind

register = template.Library()


@register.filter
def map_of(table: Table) -> SafeString:
    return mark_safe(svg(table))


@register.filter
def legend(table: Table) -> tuple[tuple[str, SafeString], ...]:
    """Each pattern on a table once: its name and a sample of it."""
    return tuple((look.label, _sample(look)) for look in looks_of(table))


@register.filter
def pattern(kind: GroundKind) -> SafeString:
    """A kind of ground as it is drawn on maps."""
    return _sample(Look(kind.kind, kind.going))


def _sample(look: Look) -> SafeString:
    return mark_safe(sample(look))
