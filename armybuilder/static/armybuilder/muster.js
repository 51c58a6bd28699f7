// Steps a number at once and sends it when the clicking pauses, so that quick clicks are one change.
const PAUSE = 250;
const waiting = new Map();

function send(id) {
  if (underway) return later(id, waiting.get(id).value);
  waiting.delete(id);
  document.getElementById(id)?.form?.requestSubmit();
}

function later(id, value) {
  clearTimeout(waiting.get(id)?.timer);
  waiting.set(id, { value, timer: setTimeout(send, PAUSE, id) });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  const input = button?.parentElement.querySelector("input[type=number]");
  if (!input) return;
  event.preventDefault();
  const value = Math.min(Math.max(Number(input.value) + Number(button.dataset.step), Number(input.min)), Number(input.max));
  input.value = value;
  later(input.id, value);
});

// An answer that comes in between brings the page of before the last clicks: show and send those.
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, { value }] of waiting) {
    const input = document.getElementById(id);
    if (input) input.value = value;
  }
});

// Whoever leaves before the pause is over has clicked all the same.
addEventListener("pagehide", () => {
  for (const id of waiting.keys()) {
    const form = document.getElementById(id)?.form;
    if (!form) continue;
    const body = new FormData(form);
    if (newest()) body.set("version", newest());
    fetch(form.action, { method: "POST", body, keepalive: true });
  }
});

// What the editor shows goes with each look and change, and is answered with what differs. Forms in parts that stay are
// of an older version.
const MOST_MARKS = 6000;
const newest = () => document.querySelector("#edit [name=version]")?.value;

document.addEventListener("htmx:configRequest", ({ detail: { elt, headers, parameters } }) => {
  if (!elt.closest("#desk") || elt.matches("[role=search]")) return;
  const marks = Array.from(document.querySelectorAll("#desk [data-part]"), (each) => each.dataset.part).join(" ");
  if (marks && marks.length <= MOST_MARKS) headers["Muster-Has"] = marks;
  if (parameters.version && newest()) parameters.version = newest();
});

// One change at a time, each on the version that the one before it left: what is pressed meanwhile waits for its turn.
const turns = [];
let underway = null;
let isTaking = false;

const ours = new WeakSet(); // what has sent something: by the time of the answer it may be on the page no more

document.addEventListener("htmx:confirm", (event) => {
  const { elt, verb, path, triggeringEvent } = event.detail;
  if (!elt.closest("#desk") || elt.matches("[role=search]")) return;
  ours.add(elt);
  const isPost = verb === "post";
  const submitter = triggeringEvent?.submitter ?? null;
  const { version, ...values } = isPost ? Object.fromEntries(new FormData(elt, submitter)) : {};
  const text = JSON.stringify([path, values]);
  if (isTaking) {
    underway = text;
    return;
  }
  if (isRepeated(elt, submitter, text)) {
    event.preventDefault();
    return;
  }
  if (!isPost) takeWaiting();
  submitter?.setAttribute("aria-busy", "true");
  if (!underway && !turns.length) {
    underway = text;
    return;
  }
  event.preventDefault();
  const button = { id: submitter?.id, value: submitter?.value };
  turns.push({ text, button, take: isPost ? () => post(path, values) : () => document.getElementById(elt.id)?.click() });
  if (!underway) takeTurn();
});

function takeTurn() {
  isTaking = true;
  turns.shift()?.take();
  isTaking = false;
}

// What opens another unit takes the numbers of this one away: those that still wait are sent before.
function takeWaiting() {
  for (const [id, { timer }] of [...waiting]) {
    clearTimeout(timer);
    waiting.delete(id);
    const form = document.getElementById(id)?.form;
    if (!form) continue;
    const { version, ...values } = Object.fromEntries(new FormData(form));
    const path = form.getAttribute("action");
    turns.push({ text: JSON.stringify([path, values]), take: () => post(path, values) });
  }
}

// Enter changes and submits, and a second click on the same button is a double click: both are said already.
const DOUBLE = 400;
let last = { value: "", at: 0 };

function isRepeated(elt, submitter, text) {
  if (!submitter?.name) return Boolean(underway) && text === (turns.at(-1)?.text ?? underway);
  if (elt.id !== "adds") return false;
  const now = performance.now();
  const isDouble = submitter.value === last.value && now - last.at < DOUBLE;
  last = { value: submitter.value, at: now };
  return isDouble || [underway, ...turns.map((turn) => turn.text)].includes(text);
}

function showTurns() {
  for (const { button } of turns) if (button?.value) twin(button)?.setAttribute("aria-busy", "true");
}

function post(path, values) {
  htmx.ajax("POST", path, { source: "#edit", values });
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (!ours.has(event.detail.requestConfig.elt)) return;
  underway = null;
  const left = event.detail.successful ? [] : turns.splice(0);
  if (!event.detail.xhr.status) for (const { text } of left) document.dispatchEvent(new CustomEvent("unsent", { detail: JSON.parse(text) }));
  for (const busy of document.querySelectorAll("#desk [aria-busy]")) busy.removeAttribute("aria-busy");
  showTurns();
  takeTurn();
});

// The desk is new after each change: what was open stays open, what was pressed stays under the hand and in focus, and
// what is being typed stays typed.
let before = null;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!["desk", "forms", "meeting"].includes(event.detail.target.id)) return;
  const focused = document.activeElement;
  const hand = event.detail.requestConfig.triggeringEvent?.submitter ?? focused;
  before = {
    hand,
    focused: focused === document.body ? hand : focused, // who pressed and tabbed on is at the next control
    top: hand.getBoundingClientRect().top,
    unit: hand.closest("article, .unit")?.querySelector("[id]")?.id ?? hand.closest("article")?.id,
    folds: [...document.querySelectorAll(":is(#desk, #meeting) details[id]")].map(({ id, open }) => ({ id, open })),
    typed: unsent(focused),
  };
});

document.addEventListener("htmx:afterSwap", () => {
  if (!before) return;
  const { hand, focused, top, unit, folds, typed } = before;
  before = null;
  for (const { id, open } of folds) {
    const fold = document.getElementById(id);
    fold?.toggleAttribute("open", open || Boolean(fold.querySelector("[aria-invalid]")));
  }
  const same = hand.isConnected ? hand : twin(hand);
  if (document.activeElement === document.body) (twin(focused) ?? same ?? next(unit))?.focus({ preventScroll: true });
  if (same) scrollBy(0, same.getBoundingClientRect().top - top);
  if (typed && !focused.isConnected) retype(typed);
  else if (document.activeElement.matches("#desk input[type=number]")) document.activeElement.select();
});

// On a wide screen the details of the open unit are a column behind the lines: Tab reaches them there, not between two lines.
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }); // a toast that has faded isn't
const STOPS = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary";

document.addEventListener("keydown", (event) => {
  const details = event.key === "Tab" && !event.ctrlKey && !event.altKey && document.querySelector("#army .unit-body");
  if (!details || !matchMedia("(min-width: 60rem)").matches) return;
  const stops = [...document.querySelectorAll(STOPS)].filter((each) => each.tabIndex >= 0 && isSeen(each));
  const others = stops.filter((each) => !details.contains(each));
  const end = others.findLastIndex((each) => each.closest("#army")) + 1;
  const inSight = [...others.slice(0, end), ...stops.filter((each) => details.contains(each)), ...others.slice(end)];
  const beside = (order) => order[order.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1)];
  const stop = beside(inSight);
  if (!stops.includes(document.activeElement) || !stop || stop === beside(stops)) return;
  stop.focus();
  if (document.activeElement !== stop) return;
  event.preventDefault();
  if (stop.matches("input")) stop.select();
});

// What was new between press and release gets no click of the browser's: it is pressed all the same.
let held = null;

document.addEventListener("pointerdown", (event) => {
  held = event.target.closest("#desk :is(a, button)");
});

document.addEventListener("pointerup", () => {
  if (held && !held.isConnected) twin(held)?.click();
  held = null;
});

document.addEventListener("pointercancel", () => {
  held = null;
});

// Ctrl+Z and Ctrl+Shift+Z press the buttons, but in a field they are the browser's own. Steps of a moment ago come first.
document.addEventListener("keydown", (event) => {
  const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
  const id = event.shiftKey ? "redo-button" : "undo-button";
  if (!isWanted || !document.getElementById(id) || event.target.closest("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  for (const [stepped, { timer }] of [...waiting]) {
    clearTimeout(timer);
    if (underway) waiting.delete(stepped);
    else send(stepped);
  }
  if (underway) turns.push({ text: id, take: () => move(id) });
  else move(id);
});

function move(id) {
  const button = document.getElementById(id);
  if (button.disabled) takeTurn();
  else button.click();
}

function unsent(input) {
  const isSent = underway && JSON.parse(underway)[1][input.name] === input.value;
  const isTyped = input.matches(":is(#desk, #meeting) :is(input, textarea)[id]") && input.value !== input.defaultValue && !waiting.has(input.id);
  return isTyped && !isSent ? { id: input.id, value: input.value } : null;
}

function retype({ id, value }) {
  const input = document.getElementById(id);
  if (!input) return;
  input.value = value;
  input.addEventListener("blur", () => {
    const isReplaced = before; // the browser blurs what a swap takes away, too
    if (!isReplaced && input.value !== input.defaultValue) input.form.requestSubmit();
  });
}

function twin({ id, value, localName, href, textContent }) {
  const same = id && document.getElementById(id);
  if (same) return same.disabled ? undefined : same;
  const all = (selector) => [...document.querySelectorAll(`#desk ${selector}`)];
  return (
    all("button[name=edit]:enabled").find((each) => each.value === value) ??
    all("a, summary").find((each) => each.localName === localName && each.href === href && each.textContent === textContent)
  );
}

function next(unit) {
  const undo = [...document.querySelectorAll("#notice button, #toasts button")].find(isSeen);
  const line = document.getElementById(unit);
  const place = line?.matches("a") ? line : line?.querySelector("summary");
  return undo ?? place ?? document.getElementById("army") ?? document.getElementById("desk");
}

// What is said of the army is said again only when it is something else.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id === "verdict" && target.textContent.trim() === fragment.textContent.trim()) event.detail.shouldSwap = false;
});

// On a phone the sheet to add from is closed with Escape as well, and a unit that is open is closed by its line.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.getElementById("fielded")) return;
  const menu = document.querySelector(".army-head details[open]");
  if (menu) menu.open = false;
  else if (location.hash === "#add") location.hash = "#army";
});

document.addEventListener("click", ({ target }) => {
  if (!document.getElementById("fielded") || !target.isConnected) return;
  for (const menu of document.querySelectorAll(".army-head details[open]")) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener("click", (event) => {
  const unit = event.target.closest(".unit.shown > a.unit-line")?.parentElement;
  if (!unit || !matchMedia("(max-width: 59.99rem)").matches) return;
  event.preventDefault();
  event.stopPropagation();
  unit.classList.remove("shown");
  unit.firstElementChild.setAttribute("aria-expanded", "false");
  if (location.hash === `#${unit.firstElementChild.id}`) location.hash = "#army";
}, true);

// A fault of the network or the server must not pass silently.
for (const name of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(name, ({ detail: { xhr, requestConfig } }) => {
    const place = document.getElementById("notice");
    if (!place) return;
    const box = document.createElement("div");
    box.className = "notice bad";
    const isRead = requestConfig.verb === "get";
    const words = name === "htmx:responseError" && REFUSED.has(xhr.status) ? wordsOf(xhr.responseText) : [];
    if (!words.length) words.push(isRead ? "That didn't reach the server." : "That didn't reach the server, and nothing was changed.", " Try again, or reload the page.");
    if (isRead) words.push(" What you see is still from before.");
    box.replaceChildren(...words);
    place.replaceChildren(box);
  });
}

// A refusal is a whole page: its words are shown in place, without the way to elsewhere.
const REFUSED = new Set([422, 429, 503]);

function wordsOf(page) {
  return [...new DOMParser().parseFromString(page, "text/html").querySelectorAll("main .lead p")].filter(
    (paragraph) => !paragraph.querySelector("a[href='/']"),
  );
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.activeElement?.matches(".term")) document.activeElement.blur();
});

document.documentElement.classList.add("js");
addEventListener("load", () => navigator.serviceWorker && import(document.documentElement.dataset.offline));

// The search of every page: "/" goes there, Escape or a click elsewhere puts its answers away.
const search = document.getElementById("site-search");
const over = document.querySelector(".answers-over");

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && search && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  }
  if (event.key === "Escape" && over?.hasChildNodes() && event.target.closest("header.site")) {
    over.replaceChildren();
    search.focus();
  }
});

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("header.site")) over?.replaceChildren();
});

// On a phone the chapters of the reference are one line to scroll: begin with the one that is open.
const chapter = document.querySelector(".chapters li:has([aria-current])");
if (chapter) chapter.parentElement.scrollLeft = chapter.offsetLeft - 16;
