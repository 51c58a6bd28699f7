"""What everybody needs of a page: axe finds nothing, nothing scrolls sideways, and every target can be hit."""

from __future__ import annotations

import json
from typing import Any, Literal
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
CONTRAST = "color-contrast"
STRUCTURE = {"rules": {"target-size": {"enabled": True}, CONTRAST: {"enabled": False}}}
LEAN = {"resultTypes": ["violations"], "selectors": False, "elementRef": False}
COLOURS = {"runOnly": {"type": "rule", "values": [CONTRAST]}}
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
# Contrast takes half of axe's time, and pages are made of the same parts. Words are looked at once by what their
# contrast is computed from: names, colours, sizes and weights of the element that has them, and of all it stands in, or
# floats above.
JUDGE_NEW = """
([judged, options]) => {
  const known = new Set(judged);
  const looks = ["display", "visibility", "opacity", "position", "color", "backgroundColor", "backgroundImage",
    "fontSize", "fontWeight", "textShadow", "filter", "mixBlendMode"];
  const found = new Set();
  const numberOf = (look) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < look.length; at++) {
      const unit = look.charCodeAt(at);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return 4294967296 * (2097151 & low) + (high >>> 0);
  };
  const isAfloat = (style) => ["absolute", "fixed", "sticky"].includes(style.position);
  const behind = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const below = document.elementsFromPoint(x + width / 2, y + height / 2).filter((one) => !each.contains(one));
    return below.map((one) => getComputedStyle(one).backgroundColor).find((ground) => ground !== "rgba(0, 0, 0, 0)");
  };
  const hasWords = (each) =>
    each.matches("input, select, textarea") ||
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const walk = (each, around, name) => {
    const style = getComputedStyle(each);
    if (style.display === "none") return;
    const isOff = each.matches(":disabled, [aria-disabled=true]") || Boolean(each.control?.disabled);
    const own = each.localName + "." + (each.getAttribute("class") ?? "");
    const ground = isAfloat(style) ? behind(each) : "";
    const look = [around, isOff, ground, ...looks.map((name) => style[name])].join("|");
    const isSeen = each.checkVisibility({ visibilityProperty: true });
    if (isSeen && hasWords(each)) {
      const box = each.getBoundingClientRect();
      const words = [...each.childNodes].map((node) => node.nodeType === Node.TEXT_NODE ? node.data : "").join("");
      const isLong = /[\\p{L}\\p{N}].*[\\p{L}\\p{N}]/su.test(words);
      const key = numberOf([look, name, own, isLong, box.width > 1 && box.height > 1].join("|"));
      if (!found.has(key)) each.setAttribute("data-look", key);
      found.add(key);
    }
    const inside = String(numberOf(look));
    for (const child of each.children) walk(child, inside, own);
  };
  for (const each of document.querySelectorAll("[data-look]")) {
    each.removeAttribute("data-look");
    each.removeAttribute("data-new");
  }
  walk(document.body, "", "");
  const fresh = new Set([...found].filter((key) => !known.has(key)).map(String));
  for (const each of document.querySelectorAll("[data-look]")) {
    each.toggleAttribute("data-new", fresh.has(each.dataset.look));
  }
  if (!fresh.size) return { fresh: [], violations: [] };
  // At once: a page that asks how things stand every second may be another one by the next call.
  const run = axe.run({ include: [["[data-new]"]] }, options);
  return run.then(({ violations }) => ({ fresh: [...fresh].map(Number), violations }));
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
    load_axe(page)
    found = page.evaluate("(options) => axe.run(document, options)", STRUCTURE | LEAN)
    return told(found["violations"])


judged: set[int] = set()  # looks in which axe found nothing, on any page of this run


def badly_seen(page: Page) -> list[dict[str, Any]]:
    """Words whose colour is too near to what they stand on."""
    load_axe(page)
    answer = page.evaluate(JUDGE_NEW, [list(judged), COLOURS | LEAN])
    found = told(answer["violations"])
    if not found:
        judged.update(answer["fresh"])
    return found


def load_axe(page: Page) -> None:
    if not page.evaluate("'axe' in window"):  # half a megabyte: read once a page
        page.evaluate(AXE_SCRIPT)


def told(violations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "rule": each["id"],
            "on": [node["html"][:200] for node in each["nodes"]][:4],
            "why": each["nodes"][0]["failureSummary"],
        }
        for each in violations
    ]


def resized(page: Page, size: tuple[int, int]) -> None:
    page.wait_for_load_state()  # after a click words may be there before the style that sizes them
    page.set_viewport_size({"width": size[0], "height": size[1]})


def check_page(page: Page, state: str = "") -> None:
    """In three sizes, and with axe in both schemes."""
    resized(page, SMALL)
    check_size(page, SMALL)
    check_with_axe(page, state, sized=True)


def check_with_axe(page: Page, state: str = "", *, sized: bool = False) -> None:
    """In both schemes, each in a size of its own, which is looked at itself if that is wanted.

    Which scheme goes with which size, and comes first, depends on the name of the state. A scheme moves nothing and a
    size colours nothing, so two runs of axe see what four would; the other pairing is seen on other pages, for they are
    made of the same parts. What isn't about colours is asked in the first size.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    chance = crc32(state.encode())
    pairing = PAIRINGS[chance % 2]
    for size, scheme in pairing if chance & 2 else pairing[::-1]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        resized(page, size)
        if sized:
            check_size(page, size)
        page.evaluate(SETTLE)
        found[f"{scheme} at {size[0]}"] = badly_seen(page) if found else violations(page)
    assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)


def check_sizes(page: Page) -> None:
    for size in (SMALL, PHONE, DESK):
        resized(page, size)
        check_size(page, size)


def check_size(page: Page, size: tuple[int, int]) -> None:
    """Nothing scrolls sideways, and whatever can be pressed is large enough."""
    overflow = page.evaluate(OVERFLOW)
    assert overflow == {"scrolls": False, "wide": []}, json.dumps([size, overflow], indent=1, ensure_ascii=False)
    targets = page.evaluate(TARGETS)
    small = [each for each in targets if min(each["width"], each["height"]) < 24]
    low = [each for each in targets if each["primary"] and each["height"] < 43.9]
    assert (small, low) == ([], []), json.dumps([size, small[:8], low[:8]], indent=1, ensure_ascii=False)
