"""A battle on two phones: a step is played from both, each shows what the other has done, and dice are tapped in."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from time import sleep

import pytest
import uvicorn
from django.conf import LazySettings
from playwright.sync_api import BrowserContext, Page, expect

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.services.battles import hand_over
from config.bell import APPLICATION, HOW
from tabletop.arcana.battle.commands.course import Note
from tests.played import BATTLE_TOKEN, command_in, kept_battle
from tests.traffic import wait_for_silence

# One more command in the outbox, decided on the same event as the first.
BEHIND_IT = """() => {
  const name = Object.keys(localStorage).find((key) => key.startsWith("battle-outbox-"));
  const [draft] = JSON.parse(localStorage.getItem(name));
  const again = draft.pairs.map(([key, value]) => [key, key === "id" ? crypto.randomUUID() : value]);
  localStorage.setItem(name, JSON.stringify([draft, { ...draft, pairs: again }]));
}"""


def go_offline(page: Page) -> None:
    """Cut the page off, and wait until it is: the browser's own processes hear of it one after the other."""
    page.context.set_offline(True)
    page.wait_for_function(
        "!navigator.onLine && fetch('/robots.txt', {cache: 'no-store'}).then(() => false, () => true)"
    )


def test_a_step_is_played_from_two_phones(page: Page) -> None:
    kept_battle()
    blue = hand_over(seat=Seat.objects.get(token=BATTLE_TOKEN), role=Role.BLUE)
    other = page.context.new_page()
    page.goto(f"/b/{BATTLE_TOKEN}/")
    other.goto(f"/b/{blue.token}/")
    other.locator("#unit-b3 > summary").click()
    expect(other.locator("#unit-b3")).to_have_attribute("open", "")
    other.locator("#do-deploy-b3 [name=files]").fill("3")
    page.get_by_role("button", name="Finish: armies set up").click()
    expect(page.locator("#step")).to_have_text("Waiting for Green Tide")
    expect(page.locator("#now")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Waiting for Green Tide")
    expect(other.locator("#step-panel")).to_contain_text("Hold the Gate have finished")
    expect(other.locator("#unit-b3")).to_have_attribute("open", "")
    expect(other.locator("#do-deploy-b3 [name=files]")).to_have_value("3")
    expect(other.locator("#do-deploy-b3 [name=files]")).to_be_focused()
    other.locator("#do-deploy-b3 [name=files]").fill("5")
    other.locator("#do-deploy-b3").get_by_role("button", name="Set up").click()
    expect(other.locator("#unit-b1")).to_have_attribute("open", "")
    other.get_by_role("button", name="Set up everybody").click()
    expect(other.locator("#step")).to_have_text("Armies set up")
    other.get_by_role("button", name="Finish: armies set up").click()
    expect(other.locator("#step")).to_have_text("Roll for initiative")
    expect(page.locator("#step")).to_have_text("Roll for initiative")
    page.get_by_role("button", name="Type the faces instead").click()
    page.get_by_role("button", name="5", exact=True).click()
    expect(page.locator(".b-tray")).to_contain_text("1 to go")
    expect(page.get_by_role("button", name="Take these dice")).to_be_disabled()
    page.get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_role("button", name="Take these dice")).to_be_enabled()
    page.get_by_role("button", name="Take these dice").click()
    expect(page.locator("#step")).to_have_text("Choose who moves first")


def test_what_waits_is_sent_and_what_fails_is_said(page: Page, context: BrowserContext, complaints: list[str]) -> None:
    battle = kept_battle()
    seat = Seat.objects.get(token=BATTLE_TOKEN)
    page.goto(f"/b/{BATTLE_TOKEN}/")
    expect(page.locator("#said")).to_have_text("")
    go_offline(page)
    page.get_by_role("button", name="Set up everybody").click()
    expect(page.locator("#notice")).to_contain_text("1 command waits")
    page.get_by_role("button", name="Throw it away").click()
    expect(page.locator("#notice")).not_to_contain_text("waits")  # a look may say by now that there is no connection
    assert page.evaluate("localStorage.getItem(`battle-outbox-${location.pathname}`)") == "[]"
    page.get_by_role("button", name="Set up everybody").click()
    expect(page.locator("#notice")).to_contain_text("1 command waits")
    context.set_offline(False)
    expect(page.get_by_role("button", name="Set up everybody")).to_have_count(0)
    expect(page.locator("#notice")).to_have_text("")
    go_offline(page)
    page.get_by_role("button", name="Finish: armies set up").click()
    expect(page.locator("#notice")).to_contain_text("1 command waits")
    page.evaluate(BEHIND_IT)
    page.close()
    wait_for_silence()
    command_in(battle, "red", Note(text="The wood is open ground"))
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"/b/{BATTLE_TOKEN}/")
    expect(page.locator("#refused")).to_contain_text("Something happened meanwhile")
    expect(page.locator("#refused")).to_contain_text("The wood is open ground")
    expect(page.locator("#notice")).to_contain_text("1 command waits behind it")
    page.get_by_role("button", name="Finish: armies set up").click()
    expect(page.locator("#step-panel")).to_contain_text("Hold the Gate have finished")
    expect(page.get_by_role("button", name="Send on")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Send on").click()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#notice")).to_have_text("")
    hand_over(seat=seat, role=Role.BLUE)
    Seat.objects.filter(pk=seat.pk).update(token="AnotherSeat1")
    expect(page.locator("#notice")).to_contain_text("This link was taken back.")
    expect(page.get_by_role("link", name="Your battles")).to_be_visible()
    complaints.clear()


# A screen that a page may keep on: headless browsers have none.
SCREEN = """Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  lock.release = async () => lock.dispatchEvent(new Event("release"));
  return lock;
} } });"""


def test_a_phone_hides_all_odds_by_one_tap_and_keeps_its_screen_on_until_told_otherwise(
    page: Page, context: BrowserContext
) -> None:
    context.add_init_script(SCREEN)
    page.goto("/battle/")
    page.get_by_role("button", name="Show me an example").click()
    expect(page.locator("#battle")).to_be_visible()
    page.locator(".b-ucard[open] .b-before").first.scroll_into_view_if_needed()
    odds = page.locator(".b-odds").first
    sentence = odds.locator("summary > span").first
    expect(sentence).to_contain_text("on average")
    odds.get_by_text("Hide odds").click()
    expect(sentence).to_be_hidden()
    expect(odds.get_by_text("Show odds")).to_be_visible()
    expect(page.locator(".b-must").first).to_be_visible()
    page.locator("#battle-menu > summary").click()
    page.get_by_role("button", name="Keep the screen on").click()
    page.get_by_role("button", name="Night colours").click()
    page.reload()
    page.locator(".b-ucard[open] .b-before").first.scroll_into_view_if_needed()
    expect(page.locator(".b-odds").first.get_by_text("Show odds")).to_be_visible()
    expect(page.locator(".b-odds[open]")).to_have_count(0)
    page.locator("#battle-menu > summary").click()
    expect(page.get_by_role("button", name="Night colours")).to_have_attribute("aria-pressed", "true")
    kept_on = page.get_by_role("button", name="The screen stays on")
    expect(kept_on).to_have_attribute("aria-pressed", "true")
    kept_on.click()
    page.reload()
    page.locator("#battle-menu > summary").click()
    expect(page.get_by_role("button", name="Keep the screen on")).to_have_attribute("aria-pressed", "false")


@pytest.fixture
def bell(site: str, settings: LazySettings) -> Iterator[None]:
    """The bell beside the site, served as ever."""
    server = uvicorn.Server(uvicorn.Config(APPLICATION, host="127.0.0.1", port=0, **HOW))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        sleep(0.01)
    _, port = server.servers[0].sockets[0].getsockname()
    settings.BELL = f"http://localhost:{port}"
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] | {"connect-src": ["'self'", settings.BELL]}
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": directives}
    yield
    server.should_exit = True
    thread.join()


NEVER_ASKS = "window.setInterval = () => 0;"  # as a page does every two seconds by itself


def test_the_bell_brings_what_the_other_phone_has_done(bell: None, page: Page, context: BrowserContext) -> None:
    kept_battle()
    blue = hand_over(seat=Seat.objects.get(token=BATTLE_TOKEN), role=Role.BLUE)
    other = context.new_page()
    for phone, token in ((page, BATTLE_TOKEN), (other, blue.token)):
        phone.add_init_script(NEVER_ASKS)
        phone.goto(f"/b/{token}/")
    page.get_by_role("button", name="Finish: armies set up").click()
    expect(other.locator("#step-panel")).to_contain_text("Hold the Gate have finished")
    before = page.locator("#battle").get_attribute("data-head")
    other.get_by_role("button", name="Set up everybody").click()
    expect(other.locator("#step")).to_have_text("Armies set up")
    head = other.locator("#battle").get_attribute("data-head")
    assert head
    assert head != before
    expect(page.locator("#battle")).to_have_attribute("data-head", head)
