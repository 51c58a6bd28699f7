// Units follow the hand; what it means is asked of the server when the hand lets go.
import { ahead, bearing, off, pulled, put, wheeled } from "./table-orders.js";
import { board, fit, pan, place, show, zoom } from "./table-view.js";

const SVG = "http://www.w3.org/2000/svg";
let held = null;

function figures(group) {
  const { unit, name, kind, x, y, facing, left, front, engaged } = group.dataset;
  const ends = front ? front.split(" ").map(Number) : null;
  const width = ends ? Math.hypot(ends[2] - ends[0], ends[3] - ends[1]) : 0;
  return { ref: unit, name, kind, x: Number(x), y: Number(y), facing: Number(facing), left: Number(left), engaged: Boolean(engaged), ends, width };
}

function chosen() {
  return board()?.querySelector(".unit.chosen");
}

function byRules() {
  return document.querySelector("input[name=mode]:checked")?.value !== "put";
}

function isMine() {
  return Boolean(document.getElementById("say"));
}

function tall() {
  return Number(board().dataset.whole.split(" ")[1]);
}

// The chosen block has a handle on each front corner; anybody who is put anywhere has one ahead, to be turned by.
function handles() {
  const hands = board().querySelector(".hands");
  hands.replaceChildren();
  const group = chosen();
  if (!group || !isMine()) return;
  const unit = figures(group);
  if (byRules() && unit.ends && !unit.engaged) {
    handle(hands, "right", unit.ends[0], unit.ends[1], "Wheel right");
    handle(hands, "left", unit.ends[2], unit.ends[3], "Wheel left");
  } else if (!byRules()) {
    const before = ahead(unit.facing, 3);
    handle(hands, "turn", unit.x + before.across, unit.y + before.up, "Turn");
  }
}

function handle(hands, kind, x, y, label) {
  const circle = document.createElementNS(SVG, "circle");
  const title = document.createElementNS(SVG, "title");
  title.textContent = label;
  circle.append(title);
  circle.setAttribute("class", "handle");
  circle.dataset.handle = kind;
  circle.setAttribute("cx", x);
  circle.setAttribute("cy", tall() - y);
  circle.setAttribute("r", 0.7);
  hands.append(circle);
}

function say(text) {
  document.getElementById("cost").textContent = text;
}

function inches(value) {
  return `${Math.round(value * 100) / 100}″`;
}

function told(unit, order) {
  if (!order) return "";
  return `${unit.ref} ${order.command}: ${inches(order.cost)} of ${inches(unit.left)} left, on open ground`;
}

// Each way of holding says what the hand means now, and draws it.
const ways = {
  pull(unit, now) {
    const [across, up] = [now.x - held.start.x, now.y - held.start.y];
    if (!byRules()) {
      draw(`translate(${across} ${-up})`);
      return { command: put(unit.x + across, unit.y + up), text: `${unit.ref} to ${inches(unit.x + across)} across, ${inches(unit.y + up)} up` };
    }
    const order = pulled(unit, across, up);
    draw(order ? `translate(${order.across} ${-order.up})` : "");
    return order && { command: order.command, text: told(unit, order) };
  },
  left(unit, now) {
    return wheel(unit, now, "left", unit.ends.slice(0, 2), unit.ends.slice(2));
  },
  right(unit, now) {
    return wheel(unit, now, "right", unit.ends.slice(2), unit.ends.slice(0, 2));
  },
  turn(unit, now) {
    const facing = bearing(now.x - unit.x, now.y - unit.y);
    draw(`rotate(${facing - unit.facing} ${unit.x} ${tall() - unit.y})`);
    return { command: put(unit.x, unit.y, facing), text: `${unit.ref} facing ${Math.round((facing + 360) % 360)}°` };
  },
};

function wheel(unit, now, hand, pivot, corner) {
  const before = bearing(corner[0] - pivot[0], corner[1] - pivot[1]);
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

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || held || !board()?.contains(event.target)) return;
  const grip = event.target.closest("[data-handle]")?.dataset.handle;
  const group = grip ? chosen() : event.target.closest(".unit");
  const start = place(event);
  held = { id: event.pointerId, group, grip: grip ?? (group && isMine() ? "pull" : null), start, at: [event.clientX, event.clientY], meant: null, moved: false };
  if (group) event.preventDefault();
  board().setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (held?.id !== event.pointerId) return;
  const far = Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]);
  if (!held.moved && far < 5) return;
  held.moved = true;
  const now = place(event);
  if (!held.group) {
    pan(now.x - held.start.x, held.start.y - now.y);
    return;
  }
  if (!held.grip) return;
  held.group.classList.add("held");
  held.meant = ways[held.grip](figures(held.group), now);
  say(held.meant?.text ?? "");
});

document.addEventListener("pointerup", (event) => {
  if (held?.id !== event.pointerId) return;
  const { group, meant, moved } = held;
  if (meant) send(group.dataset.unit, meant.command);
  else if (group && !moved) document.getElementById(`choose-${group.dataset.unit}`)?.click();
  else if (!group && !moved) aim(held.start);
  if (!meant) release();
  held = null;
});

// A template goes where the table is tapped.
function aim({ x, y }) {
  const words = document.getElementById("template-words");
  if (!words) return;
  const at = `at ${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
  words.value = words.value.includes("at ") ? words.value.replace(/at [\d.]+,[\d.]+/, at) : `${words.value}; ${at}`;
  words.form.requestSubmit();
}

document.addEventListener("pointercancel", drop);
document.addEventListener("keydown", (event) => {
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
}, { passive: false });

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (step) step === "fit" ? fit() : zoom(Number(step));
});

document.addEventListener("change", (event) => {
  if (event.target.name === "mode") handles();
});

function fresh() {
  if (!board()) return;
  held = null;
  const before = board().dataset.whole;
  if (!before) {
    const [, , width, height] = board().getAttribute("viewBox").split(" ");
    board().dataset.whole = `${width} ${height}`;
  }
  show();
  handles();
}

document.addEventListener("htmx:afterSwap", fresh);
fresh();
