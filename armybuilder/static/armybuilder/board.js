// Hexes take the chosen kind where a finger or a mouse goes over them; the rows of text below are what is sent.
const painter = document.querySelector("[data-painter]");
const kinds = painter?.querySelector("[data-kinds]");
const rows = painter?.querySelector("[data-rows]");
const picture = painter?.querySelector("svg");
let isPainting = false;

function paint(target) {
  const hex = target?.closest?.("[data-hex]");
  if (!hex) return;
  const chosen = kinds.querySelector("[aria-pressed=true]").dataset.paint;
  const [row, column] = hex.dataset.hex.split(",").map(Number);
  const lines = rows.value.split("\n").filter((line) => line.trim());
  const signs = lines[row]?.trim().split(/\s+/) ?? [];
  if (!(column in signs)) return;
  signs[column] = chosen;
  lines[row] = signs.join(" ");
  rows.value = lines.join("\n");
  const number = [...kinds.children].findIndex((each) => each.dataset.paint === chosen);
  hex.setAttribute("class", `hex kind-${number}`);
  hex.dataset.sign = chosen;
  hex.querySelector("title").textContent = `${hex.dataset.hex} ${kinds.children[number].textContent.trim()}`;
  hex.querySelector("text").textContent = chosen === "." ? "" : chosen;
}

if (picture) {
  kinds.hidden = false;
  kinds.addEventListener("click", ({ target }) => {
    const pressed = target.closest("button");
    for (const each of pressed ? kinds.children : []) {
      each.setAttribute("aria-pressed", each === pressed);
      each.classList.toggle("chosen", each === pressed);
    }
  });
  picture.addEventListener("pointerdown", (event) => {
    isPainting = event.button === 0;
    if (isPainting) paint(event.target);
  });
  picture.addEventListener("pointermove", (event) => {
    if (isPainting) paint(document.elementFromPoint(event.clientX, event.clientY));
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { isPainting = false; });
}
