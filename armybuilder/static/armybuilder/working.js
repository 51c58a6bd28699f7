// What takes longer than a moment shows that it works: the button that was pressed turns a ring and takes no second
// press, and a line runs along the top until the next page comes.
const MOMENT = 250;
const FORGOTTEN = 8_000; // a download leaves the page standing and tells nobody that it has come
let timer = null;
let over = null;

function begin(button) {
  button?.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  clearTimeout(over);
  timer = setTimeout(() => document.documentElement.classList.add("working"), MOMENT);
  over = setTimeout(end, FORGOTTEN);
}

function end() {
  clearTimeout(timer);
  clearTimeout(over);
  document.documentElement.classList.remove("working");
  for (const button of document.querySelectorAll(".btn[aria-busy], .tile[aria-busy], .arms[aria-busy]")) button.removeAttribute("aria-busy");
}

// What htmx or a script sends stays on this page and has its own signs.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.getAttribute("target")) return;
  const button = event.submitter;
  if (button?.getAttribute("aria-busy")) event.preventDefault();
  else setTimeout(begin, 0, button); // a button that is busy sends its name all the same
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const there = new URL(link.href);
  const isHere = there.pathname === location.pathname && there.search === location.search;
  const isFile = there.pathname.split("/").at(-1).includes(".");
  if (there.origin === location.origin && !isHere && !isFile) begin(null);
});

addEventListener("pageshow", end);
addEventListener("pagehide", () => clearTimeout(over));
