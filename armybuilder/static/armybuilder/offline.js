// Without a network: registers the worker, has it keep what is open here, and sends changes of rosters when it can.
const root = document.documentElement;
const { serviceWorker } = navigator;
const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: root.dataset.offlineSheet });
const main = document.getElementById("main");
const openedAt = Date.now();

const registered = serviceWorker.register(root.dataset.worker, { updateViaCache: "none" }).catch(() => null);
document.head.append(sheet);

function box(id, place, ...children) {
  document.getElementById(id)?.remove();
  if (!children.length) return null;
  const made = Object.assign(document.createElement("div"), { id, className: "notice warn" });
  made.setAttribute("role", "status");
  made.append(...children);
  place(made);
  return made;
}

const onTop = (made) => (document.getElementById("as-of") ? document.getElementById("as-of").after(made) : main.prepend(made));

function words(text) {
  const paragraph = document.createElement("p");
  paragraph.append(text);
  return paragraph;
}

function button(text, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: text });
  made.addEventListener("click", act);
  return made;
}

function link(text, href) {
  return Object.assign(document.createElement("a"), { className: "btn small", textContent: text, href });
}

// A new version is offered. It comes when it is asked for, or when no page of the site is open any more.
let isAsked = false;

function offer(registration) {
  if (!registration.waiting || !serviceWorker.controller) return;
  const load = button("Load it", () => { isAsked = true; registration.waiting?.postMessage({ ask: "load" }); });
  box("offer", (made) => document.body.append(made), words("There is a new version of Muster."), load, button("Later", () => box("offer", onTop)));
}

serviceWorker.addEventListener("controllerchange", () => {
  if (isAsked) location.reload();
  else seeSoon(0);
});

registered.then((registration) => {
  if (!registration) return;
  offer(registration);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => offer(registration));
  });
});

// A page that was still on its way when the worker began was passed over: it asks for it.
serviceWorker.ready.then(({ active }) => serviceWorker.controller ?? active.postMessage({ ask: "claim" }));

// What is open here is kept as it is now: again when it has changed, once nothing more happens or the page is left. On
// devices that keep everything its sheet and its units are, too. Odds have no version: kept again, they are the last seen.
const STILL = 20_000;
const edits = document.getElementById("edit")?.getAttribute("action") ?? "";
const roster = /^\/rosters\/[\w-]+\/edit\/$/.test(edits) ? edits : ""; // what the changes of this page are sent to
const meeting = document.getElementById("meeting"); // odds, whose address says all of what is asked
const versionOf = () => document.querySelector("#edit [name=version]")?.value ?? document.querySelector("[data-head]")?.dataset.head ?? (meeting && location.search) ?? "";
let kept = serviceWorker.controller ? versionOf() : ""; // the worker has this very page, if it is there already
let still = 0;

const keepsAll = () => matchMedia("(display-mode: standalone)").matches || localStorage.getItem("keeps-all") === "yes";

function see() {
  const version = versionOf();
  if (!version || !serviceWorker.controller || !navigator.onLine) return;
  const addresses = [...(version === kept ? [] : pages()), ...(keepsAll() ? parts() : [])];
  kept = version;
  if (addresses.length) serviceWorker.controller.postMessage({ ask: "see", addresses, version: meeting ? "" : version });
}

function pages() {
  const here = location.pathname + location.search;
  return location.search && !meeting ? [location.pathname, here] : [here];
}

function parts() {
  const inside = (each) => each.pathname.startsWith(location.pathname);
  const sheets = ["a[href$='.pdf']", "a[href$='/report/']"].map((links) => [...document.querySelectorAll(links)].find(inside)).filter(Boolean);
  const units = roster ? [...document.querySelectorAll("#army a.unit-line")].filter(inside) : [];
  return [...sheets, ...units].map(({ pathname, search }) => pathname + search);
}

function seeSoon(pause = STILL) {
  clearTimeout(still);
  still = setTimeout(see, pause);
}

seeSoon(0);
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.matches("#battle, #desk, #forms, #meeting")) document.getElementById("as-of")?.remove(); // it came from the site
  seeSoon();
});
document.addEventListener("visibilitychange", () => document.hidden && see());
addEventListener("pagehide", see);
if (keepsAll()) registered.then(() => serviceWorker.ready).then(({ active }) => navigator.onLine && active.postMessage({ ask: "look-up" }));
addEventListener("appinstalled", () => serviceWorker.controller?.postMessage({ ask: "look-up" }));

serviceWorker.addEventListener("message", ({ data }) => {
  if (data.full) full("This device has no room left: what you see now isn't kept for when there is no network.");
});

serviceWorker.controller?.postMessage({ ask: "room" });

function full(text) {
  box("full", onTop, words(text), link("See what is kept", "/offline/"));
}

// The outbox: changes of rosters that couldn't be sent, each with its key and the version that it was made on.
let changes = [];

function inOutbox(mode, act) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("muster-outbox", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("changes", { keyPath: "id", autoIncrement: true });
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      const transaction = database.transaction("changes", mode);
      const asked = act(transaction.objectStore("changes"));
      transaction.oncomplete = () => { database.close(); done(asked.result); };
      transaction.onabort = () => { database.close(); fail(transaction.error); };
    };
  });
}

const waitsFor = (path) => changes.some((change) => change.path === path);

// The first may have reached the site although no answer came: it keeps its key, so that it is made once.
async function putOff(values, isTried) {
  const { csrfmiddlewaretoken: token, ...rest } = values;
  const key = isTried ? { key: rest.key ?? "" } : { key: crypto.randomUUID() };
  const name = document.querySelector("h1").textContent;
  const change = { path: roster, name, values: { ...rest, ...key }, words: said(rest), version: rest.version ?? versionOf() };
  changes.push(change);
  try {
    change.id = await inOutbox("readwrite", (store) => store.add(change));
  } catch {
    changes = changes.filter((each) => each !== change);
    full(`This device has no room left. Nothing was changed: “${change.words}” isn't kept and won't be sent.`);
  }
  show();
  sendSoon();
}

// What a change does, in the words of the control that made it.
function said({ version, key, ...values }) {
  const pressed = values.edit && [...document.querySelectorAll("button[name=edit]")].find(({ value }) => value === values.edit);
  if (pressed) return ofUnit(pressed, pressed.ariaLabel ?? pressed.textContent);
  const isIts = (form) => [...form.querySelectorAll("input[type=hidden][name]")].every(({ name, value }) => ["version", "key", "csrfmiddlewaretoken"].includes(name) || values[name] === value);
  const form = [...document.querySelectorAll("#desk form[action]")].find((each) => each.querySelector("[name=verb]") && isIts(each));
  const field = form?.querySelector("input:not([type=hidden]), select, textarea");
  if (!field) return "A change";
  if (field.type === "checkbox") return form.querySelector("legend")?.textContent ?? field.labels[0].textContent;
  const chosen = field.matches("select") ? [...field.options].find(({ value }) => value === values[field.name])?.textContent : values[field.name];
  return ofUnit(form, `${field.ariaLabel ?? field.labels[0]?.firstChild.textContent.trim() ?? field.name}: ${chosen || "none"}`);
}

function ofUnit(control, text) {
  const unit = control.closest(".unit")?.querySelector(".unit-name")?.firstChild.textContent.trim().replace(/^\d+ /, "");
  return (unit && !text.includes(unit) ? `${unit}: ${text}` : text).trim();
}

const plural = (count) => (count === 1 ? "1 change" : `${count} changes`);
const at = (date) => date.toLocaleString("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });
const lastKnown = () => document.querySelector("#as-of time")?.textContent ?? at(new Date(openedAt));

// On the page of a roster its unsent changes, in words; on other pages what waits, and where.
function show() {
  const here = changes.filter(({ path }) => path === roster);
  if (here.length) showHere(here);
  else if (!changes.length) box("unsent", onTop);
  else {
    const { path, name } = changes[0];
    const leaves = /^\/account\/(log|signup)/.test(location.pathname) ? " They are thrown away when you sign in or out." : "";
    box("unsent", onTop, words(`${plural(changes.length)} unsent, of “${name}”${changes.some((each) => each.path !== path) ? " and others" : ""}.${leaves}`), link("Open it", path.replace(/edit\/$/, "")));
  }
  const known = document.getElementById("verdict");
  document.getElementById("known")?.remove();
  if (here.length && known) known.after(Object.assign(document.createElement("p"), { id: "known", className: "small quiet", textContent: `Last known, ${lastKnown()}` }));
}

function showHere(here) {
  const isHeld = here.some(({ held }) => held);
  const list = document.createElement("ol");
  list.append(...here.map((change) => Object.assign(document.createElement("li"), { textContent: change.words })));
  const how = isHeld
    ? "This roster has been changed in another place, or the change before wasn't made. This is the roster as it is now: send these on top of it, or take them back."
    : `Waiting on this device, and sent in this order when there is a network. Points and verdict are those of ${lastKnown()}, without ${here.length === 1 ? "it" : "them"}.`;
  const head = words("");
  head.append(Object.assign(document.createElement("strong"), { textContent: `${plural(here.length)} unsent. ` }), how);
  const place = (made) => document.getElementById("notice").before(made);
  const more = [button("Take back the last", takeBack)];
  if (isHeld) more.unshift(button("Send on", sendOn));
  box("unsent", place, head, list, ...more);
}

async function takeBack() {
  const last = changes.findLast(({ path }) => path === roster);
  if (!last) return;
  await inOutbox("readwrite", (store) => store.delete(last.id));
  changes = changes.filter((each) => each !== last);
  show();
}

async function sendOn() {
  for (const change of changes.filter(({ path }) => path === roster)) await store(change, { held: false, version: versionOf() });
  await send();
}

async function store(change, now) {
  Object.assign(change, now);
  await inOutbox("readwrite", (kept) => kept.put(change));
}

// What is pressed while others wait goes behind them.
document.addEventListener("htmx:confirm", (event) => {
  const { elt, verb, path, triggeringEvent } = event.detail;
  if (!roster || !elt.closest("#desk") || !waitsFor(roster)) return;
  const stop = () => { event.preventDefault(); event.stopImmediatePropagation(); };
  if (verb === "get" && elt.matches("a[href]")) { stop(); follow(elt.href); }
  if (verb !== "post") return;
  stop();
  if (path === roster) putOff(Object.fromEntries(new FormData(elt, triggeringEvent?.submitter)), false);
  else if (path.endsWith("/undo/")) takeBack();
  else full("There is no network. This can be done when there is one.");
}, true);

document.addEventListener("htmx:sendError", (event) => {
  const { requestConfig, elt } = event.detail;
  if (!roster || !serviceWorker.controller || !elt.closest("#desk")) return;
  if (requestConfig.verb === "get" && elt.matches("a[href]")) { event.stopImmediatePropagation(); follow(elt.href); }
  if (requestConfig.verb !== "post" || requestConfig.path !== roster) return;
  event.stopImmediatePropagation();
  putOff(Object.fromEntries(requestConfig.formData), true);
}, true);

document.addEventListener("unsent", ({ detail: [path, values] }) => {
  if (roster && path === roster && serviceWorker.controller) queueMicrotask(() => putOff(values, false)); // behind the one that failed
});

// A number that was stepped a moment ago is put off first.
function follow(href) {
  setTimeout(() => location.assign(href), 400);
}

// Sent one by one, in their order, by one page at a time. Each goes on the version that the one before it left; where
// somebody else has changed the roster meanwhile, or one isn't taken, those behind it wait for a press.
const LATER = new Set([429, 502, 503, 504]);
const SOON = 500;

let pause = SOON; // longer after each try that reached nobody
let next = 0;

function sendSoon() {
  clearTimeout(next);
  if (!navigator.onLine || !changes.some(({ held }) => !held)) return;
  next = setTimeout(send, pause);
  pause = Math.min(2 * pause, STILL);
}

async function send() {
  if (!navigator.onLine) return;
  await navigator.locks.request("muster-outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    changes = await inOutbox("readonly", (kept) => kept.getAll());
    for (const path of new Set(changes.map((change) => change.path))) if (!(await sendAll(path))) break;
  });
  show();
  sendSoon();
}

// Whether there is a network.
async function sendAll(path) {
  let newest = "";
  let version = null;
  for (;;) {
    const change = changes.find((each) => each.path === path);
    if (!change || change.held) break;
    const made = Number(version ?? change.version);
    const answer = await post(change, made);
    if (!answer) { if (newest) showNewest(newest); return false; }
    const now = Number(answer.page.querySelector("#edit [name=version]")?.value ?? made);
    if (answer.isTaken || (answer.isRoster && path === roster)) {
      await inOutbox("readwrite", (kept) => kept.delete(change.id));
      changes = changes.filter((each) => each !== change);
    }
    if (path === roster && answer.isRoster) newest = answer.text;
    version = now;
    if (!answer.isTaken || now > made + 1) {
      for (const behind of changes.filter((each) => each.path === path)) await store(behind, { held: true });
    } else for (const behind of changes.filter((each) => each.path === path)) await store(behind, { version: now });
  }
  if (newest) showNewest(newest);
  return true;
}

async function post({ path, values }, version) {
  const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? "";
  const body = new URLSearchParams({ ...values, version });
  try {
    const answer = await fetch(path, { method: "POST", body, headers: { "HX-Request": "true", "X-CSRFToken": token } });
    if (LATER.has(answer.status)) return null;
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const isRoster = answer.ok && Boolean(page.getElementById("edit"));
    return { text, page, isRoster, isTaken: isRoster && !page.querySelector("[data-refused]") };
  } catch { return null; }
}

// The answer brings the roster as it is now, with what is to be chosen where two changes are about the same thing.
function showNewest(text) {
  window.htmx.swap(document.getElementById("forms") ? "#forms" : "#desk", text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
}

addEventListener("online", () => {
  pause = SOON;
  send();
  const old = document.getElementById("as-of");
  if (old && !old.querySelector("button")) old.append(button("There is a network again: load it as it is now", () => location.reload()));
});

try {
  changes = await inOutbox("readonly", (kept) => kept.getAll());
  show();
  if (changes.length) await send();
} catch { /* a browser that keeps nothing has nothing to send */ }
