// What is kept on this device, told from the caches themselves; keeping everything, and keeping nothing.
const CACHES = { "muster-seen": "seen", "muster-look-up": "look-up" };
const NO_PAGES = ["/offline/", "/offline/look-up.json"];
const { serviceWorker } = navigator;
const state = document.getElementById("kept-state");
const all = document.getElementById("keep-all");
const none = document.getElementById("keep-none");
const list = document.getElementById("kept");

const at = (date) => date.toLocaleString("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });
const sizes = () => navigator.storage?.estimate?.().then(({ usage }) => (usage ? `, ${(usage / 1e6).toFixed(1)} MB` : "")) ?? "";

async function tell() {
  const lines = [];
  let lookUp = 0;
  for (const [name, kind] of Object.entries(CACHES)) {
    const cache = (await caches.has(name)) && (await caches.open(name));
    for (const request of cache ? await cache.keys() : []) {
      const answer = await cache.match(request);
      if (kind === "look-up") { lookUp += Number(!NO_PAGES.includes(new URL(request.url).pathname)); continue; }
      if (answer.status !== 200 || new URL(request.url).search.startsWith("?unit=")) continue;
      lines.push({ request, answer, when: new Date(answer.headers.get("Muster-Kept")) });
    }
  }
  list.replaceChildren(...(await Promise.all(lines.reverse().map(line))));
  const isAll = localStorage.getItem("keeps-all") === "yes" || matchMedia("(display-mode: standalone)").matches;
  all.hidden = isAll && lookUp > 0;
  state.textContent = `${lines.length} page${lines.length === 1 ? "" : "s"} that you have seen, and ${lookUp ? `${lookUp} of the look-up` : "not the look-up"}${await sizes()}.`;
}

async function line({ request, answer, when }) {
  const { pathname, search } = new URL(request.url);
  const title = pathname.endsWith(".pdf") ? "PDF sheet" : /<title>([^<]*)/.exec(await answer.text())?.[1];
  const item = document.createElement("li");
  const words = new DOMParser().parseFromString(title ?? pathname, "text/html").body.textContent.replace(/ · Muster$/, "");
  item.append(Object.assign(document.createElement("a"), { href: pathname + search, textContent: words }), ` ${at(when)}`);
  return item;
}

all.addEventListener("click", async () => {
  localStorage.setItem("keeps-all", "yes");
  all.disabled = true;
  (await serviceWorker.ready).active.postMessage({ ask: "look-up" });
});

none.addEventListener("click", async () => {
  localStorage.removeItem("keeps-all");
  for (const name of await caches.keys()) if (name !== "muster-files") await caches.delete(name);
  all.disabled = false;
  tell();
});

if (serviceWorker) {
  serviceWorker.addEventListener("message", ({ data: { kept, of, full } }) => {
    if (full) state.textContent = "This device has no room left for all of it.";
    else if (of && kept === of) tell();
    else if (of) state.textContent = `Fetching the look-up: ${kept} of ${of} pages.`;
  });
  document.getElementById("keeping").hidden = false;
  tell();
} else document.getElementById("keeping-not").hidden = false;
