"""What the environment decides, and what stays whatever it says."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {"SECRET_KEY": "kept-in-the-environment-" * 4, "DEBUG": "false", "ALLOWED_HOSTS": "muster.example.org"}
OF_SETTINGS = ("security", "database")  # the checks of what the settings decide; the others look at the code
# What the settings come to in one process: the check of a deployment, then the words that each test asks for.
TOLD = """
import django, io, sys; django.setup()
tags = sys.argv[1:]
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
deployed = io.StringIO()
call_command("check", deploy=True, fail_level="WARNING", tags=tags, stdout=deployed)
print("deployment:", deployed.getvalue().strip())
print("hsts:", settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS)
print("database:", connection.vendor, settings.DATABASES["default"]["NAME"], connection.settings_dict["HOST"])
"""
ON_DISK = """
import sqlite3
with transaction.atomic(), connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        print(f"{pragma}:", *cursor.execute(f"PRAGMA {pragma}").fetchone())
    try:
        sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=0).execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        print("others:", error)
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A script under the site's own settings, with nothing set but what is given."""
    given = {"PATH": os.environ["PATH"], "DEBUG": "false", "DATABASE_URL": "sqlite:///:memory:"} | environment
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("manage.py", *arguments, **environment)


def told(script: str, *tags: str, **environment: str) -> dict[str, str]:
    """What production with these settings says of itself, by name, where all checks pass, or those of some tags."""
    result = run("-c", script, *tags, **PRODUCTION, DJANGO_SETTINGS_MODULE="config.settings", **environment)
    assert result.returncode == 0, result.stderr
    return dict(line.split(": ", 1) for line in result.stdout.splitlines())


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    """HSTS begins short, too; a database on disk survives a power cut, and locks for a transaction from its start."""
    database = tmp_path / "muster.sqlite3"
    there = told(TOLD + ON_DISK, DATABASE_URL=f"sqlite:///{database}")
    assert "no issues" in there.pop("deployment")
    assert there == {
        "hsts": "3600 False",
        "database": f"sqlite {database} ",
        "journal_mode": "wal",
        "synchronous": "2",
        "foreign_keys": "1",
        "busy_timeout": "20000",
        "others": "database is locked",
    }


def test_postgresql_and_a_long_hsts_are_settings_away() -> None:
    asked = {"HSTS_SECONDS": "31536000", "HSTS_SUBDOMAINS": "true"}
    there = told(TOLD, *OF_SETTINGS, **asked, DATABASE_URL="postgres://muster:secret@database:5432/armies")
    assert there["hsts"] == "31536000 True"
    assert there["database"] == "postgresql armies database"


def test_settings_for_plain_http_are_reported_by_the_deployment_check() -> None:
    result = manage("check", "--deploy", "--tag", "security", "--fail-level", "WARNING", **PRODUCTION, SECURE="false")
    assert result.returncode == 1
    assert "security.W008" in result.stderr


def test_nothing_starts_without_a_secret_key() -> None:
    without_a_file = "from environ import Env; Env.read_env = lambda *_: None; import config.settings"
    assert "Set the SECRET_KEY environment variable" in run("-c", without_a_file).stderr
    assert run("-c", without_a_file, **PRODUCTION).returncode == 0


def test_an_empty_secret_key_is_refused() -> None:
    assert "SECRET_KEY is empty" in manage("check", SECRET_KEY="").stderr


@pytest.mark.parametrize("path", ["/admin/login/", "/no-such-page/", "/static/admin/css/base.css"])
@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client: Client, path: str) -> None:
    with closing(client.get(path)) as answer:
        headers = answer.headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_even_the_redirect_to_https_carries_the_policy(client: Client, settings: LazySettings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://testserver/")
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_static_files_can_be_collected_for_production(settings: LazySettings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    storage = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": storage}
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").is_file()


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)
