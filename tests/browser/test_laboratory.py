"""The laboratory in a browser, counted by the site's own worker: asked, watched, stopped, gone on with, shared."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.laboratory import counting
from armybuilder.laboratory.presenters import asking


def work(turns: int) -> None:
    """What `manage.py db_worker` does, for so many turns."""
    call_command("db_worker", batch=True, max_tasks=turns, startup_delay=False, reload=False, interval=0, verbosity=0)


def test_an_army_is_tried_from_the_first_press_to_the_file_that_is_kept(
    page: Page, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    monkeypatch.setattr(counting, "TURN", 0)
    monkeypatch.setattr(asking, "PAIRS", 10)
    monkeypatch.setitem(asking.IN_LINE, "2", asking.Precision("2", 0.02, 60, "usual"))
    page.goto("/laboratory/new/?a=sample.dwarf-raiding-party")
    page.get_by_label("Roster or field").select_option("sample.dwarf-raiding-party")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("It is next in line.")).to_be_visible()
    work(2)
    expect(page.locator(".lab-curve")).to_be_visible()
    expect(page.locator("#progress")).to_contain_text("20 of at most 60")
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible()
    work(1)
    page.get_by_role("button", name="Go on").click()
    work(4)
    expect(page.get_by_text("Undecided at the cap", exact=True)).to_be_visible()
    expect(page.locator("#spoken")).to_contain_text("Undecided at the cap")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("link", name="/l/").click()
    expect(page.get_by_role("button", name="Keep a copy")).to_be_visible()
    for title, ending in (("File to keep", "jsonl"), ("CSV", "csv")):
        with page.expect_download() as taken:
            page.get_by_role("link", name=title).click()
        assert taken.value.suggested_filename.endswith(f".{ending}")
