"""Draws the icons of an installed site from the site's own shield: `python docs/icons.py`."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "armybuilder" / "static" / "armybuilder"
CHROMIUM = which("chromium-headless-shell") or which("chromium")
PAPER = "#faf6ec"
# Pixels, and the share of its side that the shield takes: a maskable icon is cut to a circle of four fifths.
ICONS = {"192": (192, 0.86), "512": (512, 0.86), "maskable-512": (512, 0.6), "apple-touch": (180, 0.7)}


def draw() -> None:
    shield = re.sub("<svg ", '<svg width="100%" height="100%" ', (STATIC / "icon.svg").read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, (pixels, share) in ICONS.items():
            inside, is_filled = pixels * share, name not in ("192", "512")
            page.set_viewport_size({"width": pixels, "height": pixels})
            ground = f"background:{PAPER};" if is_filled else ""
            box = f"width:{inside}px;height:{inside}px;margin:{(pixels - inside) / 2}px"
            page.set_content(f'<body style="margin:0;{ground}"><div style="{box};position:fixed">{shield}</div>')
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    draw()
