"""Serve the site on this machine alone, on the first free port from 8000 (or from PORT) on."""

import os
import socket
import sys
from pathlib import Path

ADDRESS = "127.0.0.1"
USUAL_PORT = 8000
PORTS_TRIED = 100


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError:
            return False
    return True


def free_port(first: int) -> int:
    """The first free port from this one on; SystemExit where there is none."""
    for port in range(first, first + PORTS_TRIED):
        if is_free(port):
            return port
    raise SystemExit(f"No free port from {first} to {first + PORTS_TRIED - 1}; choose another with PORT=...")


def serve() -> None:
    port = free_port(int(os.environ.get("PORT", USUAL_PORT)))
    print(f"\n  Muster is at http://{ADDRESS}:{port}/   (Ctrl-C ends it)\n", flush=True)
    os.environ["DJANGO_RUNSERVER_HIDE_WARNING"] = "true"
    manage = Path(__file__).resolve().parent.parent / "manage.py"
    os.execv(sys.executable, [sys.executable, str(manage), "runserver", f"{ADDRESS}:{port}"])


if __name__ == "__main__":
    serve()
