"""Words that are 40 % longer fit into every translated page, from left to right and from right to left."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.clicks import ARMY
from tests.visitors import OWNER, browser_of, kept, load_printed_rows
from tests.words.pseudo import LEFTWARD, PSEUDO, made_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What can be seen and reaches over an edge of the window; what is folded, hidden or ends in dots by design isn't asked.
BEYOND = """() => {
  const wide = document.documentElement.clientWidth, beyond = [];
  if (document.documentElement.scrollWidth > wide) beyond.push("the page scrolls sideways");
  for (const each of document.querySelectorAll("body *")) {
    if (each.closest(".unseen, .skip, svg, details:not([open]) > :not(summary)") || !each.checkVisibility()) continue;
    const { left, right, width } = each.getBoundingClientRect();
    if (width > 1 && (right > wide + 1 || left < -1)) beyond.push(`${each.tagName}.${each.className} ${left} ${right}`);
  }
  return beyond;
}"""


def test_longer_words_fit_into_every_translated_page(live_server: LiveServer, chromium: Browser) -> None:
    load_printed_rows()
    row = kept(ARMY)
    cookie = {"name": "sessionid", "value": browser_of(OWNER).cookies["sessionid"].value, "url": live_server.url}
    context = chromium.new_context(base_url=live_server.url)
    context.add_cookies([cookie])
    page, beyond = context.new_page(), {}
    with made_up():
        for language in (PSEUDO, LEFTWARD):
            for path in ("/", "/rosters/", f"/rosters/{row.code}/", f"/rosters/{row.code}/repair/"):
                page.goto(f"{path}?lang={language}")
                for width in (320, 390, 1280):
                    page.set_viewport_size({"width": width, "height": 900})
                    beyond[language, path, width] = page.evaluate(BEYOND)
    context.close()
    assert {where: what for where, what in beyond.items() if what} == {}
