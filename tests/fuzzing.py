"""Requests made up from the API's own schema, in every phase that schemathesis knows, with a key that is good."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from threading import Lock
from typing import Any
from zlib import crc32

import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from msgspec import Struct
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.schemas import BaseSchema

from armybuilder.models import Design, Pack, RequestCount, Roster
from tests.programs import CODE
from tests.visitors import TOKEN

CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
WHOLE_FILES = [
    "check",
    "odds",
    "price",
    "print",
    "table",
    "create_design",
    "create_roster",
    "edit_roster",
    "replace_design",
    "replace_roster",
]
STEPS = 6  # of one chain of requests
FORGOTTEN_EVERY = 16  # requests: the strictest limit is twenty a minute
CODES = {"rosters": CODE, "designs": "young-dragon", "packs": "spring-cup-1"}
KINDS = {"rosters": Roster, "designs": Design, "packs": Pack}
KNOWN = {"ref": ("u1", "u2", "u3"), "entry": ("c1", "dwarves/axemen", "dwarves/berserker"), "token": (TOKEN,)}


class Figures(Struct):
    """What a run came to: statuses by method, seconds, and what was wrong in words."""

    statuses: Counter[tuple[str, int]]
    slowest: float = 0.0
    seconds: float = 0.0
    phases: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def cases(self) -> int:
        return self.statuses.total()

    @property
    def writes(self) -> int:
        return sum(count for (method, _), count in self.statuses.items() if method not in ("GET", "HEAD"))

    @property
    def made(self) -> int:
        """Writes that were carried out."""
        statuses = self.statuses.items()
        return sum(count for (method, status), count in statuses if method not in ("GET", "HEAD") and status < 300)

    @property
    def server_errors(self) -> int:
        return sum(count for (_, status), count in self.statuses.items() if status >= 500)

    @property
    def told(self) -> str:
        """The run in a few lines, for people."""
        statuses = ", ".join(f"{method} {status}: {count}" for (method, status), count in sorted(self.statuses.items()))
        return (
            f"{self.cases} cases, {self.writes} of them writes ({self.made} carried out), in {self.seconds:.0f} s; "
            f"{self.server_errors} server errors; the slowest answer took {self.slowest:.2f} s\n"
            f"phases: {', '.join(self.phases)}\n{statuses}"
        )


class Site:
    """The site in this process, counted; every thread uses the test's own connection, one at a time."""

    def __init__(self) -> None:
        self.handler, self.lock, self.connection = WSGIHandler(), Lock(), connections["default"]
        self.figures = Figures(Counter())

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with self.lock:
            connections["default"] = self.connection
            if self.figures.cases % FORGOTTEN_EVERY == 0:
                forget_requests()
            aim(environ)
            started = time.perf_counter()
            statuses: list[str] = []

            def noted(status: str, headers: Any, *more: Any) -> Any:
                statuses.append(status)
                return start_response(status, headers, *more)

            with closing(self.handler(environ, noted)) as answer:
                content = list(answer)
            self.figures.slowest = max(self.figures.slowest, time.perf_counter() - started)
            self.figures.statuses[environ["REQUEST_METHOD"], int(statuses[0][:3])] += 1
            return content


def forget_requests() -> None:
    """Nobody has asked anything yet; PostgreSQL looks through what is deleted until the test's transaction ends."""
    table = connection.ops.quote_name(RequestCount._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table}" if connection.vendor == "postgresql" else f"DELETE FROM {table}")


def fuzzed(secret: str, *, examples: int, seed: int, short: bool = False) -> Figures:
    """A whole run as the account with this key: so many cases made up for each operation, and the other phases.

    A short one leaves out the phase that tries every limit of every field for whole files: thousands of cases.
    """
    site = Site()
    with shared(site.connection):
        settings = config(secret, examples, seed, short=short)
        schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", site, config=settings)
        started = time.perf_counter()
        site.figures.problems = tuple(problems(schema, site))
        site.figures.seconds = time.perf_counter() - started
    return site.figures


@contextmanager
def shared(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A connection that every thread may use, and that no end of a request closes: it is in the test's transaction."""
    connection.inc_thread_sharing()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        connection.dec_thread_sharing()


def config(secret: str, examples: int, seed: int, *, short: bool) -> SchemathesisConfig:
    checks: dict[str, Any] = {"enabled": False} | {name: {"enabled": True} for name in CHECKS}
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "headers": {"Authorization": f"Bearer {secret}"},
            "checks": checks,
            "generation": {"max-examples": examples, "database": "none", "no-shrink": True},
            "phases": {"stateful": {"max-steps": STEPS}},
            "operations": [{"include-operation-id": WHOLE_FILES, "phases": {"coverage": {"enabled": not short}}}],
        }
    )


def problems(schema: BaseSchema, site: Site) -> Iterator[str]:
    for event in from_schema(schema).execute():
        match event:
            case events.PhaseFinished() if event.phase.is_enabled:
                site.figures.phases += (event.phase.name.value,)
            case events.NonFatalError() | events.FatalError():
                yield str(event)
            case events.ScenarioFinished():
                for checks in event.recorder.checks.values():
                    yield from (f"{event.label}: {each.failure_info}" for each in checks if each.failure_info)


AIMS = (
    (re.compile(r"^/api/(rosters|designs|packs)/[^/]+/"), r"/api/\1/{code}/"),
    (re.compile(r"/units/[^/]+/"), "/units/{ref}/"),
    (re.compile(r"/entries/.+/$"), "/entries/{entry}/"),
    (re.compile(r"/shares/[^/]+/$"), "/shares/{token}/"),
    (re.compile(r"/versions/[^/]+/"), "/versions/1/"),
    (re.compile(r"/tags/.+/$"), "/tags/club/"),
    (re.compile(r"^/api/lists/[^/]+/$"), "/api/lists/dwarves/"),
    (re.compile(r"^/api/profiles/[^/]+/[^/]+/$"), "/api/profiles/dwarves/axemen/"),
    (re.compile(r"^/api/spells/[^/]+/[^/]+/$"), "/api/spells/earth/geyser/"),
)


def aim(environ: dict[str, Any]) -> None:
    """Three requests in four ask for what is there, two of them on its newest version; the fourth stays as it was."""
    path = environ["PATH_INFO"]
    dice = crc32(f"{path}?{environ['QUERY_STRING']}{environ.get('CONTENT_LENGTH')}".encode())
    if dice % 4 == 3:
        return
    for pattern, known in AIMS:
        path = pattern.sub(known, path)
    kind = path.split("/")[2]
    choices = {name: values[dice // 4 % len(values)] for name, values in KNOWN.items()}
    environ["PATH_INFO"] = path.format(code=CODES.get(kind), **choices) if path != environ["PATH_INFO"] else path
    if kind in KINDS and f"/{CODES[kind]}/" in environ["PATH_INFO"] and dice % 4 < 2:
        rows: Any = KINDS[kind]._default_manager.filter(code=CODES[kind])
        rows.update(deleted_at=None)
        environ["HTTP_IF_MATCH"] = f'"{rows.get().version}"'
