// A replay that goes on by itself, event after event, until it is paused, ends, or its page is left.
const GENTLE = 2000; // no faster where less motion is wished for
const plays = document.getElementById("plays");
const pace = document.getElementById("pace");
let timer = 0;
let run = 0; // of a step that is still asked for when Play is pressed again, nothing comes any more

const next = () => document.getElementById("event-after");

function show() {
  plays.disabled = !timer && !next();
  plays.setAttribute("aria-pressed", String(Boolean(timer)));
  plays.textContent = timer ? "Pause" : "Play";
  document.getElementById("told")?.setAttribute("aria-live", timer ? "off" : "polite");
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  run += 1;
  show();
}

function wait() {
  const least = matchMedia("(prefers-reduced-motion: reduce)").matches ? GENTLE : 0;
  timer = setTimeout(go, Math.max(Number(pace.value), least));
}

async function go() {
  const link = next();
  if (!link || document.hidden) return pause();
  const mine = run;
  const before = document.getElementById("moment").dataset.event;
  await window.htmx.ajax("GET", link.getAttribute("hx-get"), { source: link, target: "#moment", swap: "outerHTML show:none settle:0ms" });
  if (mine !== run) return;
  if (!next() || document.getElementById("moment").dataset.event === before) return pause();
  wait();
  show();
}

plays.addEventListener("click", () => {
  if (timer) return pause();
  timer = 1; // runs from now on; the first step is taken at once
  show();
  go();
});
document.addEventListener("htmx:afterSettle", show);
show();

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
