// What a hand's movement on the table means as an order, and what it costs on open ground: the server has the last word.
const STRAIGHT = 4;
const STEEPEST = 45;
const BACKWARD = 135;

const degrees = (radians) => (radians * 180) / Math.PI;
const radians = (degrees) => (degrees * Math.PI) / 180;
const figure = (value) => String(Math.round(value * 1000) / 1000);

// From −180 to 180, clockwise above 0.
export function off(bearing, facing) {
  return ((((bearing - facing) % 360) + 540) % 360) - 180;
}

export function bearing(across, up) {
  return degrees(Math.atan2(across, up));
}

export function ahead(angle, inches) {
  return { across: Math.sin(radians(angle)) * inches, up: Math.cos(radians(angle)) * inches };
}

// The order for a unit that is pulled so far across and up; null where it isn't worth one.
export function pulled(unit, across, up) {
  const inches = Math.hypot(across, up);
  const turn = off(bearing(across, up), unit.facing);
  if (unit.kind === "loose") return travelled(bearing(across, up), inches, 1, unit.left, (way) => `heading ${figure((bearing(across, up) + 360) % 360)} ${way}`);
  if (Math.abs(turn) >= BACKWARD) return travelled(unit.facing + 180, -alongside(turn, inches), 2, unit.left, (way) => `back ${way}`);
  if (Math.abs(turn) <= STRAIGHT) return travelled(unit.facing, alongside(turn, inches), 1, unit.left, (way) => `forward ${way}`);
  const angle = Math.min(Math.abs(turn), STEEPEST);
  const hand = turn < 0 ? "left" : "right";
  const way = inches * Math.cos(radians(Math.abs(turn) - angle));
  return travelled(unit.facing + Math.sign(turn) * angle, way, 1, unit.left, (length) => `diagonal ${hand} ${figure(angle)} ${length}`);
}

function alongside(turn, inches) {
  return Math.cos(radians(turn)) * inches;
}

function travelled(angle, wanted, rate, left, words) {
  const inches = Math.min(wanted, left / rate);
  if (!(inches >= 0.05)) return null;
  return { ...ahead(angle, inches), cost: inches * rate, command: words(figure(inches)) };
}

// The wheel for a front corner that is pulled about the other one, so many degrees forward.
export function wheeled(unit, hand, turn) {
  const most = degrees(unit.left / unit.width);
  const angle = Math.min(turn, most, 180);
  if (!(angle >= 0.5)) return null;
  return { angle, cost: unit.width * radians(angle), command: `wheel ${hand} ${figure(angle)}°` };
}

export function put(x, y, facing = null) {
  const turned = facing === null ? "" : ` facing ${figure(((facing % 360) + 360) % 360)}`;
  return `put ${figure(x)},${figure(y)}${turned}`;
}
