"""Serve the site on this machine alone, on the first free port from 8000 (or PORT) on, with a worker and a bell."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

ADDRESS = "127.0.0.1"
USUAL_PORT = 8000
PORTS_TRIED = 100
MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
WORKER = ("db_worker",)  # prints long orders
PAUSE = 1.0  # seconds between looks at both


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
    """Serve until Ctrl-C or SIGTERM; the exit is the server's."""
    port = free_port(int(os.environ.get("PORT", USUAL_PORT)))
    bell = free_port(port + 1)
    os.environ["BELL"] = f"http://{ADDRESS}:{bell}"
    print(f"\n  Muster is at http://{ADDRESS}:{port}/   (Ctrl-C ends it)\n", flush=True)
    os.environ["DJANGO_RUNSERVER_HIDE_WARNING"] = "true"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server = begin("runserver", f"{ADDRESS}:{port}")
    sys.exit(keep_company(server, lambda: begin(*WORKER), lambda: begin_bell(bell)))


def begin(*command: str) -> "subprocess.Popen[bytes]":
    """A command of manage.py in a process of its own."""
    return subprocess.Popen([sys.executable, str(MANAGE), *command])


def begin_bell(port: int) -> "subprocess.Popen[bytes]":
    """The bell of battles, in a process of its own."""
    command = [sys.executable, "-m", "config.bell"]
    return subprocess.Popen(command, cwd=MANAGE.parent, env=os.environ | {"HOST": ADDRESS, "PORT": str(port)})


def keep_company(server: "subprocess.Popen[bytes]", *begins: "Callable[[], subprocess.Popen[bytes]]") -> int:
    """Keep others beside a server, another one if one dies, and end them together; returns the server's exit."""
    company = {begin: begin() for begin in begins}
    try:
        while server.poll() is None:
            company = {begin: begin() if process.poll() is not None else process for begin, process in company.items()}
            sleep(PAUSE)
    except KeyboardInterrupt:
        pass
    finally:
        for process in (server, *company.values()):
            process.terminate()
        for process in (server, *company.values()):
            process.wait()
    return server.returncode


if __name__ == "__main__":
    serve()
