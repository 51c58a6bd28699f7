"""The former name of `clean`, for those whose crontab has it."""

from __future__ import annotations

from armybuilder.management.commands.clean import Command

__all__ = ["Command"]
