"""Everybody can use it, in every state that a page can be in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.everybody import check_page
from tests.browser.states import STATES


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_nothing_scrolls_sideways_and_every_target_can_be_hit(page: Page, state: str) -> None:
    STATES[state](page)
    check_page(page, state)
