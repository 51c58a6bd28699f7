"""What every test shares: nothing is skipped in CI, properties have no stopwatch, browsers are Debian's."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from benchmarks.serving import CHROMIUM
from tests.made_once import IS_WORKER, first_alone, make_once

# It asks nobody but the site, and draws without an emulated graphics card: a tenth of its processor time.
QUIET = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"]
IN_CI = os.environ.get("CI", "").lower() not in {"", "0", "false"}

PATIENCE = 30_000  # milliseconds until a browser's test gives up: a machine that is busy is no fault of a page
expect.set_options(timeout=PATIENCE)

# How quickly cases are found, and how many are passed over for one, is luck; a property that finds none still fails.
LUCK = [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much]
# Half of its usual hundred cases. `make mutants` asks with twenty: with these the tests of prices and of composition
# found every fault that was put in; of other rooms it isn't known. HYPOTHESIS_PROFILE=muster-long asks with a thousand.
hypothesis.settings.register_profile(
    "muster", max_examples=50, deadline=None, print_blob=True, suppress_health_check=LUCK
)
# The same code gets the same cases in CI, so that its word is about the code; everywhere else each run looks further.
hypothesis.settings.register_profile("muster-ci", hypothesis.settings.get_profile("muster"), derandomize=True)
hypothesis.settings.register_profile("muster-long", hypothesis.settings.get_profile("muster"), max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("muster-ci" if IN_CI else "muster"))


# Tests and the modules they are made of stay until the end. The collector of circles would look through all of them
# again and again, for an eighth of the run: it waits until they are there, and then looks at what is new.
gc.disable()


STATM = Path("/proc/self/statm")  # Linux alone has it
GROWN = 25_000  # pages of 4 kB that a worker takes more before its circles are looked for
grown = [0]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    if not IS_WORKER:
        return (yield)
    with first_alone():
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    items[:] = long_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def long_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests as they are, but each worker's part begins with some of the long ones.

    xdist cuts them into as many parts as there are workers. A long one near the end of a part is a worker that works
    when all others have nothing left to do.
    """
    long = [item for item in items if item.get_closest_marker("long")]
    short = iter([item for item in items if not item.get_closest_marker("long")])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        first = long[worker::workers]
        size = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*first, *islice(short, max(0, size - len(first)))]
    return ordered


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What the tests of a file keep for each other goes with the last of them: pages that were read are large."""
    module = getattr(item, "module", None)
    if module is not None and module is not getattr(nextitem, "module", None):
        for each in vars(module).values():
            if getattr(each, "__module__", None) == module.__name__ and hasattr(each, "cache_clear"):
                each.cache_clear()
        collect_what_is_large()


def collect_what_is_large() -> None:
    """Pages hold each other in circles, which the collector rarely looks for: once a worker has grown by so much."""
    pages = int(STATM.read_text(encoding="ascii").split()[1]) if STATM.exists() else 0
    if pages - grown[-1] > GROWN:
        gc.collect()
        grown.append(int(STATM.read_text(encoding="ascii").split()[1]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    return _counted((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    return _counted((yield))


def _counted(report: pytest.TestReport | pytest.CollectReport) -> pytest.TestReport | pytest.CollectReport:
    """The report, where CI has its say: what was skipped has failed."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped where CI is set: {report.longreprtext}"
    return report


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The catalogue is there before any test, and stays: a test's own changes are rolled back to it.

    One request in hundreds clears old counts, by lot: it waits until a test says so, or what a page asks is out by one.
    """
    from armybuilder.core import request_counts
    from config.ready import get_ready
    from tests.first_rows import keep_first_rows
    from tests.visitors import load_printed_rows

    request_counts.CLEARED_EVERY = 10**9
    get_ready()  # a browser's test serves with threads
    request.getfixturevalue("django_db_modify_db_settings")
    with django_db_blocker.unblock():
        make_once(tmp_path_factory, lambda: request.getfixturevalue("django_db_setup"), load_printed_rows)
        load_printed_rows()
        keep_first_rows()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's chromium, one for the whole run."""
    if CHROMIUM is None:
        pytest.skip("no chromium here; .ci/install-system installs it (root on Debian)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A visitor with nothing stored yet."""
    context = chromium.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
