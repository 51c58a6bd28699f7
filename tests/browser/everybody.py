"""What everybody needs of a page: axe finds nothing, nothing scrolls sideways, and every target can be hit."""

from __future__ import annotations

import json
from typing import Any, Literal
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
CONTRAST = "color-contrast"
STRUCTURE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}, CONTRAST: {"enabled": False}}}
COLOURS = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": [CONTRAST]}}
PHONE, SMALL, DESK = (390, 844), (320, 640), (1280, 900)
PAIRINGS: tuple[tuple[tuple[tuple[int, int], Scheme], ...], ...] = (
    ((PHONE, "light"), (DESK, "dark")),
    ((PHONE, "dark"), (DESK, "light")),
)

# Targets that are seen and can be pressed; a link within a sentence is as high as its line.
TARGETS = """
() => {
  const primary = ".btn, .step, .tile, .chip, input, select, label, summary, .site nav a, .term";
  const isWords = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 3;
  const isInSentence = (each) =>
    getComputedStyle(each).display === "inline" && [...each.parentElement.childNodes].some(isWords);
  const target = (each) => (each.matches("[type=checkbox], [type=radio]") && each.closest("label")) || each;
  return [...document.querySelectorAll("a[href], button:enabled, input:enabled:not([type=hidden]), select, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".unseen, .skip"))
    .filter((each) => !isInSentence(each))
    .map(target)
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .map(({ each, box }) => ({
      width: box.width, height: box.height, text: each.outerHTML.slice(0, 120), primary: each.matches(primary),
    }));
}
"""
# What flashes once is judged by what it comes to: a scheme that changes meanwhile mixes the colours of both.
SETTLE = """
() => {
  for (const each of document.getAnimations()) {
    const timing = each.effect.getComputedTiming();
    if (timing.progress !== null && Number.isFinite(timing.endTime)) each.finish();
  }
}
"""
# Contrast takes half of axe's time. An element is passed over if a sibling before it, and all within, has the colours,
# sizes and weights that a contrast is computed from: rows of a table, mostly. Whichever differs is looked at.
MARK_ALIKE = """
() => {
  const looks = ["display", "visibility", "opacity", "position", "color", "backgroundColor", "backgroundImage",
    "fontSize", "fontWeight", "textShadow", "filter", "mixBlendMode"];
  const kinds = new Map();
  const kindOf = (each) => {
    const style = getComputedStyle(each);
    const hasWords = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const within = new Set();
    for (const child of each.children) {
      const kind = kindOf(child);
      child.toggleAttribute("data-alike", within.has(kind));
      within.add(kind);
    }
    const isOff = each.matches(":disabled, [aria-disabled=true]");
    const look = [each.localName, hasWords, isOff, ...looks.map((name) => style[name]), "within", ...within].join("|");
    if (!kinds.has(look)) kinds.set(look, kinds.size);
    return kinds.get(look);
  };
  kindOf(document.body);
}
"""
OVERFLOW = """
() => {
  const width = document.documentElement.clientWidth;
  const scrolling = ".scroll, .chapters, .filter-line"; // what scrolls within its own frame
  const isClipped = (each) => each.closest(`${scrolling}, .unseen, .skip, svg`) || !each.checkVisibility();
  const isWide = (each) => each.getBoundingClientRect().right > width + 0.5 && !isClipped(each);
  const wide = [...document.querySelectorAll("body *")].filter(isWide).map((each) => each.outerHTML.slice(0, 120));
  return { scrolls: document.documentElement.scrollWidth > width, wide };
}
"""


def violations(page: Page) -> list[dict[str, Any]]:
    """All that axe finds on the page as it is."""
    return badly_made(page) + badly_seen(page)


def badly_made(page: Page) -> list[dict[str, Any]]:
    return axe_finds(page, STRUCTURE)


def badly_seen(page: Page) -> list[dict[str, Any]]:
    """Words whose colour is too near to what they stand on."""
    page.evaluate(MARK_ALIKE)
    return axe_finds(page, COLOURS, passed_over="[data-alike]")


def axe_finds(page: Page, options: dict[str, Any], *, passed_over: str = "") -> list[dict[str, Any]]:
    if not page.evaluate("'axe' in window"):  # half a megabyte: read once a page
        page.evaluate(AXE_SCRIPT)
    where = {"exclude": [[passed_over]]} if passed_over else None
    found = page.evaluate("([where, options]) => axe.run(where ?? document, options)", [where, options])["violations"]
    return [
        {
            "rule": each["id"],
            "on": [node["html"][:200] for node in each["nodes"]][:4],
            "why": each["nodes"][0]["failureSummary"],
        }
        for each in found
    ]


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def check_with_axe(page: Page, state: str = "") -> None:
    """In both schemes, each in another size; which goes with which, and comes first, depends on the name of the state.

    A scheme moves nothing and a size colours nothing, so two runs see what four would; the other pairing is seen on
    other pages, for they are made of the same parts. What isn't about colours is asked in the first size.
    """
    found = {}
    chance = crc32(state.encode())
    pairing = PAIRINGS[chance % 2]
    for size, scheme in pairing if chance & 2 else pairing[::-1]:
        resized(page, size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(SETTLE)
        found[f"{scheme} at {size[0]}"] = badly_seen(page) if found else violations(page)
    assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)


def check_sizes(page: Page) -> None:
    for size in (SMALL, PHONE, DESK):
        resized(page, size)
        overflow = page.evaluate(OVERFLOW)
        assert overflow == {"scrolls": False, "wide": []}, json.dumps([size, overflow], indent=1, ensure_ascii=False)
        targets = page.evaluate(TARGETS)
        small = [each for each in targets if min(each["width"], each["height"]) < 24]
        low = [each for each in targets if each["primary"] and each["height"] < 43.9]
        assert (small, low) == ([], []), json.dumps([size, small[:8], low[:8]], indent=1, ensure_ascii=False)
