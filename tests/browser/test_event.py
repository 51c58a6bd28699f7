"""A weekend of 24 players from founding to export: the organiser at a desk, players on their phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from armybuilder.core.revisions import plain
from armybuilder.models import Participant, Tournament
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import results
from armybuilder.tournaments.snapshots import mark_of, round_in
from tabletop.tournament.event import Outcome, Result
from tabletop.tournament.file import read_event
from tabletop.tournament.proofs import faults
from tests.accounts import person
from tests.browser.accounts import press, sign_in
from tests.browser.conftest import watched
from tests.events import handed_in, newest, place
from tests.visitors import RAIDERS

LIST = "Army: Dwarves\nUnit: One\n- 40 Axemen\n- Dwarf Champion"
WON = Result(outcome=Outcome.FIRST, destroyed=(900, 300))


@pytest.fixture
def phone(chromium: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    """A player's phone, whose browser complains of nothing either."""
    screen = {"width": 390, "height": 844}
    context = watched(chromium.new_context(locale="en-GB", base_url=site, viewport=screen, has_touch=True), complaints)
    yield context.new_page()
    context.close()


def found(desk: Page) -> Tournament:
    """The event as its organiser types it in, with 24 names and a judge's link."""
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
    return Tournament.objects.get()


def bring(phone: Page, row: Tournament) -> None:
    """One player's list from paste to receipt, by the private link."""
    phone.goto(f"/e/{place(row, 'p1').token}/")
    phone.get_by_label("Or its link, or the list as text").fill(LIST)
    phone.get_by_role("button", name="Look at it").tap()
    phone.get_by_role("button", name="Hand it in").tap()
    expect(phone.get_by_text("Handed in, waits for the judge")).to_be_visible()
    for player in Participant.objects.filter(role=Role.PLAYER).exclude(ref="p1"):
        player.event = row
        handed_in(player, RAIDERS)


def by_phone(phone: Page, row: Tournament, number: int) -> None:
    """A game as both its players report it: one says how it ended, the other confirms."""
    one, other = next(each.players for each in round_in(newest(row)).pairings if each.table == 1)
    phone.goto(f"/e/{place(row, one).token}/")
    phone.get_by_role("link", name="Report the result").tap()
    phone.get_by_label("won").first.check()
    for field in phone.get_by_label("destroyed").all():
        field.fill("700")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_text("It counts once it is confirmed")).to_be_visible()
    phone.goto(f"/e/{place(row, other).token}/rounds/")
    phone.get_by_role("link", name="See what was reported").tap()
    phone.get_by_role("button", name="Confirm: it was so").tap()
    expect(phone.get_by_text("the result counts")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def the_rest(row: Tournament, number: int) -> None:
    """Half of the other games by the players themselves, half at the desk."""
    organiser = place(row, "organiser")
    for pairing in round_in(newest(row)).pairings:
        one, other = pairing.players
        if pairing.table == 1:
            continue
        if pairing.table is not None and pairing.table % 2:
            results.report(row=row, number=number, player=place(row, one), result=WON, seen="")
            seen = mark_of(plain(WON))
            results.report(row=row, number=number, player=place(row, other), result=WON, seen=seen)
        else:
            results.decide(row=row, number=number, ref=one, result=WON, seen=mark_of(plain(pairing)), by=organiser)


def test_a_weekend_of_24_players(context: BrowserContext, phone: Page) -> None:
    desk = context.new_page()
    row = found(desk)
    bring(phone, row)
    desk.goto(f"/events/{row.code}/")
    expect(desk.get_by_text("24 players")).to_be_visible()
    desk.get_by_role("button", name="Approve all").click()
    press(desk, "Reveal the lists now")
    for number in (1, 2, 3):
        desk.get_by_role("link", name="Rounds", exact=True).click()
        press(desk, f"Pair round {number}")
        expect(desk.get_by_role("heading", name=f"Round {number}, not yet published")).to_be_visible()
        expect(desk.get_by_text("no bye is needed")).to_be_visible()
        press(desk, f"Publish round {number}")
        press(desk, "Start")
        expect(desk.get_by_role("timer")).to_contain_text("2:29:")
        if number == 1:
            by_phone(phone, row, number)
        else:
            one = next(each for each in round_in(newest(row)).pairings if each.table == 1)
            seen = mark_of(plain(one))
            organiser = place(row, "organiser")
            results.decide(row=row, number=number, ref=one.players[0], result=WON, seen=seen, by=organiser)
        the_rest(row, number)
        desk.reload()
        expect(desk.get_by_text("All results count")).to_be_visible()
    walls = context.new_page()
    walls.goto(f"/e/{place(row, 'everybody').token}/screen/")
    before = walls.get_by_role("timer").inner_text()
    expect(walls.get_by_text("Frostgate Open: round 3")).to_be_visible()
    walls.wait_for_function("before => document.querySelector('[role=timer]').innerText !== before", arg=before)
    phone.goto(f"/e/{place(row, 'everybody').token}/standings/")
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
