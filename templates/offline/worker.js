{% load django_htmx static %}// Muster without a network: what a page is answered with when the site can't be reached.
//
// Kept are: files of the site; the look-up, fetched as nobody, on wish; and what this visitor has seen, as far as the
// site marks it (Muster-Keep). Each answer has the time at which it was kept, and a page that is shown from here says
// so. What was seen goes as soon as a page comes for somebody else (Muster-Visitor). Nothing here sends a change:
// those wait in the page's own outbox.
const FILES = "muster-files", LOOK_UP = "muster-look-up", SEEN = "muster-seen", NOTES = "muster-notes";
const OUTBOX = "muster-outbox";
const STATIC = "{% get_static_prefix %}", START = "{% url 'start' %}", LOOK = "{% url 'look_up' %}", HOME = "{% url 'home' %}";
const OFFLINE = "{% url 'offline' %}", INDEX = "{% url 'look-up-file' %}";
const SHELL = [
  "{% static 'armybuilder/muster.css' %}", "{% static 'armybuilder/offline.css' %}",
  "{% static 'armybuilder/muster.js' %}", "{% static 'armybuilder/working.js' %}",
  "{% static 'armybuilder/offline.js' %}", "{% static 'armybuilder/kept.js' %}",
  "{% static 'django_htmx/htmx-2.min.js' %}", "{% static 'armybuilder/icon.svg' %}",
  "{% static 'armybuilder/fonts/SourceSans3-Regular.woff2' %}", "{% static 'armybuilder/fonts/SourceSans3-Bold.woff2' %}",
  "{% static 'armybuilder/fonts/SourceSerif4Subhead-Semibold.woff2' %}",
];
const MOST = { [FILES]: 200, [SEEN]: 300, [LOOK_UP]: 400 };
const WEEK = 7 * 24 * 3600_000;
const IS_HASHED = /\.[0-9a-f]{12}\.\w+$/;
const OWN_BATTLE = /^\/battle\/[\w-]{8,}\/$/;
const ONE_THING = /^(\/(?:armies|magic)\/[\w-]+\/)[\w-]+\/$/;

// A new version waits until a page is told to load it (message "load"), or until no page is open.
addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function begin() {
  for (const address of SHELL) await file(new Request(address, { cache: IS_HASHED.test(address) ? "default" : "no-cache" }), false);
  await keep(LOOK_UP, OFFLINE, await asNobody(OFFLINE));
}

const asNobody = (address) => fetch(address, { credentials: "omit", cache: "no-cache" });

addEventListener("message", (event) => {
  const { ask, addresses, version } = event.data;
  if (ask === "load") skipWaiting();
  else if (ask === "claim") event.waitUntil(clients.claim());
  else if (ask === "room") event.source.postMessage({ full: isFull });
  else if (ask === "see") event.waitUntil(see(addresses, version));
  else if (ask === "look-up") event.waitUntil(keepLookUp());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(STATIC)) event.respondWith(file(request, IS_HASHED.test(pathname)));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname === LOOK && request.headers.has("HX-Request")) event.respondWith(fetch(request).catch(() => part(request.url)));
});

// Files whose names change with their content are never asked for again; others are, as long as there is a network.
async function file(request, mayBeOld) {
  const kept = await (await caches.open(FILES)).match(request);
  if (kept && mayBeOld) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await keep(FILES, request.url, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function page(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (pathname === START) return Response.redirect((await read("last")) ?? HOME);
  try {
    if (OWN_BATTLE.test(pathname)) return await ownBattle(request.url);
    const answer = await fetch(request);
    await greet(answer);
    if (answer.headers.has("Muster-Keep")) event.waitUntil(note(request.url, answer.clone()));
    return answer;
  } catch {
    return offline(new URL(request.url));
  }
}

// The address of one's own battle leads to one's seat: it is remembered where.
async function ownBattle(address) {
  const answer = await fetch(address);
  await greet(answer);
  await note(answer.url, answer.clone());
  if (!answer.redirected) return answer;
  await (await caches.open(SEEN)).put(address, Response.redirect(answer.url)).catch(() => {});
  return Response.redirect(answer.url);
}

// Whoever comes finds nothing of somebody else: it is gone before their page is shown.
async function greet(answer) {
  const visitor = answer.headers.get("Muster-Visitor");
  if (!visitor || visitor === (await read("visitor"))) return;
  await forget();
  await write("visitor", visitor);
}

async function note(address, answer, more) {
  const way = answer.headers.get("Muster-Keep");
  if (!way) return;
  await keep(SEEN, address, answer, more);
  if (way === "open") await write("last", new URL(address).pathname);
}

// Nothing of whoever was here is left: pages, notes and changes that weren't sent.
async function forget() {
  await Promise.all([caches.delete(SEEN), caches.delete(NOTES)]);
  await new Promise((done) => {
    const asked = indexedDB.deleteDatabase(OUTBOX);
    asked.onsuccess = asked.onerror = asked.onblocked = done;
  });
}

let isFull = false; // pages ask as they begin: what is told before isn't heard

// Where there is no room the older half of what was seen makes some; if that isn't enough, pages are told.
async function keep(name, address, answer, more = {}) {
  const headers = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "", "Muster-Kept": new Date().toISOString(), ...more });
  for (const header of ["Content-Security-Policy", "Content-Disposition", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"])
    if (answer.headers.has(header)) headers.set(header, answer.headers.get(header));
  const body = await answer.blob();
  const put = async () => (await caches.open(name)).put(address, new Response(body, { headers }));
  try {
    await put();
    isFull = false;
  } catch {
    await thin(SEEN, 0.5);
    isFull = await put().then(() => false, () => true);
    if (isFull) await tell({ full: true });
  }
  await thin(name, 1);
}

async function thin(name, share) {
  const cache = await caches.open(name);
  const kept = await cache.keys();
  const most = Math.min(MOST[name], Math.ceil(kept.length * share));
  for (const old of kept.slice(0, kept.length - most)) await cache.delete(old);
}

async function tell(words) {
  for (const client of await clients.matchAll()) client.postMessage(words);
}

async function read(name) {
  return (await (await caches.open(NOTES)).match(`/${name}`))?.text();
}

async function write(name, text) {
  await (await caches.open(NOTES)).put(`/${name}`, new Response(text)).catch(() => {});
}

// What belongs to a page that is open: itself as it is now, its sheet, its units; each once for a version.
async function see(addresses, version) {
  const cache = await caches.open(SEEN);
  for (const address of addresses) {
    const kept = await cache.match(address);
    if (kept && version && kept.headers.get("Muster-Version") === version) continue;
    try {
      const answer = await fetch(address);
      await greet(answer);
      await note(answer.url, answer, { "Muster-Version": version });
    } catch { return; }
  }
}

// One page after the other, on from where it stopped; after a week all are fetched again.
async function keepLookUp() {
  const cache = await caches.open(LOOK_UP);
  try {
    const answer = await asNobody(INDEX);
    if (!answer.ok) return;
    const { pages } = await answer.clone().json();
    await keep(LOOK_UP, INDEX, answer);
    for (const [done, address] of pages.entries()) {
      await tell({ kept: done, of: pages.length });
      const kept = await cache.match(address);
      if (kept && Date.now() - new Date(kept.headers.get("Muster-Kept")) < WEEK) continue;
      const found = await asNobody(address);
      if (!found.ok) return;
      await keep(LOOK_UP, address, found);
    }
    await tell({ kept: pages.length, of: pages.length });
  } catch { /* it goes on when a page is opened with a network */ }
}

// Without a network: the page as it was seen, else of the look-up, else what is near, else what there is.
async function offline(url) {
  const [seen, lookUp] = [await caches.open(SEEN), await caches.open(LOOK_UP)];
  const query = url.searchParams.get("q");
  if (url.pathname === LOOK && query) return asPage(await lookUp.match(LOOK), await answers(query));
  const above = ONE_THING.exec(url.pathname)?.[1];
  const kept =
    (await seen.match(url)) ??
    (await lookUp.match(url.pathname)) ??
    (above && ((await lookUp.match(above)) ?? (await seen.match(above)))) ??
    (await latest(seen, url.pathname));
  if (!kept) return notHere();
  if (kept.status >= 300) return kept; // to one's seat in a battle
  if (!kept.headers.get("Content-Type").startsWith("text/html")) return kept;
  return dated(kept, await sheetsOf(url.pathname));
}

// What was seen last at an address, whatever was asked there.
async function latest(cache, pathname) {
  const request = (await cache.keys()).findLast(({ url }) => new URL(url).pathname === pathname);
  return request && cache.match(request);
}

async function notHere() {
  const kept = await (await caches.open(LOOK_UP)).match(OFFLINE);
  return kept ? withWords(kept, "<p><strong>No network.</strong> This page isn't kept on this device.</p>") : Response.error();
}

async function dated(kept, more = "") {
  const iso = kept.headers.get("Muster-Kept");
  return withWords(kept, `<p><strong>No network.</strong> This page is as it was on <time datetime="${iso}">${at(iso)}</time>, ${ago(iso)}.</p>${more}`);
}

async function sheetsOf(pathname) {
  const cache = await caches.open(SEEN);
  const links = [];
  for (const { url } of await cache.keys()) {
    const sheet = new URL(url).pathname;
    if (!sheet.startsWith(pathname) || !sheet.endsWith(".pdf") || sheet.slice(pathname.length).includes("/")) continue;
    links.push(`<a href="${sheet}">Its sheet of ${at((await cache.match(url)).headers.get("Muster-Kept"))}</a>`);
  }
  return links.length ? `<p>${links.join(" · ")}</p>` : "";
}

async function withWords(kept, words) {
  const text = await kept.text();
  const notice = `<div class="notice warn" id="as-of" role="status">${words}</div>`;
  return new Response(text.replace(/<main[^>]*>/, (main) => main + notice), { headers: kept.headers });
}

const at = (iso) => new Date(iso).toLocaleString("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });

function ago(iso) {
  const minutes = Math.floor((Date.now() - new Date(iso)) / 60_000);
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
  return count < 1 ? "just now" : `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

// The search: each word begins a word of the entry; names before what is said below them. Nothing is guessed.
const FEW = 40;
const wordsOf = (text) => text.normalize("NFD").replace(/[\u0300-\u036f']/g, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function rankOf(entry, asked) {
  const name = wordsOf(entry.name);
  const all = [...name, ...wordsOf([entry.kind, entry.of, entry.also, ...entry.facts, entry.text].join(" "))];
  const isIn = (words) => asked.every((word) => words.some((each) => each.startsWith(word)));
  if (!isIn(all)) return null;
  if (name.join(" ") === asked.join(" ")) return 0;
  return isIn(name) ? (name[0].startsWith(asked[0]) ? 1 : 2) : 3;
}

async function answers(query) {
  const index = await (await caches.open(LOOK_UP)).match(INDEX);
  if (!index) return `<p>The look-up isn't kept on this device. <a href="${OFFLINE}">Without a network</a> says how to keep it.</p>`;
  const asked = wordsOf(query);
  const found = asked.length ? (await index.json()).entries
    .map((entry) => ({ entry, rank: rankOf(entry, asked) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => one.rank - other.rank || one.entry.name.length - other.entry.name.length) : [];
  const many = found.length > FEW ? `${FEW} of ${found.length} answers` : `${found.length} answer${found.length === 1 ? "" : "s"}`;
  const of = `<p class="small quiet">${many}. No network: searched on this device, as of ${at(index.headers.get("Muster-Kept"))}, without your own things.</p>`;
  return `${of}<ol class="answers">${found.slice(0, FEW).map(({ entry }) => answer(entry)).join("")}</ol>`;
}

function answer({ kind, of, name, facts, text, address }) {
  let pairs = "";
  for (let at = 0; at < facts.length; at += 2) pairs += `<div><dt>${escaped(facts[at])}</dt> <dd>${escaped(facts[at + 1])}</dd></div>`;
  const above = escaped(of ? `${kind} · ${of}` : kind);
  return `<li class="answer"><div class="grow"><p class="small quiet">${above}</p><h2><a href="${escaped(address)}">${escaped(name)}</a></h2>`
    + `${pairs ? `<dl class="run-on">${pairs}</dl>` : ""}${text ? `<p>${escaped(text)}</p>` : ""}</div></li>`;
}

async function asPage(kept, found) {
  if (!kept) return notHere();
  const text = await kept.text();
  return new Response(text.replace(/<div id="answers">/, (start) => start + found), { headers: kept.headers });
}

async function part(address) {
  const found = await answers(new URL(address).searchParams.get("q") ?? "");
  return new Response(found, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
