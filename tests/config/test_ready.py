"""A server has learnt what it reads before its threads start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# How many kinds msgspec looks at while each that comes from a file, a form or a row is first asked for.
LATE = """
from contextlib import suppress
import msgspec, {start}
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
        msgspec.convert({{}}, kind)
print(len(late))
"""


def looked_at(start: str) -> int:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-c", LATE.format(start=start)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.parametrize("start", ["config.wsgi", "config.asgi"])
def test_nothing_is_left_to_learn_once_the_site_is_served(start: str) -> None:
    assert looked_at(start) == 0


def test_the_check_would_notice() -> None:
    assert looked_at("django") > 5


# What a server has made before the first visitor comes, and whether it holds a connection to the database.
MADE = """
import {start}
from django.db import connection
from armybuilder.core.api.docs import endpoints, written_schema
print(endpoints.cache_info().currsize, written_schema.cache_info().currsize, connection.connection)
"""


@pytest.mark.parametrize("start", ["config.wsgi", "config.asgi"])
def test_nobody_waits_for_what_is_the_same_for_everybody_even_where_there_is_no_database_yet(start: str) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": "sqlite:///:memory:"}
    command = [sys.executable, "-c", MADE.format(start=start)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "4", "None"]


def test_products_of_matrices_are_worked_out_by_the_thread_that_asks() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    code = "import config, numpy, os; print(len(os.listdir('/proc/self/task')))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
