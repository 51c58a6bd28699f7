"""A real browser on a real server; whatever it complains about fails the test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, ViewportSize, WebError
from pytest_django.live_server_helper import LiveServer

from tests.browser.everybody import AXE
from tests.conftest import PATIENCE
from tests.traffic import wait_for_silence
from tests.visitors import load_printed_rows

POLICY_ALARM = """
document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`));
"""

# Pages are what they are without a service worker; test_offline has browsers with one.
NO_WORKER = 'Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });'

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


@pytest.fixture(scope="session")
def kept_complaints() -> list[str]:
    return []


@pytest.fixture
def complaints(kept_complaints: list[str]) -> list[str]:
    """What the browser complained about; a test that expects a complaint takes it out."""
    kept_complaints.clear()
    return kept_complaints


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
    context.add_init_script(NO_WORKER)
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
def kept_page(chromium: Browser, live_server: LiveServer, kept_complaints: list[str]) -> Iterator[Page]:
    context = watched(chromium.new_context(locale="en-GB", base_url=live_server.url), kept_complaints)
    context.add_init_script(AXE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def kept_plain_page(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    context = chromium.new_context(locale="en-GB", base_url=live_server.url, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def visit(page: Page) -> Iterator[Page]:
    """A visitor with nothing stored yet, on a page that others have had: all that they left is gone.

    Its process knows the scripts and fonts of the site: a page of another context costs a quarter of a second of
    processor time. Cleared are other tabs, routes, permissions, cookies, storage, size, media, the mouse and whatever
    the page itself would still do or ask; `site` waits until nothing is asked any more. What is put on a page to stay,
    as listeners, scripts or devices, isn't: a test that does so asks for a `context` of its own.
    """
    page.set_viewport_size(USUAL_SIZE)
    page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
    page.mouse.move(0, 0)
    yield page
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    page.goto("/robots.txt")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    page.context.clear_permissions()


@pytest.fixture
def page(request: pytest.FixtureRequest, site: str, complaints: list[str]) -> Iterator[Page]:
    """A visitor's page: the kept one, or in a test that has a context of its own a page of that."""
    if "context" in request.fixturenames:
        yield request.getfixturevalue("context").new_page()
        return
    yield from visit(request.getfixturevalue("kept_page"))
    assert complaints == []


@pytest.fixture
def plain_page(kept_plain_page: Page, site: str) -> Iterator[Page]:
    """The page of a visitor whose browser runs no JavaScript."""
    yield from visit(kept_plain_page)
