// What a finger can hit: a unit or a handle that is smaller than a fingertip is reached from around it.
import { ahead } from "./table-orders.js";
import { board, scale, shown } from "./table-view.js";

export const FINGER = 44; // pixels
const BY_FINGER = matchMedia("(any-pointer: coarse)");
const SPACE = 4; // pixels between the unit and a handle before it

// The units within half a fingertip of a place on the screen, the nearest first.
export function unitsNear(x, y) {
  return [...board().querySelectorAll(".unit")]
    .map((unit) => ({ unit, away: away(unit.querySelector(".outline").getBoundingClientRect(), x, y) }))
    .filter(({ away }) => away <= FINGER / 2)
    .sort((one, other) => one.away - other.away)
    .map(({ unit }) => unit);
}

function away({ left, right, top, bottom }, x, y) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

// Whether a fingertip fits on a unit, so that nobody beside it can have been meant.
export function isFingerSized(unit) {
  const { width, height } = unit.querySelector(".outline").getBoundingClientRect();
  return Math.min(width, height) >= FINGER;
}

export function byFinger(event) {
  return event.pointerType !== "mouse";
}

// Inches around a handle that belong to it.
export function reach() {
  return (BY_FINGER.matches ? FINGER / 2 : 12) / scale();
}

// Where the handle of a front corner stands: on it, and for fingers as far out and before a small unit as leaves room
// for both handles and the unit itself.
export function handlePlace(unit, corner, middle) {
  const [across, up] = [corner[0] - middle[0], corner[1] - middle[1]];
  const half = Math.hypot(across, up);
  const finger = FINGER / scale();
  if (!BY_FINGER.matches || half >= finger) return { x: corner[0], y: corner[1] };
  const out = Math.max(half, finger * 0.6) / half;
  const before = ahead(unit.facing, finger / 2 + SPACE / scale());
  return within({ x: middle[0] + across * out + before.across, y: middle[1] + up * out + before.up }, finger / 2);
}

// Where a unit that is put anywhere has its handle: ahead, and for fingers clear of the unit.
export function turnPlace(unit) {
  const before = ahead(unit.facing, Math.max(3, BY_FINGER.matches ? (FINGER + SPACE) / scale() : 0));
  return { x: unit.x + before.across, y: unit.y + before.up };
}

function within({ x, y }, room) {
  const { left, right, lower, upper } = shown();
  return { x: Math.min(Math.max(x, left + room), right - room), y: Math.min(Math.max(y, lower + room), upper - room) };
}

// Several units are under one fingertip: a list of them, to choose from.
export function offer(units, choose) {
  const list = document.getElementById("which");
  list.replaceChildren(...units.map((unit) => item(unit, choose)));
  list.hidden = false;
  list.querySelector("button").focus({ preventScroll: true });
}

function item(unit, choose) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `${unit.dataset.unit} ${unit.dataset.name}`.trim();
  button.addEventListener("click", () => {
    withdraw();
    choose(unit);
  });
  const entry = document.createElement("li");
  entry.append(button);
  return entry;
}

export function withdraw() {
  const list = document.getElementById("which");
  if (list) list.hidden = true;
}
