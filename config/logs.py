"""Log lines as JSON, one each, that name no person and nothing that a person has named."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime


class WithoutNames(logging.Formatter):
    """What happened and where in the code, without the values: those carry addresses, names and secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "event": event_of(record),
            "status": getattr(record, "status_code", None),
            "route": route_of(record),
            "error": error_of(record),
        }
        return json.dumps({name: value for name, value in line.items() if value})


def event_of(record: logging.LogRecord) -> str:
    """The words as they stand in the code, not yet filled in.

    Django words what it suspects with what was sent, such as a `Host`: there the logger's name, which ends in the kind
    of the suspicion, says enough.
    """
    if record.name.startswith("django.security.") and not record.args:
        return record.name.rpartition(".")[2]
    return str(record.msg)


def route_of(record: logging.LogRecord) -> str | None:
    """The name of the address that was asked for; the address itself may hold a code or somebody's words."""
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return match.view_name if match else None


def error_of(record: logging.LogRecord) -> list[str] | None:
    """The kind of the exception and the lines that led to it."""
    if not record.exc_info or record.exc_info[0] is None:
        return None
    kind, _, trace = record.exc_info
    return [kind.__qualname__, *(f"{at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(trace))]
