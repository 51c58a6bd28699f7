"""Ten thousand requests over every route of the site as it is served, most of them such as no browser sends.

Visitors without an account, with one and of the staff send them (`tests.crowds`), made from right ones by a seed
(`odd_requests`). Every answer has to be a meant one with every header of protection, and every line of the server's log
one JSON object without a word that a visitor sent.
"""

from __future__ import annotations

import json
import math
import re
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.odd_requests import MARK, Request, made
from benchmarks.serving import ADDRESS, LONGEST_ANSWER, ROOT, Person, Site, prepared, serving

REQUESTS = 10_000
AT_ONCE = 4
SETTINGS = "benchmarks.fuzz_settings"
GUARDS = (
    *("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"),
    "cross-origin-opener-policy",
)
MEANT = (503, 507)  # with Retry-After: too much is asked for at once, or there is no room on the disk
# What ends a session, an account or a thing comes after everything else that its owner asks for.
LAST = ("delete", "revoke", "remove", "logout", "deactivate", "password", "email", "several")
MARKED = re.compile(rf"{MARK}[0-9a-f]+", re.IGNORECASE)


class Crowds(Struct):
    """Who visits: crowds of people, and files of the formats that the API reads."""

    crowds: list[list[dict[str, Any]]]
    files: dict[str, Any]


class Answer(Struct, frozen=True):
    """What came of a request; status 0 where nothing came."""

    request: str
    mark: str
    status: int
    faults: tuple[str, ...]
    seconds: float


def for_fuzzing(site: Site) -> Site:
    """The same site with high limits, and mail that goes nowhere."""
    return replace(
        site, environment=site.environment | {"DJANGO_SETTINGS_MODULE": SETTINGS, "EMAIL_URL": "dummymail://"}
    )


def people(site: Site, crowds: int) -> Crowds:
    """So many crowds, made in the site's database."""
    environment = site.environment | {"SECURE": "false", "ALLOWED_HOSTS": "testserver"}  # as Django's test client asks
    command = [sys.executable, "-m", "tests.crowds", str(crowds)]
    written = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout
    return Crowds(**json.loads(written))


def forms_of(
    site: Site, who: dict[str, Any], addresses: Sequence[Sequence[Any]]
) -> dict[str, list[list[tuple[str, str]]]]:
    """The fields of every form on these of the person's pages, by the address that the form posts to."""
    person = Person(site)
    person.cookies |= who["cookies"]
    forms: dict[str, list[list[tuple[str, str]]]] = {}
    for name, path, methods in addresses:
        if "GET" not in methods or name.startswith("api-") or any(word in name for word in LAST):
            continue
        answer = person.get(path)
        if answer.status == 200 and answer.text.lstrip().startswith("<"):
            for action, fields in forms_in(answer.text, path):
                forms.setdefault(action, []).append(fields)
    return forms


class Forms(HTMLParser):
    """The forms of a page that post: where to, by the page's own address where they don't say, and their fields."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[tuple[str, list[tuple[str, str]]]] = []
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self.forms.append((given.get("action", "").partition("?")[0] or self.path, []))
            self.is_open = True
        elif self.is_open and given.get("name"):
            self.forms[-1][1].append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self.is_open = self.is_open and tag != "form"


def forms_in(markup: str, path: str) -> list[tuple[str, list[tuple[str, str]]]]:
    parser = Forms(path)
    parser.feed(markup)
    return parser.forms


def file_for(files: dict[str, Any], path: str) -> Any:
    """What the API would read at an address, more or less."""
    kind = next((kind for kind in files if kind in path), "rosters")
    if path.endswith("/edits/"):
        return [{"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 5}]
    return files[kind]


def visit(
    site: Site, crowd: Sequence[dict[str, Any]], files: dict[str, Any], seed: str, most: int | None
) -> Iterator[Answer]:
    """Every address once by each of a crowd, in an order of chance, or so many of them; what takes away comes last."""
    random = Random(seed)
    visits = [(who, address) for who in crowd for address in who["addresses"]]
    random.shuffle(visits)
    visits.sort(key=lambda visit: any(word in visit[1][0] for word in LAST))
    visits = visits[:most]
    forms = {who["who"]: forms_of(site, who, [address for each, address in visits if each is who]) for who in crowd}
    for who, address in visits:
        mark = f"{MARK}{random.randbytes(6).hex()}"
        known = forms[who["who"]].get(address[1], ())
        yield asked(site, made(random, who, address, mark, known, file_for(files, address[1])), mark)


def asked(site: Site, request: Request, mark: str) -> Answer:
    """The request, and what is wrong with its answer."""
    wire = request.wire()
    began = monotonic()
    raw = exchanged(site.port, wire, ends=request.ends)
    told = f"{wire[:300]!r}"
    status, faults = judged(raw, request)
    return Answer(told, mark, status, tuple(faults), monotonic() - began)


def exchanged(port: int, wire: bytes, *, ends: bool) -> bytes:
    """All that comes back for some bytes; what came so far where the connection breaks.

    Who says that nothing more will come has hung up as far as the site sees.
    """
    received = []
    with socket.create_connection((ADDRESS, port), timeout=LONGEST_ANSWER) as connection:
        try:
            connection.sendall(wire)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has heard enough, and may have answered
        try:
            while some := connection.recv(65536):
                received.append(some)
        except OSError:
            pass
    return b"".join(received)


def judged(raw: bytes, request: Request) -> tuple[int, list[str]]:
    """The status of an answer, 0 for none, and what is wrong with it."""
    while raw.startswith(b"HTTP/1.1 1"):  # an answer before the answer
        raw = raw.partition(b"\r\n\r\n")[2]
    head, _, body = raw.partition(b"\r\n\r\n")
    line, *lines = head.decode("latin-1").split("\r\n")
    if not line.startswith("HTTP/"):
        return 0, [] if request.ends else ["no answer"]
    status = int(line.split(" ")[1])
    headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)}
    faults = [f"without {name}" for name in GUARDS if name not in headers]
    if status >= 500 and not (status in MEANT and ("retry-after" in headers or request.ends)):
        faults.append(f"status {status}")
    if b"Traceback (most recent" in body:
        faults.append("a traceback in the answer")
    return status, faults


def log_faults(log: str, words: Sequence[str]) -> list[str]:
    """The lines that are no JSON object, hold a traceback's head, or name what a visitor sent or keeps."""
    faults = []
    kept = re.compile("|".join(map(re.escape, words)))
    for line in log.splitlines():
        try:
            is_object = isinstance(json.loads(line), dict)
        except ValueError:
            is_object = False
        plain = line.replace("\\u0000", "").replace("\\x00", "").replace("\0", "")
        if MARKED.search(plain) or kept.search(plain):
            faults.append(f"a visitor's word: {line[:300]}")
        elif not is_object:
            faults.append(f"no JSON: {line[:300]}")
        elif "Traceback (most recent" in line:
            faults.append(f"a traceback: {line[:300]}")
    return faults


def fuzzed(site: Site, crowds: int, seed: int, *, most: int | None = None) -> tuple[list[Answer], list[str]]:
    """Every answer to so many crowds, or the first of each crowd's, and what is wrong with the server's log."""
    site = for_fuzzing(site)
    those = people(site, crowds)
    log = site.folder / "server.log"
    before = log.stat().st_size if log.exists() else 0
    with serving(site), ThreadPoolExecutor(AT_ONCE) as threads:
        visits = [
            threads.submit(list, visit(site, crowd, those.files, f"{seed}-{number}", most))
            for number, crowd in enumerate(those.crowds)
        ]
        answers = [answer for crowd in visits for answer in crowd.result()]
    words = [word for crowd in those.crowds for who in crowd for word in who["secrets"]]
    return answers, log_faults(log.read_bytes()[before:].decode("utf-8", "backslashreplace"), words)


def report(answers: Sequence[Answer], lines: Sequence[str]) -> None:
    statuses = sorted(Counter(answer.status for answer in answers).items())
    print(", ".join(f"{count:,} x {status or 'no answer'}" for status, count in statuses))
    faulty = [answer for answer in answers if answer.faults]
    print(f"{len(answers):,} requests, {len(faulty)} answered wrongly, {len(lines)} wrong lines in the log")
    print(f"the slowest answer took {max(answer.seconds for answer in answers):.1f} s")
    for answer in faulty:
        print(answer.status, "; ".join(answer.faults), answer.mark, answer.request)
    for line in lines:
        print(line)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS, help="at least so many, in whole crowds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder))
        answers, lines = fuzzed(site, math.ceil(options.requests / 610), options.seed)
    report(answers, lines)
    if lines or any(answer.faults for answer in answers):
        sys.exit("an answer that wasn't meant, or a line of the log that tells too much")


if __name__ == "__main__":
    main()
