// A battle on this phone: hears or asks what came after the last event, faces by tapping, odds hidden, night, screen kept on.
import { followBattle } from "./bell.js";

const root = document.documentElement;
let isGone = false;
const battleNow = () => document.getElementById("battle");
const { tick, rest, isResting, isBusy } = followBattle({ part: "battle", before: () => sendNext(), holds: () => isSending || isGone, ends: () => isGone });

function kept(name) {
  try { return localStorage.getItem(`battle-${name}`) === "yes"; } catch { return false; }
}

function keep(name, value) {
  try { localStorage.setItem(`battle-${name}`, value ? "yes" : "no"); } catch { /* nothing is kept in a private window */ }
}

// Odds: one tap hides all of them, on this phone.
function hideOdds() {
  for (const odds of document.querySelectorAll(".b-odds")) odds.open = !kept("no-odds");
}

// Faces: tapped keys are added to the field, and the tray below shows what is missing.
function typed(form, change) {
  const field = form.querySelector("input[name=faces]");
  field.value = change(field.value.replace(/[^1-6]/g, ""));
  if (navigator.vibrate) navigator.vibrate(10);
  askForTray(form);
}

// Not every game says beforehand which of the faces count.
function askForTray(form) {
  const place = form.querySelector(".b-tray-place");
  if (place) window.htmx.trigger(place, "faces");
}

function takes(tray) {
  const button = tray.closest("form").querySelector("[data-takes]");
  if (button) button.disabled = !tray.querySelector("[data-full='1']");
}

// Night colours, and the screen kept on: switches of this phone.
let lock = null;

function night() {
  root.classList.toggle("b-night", kept("night"));
  for (const button of document.querySelectorAll("[data-night]")) button.setAttribute("aria-pressed", String(kept("night")));
}

function awake() {
  for (const button of document.querySelectorAll("[data-awake]")) {
    button.disabled = !("wakeLock" in navigator);
    button.setAttribute("aria-pressed", String(Boolean(lock)));
    button.textContent = !("wakeLock" in navigator) ? "This phone can't keep its screen on" : lock ? "The screen stays on" : "Keep the screen on";
  }
}

async function turnAwake(on) {
  if (!("wakeLock" in navigator)) return;
  try {
    if (on && !lock) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; awake(); });
    } else if (!on && lock) await lock.release();
  } catch { lock = null; }
  awake();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const form = button.closest("form");
  if (button.dataset.face) typed(form, (faces) => faces + button.dataset.face);
  else if ("back" in button.dataset) typed(form, (faces) => faces.slice(0, -1));
  else if ("types" in button.dataset) {
    const tray = form.querySelector(".b-typed");
    tray.open = !tray.open;
    if (tray.open) tray.scrollIntoView({ block: "center" });
  } else if ("night" in button.dataset) { keep("night", !kept("night")); night(); }
  else if ("awake" in button.dataset) { keep("awake", !lock); turnAwake(!lock); }
});
document.addEventListener("click", (event) => {
  const summary = event.target.closest(".b-odds > summary");
  if (summary) { keep("no-odds", summary.parentElement.open); setTimeout(hideOdds); }
});
document.addEventListener("input", (event) => {
  if (event.target.name === "faces") askForTray(event.target.form);
});
// The page is new after each event: what was opened, typed and chosen here stays so, and what was in focus, too.
let before = null;

const fieldsOf = (battle) => battle.querySelectorAll("form[id] :is(input:not([type=hidden]), select, textarea)[name]");
const idOf = (form) => form?.getAttribute("id") ?? ""; // a form's own .id is its field of that name
const isTicked = (field) => field.matches("[type=radio], [type=checkbox]");
const keyOf = (field) => JSON.stringify([idOf(field.form), field.name, isTicked(field) ? field.value : ""]);
const foldsOf = (battle) => battle.querySelectorAll("details[id]");

function isChanged(field) {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max([...field.options].findIndex((option) => option.defaultSelected), 0);
}

function noteFolds(battle) {
  for (const fold of foldsOf(battle)) fold.dataset.came = String(fold.open);
}

function keptOf(battle) {
  const focused = battle.contains(document.activeElement) ? document.activeElement : null;
  const form = focused?.form ?? focused?.closest("form");
  return {
    board: scrolledOf(battle),
    folds: [...foldsOf(battle)].filter((fold) => String(fold.open) !== fold.dataset.came).map(({ id, open }) => ({ id, open })),
    fields: [...fieldsOf(battle)].filter(isChanged).map((field) => ({ key: keyOf(field), form: idOf(field.form), value: field.value, checked: field.checked })),
    focused: focused && {
      id: focused.getAttribute("id"),
      fold: focused.matches("summary") ? focused.parentElement.id : "",
      form: idOf(form),
      place: form ? [...form.elements].indexOf(focused) : -1,
      href: focused.getAttribute("href"),
    },
  };
}

// What was sent is done with: of its form, and of the units' cards, nothing is brought back.
function bringBack(battle, { board, folds, fields, focused }, sent) {
  scrollBoard(battle, board);
  const found = new Map([...fieldsOf(battle)].map((field) => [keyOf(field), field]));
  for (const { key, form, value, checked } of fields) {
    const field = found.get(key);
    if (!field || field.disabled || (sent && form === idOf(sent))) continue;
    if (isTicked(field)) field.checked = checked;
    else field.value = value;
  }
  for (const { id, open } of folds) {
    const fold = document.getElementById(id);
    if (fold && !(sent && (fold.matches(".b-ucard, .b-ucard *") || sent.closest(`#${CSS.escape(id)}`)))) fold.open = open;
  }
  if (focused && !sent) twin(battle, focused)?.focus({ preventScroll: true });
}

// A board that is larger than its frame stays where it was scrolled to, on the page that a hex leads to, too.
const scrolledOf = (battle) => {
  const frame = battle.querySelector(".g-board");
  return frame && [frame.scrollLeft, frame.scrollTop];
};

function scrollBoard(battle, scrolled) {
  const frame = battle.querySelector(".g-board");
  if (frame && scrolled) [frame.scrollLeft, frame.scrollTop] = scrolled;
}

function scrollToChosen(battle) {
  const frame = battle.querySelector(".g-board");
  const place = frame?.querySelector(".chosen, .lit")?.getBoundingClientRect();
  if (place) frame.scrollLeft += place.left - frame.getBoundingClientRect().left - frame.clientWidth / 2;
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".g-board a")) sessionStorage.setItem("board", JSON.stringify([location.pathname, scrolledOf(battleNow())]));
});
const [where, scrolled] = JSON.parse(sessionStorage.getItem("board") ?? "[]");
if (where === location.pathname) scrollBoard(battleNow(), scrolled);
else scrollToChosen(battleNow());

function twin(battle, { id, fold, form, place, href }) {
  if (id) return document.getElementById(id);
  if (fold) return document.querySelector(`#${CSS.escape(fold)} > summary`);
  if (form && place >= 0) return document.getElementById(form)?.elements[place];
  return href && [...battle.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  if (target.id !== "battle" || !event.detail.shouldSwap) return;
  const head = Number(/data-head="(\d+)"/.exec(xhr.responseText)?.[1] ?? 0);
  if (requestConfig.verb === "get" && (isBusy() || head < Number(target.dataset.head))) {
    event.detail.shouldSwap = false; // never under a finger, and nothing that is older than what is shown
    return;
  }
  before = keptOf(target);
});

// A command leads to whose step it is; what only came from the other phone moves nothing.
function arrived({ verb, elt }) {
  const battle = battleNow();
  const isSent = verb === "post";
  const isRefused = Boolean(battle.querySelector("#refused"));
  for (const card of battle.querySelectorAll("[data-open]")) card.open = true; // it came while another of its name was open
  noteFolds(battle);
  if (before) bringBack(battle, before, isSent && !isRefused ? elt.closest("form") : null);
  before = null;
  const said = document.getElementById("said");
  const words = document.getElementById("saying").textContent;
  if (said.textContent !== words) said.textContent = words;
  if (!isSent) return;
  document.getElementById("now").focus({ preventScroll: true });
  document.getElementById("now").scrollIntoView();
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "battle" || event.detail.elt.id === "battle") arrived(event.detail.requestConfig);
  if (event.target.classList.contains("b-tray-place")) takes(event.target);
  hideOdds();
  night();
  awake();
});

// What wasn't done is said where it is seen, once, with one way on; a look that fails goes on by itself.
const LATER = 30_000;
const RELOAD = ["Reload the page", location.href];

function tell(of, words, [way, to] = RELOAD) {
  const place = document.getElementById("notice");
  if (place.dataset.of === of && place.firstElementChild?.firstChild.data === words) return;
  const box = document.createElement("p");
  const link = document.createElement(typeof to === "string" ? "a" : "button");
  box.className = "notice warn";
  if (typeof to === "string") link.href = to;
  else { link.className = "btn small"; link.addEventListener("click", to); }
  link.textContent = way;
  box.append(words, " ", link);
  place.dataset.of = of;
  place.replaceChildren(box);
}

function faultOf(name, xhr, isSent) {
  if (name === "htmx:sendError") return "There is no connection. The page goes on by itself when it is back.";
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const words = [422, 429, 503].includes(xhr.status) && page.querySelector("main .lead p")?.textContent.trim();
  return words || (isSent ? "Something went wrong, and your command wasn't done." : "Something went wrong. What you see is from before.");
}

for (const name of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(name, (event) => {
    event.stopImmediatePropagation();
    const { xhr, requestConfig, target } = event.detail;
    const isSent = requestConfig.verb === "post" && target?.id === "battle";
    if (xhr.status === 400 && !isSent) return; // half a form has no odds and no tray
    if (xhr.status === 404) {
      isGone = true;
      tell("gone", "This link was taken back.", ["Your battles", document.getElementById("notice").dataset.away]);
    } else if (name === "htmx:sendError" && (isSent || drafts.length)) {
      if (isSent) wait(requestConfig);
      tell("outbox", `Offline. You can read; what you do waits here as a draft, and is sent when the connection is back. ${counted()}.`, THROW);
    } else if (isSent && xhr.status < 500 && xhr.status !== 429 && isDraft([...requestConfig.formData.entries()])) {
      hold(true);
      tell("outbox", faultOf(name, xhr, true), THROW);
    } else tell(isSent ? "command" : "look", faultOf(name, xhr, isSent));
    if (xhr.status >= 400) rest(LATER);
  }, true);
}

// The outbox: commands that couldn't be sent, each with its id and the event that it was decided on, in their order.
const THROW = ["Throw it away", () => { store([]); hold(false); document.getElementById("notice").replaceChildren(); }];
const outbox = `battle-outbox-${location.pathname}`;
let drafts = [];
let isSending = false;
let isHeld = false; // after a refusal the rest waits for a press, also when the page is opened again
try { drafts = JSON.parse(localStorage.getItem(outbox) ?? "[]"); } catch { /* nothing is kept in a private window */ }

const counted = () => (drafts.length === 1 ? "1 command waits" : `${drafts.length} commands wait`);
const idIn = (pairs) => pairs.find(([name]) => name === "id")?.[1];
const isDraft = (pairs) => drafts.some((draft) => idIn(draft.pairs) === idIn(pairs));

function store(next) {
  drafts = next;
  try { localStorage.setItem(outbox, JSON.stringify(drafts)); } catch { /* they wait as long as this page is open */ }
}

function hold(value) {
  isHeld = value && drafts.length > 0;
  keep(`held-${location.pathname}`, isHeld);
  if (isHeld) tell("outbox", `What was sent before isn't done. ${counted()} behind it.`, ["Send on", () => { hold(false); sendNext(); }]);
}

function wait({ path, formData }) {
  const pairs = [...formData.entries()];
  if (!isDraft(pairs)) store([...drafts, { path, pairs }]); // one that couldn't be sent again keeps its place
}

function sendNext() {
  if (!drafts.length || isSending || isHeld || isGone || !navigator.onLine || isResting()) return;
  const values = new FormData();
  for (const [name, value] of drafts[0].pairs) values.append(name, value);
  values.set("csrfmiddlewaretoken", document.querySelector("#battle [name=csrfmiddlewaretoken]")?.value ?? values.get("csrfmiddlewaretoken"));
  isSending = true;
  window.htmx.ajax("POST", drafts[0].path, { values, target: "#battle", swap: "outerHTML show:none settle:0ms" });
}

// What was refused stays in its form, below what has happened since.
function answered(pairs) {
  store(drafts.filter((draft) => idIn(draft.pairs) !== idIn(pairs)));
  const isRefused = Boolean(document.getElementById("refused"));
  const form = isRefused && document.getElementById(pairs.find(([name]) => name === "draft")?.[1] ?? "");
  for (const [name, value] of form ? pairs : []) {
    const field = form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden], [type=radio], [type=checkbox])`);
    if (field) field.value = value;
  }
  hold(isHeld || isRefused);
}

document.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig, target } }) => {
  const place = document.getElementById("notice");
  if (requestConfig.verb === "post" && target?.id === "battle") isSending = false;
  if (!successful || target?.id !== "battle" || (requestConfig.verb === "get" && place.dataset.of !== "look")) return;
  place.replaceChildren();
  delete place.dataset.of;
  if (requestConfig.verb !== "post") return;
  answered([...requestConfig.formData.entries()]);
  sendNext();
});
window.addEventListener("online", () => { hold(isHeld); sendNext(); tick(); });

// Clocks go on between two looks; what they show at each is the log's.
function clockwork() {
  const now = performance.now();
  for (const clock of document.querySelectorAll(".b-time [data-runs='1']")) {
    clock.since ??= now;
    const passed = Math.floor((now - clock.since) / 1000);
    const seconds = Number(clock.dataset.seconds) + (clock.dataset.down ? -passed : passed);
    const [hours, minutes, rest] = [Math.floor(Math.abs(seconds) / 3600), Math.floor(Math.abs(seconds) / 60) % 60, Math.abs(seconds) % 60];
    const two = (number) => String(number).padStart(2, "0");
    clock.textContent = `${seconds < 0 ? "\u2212" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
    clock.parentElement.classList.toggle("b-out", seconds < 0);
  }
}
setInterval(clockwork, 1000);
clockwork();

// A page gives the screen back when it is left or hidden.
function awakeAgain() {
  if (!document.hidden && kept("awake")) turnAwake(true);
}
document.addEventListener("visibilitychange", awakeAgain);
hold(kept(`held-${location.pathname}`));
tick();
if (battleNow()) noteFolds(battleNow());
night();
awake();
awakeAgain();

// What draws and drags on a table is fetched where there is one: at once, or when one is laid.
function fetchTable() {
  if (document.getElementById("desk")) import("./table.js");
}

document.addEventListener("htmx:afterSwap", fetchTable);
fetchTable();
