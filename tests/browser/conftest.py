"""A real browser on a real server; whatever it complains about fails the test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, ViewportSize, WebError
from pytest_django.live_server_helper import LiveServer

from tests.conftest import PATIENCE
from tests.traffic import wait_for_silence
from tests.visitors import load_printed_rows

POLICY_ALARM = """
document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`));
"""

# SLOWER=6 runs the browser at a sixth of its pace: what then fails asks before the page has answered.
SLOWER = int(os.environ.get("SLOWER", "1"))


USUAL_SIZE: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture
def site(live_server: LiveServer) -> Iterator[str]:
    """The address of a site with the catalogue and no rosters."""
    load_printed_rows()
    cache.clear()
    yield live_server.url
    wait_for_silence()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about; a test that expects a complaint takes it out."""
    return []


def slowed(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def watched(context: BrowserContext, complaints: list[str]) -> BrowserContext:
    """The context with every console error, uncaught error, broken policy and refused request written down."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} on {message.page and message.page.url}")

    def uncaught(error: WebError) -> None:
        complaints.append(f"uncaught: {error.error}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            complaints.append(f"{response.status}: {response.url}")

    context.set_default_timeout(PATIENCE)
    if SLOWER > 1:
        context.on("page", slowed)
    context.add_init_script(POLICY_ALARM)
    context.on("console", console)
    context.on("weberror", uncaught)
    context.on("response", answered)
    return context


@pytest.fixture
def context(chromium: Browser, site: str, complaints: list[str]) -> Iterator[BrowserContext]:
    """A visitor with nothing stored yet, who complains of nothing."""
    context = watched(chromium.new_context(locale="en-GB", base_url=site), complaints)
    yield context
    context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def kept_complaints() -> list[str]:
    return []


@pytest.fixture(scope="session")
def kept_page(chromium: Browser, live_server: LiveServer, kept_complaints: list[str]) -> Iterator[Page]:
    context = watched(chromium.new_context(locale="en-GB", base_url=live_server.url), kept_complaints)
    yield context.new_page()
    context.close()


@pytest.fixture
def visited_page(kept_page: Page, kept_complaints: list[str], site: str) -> Iterator[Page]:
    """A page of a visitor with nothing stored yet, for tests that look at what it shows and not at what it does.

    It is one page for all of them, whose process knows the scripts and fonts of the site: a new one costs a third of a
    second of processor time. What the one before left is cleared: cookies, storage, size, media and whatever the page
    itself would still do or ask. `site` waits until nothing is asked any more.
    """
    kept_page.set_viewport_size(USUAL_SIZE)
    kept_page.emulate_media(color_scheme="null", reduced_motion="null")
    yield kept_page
    kept_page.goto("/robots.txt")
    kept_page.evaluate("localStorage.clear(); sessionStorage.clear()")
    kept_page.context.clear_cookies()
    complaints = kept_complaints.copy()
    kept_complaints.clear()
    assert complaints == []


@pytest.fixture
def plain_context(chromium: Browser, site: str, complaints: list[str]) -> Iterator[BrowserContext]:
    """A visitor whose browser runs no JavaScript."""
    context = chromium.new_context(locale="en-GB", base_url=site, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()
