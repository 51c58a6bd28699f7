"""Takes the README's picture of a served site: `python docs/screenshot.py http://localhost:8000`."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).with_name("screenshot.png")
CHROMIUM = "/usr/bin/chromium"


def take(address: str) -> None:
    """Copy a sample army and picture it in the editor."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/samples/dwarf-raiding-party/")
        page.get_by_role("button", name="Make it mine").click()
        page.wait_for_url("**/rosters/*/")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1].rstrip("/"))
