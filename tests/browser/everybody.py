"""What everybody needs of a page: axe finds nothing, nothing scrolls sideways, and every target can be hit."""

from __future__ import annotations

import json
from typing import Any, Literal
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
CONTRAST = "color-contrast"
LEAN = {"resultTypes": ["violations"], "selectors": False, "elementRef": False}
STRUCTURE = {"rules": {CONTRAST: {"enabled": False}}} | LEAN
SEEN = {"runOnly": {"type": "rule", "values": [CONTRAST, "target-size"]}} | LEAN
# Half a megabyte that is read when it is called, and that a process reads once: for a page that is kept.
AXE = f"window.loadAxe = () => {{{AXE_SCRIPT}\n}};"
PHONE, SMALL, DESK = (390, 844), (320, 640), (1280, 720)  # as a page is before anybody sizes it
PAIRINGS: tuple[tuple[tuple[tuple[int, int], Scheme], ...], ...] = (
    ((DESK, "dark"), (PHONE, "light")),
    ((DESK, "light"), (PHONE, "dark")),
)

IS_IN_SENTENCE = """
  const isWords = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 3;
  const isInSentence = (each) =>
    getComputedStyle(each).display === "inline" && [...each.parentElement.childNodes].some(isWords);
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
# Targets that are seen and too small to press; a link within a sentence is as high as its line.
TARGETS = f"""
() => {{
  {IS_IN_SENTENCE}
  const primary = ".btn, .step, .tile, .chip, input, select, label, summary, .site nav a, .term";
  const target = (each) => (each.matches("[type=checkbox], [type=radio]") && each.closest("label")) || each;
  const pressed = "a[href], button:enabled, input:enabled:not([type=hidden]), select, summary";
  const targets = [...document.querySelectorAll(pressed)]
    .filter((each) => each.checkVisibility({{ visibilityProperty: true }}) && !each.matches(".unseen, .skip"))
    .filter((each) => !isInSentence(each))
    .map(target)
    .map((each) => ({{ each, box: each.getBoundingClientRect() }}));
  const told = ({{ each, box }}) => ({{ width: box.width, height: box.height, text: each.outerHTML.slice(0, 120) }});
  return {{
    small: targets.filter(({{ box }}) => Math.min(box.width, box.height) < 24).slice(0, 8).map(told),
    low: targets.filter(({{ each, box }}) => each.matches(primary) && box.height < 43.9).slice(0, 8).map(told),
  }};
}}
"""
FITS = f"() => ({{ overflow: ({OVERFLOW})(), targets: ({TARGETS})() }})"
# What flashes once is judged by what it comes to: a scheme that changes meanwhile mixes the colours of both.
SETTLE = """
() => {
  for (const each of document.getAnimations()) {
    const timing = each.effect.getComputedTiming();
    if (timing.progress !== null && Number.isFinite(timing.endTime)) each.finish();
  }
}
"""
# Contrast takes much of axe's time, and pages are made of the same parts. Words are looked at once by what their
# contrast is computed from: names, colours, sizes and weights of the element that has them, and of all it stands in, or
# floats above. Sizes of targets take most of it, and axe finds fault only with one that is small, or that another one
# lies upon: these alone are shown to it.
JUDGE_NEW = (
    f"([judged, options]) => {{{IS_IN_SENTENCE}"
    + """
  const known = new Set(judged.split(" "));
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
  const fresh = new Set([...found].map(String).filter((key) => !known.has(key)));
  for (const each of document.querySelectorAll("[data-look]")) {
    each.toggleAttribute("data-new", fresh.has(each.dataset.look));
  }
  const natively = "a[href], area[href], button, input, select, textarea, summary, iframe";
  const boxes = [...document.querySelectorAll(`${natively}, [tabindex], [contenteditable]`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ each, box: each.getBoundingClientRect() }));
  const isUpon = (one, other) =>
    one.box.left < other.box.right && other.box.left < one.box.right &&
    one.box.top < other.box.bottom && other.box.top < one.box.bottom &&
    !one.each.contains(other.each) && !other.each.contains(one.each);
  let near = 0;
  for (const one of boxes) {
    const isSmall = Math.min(one.box.width, one.box.height) < 24;
    const isNear = (isSmall || boxes.some((other) => isUpon(one, other))) && !isInSentence(one.each);
    one.each.toggleAttribute("data-near", isNear);
    near += isNear;
  }
  if (!fresh.size && !near) return { fresh: "", violations: [] };
  // At once: a page that asks how things stand every second may be another one by the next call.
  const run = axe.run({ include: [["[data-new]"], ["[data-near]"]] }, options);
  return run.then(({ violations }) => ({ fresh: [...fresh].join(" "), violations }));
}
"""
)


def violations(page: Page) -> list[dict[str, Any]]:
    """All that axe finds on the page as it is."""
    return badly_made(page) + badly_seen(page)


def badly_made(page: Page) -> list[dict[str, Any]]:
    load_axe(page)
    return told(page.evaluate("(options) => axe.run(document, options).then((found) => found.violations)", STRUCTURE))


judged: set[str] = set()  # looks in which axe found nothing, on any page of this run


def badly_seen(page: Page) -> list[dict[str, Any]]:
    """Words whose colour is too near to what they stand on, and targets that one would miss."""
    load_axe(page)
    answer = page.evaluate(JUDGE_NEW, [" ".join(judged), SEEN])
    found = told(answer["violations"])
    if not found:
        judged.update(answer["fresh"].split())
    return found


def load_axe(page: Page) -> None:
    """Once a page; where it isn't at hand, half a megabyte is sent."""
    if not page.evaluate("'axe' in window || Boolean(window.loadAxe?.()) || 'axe' in window"):
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
    if page.viewport_size != {"width": size[0], "height": size[1]}:
        page.set_viewport_size({"width": size[0], "height": size[1]})


def check_page(page: Page, state: str = "") -> None:
    """In three sizes, and with axe in both schemes."""
    check_with_axe(page, state, sized=True)
    resized(page, SMALL)
    check_size(page, SMALL)


def check_with_axe(page: Page, state: str = "", *, sized: bool = False) -> None:
    """In both schemes, each in a size of its own, which is looked at itself if that is wanted.

    Which scheme goes with which size depends on the name of the state, and in which of the two it is asked what isn't
    about colours and sizes. A scheme moves nothing and a size colours nothing, so two runs of axe see what four would;
    the other pairing is seen on other pages, for they are made of the same parts.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    chance = crc32(state.encode())
    for number, (size, scheme) in enumerate(PAIRINGS[chance % 2]):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        resized(page, size)
        if sized:
            check_size(page, size)
        page.evaluate(SETTLE)
        found[f"{scheme} at {size[0]}"] = violations(page) if number == chance // 2 % 2 else badly_seen(page)
    assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)


def check_sizes(page: Page) -> None:
    for size in (SMALL, PHONE, DESK):
        resized(page, size)
        check_size(page, size)


def check_size(page: Page, size: tuple[int, int]) -> None:
    """Nothing scrolls sideways, and whatever can be pressed is large enough."""
    found = page.evaluate(FITS)
    good = {"overflow": {"scrolls": False, "wide": []}, "targets": {"small": [], "low": []}}
    assert found == good, json.dumps([size, found], indent=1, ensure_ascii=False)
