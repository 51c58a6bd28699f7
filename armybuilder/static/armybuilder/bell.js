// A page that follows a battle: hears or asks what came after the last event that it shows, and fetches it.
const LOOK = 2000;
const SELDOM = 30_000; // between looks while the bell is there
const DEAF = 300_000; // until a bell that wasn't there is tried again
const TYPING = 2000; // so long after a key nothing is swapped
const AGAIN = 500; // until what was heard is looked for again, where it could not be at once
const CLICK = 300; // a click comes after its finger has left

// The part of the page with this id says where its battle is (data-after, data-bell) and what it shows (data-head).
// While the page holds nothing is fetched; where it ends nothing is heard any more. `asks` adds to what is asked.
export function followBattle({ part, before = () => {}, holds = () => false, ends = () => false, asks = () => location.search }) {
  let finger = false;
  let typedAt = -TYPING;
  let waits = 0;
  let lookedAt = 0;
  let bell = null;
  let heard = 0; // the last event that the bell told of
  let deafUntil = 0;

  const now = () => document.querySelector(`#${part}[data-after]`);
  const isBusy = () => finger || performance.now() - typedAt < TYPING;
  const isResting = () => performance.now() < waits;

  function look() {
    const shown = now();
    if (!shown || holds() || document.hidden || isBusy() || isResting()) return;
    lookedAt = performance.now();
    const address = `${shown.dataset.after}after/${shown.dataset.head}/${asks(shown)}`;
    window.htmx.ajax("GET", address, { target: `#${part}`, swap: "outerHTML show:none settle:0ms" });
  }

  // The bell says only that there is something; where there is none the page asks as ever.
  function listen(shown) {
    bell = new EventSource(`${shown.dataset.bell}?after=${shown.dataset.head}`);
    bell.onmessage = ({ data }) => { heard = data === "gone" ? Infinity : Number(data); catchUp(); };
    bell.onerror = ({ target }) => {
      if (target !== bell || bell.readyState !== EventSource.CLOSED) return; // else it comes again by itself
      bell = null;
      deafUntil = performance.now() + DEAF;
    };
  }

  // What was heard while a command was on its way, a finger down or another look under way is looked for again soon.
  function catchUp() {
    tick();
    if (bell && !ends() && heard > Number(now()?.dataset.head)) setTimeout(catchUp, AGAIN);
  }

  function hangUp() {
    bell?.close();
    bell = null;
  }

  function tick() {
    const shown = now();
    if (!shown) return;
    if (document.hidden || ends()) hangUp();
    else if (!bell && performance.now() > deafUntil) listen(shown);
    const isThere = bell?.readyState === EventSource.OPEN;
    before();
    if (holds()) return;
    if (!isThere || heard > Number(shown.dataset.head) || performance.now() - lookedAt > SELDOM) look();
  }

  document.addEventListener("pointerdown", (event) => { finger = Boolean(event.target.closest(`#${part}`)); });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => { finger = false; }, CLICK));
  document.addEventListener("input", (event) => { if (event.target.matches(`#${part} :is(input, textarea)`)) typedAt = performance.now(); });
  document.addEventListener("visibilitychange", tick);
  setInterval(tick, LOOK);
  return { tick, isBusy, isResting, rest: (milliseconds) => { waits = performance.now() + milliseconds; } };
}
