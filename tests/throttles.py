"""The table of limits with smaller figures."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from msgspec.structs import replace

from armybuilder.core.rates import Limit


def tightened(name: str, **rates: Any) -> tuple[Limit, ...]:
    """The table of the settings, with other rates in the row of this name."""
    assert name in {limit.name for limit in settings.THROTTLES}
    return tuple(replace(limit, **rates) if limit.name == name else limit for limit in settings.THROTTLES)
