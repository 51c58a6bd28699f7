"""A client made from the schema by a generator, without a word of ours, asks the API and reads its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from armybuilder.accounts.token_services import create_token
from armybuilder.core.api.examples import example
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.catalogue import PROJECT
from tests.programs import FILE

GENERATOR = Path(sys.executable).with_name("openapi-python-client")
# Files are bytes to the generator if it is told so; docs/api.md says the same to readers.
SETTINGS = """
post_hooks: []
content_type_overrides:
  application/pdf: application/octet-stream
  application/zip: application/octet-stream
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the generated package stands, of the name `muster_client`."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "settings.yaml").write_text(SETTINGS, encoding="utf-8")
    where = ["--path", str(PROJECT / "tests" / "golden" / "openapi.yaml"), "--output-path", "muster_client"]
    how = ["--meta", "none", "--config", "settings.yaml", "--fail-on-warning"]
    made = subprocess.run(
        [GENERATOR, "generate", *where, *how], cwd=folder, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "WARNING" not in made.stdout
    return folder


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The generated client, which asks this process; the test's own connection stays open, as with Django's client."""
    monkeypatch.syspath_prepend(str(folder))
    generated = import_module("muster_client")
    transport = httpx.WSGITransport(app=WSGIHandler())
    with generated.Client(base_url="http://testserver", httpx_args={"transport": transport}) as client:
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        yield client
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def operation(area: str, name: str) -> Any:
    return import_module(f"muster_client.api.{area}.{name}")


def shape(name: str, plain: dict[str, Any]) -> Any:
    """A value of the client's own kind."""
    return getattr(import_module("muster_client.models"), name).from_dict(json.loads(json.dumps(plain)))


def test_it_checks_prices_and_prints(client: Any, catalogue: Catalogue) -> None:
    roster = shape("Roster", FILE)
    verdict = operation("check", "check").sync(client=client, body=roster)
    assert verdict.legal
    assert verdict.points == example("roster")["answers"]["200"]["points"]

    receipt = operation("price", "price").sync(client=client, body=shape("Design", example("price")["body"]))
    assert receipt.points == example("price")["answers"]["200"]["points"]

    order = shape("PrintOrder", example("print")["body"])
    order.rosters = [roster]
    sheets = operation("print_", "print_").sync(client=client, body=order)
    assert sheets.payload.read(5) == b"%PDF-"


def test_it_reads_what_was_refused(client: Any, catalogue: Catalogue) -> None:
    malformed = json.loads(json.dumps(FILE))
    malformed["units"][0]["models"][0]["count"] = 0
    refusal = operation("check", "check").sync(client=client, body=shape("Roster", malformed))
    assert refusal.field == "units[0].models[0].count"


def test_it_finds_rows_of_the_catalogue(client: Any, catalogue: Catalogue) -> None:
    models = import_module("muster_client.models")
    page = operation("profiles", "profiles").sync(client=client, base=models.ProfilesBase("0.5"))
    assert {row.base for row in page.results} == {0.5}
    spells = operation("spells", "spells").sync(client=client, template=True, level=models.SpellsLevel(3))
    assert {spell.level for spell in spells.results} == {3}


def test_it_keeps_and_changes_a_roster_with_a_key(folder: Path, client: Any, ada: User, catalogue: Catalogue) -> None:
    _, secret = create_token(account=ada.pk, name="Generated")
    mine = client.with_headers({"Authorization": f"Bearer {secret}"})
    kept = operation("rosters", "create_roster").sync(client=mine, body=shape("Roster", FILE))
    assert Row.objects.get(code=kept.code).owner_id == ada.pk
    changes = shape("RosterChanges", {"name": "Renamed by a program"})
    changed = operation("rosters", "change_roster").sync(
        client=mine, code=kept.code, body=changes, if_match=f'"{kept.version}"'
    )
    assert (changed.name, changed.version) == ("Renamed by a program", kept.version + 1)
    stale = operation("rosters", "change_roster").sync(
        client=mine, code=kept.code, body=changes, if_match=f'"{kept.version}"'
    )
    assert stale.version == changed.version
