"""An account as a person uses it."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from armybuilder.accounts.token_services import create_token
from tests.accounts import PASSWORD, figures, guard, last_code, passkey_of, person

NAME = "wilhelmina-ada-lovelace-of-somewhere-far-away"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sign_up(page: Page, email: str) -> None:
    """From the head of any page to the account, by the code in the mail."""
    page.get_by_role("link", name="Sign in", exact=True).first.click()
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    page.get_by_label("Code").fill(last_code())
    press(page, "Confirm")
    expect(page.get_by_role("heading", level=1)).to_have_text("My rosters")


def sign_in(page: Page, email: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("link", name="Sign out").click()
    press(page, "Sign out")
    expect(page.get_by_role("status")).to_have_text("You are signed out.")


def who(page: Page) -> Locator:
    return page.locator(".foot .who")


def member(page: Page) -> User:
    """Somebody with a long name is signed in."""
    user = person(NAME)
    sign_in(page, user.email)
    expect(who(page)).to_be_visible()
    return user


def guarded(page: Page) -> None:
    """Somebody is signed in who has an app for one-time codes, recovery codes and a passkey."""
    user = member(page)
    guard(user)
    passkey_of(user, pk=9000)


def proved(page: Page, address: str) -> None:
    """An address that asks for the password first."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")
    expect(page).to_have_url(re.compile(re.escape(address)))


def making_a_key(page: Page) -> None:
    """One that is shown, above an older one."""
    create_token(account=member(page).pk, name="League table")
    proved(page, "/account/keys/")
    page.get_by_label("What it's for").fill("A script with a long name that says all that it does and more")
    press(page, "Make a key")
    expect(page.locator("#secret")).to_contain_text("muster_")


def half_way_in(page: Page) -> None:
    """After the password, before the code."""
    guard(person("ada"))
    sign_in(page, "ada@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")


def all_the_way_in(page: Page) -> None:
    page.get_by_label("Code").fill(figures())
    press(page, "Sign in")


def waiting_for_a_code(page: Page) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Email").fill(f"{NAME}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign up")
    expect(page.get_by_label("Code")).to_be_visible()


def refused(page: Page) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Email").fill("ada@example.org")
    page.get_by_label("Password").fill("ada")
    press(page, "Sign up")
    expect(page.locator(".fault")).to_contain_text("too short")


def mistaken(page: Page) -> None:
    sign_in(page, "nobody@example.org")
    expect(page.get_by_role("alert").first).to_be_visible()


def changing_address(page: Page) -> None:
    member(page)
    page.goto("/account/email/")
    page.get_by_label("Email").fill("another@example.org")
    press(page, "Send the code")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")
    expect(page.get_by_label("Code")).to_be_visible()
    page.goto("/account/email/")
