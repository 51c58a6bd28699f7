"""Accounts in a browser: a newcomer's list comes along, nobody else sees it, and the second step holds."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, Page, expect

from armybuilder.models import Roster as Row
from tests.accounts import figures, last_code, person
from tests.browser.accounts import (
    all_the_way_in,
    half_way_in,
    member,
    press,
    proved,
    sign_in,
    sign_out,
    sign_up,
    waiting_for_a_code,
    who,
)
from tests.browser.conftest import watched
from tests.browser.desk import Desk
from tests.browser.test_keyboard import focused, tab_to

ADA = "ada@example.org"


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def newcomer(request: pytest.FixtureRequest, site: str) -> Page:
    page: Page = request.getfixturevalue("page" if request.param == "with JavaScript" else "plain_page")
    return page


def test_a_list_built_without_an_account_is_theirs_after_signing_up_and_nobody_elses(
    newcomer: Page, chromium: Browser, site: str, complaints: list[str]
) -> None:
    newcomer.goto("/")
    press(newcomer, newcomer.locator("button.arms").first.inner_text().replace("\n", " "))
    list_of_theirs = newcomer.url
    sign_up(newcomer, ADA)
    expect(newcomer.get_by_role("status")).to_contain_text("1 thing from this browser is now in your account.")
    expect(who(newcomer)).to_contain_text("ada")
    newcomer.goto(list_of_theirs)
    expect(newcomer.locator("#army")).to_be_visible()

    stranger = watched(chromium.new_context(base_url=site), complaints).new_page()
    answer = stranger.goto(list_of_theirs)
    assert answer is not None
    assert answer.status == 404
    assert f"404: {list_of_theirs}" in complaints
    complaints.clear()
    stranger.context.close()

    sign_out(newcomer)
    newcomer.goto("/rosters/")
    expect(newcomer.locator("li.card")).to_have_count(0)
    sign_in(newcomer, ADA)
    expect(newcomer.locator("li.card")).to_have_count(1)


def test_an_app_is_set_up_and_its_code_asked_for_at_the_next_sign_in(page: Page) -> None:
    person("ada")
    sign_in(page, ADA)
    proved(page, "/account/2fa/totp/activate/")
    expect(page.locator(".qr svg")).to_be_visible()
    seed = page.locator(".secret").inner_text()
    page.get_by_label("Authenticator code").fill(figures(seed))
    press(page, "Turn it on")
    expect(page.locator(".secrets li")).to_have_count(10)
    recovery = page.locator(".secrets li").first.inner_text()
    sign_out(page)

    sign_in(page, ADA)
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")
    page.goto("/rosters/")
    expect(page.locator(".foot").get_by_role("link", name="Sign in")).to_be_visible()
    page.goto("/account/2fa/authenticate/")
    page.get_by_label("Code").fill("000000")
    press(page, "Sign in")
    expect(page.locator(".fault")).to_have_text("Incorrect code.")
    page.get_by_label("Code").fill(recovery)
    press(page, "Sign in")
    expect(who(page)).to_contain_text("ada")


def test_the_app_lets_one_in(page: Page) -> None:
    half_way_in(page)
    all_the_way_in(page)
    expect(who(page)).to_contain_text("ada")


def test_a_passkey_is_added_and_signs_in_by_itself(page: Page, context: BrowserContext) -> None:
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    person("ada")
    sign_in(page, ADA)
    proved(page, "/account/2fa/webauthn/add/")
    page.get_by_label("Name").fill("This laptop")
    page.get_by_role("checkbox").check()
    press(page, "Continue")
    expect(page.locator(".secrets li")).to_have_count(10)
    page.goto("/account/2fa/webauthn/")
    expect(page.locator("li.card")).to_contain_text("This laptop")
    sign_out(page)
    page.goto("/account/login/")
    press(page, "Sign in with a passkey")
    expect(who(page)).to_contain_text("ada")


def test_a_device_without_a_passkey_says_so(page: Page, context: BrowserContext) -> None:
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options | {"isUserVerified": False}})
    page.goto("/account/login/")
    expect(page.locator("#passkey-problem")).to_be_hidden()
    press(page, "Sign in with a passkey")
    expect(page.locator("#passkey-problem")).to_contain_text("That didn't work")


def test_everything_is_exported_and_deleted(page: Page) -> None:
    Desk(page).start("Dwarves")
    sign_up(page, ADA)
    page.goto("/account/")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Export my data").click()
    names = ZipFile(io.BytesIO(downloading.value.path().read_bytes())).namelist()
    assert [name.partition("-")[0] for name in names] == ["account.json", "rosters/my"]
    proved(page, "/account/delete/")
    expect(page.get_by_role("main")).to_contain_text("1 roster")
    press(page, "Delete everything")
    expect(page.get_by_role("status")).to_contain_text("has been deleted")
    expect(page.locator(".foot").get_by_role("link", name="Sign in")).to_be_visible()
    assert not Row.objects.exists()
    assert not User.objects.exists()


def test_one_signs_up_by_keyboard_alone(page: Page) -> None:
    page.goto("/account/signup/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if focused(page, "name") == "email":
            break
    page.keyboard.type(ADA)
    page.keyboard.press("Tab")
    page.keyboard.type("a very long walk")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code")).to_be_visible()
    tab_to(page, "Cancel")
    page.get_by_label("Code").focus()
    page.keyboard.type(last_code())
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/rosters/"))


def test_another_code_is_sent_on_request(page: Page) -> None:
    waiting_for_a_code(page)
    first = last_code()
    cache.clear()  # ten seconds later
    press(page, "Send another code")
    expect(page.get_by_label("Code")).to_be_visible()
    assert last_code() != first


def test_the_head_of_the_page_fits_a_small_phone(page: Page) -> None:
    member(page)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        boxes = [page.locator(selector).bounding_box() for selector in (".brand", ".site .search", ".site .mine")]
        assert all(boxes)
        edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
        assert all(left[1] <= right[0] + 0.5 for left, right in pairwise(edges))
        assert edges[-1][1] <= width
