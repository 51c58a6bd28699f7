"""A weekend of 24 players from founding to export, through its pages alone: a desk and two phones.

Twelve players do everything on phones, the organiser does everything for the other twelve, who have none. What a click
shows is clicked once; what is the same again for another player is sent by the forms of the same pages, fetched from
within the page that lies open, with its cookies and its origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tabletop.tournament.file import read_event
from tabletop.tournament.proofs import faults
from tests.accounts import person
from tests.browser.accounts import press, sign_in
from tests.browser.conftest import watched
from tests.visitors import RAIDERS

LIST = "Army: Dwarves\nUnit: One\n- 40 Axemen\n- Dwarf Champion"
ON_PHONES = {f"Player {number}" for number in range(1, 13)}
WON = {"outcome": "first", "destroyed_1": "900", "destroyed_2": "300"}
# From an address by links and buttons to an end: what the last page says, if it is to be looked at.
WALK = """async ([address, steps]) => {
  let page = null, said = "";
  const open = async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status} of ${answer.url}`);
    address = answer.url;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const named = (kind, words) => {
    const found = [...page.querySelectorAll(kind)].find((each) => each.textContent.trim().startsWith(words));
    if (!found) throw new Error(`no ${kind} “${words}” on ${address}: ${page.body.textContent}`);
    return found;
  };
  await open(await fetch(address));
  for (const [number, step] of steps.entries()) {
    if (step.follow) {
      await open(await fetch(new URL(named("a", step.follow).getAttribute("href"), address)));
      continue;
    }
    const button = named("button", step.press), form = button.form, data = new FormData(form);
    if (button.name) data.set(button.name, button.value);
    for (const [name, value] of Object.entries(step.fields ?? {})) data.set(name, value);
    const is_last = number === steps.length - 1;
    const to = new URL(form.getAttribute("action") ?? address, address);
    const answer = await fetch(to, {method: "POST", body: data, redirect: is_last ? "manual" : "follow"});
    if (is_last && answer.type !== "opaqueredirect") throw new Error(`${answer.status}: ${await answer.text()}`);
    if (!is_last) await open(answer);
  }
}"""
PAIRS = """() => [...document.querySelectorAll(".ev-pair")].map((pair) => ({
  names: [...pair.querySelectorAll(".ev-who b")].map((name) => name.firstChild.textContent.trim()),
  game: pair.querySelector(".ev-acts a")?.href,
}))"""


@pytest.fixture
def phones(chromium: Browser, site: str, complaints: list[str]) -> Iterator[list[Page]]:
    """Two players' phones, whose browsers complain of nothing either."""
    screen = {"width": 390, "height": 844}
    contexts = [
        watched(chromium.new_context(locale="en-GB", base_url=site, viewport=screen, has_touch=True), complaints)
        for _ in range(2)
    ]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def walk(page: Page, address: str, *steps: dict[str, Any]) -> None:
    """From an address by links and buttons, as if by hand; the last button leads on to another page."""
    page.evaluate(WALK, [address, list(steps)])


def found(desk: Page) -> dict[str, str]:
    """The event as its organiser types it in, with 24 names: the private link of each, and the public one."""
    sign_in(desk, person("leonie").email)
    desk.goto("/events/new/")
    desk.get_by_label("Name", exact=True).fill("Frostgate Open")
    desk.get_by_label("Days").fill("2026-12-05, 2026-12-06")
    desk.locator("[name=points_limit]").fill("1000")
    desk.get_by_label("How many", exact=True).fill("3")
    press(desk, "Found it")
    desk.get_by_role("link", name="Add players").click()
    desk.get_by_label("Names").fill("\n".join(f"Player {number}, Club {number % 5}" for number in range(1, 25)))
    press(desk, "Add")
    expect(desk.get_by_role("heading", name="24 players")).to_be_visible()
    links: dict[str, str] = desk.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("input.ev-link")].map(
          (link) => [document.querySelector(`label[for="${link.id}"]`).textContent.replace("Link of ", ""), link.value]
        ))"""
    )
    assert len(links) == 25
    return links


def bring(desk: Page, phone: Page, links: dict[str, str]) -> None:
    """One list from paste to receipt by hand; those of phones by their own pages, all others at the desk."""
    phone.goto(links["Player 1"])
    phone.get_by_label("Or its link, or the list as text").fill(LIST)
    phone.get_by_role("button", name="Look at it").tap()
    phone.get_by_role("button", name="Hand it in").tap()
    expect(phone.get_by_text("Handed in, waits for the judge")).to_be_visible()
    look, hand_in = {"press": "Look at it", "fields": {"text": RAIDERS.decode()}}, {"press": "Hand it in"}
    for name, link in links.items():
        if name in ON_PHONES - {"Player 1"}:
            walk(phone, link, look, hand_in)
        elif name.startswith("Player") and name != "Player 1":
            ref = f"p{name.removeprefix('Player ')}"
            walk(desk, f"{desk.url.partition('people')[0]}lists/{ref}/bring/", look, hand_in)


def by_hand(phones: list[Page], links: dict[str, str], names: list[str]) -> None:
    """A game as both its players report it on their phones: one says how it ended, the other confirms."""
    phone, other = phones
    phone.goto(links[names[0]])
    phone.get_by_role("link", name="Report the result").tap()
    phone.get_by_label("won").first.check()
    for field in phone.get_by_label("destroyed").all():
        field.fill("700")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_text("It counts once it is confirmed")).to_be_visible()
    other.goto(links[names[1]] + "rounds/")
    other.get_by_role("link", name="See what was reported").tap()
    other.get_by_role("button", name="Confirm: it was so").tap()
    expect(other.get_by_text("the result counts")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= 390


def play(desk: Page, phones: list[Page], links: dict[str, str]) -> int:
    """All games of the round that the desk shows; how many of them by phones."""
    games = desk.evaluate(PAIRS)
    assert sorted(name for game in games for name in game["names"]) == sorted(set(links) - {"Public link"})
    reported = 0
    for number, game in enumerate(games):
        if number % 2:
            walk(desk, game["game"], {"press": "Let it count", "fields": WON})
            continue
        one, two = game["names"]
        if number == 0:
            by_hand(phones, links, [one, two])
        else:
            walk(phones[0], links[one], {"follow": "Report the result"}, {"press": "Send", "fields": WON})
            walk(phones[1], links[two], {"follow": "See what was reported"}, {"press": "Confirm: it was so"})
        reported += 1
    return reported


def test_a_weekend_of_24_players(context: BrowserContext, phones: list[Page]) -> None:
    desk, phone = context.new_page(), phones[0]
    links = found(desk)
    public = links["Public link"]
    bring(desk, phone, links)
    desk.get_by_role("link", name="Desk", exact=True).click()
    expect(desk.get_by_text("24 players")).to_be_visible()
    desk.get_by_role("button", name="Approve all").click()
    press(desk, "Reveal the lists now")
    by_phone = 0
    for number in (1, 2, 3):
        desk.get_by_role("link", name="Rounds", exact=True).click()
        press(desk, f"Pair round {number}")
        expect(desk.get_by_role("heading", name=f"Round {number}, not yet published")).to_be_visible()
        expect(desk.get_by_text("no bye is needed")).to_be_visible()
        press(desk, f"Publish round {number}")
        press(desk, "Start")
        expect(desk.get_by_role("timer")).to_contain_text("2:29:")
        by_phone += play(desk, phones, links)
        desk.reload()
        expect(desk.get_by_text("All results count")).to_be_visible()
    assert by_phone == 18
    walls = context.new_page()
    walls.goto(public + "screen/")
    before = walls.get_by_role("timer").inner_text()
    expect(walls.get_by_text("Frostgate Open: round 3")).to_be_visible()
    walls.wait_for_function("before => document.querySelector('[role=timer]').innerText !== before", arg=before)
    phone.goto(public + "standings/")
    expect(phone.get_by_text("All 36 results count")).to_be_visible()
    phone.get_by_role("link", name="Armies").tap()
    expect(phone.get_by_role("rowheader", name="Dwarves")).to_be_visible()
    desk.get_by_role("link", name="Desk").click()
    press(desk, "The event is over")
    with desk.expect_download() as download:
        desk.get_by_role("link", name="The whole event").click()
    event = read_event(download.value.path().read_bytes())
    assert (len(event.players), len(event.rounds), faults(event)) == (24, 3, [])
    assert all(len(paired.pairings) == 12 for paired in event.rounds)
    assert [each.state for each in event.lists] == ["approved"] * 24
    assert sum(each.by_staff for each in event.lists) == 12
