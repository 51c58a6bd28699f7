"""Hold the streams of battles (`armybuilder/battles/views/bell.py`), beside the server of pages and away from it."""

import os
from typing import Any

import uvicorn

MOST = 1_100  # connections; the bell refuses streams above 1,000 by itself
APPLICATION = "config.asgi:application"
HOW: dict[str, Any] = {
    "limit_concurrency": MOST,
    "timeout_graceful_shutdown": 1,  # seconds: streams don't end by themselves, and browsers come again
    "access_log": False,  # addresses hold the tokens of seats
    "log_level": "warning",
    "server_header": False,
    "lifespan": "off",
}


def ring() -> None:
    """Serve until SIGTERM, on all addresses at port 8001 unless HOST and PORT say otherwise."""
    host, port = os.environ.get("HOST", "0.0.0.0"), int(os.environ.get("PORT", "8001"))
    uvicorn.run(APPLICATION, host=host, port=port, **HOW)


if __name__ == "__main__":
    ring()
