// Pieces follow the hand and the form on the map; nothing counts before the form is sent.
const map = document.querySelector("#map .terrain");
const form = document.getElementById("change");
const { piece, x, y, turn } = form.elements;
const [, , width, height] = map.getAttribute("viewBox").split(" ").map(Number);

function parts(ref) {
  return map.querySelectorAll(`[data-piece="${ref}"]`);
}

function chosen() {
  return piece.selectedOptions[0];
}

// The piece in the form is drawn where the form says, every other one where it lies.
function draw() {
  for (const each of map.querySelectorAll("[data-piece]")) {
    each.classList.toggle("chosen", each.dataset.piece === piece.value);
    each.removeAttribute("transform");
  }
  const [shape, badge] = parts(piece.value);
  const { dataset } = chosen();
  const shift = `translate(${Number(x.value) - dataset.x} ${dataset.y - Number(y.value)})`;
  const swing = `rotate(${turn.value - dataset.turn} ${dataset.x} ${height - dataset.y})`;
  shape.setAttribute("transform", `${shift} ${swing}`);
  badge.setAttribute("transform", shift);
}

function choose(ref) {
  piece.value = ref;
  const { dataset } = chosen();
  [x.value, y.value, turn.value] = [dataset.x, dataset.y, dataset.turn];
  draw();
}

function place(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
}

function within(value, least, most) {
  return Math.round(Math.min(Math.max(value, least), most) * 100) / 100;
}

// As far as the table's edges let it: a river spans the table and moves across its course alone.
function limits(ref) {
  const box = parts(ref)[0].getBBox();
  const { dataset } = chosen();
  const [left, top] = [Number(dataset.x) - box.x, height - dataset.y - box.y];
  return { left, right: width - box.width + left, top, bottom: height - box.height + top };
}

let held = null;

map.addEventListener("pointerdown", (event) => {
  const ref = event.target.closest("[data-piece]")?.dataset.piece;
  if (!ref || event.button !== 0) return;
  event.preventDefault();
  if (piece.value !== ref) choose(ref);
  const start = place(event);
  held = { id: event.pointerId, x: Number(x.value) - start.x, y: height - y.value - start.y, limits: limits(ref) };
  map.setPointerCapture(event.pointerId);
});

map.addEventListener("pointermove", (event) => {
  if (held?.id !== event.pointerId) return;
  const now = place(event);
  const { left, right, top, bottom } = held.limits;
  x.value = within(now.x + held.x, left, right);
  y.value = within(height - within(now.y + held.y, top, bottom), 0, height);
  draw();
});

for (const name of ["pointerup", "pointercancel"]) {
  map.addEventListener(name, () => {
    held = null;
  });
}

piece.addEventListener("change", () => choose(piece.value));
for (const input of [x, y, turn]) input.addEventListener("input", draw);
// The piece goes back to where it lies and stays the chosen one; the form's own reset, which comes first, would choose another.
form.addEventListener("reset", () => {
  const ref = piece.value;
  setTimeout(() => choose(ref));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-choose]");
  if (!link) return;
  event.preventDefault();
  choose(link.dataset.choose);
  form.scrollIntoView({ block: "nearest" });
  piece.focus({ preventScroll: true });
});

draw();
