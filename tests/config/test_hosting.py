"""Settings, .env.example, compose.yaml, gunicorn and the README say the same of how a site is hosted."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from armybuilder.battles.views.bell import MOST
from config.bell import ring

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r'env\.\w+\(\s*"([A-Z_]+)"')
NAMED = re.compile(r"^(?:# )?([A-Z_]+)=", re.MULTILINE)
OF_THE_IMAGE = {"FORWARDED_ALLOW_IPS"}  # gunicorn's own


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return read


def settings_read() -> set[str]:
    return set(READ.findall((ROOT / "config" / "settings.py").read_text(encoding="utf-8")))


def test_the_example_names_every_setting_and_no_other() -> None:
    assert set(NAMED.findall((ROOT / ".env.example").read_text(encoding="utf-8"))) == settings_read()


def test_compose_passes_every_setting_on() -> None:
    environment = compose()["x-muster"]["environment"]
    assert set(environment) - OF_THE_IMAGE == settings_read()
    assert [name for name, value in environment.items() if name not in OF_THE_IMAGE and f"${{{name}" not in value] == []


def test_compose_runs_the_worker_that_long_orders_wait_for() -> None:
    services = compose()["services"]
    assert services["worker"]["command"] == ["python", "manage.py", "db_worker"]


def test_compose_runs_the_bell_beside_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, Any]] = []
    monkeypatch.setattr("uvicorn.run", lambda app, **how: served.append({"app": app} | how))
    monkeypatch.delenv("PORT", raising=False)
    ring()
    assert (served[0]["app"], served[0]["access_log"]) == ("config.asgi:application", False)
    bell = compose()["services"]["bell"]
    assert bell["command"] == ["python", "-m", "config.bell"]
    assert bell["ports"] == [f"127.0.0.1:{served[0]['port']}:{served[0]['port']}"]
    assert served[0]["limit_concurrency"] > MOST


def test_backups_have_a_volume_that_the_images_user_may_write_to() -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "backups:/backups" in compose()["x-muster"]["volumes"]
    assert "backups" in compose()["volumes"]
    assert "install --directory --owner muster /backups" in image
    assert image.index("/backups") < image.index("USER muster")


def test_gunicorn_is_started_alike_by_hand_and_in_the_image() -> None:
    given = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert (given["workers"], given["threads"]) == (2, 16)
    assert given["threads"] >= 2 * (1 + settings.WORK_WAITING), "who works long or waits to leaves threads for others"
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "--workers" not in image
    assert "--threads" not in image
    assert "`gunicorn config.wsgi`" in (ROOT / "README.md").read_text(encoding="utf-8")
