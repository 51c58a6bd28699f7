// Which part of the table is looked at: it stays when the board is new.
let box = null;

export function board() {
  return document.querySelector("#desk .board");
}

function whole() {
  const [width, height] = board().dataset.whole?.split(" ").map(Number) ?? sizes();
  return { x: 0, y: 0, width, height };
}

function sizes() {
  const [, , width, height] = board().getAttribute("viewBox").split(" ").map(Number);
  board().dataset.whole = `${width} ${height}`;
  return [width, height];
}

// Where on the table, in inches, a pointer or a pair of client coordinates is.
export function place(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  return { x: point.x, y: whole().height - point.y };
}

// Pixels of the screen to an inch of the table.
export function scale() {
  return board().getScreenCTM().a;
}

// The part of the table that is looked at, by its edges in inches.
export function shown() {
  const all = whole();
  const { x, y, width, height } = box ?? all;
  return { left: x, right: x + width, lower: all.height - y - height, upper: all.height - y };
}

export function show() {
  const all = whole();
  const { x, y, width, height } = box ?? all;
  board().setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  board().classList.toggle("near", width < all.width);
}

export function zoom(by, about = null) {
  const all = whole();
  const now = box ?? all;
  const width = Math.min(Math.max(now.width / by, 8), all.width);
  const share = width / now.width;
  const middle = about ? { x: about.x, y: all.height - about.y } : { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  const x = middle.x - (middle.x - now.x) * share;
  const y = middle.y - (middle.y - now.y) * share;
  box = width === all.width ? null : within({ x, y, width, height: now.height * share });
  show();
}

export function fit() {
  box = null;
  show();
}

export function pan(across, down) {
  if (!box) return;
  box = within({ ...box, x: box.x - across, y: box.y - down });
  show();
}

// Two fingers: what was under their middle stays there, and is as much larger as they have parted.
export function pinch(before, now) {
  const from = place(before);
  const to = place(now);
  pan(to.x - from.x, from.y - to.y);
  zoom(now.apart / before.apart, place(now));
}

function within({ x, y, width, height }) {
  const all = whole();
  return { x: Math.min(Math.max(x, 0), all.width - width), y: Math.min(Math.max(y, 0), all.height - height), width, height };
}
