"""Without a network: what was seen opens again and says how old it is, changes wait, come back and are merged."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import json, structs
from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, Route, expect

from armybuilder.models import Roster as Row
from armybuilder.offline.presenters import LookUp, look_up_file
from armybuilder.rosters.services import edit_roster
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.edits import Rename, SetLimit
from tests.accounts import person
from tests.browser.accounts import sign_in, sign_out
from tests.browser.conftest import POLICY_ALARM
from tests.browser.desk import Desk
from tests.conftest import PATIENCE
from tests.played import BATTLE_TOKEN, kept_battle
from tests.traffic import wait_for_silence

IS_ANSWERED_FOR = "() => navigator.serviceWorker.controller !== null"
SEEN = """async () =>
  (await (await caches.open("muster-seen")).keys()).map(({ url }) => url.slice(location.origin.length))"""
LEFT = """async () => [
  ...(await caches.keys()).filter((name) => !["muster-files", "muster-look-up"].includes(name)),
  ...(await indexedDB.databases()).map(({ name }) => name),
]"""
WAITING = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "muster-outbox")) return 0;
  return new Promise((done) => {
    const opening = indexedDB.open("muster-outbox");
    opening.onsuccess = () => {
      const [store] = opening.result.objectStoreNames;
      const asked = opening.result.transaction(store).objectStore(store).count();
      asked.onsuccess = () => { opening.result.close(); done(asked.result); };
    };
  });
}"""
TAKEN_ALONG = ("/look/", "/armies/dwarves/", "/rules/charging/")
ODDS = "/odds/?a=dwarves/axemen&b=orcs/orc-warrior&an=10&bn=10"


@pytest.fixture
def device(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    """A phone with a service worker, whose pages break no policy and throw nothing."""
    broken: list[str] = []
    device = chromium.new_context(locale="en-GB", base_url=site, viewport={"width": 1280, "height": 720})
    device.set_default_timeout(PATIENCE)
    device.add_init_script(POLICY_ALARM)
    device.on("console", lambda message: broken.append(message.text) if "policy:" in message.text else None)
    device.on("weberror", lambda error: broken.append(str(error.error)))  # a look of htmx that fails throws undefined
    yield device
    device.close()
    wait_for_silence()
    assert [words for words in broken if words != "undefined"] == []


@pytest.fixture
def desk(device: BrowserContext) -> Desk:
    """A roster with a unit, on a page for which the worker answers."""
    desk = Desk(device.new_page())
    desk.start("Dwarves")
    desk.page.wait_for_function(IS_ANSWERED_FOR)
    desk.add("Axemen")
    return desk


def wait_until_kept(page: Page, is_all: Callable[[list[str]], bool]) -> None:
    """Until what was seen, the last last, is all that a test goes on with."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not is_all(page.evaluate(SEEN)):
        assert time.monotonic() < deadline, page.evaluate(SEEN)
        page.wait_for_timeout(50)


def cut(page: Page) -> None:
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")


def engine(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def counts() -> list[tuple[str, int]]:
    return [(models.profile, models.count) for unit in roster_of(Row.objects.get()).units for models in unit.models]


def take_along(desk: Desk, path: str) -> str:
    """Have the look-up kept, see a roster, a battle and odds, and lose the network and the worker; what odds said."""
    page = desk.page
    page.goto("/offline/")
    page.get_by_role("button", name="Keep the look-up").click()
    expect(page.locator("#kept-state")).to_contain_text("of the look-up", timeout=3 * PATIENCE)
    ask_odds(page)
    page.goto(path)
    asked, chances = ask_odds(page)  # once more, after others were asked at that address
    kept_battle()
    page.goto(f"/b/{BATTLE_TOKEN}/")
    page.goto(path)
    unit = page.locator("#army a.unit-line").first.evaluate("({ pathname, search }) => pathname + search")
    wait_until_kept(page, lambda seen: {f"{path}a4.pdf", unit} <= {*seen} and odds_of(seen)[-1:] == [asked])
    cut(page)
    workers = engine(page)
    workers.send("ServiceWorker.enable")
    workers.send("ServiceWorker.stopAllWorkers")
    return chances


def ask_odds(page: Page) -> tuple[str, str]:
    """Leave out one of the two what-ifs that a meeting begins with; where the answer is, and what it says."""
    page.goto(ODDS)
    left_out = page.locator(".odds-chips a").first
    left_out.click()
    expect(left_out).not_to_have_attribute("aria-current", "true")
    page.wait_for_url(re.compile(r"/odds/\?.*\bw="))
    return page.evaluate("() => location.pathname + location.search"), page.locator("#meeting").inner_text()


def odds_of(seen: list[str]) -> list[str]:
    return [address for address in seen if address.startswith("/odds/")]


def build_and_print(desk: Desk) -> None:
    page = desk.page
    page.goto("/start/")  # what was open last
    expect(page.locator("#as-of")).to_contain_text("This page is as it was on")
    expect(desk.total).to_contain_text("200")
    with page.expect_download() as printed:
        page.get_by_role("link", name="Its sheet of").click()
    assert printed.value.path().read_bytes().startswith(b"%PDF")
    desk.pick("Axemen").click()
    desk.pick("Axemen").click()
    desk.more("Axemen").click()  # the unit is opened from what is kept
    expect(unsent(page)).to_have_text(["Add 10 Axemen", "Add 10 Axemen", "How many Axemen: 11"])
    expect(page.locator("#known")).to_contain_text("Last known")
    desk.pick("Berserker").click()
    page.get_by_role("button", name="Take back the last").click()
    expect(unsent(page)).to_have_count(3)


def look_up(page: Page, chances: str) -> None:
    page.goto("/look/?q=petri")
    expect(page.locator(".answer h2").first).to_have_text("Petrify")
    page.goto("/armies/dwarves/axemen/")  # stands on the list, too
    expect(page.get_by_role("row", name="Axemen").first).to_contain_text("4 Shield")
    page.goto("/rules/charging/")
    expect(page.locator("#as-of")).to_be_visible()
    page.goto("/odds/")  # what was asked last
    assert page.locator("#meeting").inner_text() == chances
    page.goto("/forge/")
    expect(page.locator("#as-of")).to_contain_text("isn't kept on this device")
    page.goto(f"/b/{BATTLE_TOKEN}/")
    page.get_by_role("button", name="Set up everybody").click()
    expect(page.locator("#notice")).to_contain_text("1 command waits")


def unsent(page: Page) -> Locator:
    return page.locator("#unsent li")


def with_few_pages() -> bytes:
    """The look-up with each entry; that the site gives every page of it is proved without a browser."""
    return json.encode(structs.replace(json.decode(look_up_file(), type=LookUp), pages=TAKEN_ALONG))


def test_an_army_is_built_looked_up_and_printed_in_a_cellar_and_merged_outside(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.offline.views.written_look_up", with_few_pages)
    page, row = desk.page, Row.objects.get()
    chances = take_along(desk, f"/rosters/{row.code}/")
    build_and_print(desk)
    look_up(page, chances)
    edit_roster(row=row, version=row.version, edit=Rename(name="Elsewhere"))
    page.goto(f"/rosters/{row.code}/")
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_contain_text("changed in another place")
    expect(unsent(page)).to_have_text(["Add 10 Axemen", "How many Axemen: 11"])  # they wait until this was seen
    assert counts() == [("dwarves/axemen", 10)] * 2
    page.get_by_role("button", name="Send on").click()
    expect(page.locator("#unsent")).to_have_count(0)
    expect(page.locator(".army-name")).to_have_text("Elsewhere")
    assert counts() == [("dwarves/axemen", 11), ("dwarves/axemen", 10), ("dwarves/axemen", 10)]

    cut(page)
    desk.open_head("#size")
    page.get_by_label("Game of").fill("1500")
    page.get_by_label("Game of").press("Enter")
    expect(unsent(page)).to_have_text(["Game of how many points: 1500"])
    row.refresh_from_db()
    edit_roster(row=row, version=row.version, edit=SetLimit(points=3000))
    page.context.set_offline(False)
    page.get_by_role("button", name="Make my change now").click()
    expect(desk.total).to_contain_text("of 1,500 points")
    expect(page.locator("#unsent")).to_have_count(0)


@pytest.mark.parametrize("signs_out", [True, False], ids=["signed out", "taken over"])
def test_nothing_of_an_account_stays_for_the_next(device: BrowserContext, signs_out: bool) -> None:
    page = device.new_page()
    desk = Desk(page)
    sign_in(page, person("ada").email)
    desk.start("Dwarves")
    page.wait_for_function(IS_ANSWERED_FOR)
    path = page.evaluate("() => location.pathname")
    page.reload()
    wait_until_kept(page, lambda seen: path in seen)
    cut(page)
    desk.pick("Axemen").click()
    expect(unsent(page)).to_have_count(1)
    assert page.evaluate(LEFT) == ["muster-notes", "muster-seen", "muster-outbox"]
    page.close()  # else it would be sent
    device.set_offline(False)
    page = device.new_page()
    if signs_out:
        sign_out(page)
    else:
        device.clear_cookies()
    sign_in(page, person("bob").email)
    expect(page.locator(".foot .who")).to_have_text("Signed in as bob")
    assert path not in page.evaluate(SEEN)
    assert page.evaluate(WAITING) == 0


def test_a_page_that_was_on_its_way_when_the_worker_began_is_answered_for_too(device: BrowserContext) -> None:
    late, soon = device.new_page(), device.new_page()

    def hold(route: Route) -> None:
        soon.goto("/offline/")
        soon.wait_for_function(IS_ANSWERED_FOR)
        route.continue_()

    late.route("**/armies/", hold)
    late.goto("/armies/")
    late.wait_for_function(IS_ANSWERED_FOR)


def lose_the_answer(route: Route) -> None:
    route.fetch()
    route.abort()


def test_a_change_whose_answer_was_lost_is_made_once(desk: Desk) -> None:
    desk.page.route("**/edit/", lose_the_answer, times=1)
    with desk.page.expect_response("**/edit/"):
        desk.pick("Berserker").click()
        expect(desk.page.locator("#unsent li")).to_have_text(["Add 10 Berserker"])
    expect(desk.unit("Berserker")).to_be_visible()
    expect(desk.page.locator("#unsent")).to_have_count(0)
    assert counts() == [("dwarves/axemen", 10), ("dwarves/berserker", 10)]


def test_a_full_device_says_what_is_not_kept_and_a_new_version_is_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = desk.page
    page.reload()
    quota = {"origin": page.evaluate("() => location.origin"), "quotaSize": 1}
    engine(page).send("Storage.overrideQuotaForOrigin", quota)
    page.reload()
    expect(page.locator("#full")).to_contain_text("no room left")
    expect(desk.unit("Axemen")).to_be_visible()
    cut(page)
    desk.pick("Axemen").click()
    expect(page.locator("#full")).to_contain_text("Nothing was changed: “Add 10 Axemen”")
    expect(page.locator("#unsent")).to_have_count(0)

    def newer(request: HttpRequest, template: str, content_type: str | None = None) -> HttpResponse:
        answer = render(request, template, content_type=content_type)
        answer.write("// newer" if content_type else "")
        return answer

    page.context.set_offline(False)
    engine(page).send("Storage.overrideQuotaForOrigin", {"origin": quota["origin"]})
    monkeypatch.setattr("armybuilder.offline.views.render", newer)
    page.reload()
    expect(page.locator("#offer")).to_contain_text("new version")
    desk.add("Berserker")  # nothing is forced
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#offer")).to_have_count(0)
    expect(desk.unit("Berserker")).to_be_visible()
