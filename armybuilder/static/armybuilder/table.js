// Units, templates and the ruler follow the hand; what it means is asked of the server when the hand lets go.
import { bearing, off, pulled, put, wheeled } from "./table-orders.js";
import { byFinger, handlePlace, isFingerSized, offer, reach, turnPlace, unitsNear, withdraw } from "./table-fingers.js";
import { followBattle } from "./bell.js";
import { board, fit, pan, pinch, place, show, zoom } from "./table-view.js";

const SVG = "http://www.w3.org/2000/svg";
const FAR_ENOUGH = 5; // pixels that a tap may slip
const fingers = new Map();
let held = null;

function figures(group) {
  const { unit, name, kind, x, y, facing, left, factor, front, engaged } = group.dataset;
  const ends = front ? front.split(" ").map(Number) : null;
  const width = ends ? Math.hypot(ends[2] - ends[0], ends[3] - ends[1]) : 0;
  return { ref: unit, name, kind, x: Number(x), y: Number(y), facing: Number(facing), left: Number(left), factor: Number(factor), engaged: Boolean(engaged), ends, width };
}

function chosen() {
  return board()?.querySelector(".unit.chosen");
}

function mode() {
  return document.querySelector("input[name=mode]:checked")?.value ?? "look";
}

function tall() {
  return Number(board().dataset.whole.split(" ")[1]);
}

// The chosen block has a handle on each front corner; anybody who is put anywhere has one ahead, to be turned by.
function handles() {
  const hands = board().querySelector(".hands");
  hands.replaceChildren();
  hands.removeAttribute("transform");
  const group = chosen();
  if (!group) return;
  const unit = figures(group);
  if (mode() === "rules" && unit.ends && !unit.engaged) {
    const corners = { right: unit.ends.slice(0, 2), left: unit.ends.slice(2) };
    const middle = [(unit.ends[0] + unit.ends[2]) / 2, (unit.ends[1] + unit.ends[3]) / 2];
    for (const [hand, corner] of Object.entries(corners)) handle(hands, hand, handlePlace(unit, corner, middle), `Wheel ${hand}`, corner);
  } else if (mode() === "put") {
    handle(hands, "turn", turnPlace(unit), "Turn");
  }
}

function drawn(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

// A handle that doesn't stand on its corner has a line to it.
function handle(hands, kind, { x, y }, label, corner = [x, y]) {
  const group = drawn("g", { "data-handle": kind }, hands);
  drawn("title", {}, group).textContent = label;
  drawn("path", { class: "stem", d: `M${corner[0]} ${tall() - corner[1]}L${x} ${tall() - y}` }, group);
  drawn("circle", { class: "reach", cx: x, cy: tall() - y, r: reach() }, group);
  drawn("circle", { class: "handle", cx: x, cy: tall() - y, r: 0.7 }, group);
}

// Under the board, while something is in the hand; what was said there before comes back.
function say(text) {
  const cost = document.getElementById("cost");
  cost.dataset.rest ??= cost.textContent;
  cost.textContent = text || cost.dataset.rest;
  cost.parentElement.classList.toggle("telling", Boolean(text));
}

// To whoever doesn't see the board: what a command has done, why it was refused, what was answered.
function speak(text) {
  const spoken = document.getElementById("spoken");
  if (text && spoken) spoken.textContent = text.replace(/\s+/g, " ").trim();
}

function inches(value) {
  return `${Math.round(value * 100) / 100}″`;
}

function told(unit, order) {
  if (!order) return "";
  const slow = unit.factor > 1 ? `; where it stands an inch costs ${inches(unit.factor)}` : "";
  return `${unit.ref} ${order.command}: ${inches(order.cost)} of ${inches(unit.left)} left, on open ground${slow}`;
}

// Each way of holding says what the hand means now, and draws it.
const ways = {
  pull(unit, now) {
    const [across, up] = [now.x - held.start.x, now.y - held.start.y];
    if (mode() === "put") {
      draw(`translate(${across} ${-up})`);
      return { command: put(unit.x + across, unit.y + up), text: `${unit.ref} to ${inches(unit.x + across)} across, ${inches(unit.y + up)} up` };
    }
    const order = pulled(unit, across, up);
    draw(order ? `translate(${order.across} ${-order.up})` : "");
    return order && { command: order.command, text: told(unit, order) };
  },
  left(unit, now) {
    return wheel(unit, now, "left", unit.ends.slice(0, 2));
  },
  right(unit, now) {
    return wheel(unit, now, "right", unit.ends.slice(2));
  },
  turn(unit, now) {
    const facing = bearing(now.x - unit.x, now.y - unit.y);
    draw(`rotate(${facing - unit.facing} ${unit.x} ${tall() - unit.y})`);
    return { command: put(unit.x, unit.y, facing), text: `${unit.ref} facing ${Math.round((facing + 360) % 360)}°` };
  },
};

function wheel(unit, now, hand, pivot) {
  const before = bearing(held.start.x - pivot[0], held.start.y - pivot[1]);
  const swung = off(bearing(now.x - pivot[0], now.y - pivot[1]), before);
  const sign = hand === "left" ? -1 : 1;
  const order = wheeled(unit, hand, sign * swung);
  draw(order ? `rotate(${sign * order.angle} ${pivot[0]} ${tall() - pivot[1]})` : "");
  return order && { command: order.command, text: told(unit, order) };
}

function draw(transform) {
  held.group.setAttribute("transform", transform);
  board().querySelector(".hands").setAttribute("transform", transform);
}

// Where it stood stays drawn while it is in the hand.
function lift() {
  held.group.classList.add("held");
  const ghost = held.group.querySelector(".outline").cloneNode();
  ghost.setAttribute("class", "stood");
  held.group.before(ghost);
}

function measured(now) {
  const hands = board().querySelector(".hands");
  hands.replaceChildren();
  const way = Math.hypot(now.x - held.start.x, now.y - held.start.y);
  const [x1, y1, x2, y2] = [held.start.x, tall() - held.start.y, now.x, tall() - now.y];
  drawn("path", { class: "ruler", d: `M${x1} ${y1}L${x2} ${y2}` }, hands);
  drawn("text", { class: "ruler-says", x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 0.6 }, hands).textContent = inches(way);
  say(`${inches(way)} from point to point`);
}

// What a hand takes hold of, by what is under it and what dragging does.
function grasped(event) {
  const grip = event.target.closest("[data-handle]")?.dataset.handle;
  if (grip) return { grip, group: chosen() };
  if (mode() === "measure") return { grip: "ruler", group: null };
  if (event.target.closest(".template")) return { grip: "template", group: null };
  const group = event.target.closest(".unit") ?? besideFinger(event);
  return { grip: group && mode() !== "look" ? "pull" : null, group };
}

// A finger that just misses the chosen unit has hold of it.
function besideFinger(event) {
  return byFinger(event) ? unitsNear(event.clientX, event.clientY).find((unit) => unit === chosen()) ?? null : null;
}

// Which unit is tapped: the one under the pointer; of several within a fingertip the one that is picked from a list.
function tapped(group, event) {
  if (!byFinger(event) || (group && isFingerSized(group))) return group && choose(group);
  const [nearest, ...others] = unitsNear(event.clientX, event.clientY);
  if (others.length) offer([nearest, ...others], choose);
  else if (nearest) choose(nearest);
}

function choose(group) {
  document.getElementById(`choose-${group.dataset.unit}`)?.click();
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !board()?.contains(event.target)) return;
  fingers.set(event.pointerId, event);
  withdraw();
  if (fingers.size > 1) {
    drop();
    return;
  }
  const start = place(event);
  held = { id: event.pointerId, ...grasped(event), start, target: event.target, at: [event.clientX, event.clientY], meant: null, moved: false };
  if (held.group || held.grip) event.preventDefault();
  board().setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (fingers.size > 1 && fingers.has(event.pointerId)) {
    const before = spread();
    fingers.set(event.pointerId, event);
    pinch(before, spread());
    handles();
    return;
  }
  if (held?.id !== event.pointerId) return;
  const far = Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]);
  if (!held.moved && far < FAR_ENOUGH) return;
  if (!held.moved && held.group && held.grip) lift();
  held.moved = true;
  follow(place(event));
});

function follow(now) {
  if (held.grip === "ruler") measured(now);
  else if (held.grip === "template") slide(now.x - held.start.x, held.start.y - now.y);
  else if (held.group && held.grip) {
    held.meant = ways[held.grip](figures(held.group), now);
    say(held.meant?.text ?? "");
  } else if (!held.group) pan(now.x - held.start.x, held.start.y - now.y);
}

// The middle of two fingers, and how far they are apart.
function spread() {
  const [one, other] = fingers.values();
  const apart = Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2, apart };
}

document.addEventListener("pointerup", (event) => {
  fingers.delete(event.pointerId);
  if (held?.id !== event.pointerId) return;
  const { group, grip, meant, moved, start, target } = held;
  const handle = target.closest("[data-handle]");
  if (meant) send(group.dataset.unit, meant.command);
  else if (grip === "ruler" && moved) between(held.target, document.elementFromPoint(event.clientX, event.clientY));
  else if (grip === "template" && moved) carried(start, place(event));
  else if (!moved && document.getElementById("template-words") && !group) aim(start);
  else if (!moved && !handle && grip !== "ruler") tapped(group, event);
  else if (moved && !group) handles();
  if (!meant && grip !== "ruler") release();
  held = null;
});

// From a unit to another or to terrain the ruler goes from edge to edge, and the server reads it.
function between(one, other) {
  const unit = one.closest(".unit")?.dataset.unit;
  const to = other?.closest(".unit")?.dataset.unit;
  const piece = other?.closest("[data-piece]")?.dataset.piece;
  if (unit && to && unit !== to) ask({ unit, to });
  else if (unit && piece && !to) ask({ unit, look: "ask", words: `measure ${piece}` });
}

function ask(state) {
  const query = `?${new URLSearchParams(state)}`;
  window.htmx.ajax("GET", query, { target: "#desk", swap: "outerHTML show:none settle:0ms" });
  history.replaceState(history.state, "", query);
}

// A template goes where the table is tapped, or as far as it is dragged.
function aim({ x, y }) {
  const words = document.getElementById("template-words");
  if (!words) return;
  const at = `at ${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
  words.value = words.value.includes("at ") ? words.value.replace(/at [\d.]+,[\d.]+/, at) : `${words.value}; ${at}`;
  words.form.requestSubmit();
}

function carried(from, to) {
  const found = document.getElementById("template-words")?.value.match(/at ([\d.]+),([\d.]+)/);
  if (found) aim({ x: Number(found[1]) + to.x - from.x, y: Number(found[2]) + to.y - from.y });
}

function slide(across, down) {
  for (const each of board().querySelectorAll(".template")) each.setAttribute("transform", `translate(${across} ${down})`);
}

document.addEventListener("pointercancel", (event) => {
  fingers.delete(event.pointerId);
  drop();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") withdraw();
  if (event.key === "Escape" && held) drop();
});

function drop() {
  release();
  held = null;
}

function release() {
  if (!held) return;
  if (held.group) draw("");
  held.group?.classList.remove("held");
  board().querySelector(".stood")?.remove();
  say("");
}

// The form for typed commands sends those of the hand as well.
function send(ref, command) {
  document.getElementById("of-unit").value = ref;
  document.getElementById("command").value = command;
  document.getElementById("by-hand").value = "yes";
  document.getElementById("say").requestSubmit();
}

document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !board()?.contains(event.target)) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, place(event));
  handles();
}, { passive: false });

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (!step) return;
  if (step === "fit") fit();
  else zoom(Number(step));
  handles();
});

document.addEventListener("change", (event) => {
  if (event.target.name !== "mode") return;
  board().dataset.mode = mode();
  handles();
});

function fresh() {
  if (!board()) return;
  held = null;
  fingers.clear();
  if (!board().dataset.whole) {
    const [, , width, height] = board().getAttribute("viewBox").split(" ");
    board().dataset.whole = `${width} ${height}`;
  }
  board().dataset.mode = mode();
  show();
  handles();
}

// The board is new after every answer: what it says that the one before didn't is spoken.
let heard = words();

function words() {
  const desk = document.getElementById("desk");
  const [refused, answered] = ["#notice .notice", ".charge-answer, .told"].map((part) => desk?.querySelector(part)?.innerText ?? "");
  return { head: desk?.dataset.head, said: desk?.dataset.said, refused, answered };
}

function announce() {
  const now = words();
  if (now.refused) speak(now.refused);
  else if (now.head !== heard.head) speak(now.said);
  else if (now.answered !== heard.answered) speak(now.answered);
  heard = now;
}

// What others do comes while nothing is in the hand and nothing is being typed; what was open stays open.
const isWriting = () => {
  const field = document.getElementById("command");
  return Boolean(field) && field.value !== field.defaultValue;
};
let isGone = false;
let opened = [];

followBattle({
  part: "desk",
  holds: () => Boolean(held) || fingers.size > 0 || isWriting() || isGone,
  ends: () => isGone,
  asks({ dataset: { code } }) {
    const asked = new URLSearchParams(location.search);
    if (code) asked.set("table", code); // the owner's page stays the owner's
    return `?${asked}`;
  },
});

const isLook = ({ target, requestConfig: { verb, path } }) => target?.id === "desk" && verb === "get" && /\/after\/\d+\//.test(path);

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!isLook(detail) || !detail.shouldSwap) return;
  const head = Number(/data-head="(\d+)"/.exec(detail.xhr.responseText)?.[1] ?? 0);
  if (held || fingers.size || head <= Number(detail.target.dataset.head)) detail.shouldSwap = false;
  else opened = [...detail.target.querySelectorAll("details[id][open]")].map(({ id }) => id);
});

document.addEventListener("htmx:responseError", ({ detail }) => {
  if (isLook(detail) && detail.xhr.status === 404) isGone = true;
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened.splice(0)) document.getElementById(id)?.setAttribute("open", "");
  fresh();
  announce();
});
for (const name of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(name, () => setTimeout(announce));
addEventListener("resize", () => board() && !held && handles());
fresh();
