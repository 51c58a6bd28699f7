"""The rulings that come with the project, from their document."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from tabletop.arcana.reference.rulings import Ruling, read_rulings


@cache
def rulings() -> tuple[Ruling, ...]:
    """Every ruling of docs/rulings.md, in its order."""
    return read_rulings((settings.ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"))
