"""The site as it is served in production, on an SQLite file of its own, and people who visit it over the wire."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
# The one without windows takes half as long for a new visitor: it prepares no tabs and bars that nobody sees.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ADDRESS = "127.0.0.1"
LONGEST_START = 60.0  # seconds
LONGEST_ANSWER = 60.0
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("load_catalogue", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
"""
HTMX = {"HX-Request": "true", "HX-Target": "desk"}
VERSION = re.compile(r'name="version" value="(\d+)"')

GoneError = (OSError, HTTPException)  # what asking a dead server raises


class Site(Struct, frozen=True):
    """A folder with everything that a server of the site needs, and the port it listens on."""

    folder: Path
    port: int
    environment: dict[str, str]

    @property
    def database(self) -> Path:
        return self.folder / "site.sqlite3"


def prepared(folder: Path, made: Path | None = None, *, database: str = "") -> Site:
    """A site with the catalogue, nobody's rosters and nothing of whoever's settings stand in the environment.

    A folder that was made by it before, and that no server has served from, is copied. `database` is the address of an
    empty one in place of SQLite's file.
    """
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "false",
        "SECURE": "true",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": database or f"sqlite:///{folder / 'site.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
    } | production_memory()
    if made:
        shutil.copytree(made, folder, dirs_exist_ok=True)
    else:
        command = [sys.executable, "-c", PREPARE]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return Site(folder, free_port(), environment)


def free_port() -> int:
    with socket.create_server((ADDRESS, 0)) as probe:
        return int(probe.getsockname()[1])


def production_command() -> list[str]:
    """What the image runs."""
    (command,) = re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    return list(json.loads(command))


def production_memory() -> dict[str, str]:
    """How the image has the C library keep a worker's memory."""
    return dict(re.findall(r"(MALLOC_\w+)=(\d+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))


class Server:
    """The server with all its workers, as one group of processes; `more` are options that the image doesn't set."""

    def __init__(self, site: Site, *more: str) -> None:
        self.site = site
        module, *options = production_command()
        place = options.index("--bind") + 1
        options[place] = f"{ADDRESS}:{site.port}"
        with (site.folder / "server.log").open("ab") as log:
            self.group = subprocess.Popen(
                [sys.executable, "-m", module, *options, *more],
                cwd=ROOT,
                env=site.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait()

    def _wait(self) -> None:
        """Until it answers."""
        until = monotonic() + LONGEST_START
        while monotonic() < until and self.group.poll() is None:
            try:
                if Person(self.site).get("/healthz").status == 200:
                    return
            except GoneError:
                sleep(0.05)
        self.end(signal.SIGKILL)
        raise SystemExit(f"the server doesn't start:\n{(self.site.folder / 'server.log').read_text()}")

    def processor_seconds(self) -> float:
        """What its workers have used of processors since they began."""
        master = self.group.pid
        workers = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="ascii").split()
        ticks = 0
        for worker in workers:
            fields = Path(f"/proc/{worker}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])  # in user mode and in the kernel (proc(5), /proc/pid/stat)
        return ticks / os.sysconf("SC_CLK_TCK")

    def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Ask its master to end, or with SIGKILL end all of it at once and without a word."""
        if self.group.poll() is None and sign == signal.SIGKILL:
            os.killpg(self.group.pid, sign)
        elif self.group.poll() is None:
            self.group.send_signal(sign)
        self.group.wait(LONGEST_START)


@contextmanager
def serving(site: Site, *more: str) -> Iterator[Server]:
    """A server that ends with the block, whatever happens in it."""
    server = Server(site, *more)
    try:
        yield server
    finally:
        server.end()


class Answer(Struct, frozen=True):
    status: int
    location: str
    text: str


class Person:
    """A browser that shows nothing: it keeps its cookies and speaks as the proxy in front does, for HTTPS."""

    def __init__(self, site: Site, patience: float = LONGEST_ANSWER) -> None:
        self.port, self.patience = site.port, patience
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, "", {})

    def post(self, path: str, fields: dict[str, object], *, htmx: bool = False) -> Answer:
        return self._post(path, urlencode(fields), "application/x-www-form-urlencoded", HTMX if htmx else {})

    def send_json(self, path: str, content: object) -> Answer:
        return self._post(path, json.dumps(content), "application/json", {})

    def send_file(self, path: str, content: str) -> Answer:
        """Post a form with a file and nothing else."""
        end = secrets.token_hex(8)
        part = f'Content-Disposition: form-data; name="file"; filename="file.json"\r\n\r\n{content}\r\n'
        return self._post(path, f"--{end}\r\n{part}--{end}--\r\n", f"multipart/form-data; boundary={end}", {})

    def _post(self, path: str, body: str, content_type: str, more: dict[str, str]) -> Answer:
        token = self.cookies.get("csrftoken", "")
        return self._ask(
            "POST",
            path,
            body,
            more | {"Content-Type": content_type, "Origin": "https://localhost", "X-CSRFToken": token},
        )

    def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers |= {"Host": "localhost", "X-Forwarded-Proto": "https", "Cookie": cookies, "Connection": "close"}
        connection = HTTPConnection(ADDRESS, self.port, timeout=self.patience)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        for each in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(each).items()}
        return Answer(answer.status, answer.headers.get("Location", ""), text)

    def started(self, name: str, points: int) -> str:
        """The code of a new roster of dwarves; RuntimeError where it isn't made."""
        if "csrftoken" not in self.cookies:
            self.get("/rosters/new/")
        answer = self.post("/rosters/new/", {"army": "dwarves", "name": name, "points": points})
        if answer.status != 302:
            raise RuntimeError(f"a new roster was answered by {answer.status}")
        return answer.location.strip("/").rpartition("/")[2]


def version_in(text: str) -> int:
    """The version of the roster that a page or a desk shows; 0 where it shows none."""
    found = VERSION.search(text)
    return int(found[1]) if found else 0
