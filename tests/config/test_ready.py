"""A server has learnt what it reads before its threads start."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from config.ready import prepare_answers

ROOT = Path(__file__).resolve().parents[2]

# Which requests a server makes, what it has made before the first visitor comes, whether it holds a connection to the
# database, whether next to nothing is left for the garbage collector to look through, and how many kinds msgspec looks
# at while each that comes from a file, a form or a row is first asked for.
STARTED = """
import gc
import {start}
left = len(gc.get_objects())
from django.db import connection
from armybuilder.core.api.docs import endpoints, written_schema
made = endpoints.cache_info().currsize, written_schema.cache_info().currsize, connection.connection
made = *made, left < gc.get_freeze_count() / 100
print({start}.application.request_class.__name__, *made)
"""
LATE = """
from contextlib import suppress
import msgspec
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battlefield import Table

late = []
learn = msgspec._utils._get_class_mro_and_typevar_mappings
msgspec._utils._get_class_mro_and_typevar_mappings = lambda kind: late.append(kind) or learn(kind)
for kind in (Row, Roster, Design, Pack, Table):
    with suppress(msgspec.ValidationError):
        msgspec.convert({}, kind)
print(len(late))
"""


def said(script: str) -> list[str]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": "sqlite:///:memory:"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


@cache
def started(start: str) -> list[str]:
    return said(STARTED.format(start=start) + LATE)


@pytest.mark.parametrize("start", ["config.wsgi", "config.asgi"])
def test_a_server_has_made_and_learnt_what_everybody_needs_even_where_there_is_no_database_yet(start: str) -> None:
    assert started(start)[1:] == ["1", "4", "None", "True", "0"]


@pytest.mark.parametrize(("start", "kind"), [("config.wsgi", "WebRequest"), ("config.asgi", "AsyncWebRequest")])
def test_requests_are_there_whatever_their_content_type_claims(start: str, kind: str) -> None:
    assert started(start)[0] == kind


def test_the_check_would_notice() -> None:
    (late,) = said(LATE)
    assert int(late) > 5


def test_products_of_matrices_are_worked_out_by_the_thread_that_asks() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    code = "import config, numpy, os; print(len(os.listdir('/proc/self/task')))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


@pytest.mark.django_db
def test_what_takes_long_is_made_before_the_first_visitor_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    # It is only the server's process that stays as it is; there it is looked at that it has learnt every kind of value.
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.collect", lambda: None)
    monkeypatch.setattr("config.ready.get_ready", lambda: None)
    monkeypatch.setattr("armybuilder.core.api.docs.written_schema", made.append)
    monkeypatch.setattr("armybuilder.designs.views.audit.audit_of", lambda _: made.append("audit"))
    monkeypatch.setattr("armybuilder.catalogue.snapshots.current_catalogue", lambda: None)
    monkeypatch.setattr("tabletop.pdf.fonts.load_faces", lambda: made.append("typefaces"))
    doors = [importlib.import_module(name) for name in ("config.wsgi", "config.asgi")]
    assert all(callable(door.application) for door in doors)
    prepare_answers()
    assert made[0] == "typefaces"
    assert made[-1] == "audit"
    assert len(made) > 3
