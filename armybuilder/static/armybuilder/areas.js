// A press on the map says where an area is to be; a drag from one area to another joins them; a picture lies below.
const frame = document.querySelector(".a-frame");
const map = frame.querySelector("svg");
const area = document.querySelector("#set-area");
const border = document.querySelector("#set-border");
const under = frame.querySelector(".a-under");
let from = null;

function areaAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest?.("[data-area]")?.dataset.area ?? null;
}

map.addEventListener("pointerdown", (event) => {
  from = areaAt(event);
  if (from) event.preventDefault();
});

addEventListener("pointerup", (event) => {
  const to = areaAt(event);
  if (from && to && from !== to) {
    border.elements.a.value = from;
    border.elements.b.value = to;
    border.requestSubmit();
  }
});

map.addEventListener("click", (event) => {
  if (from || areaAt(event)) return;
  const box = map.getBoundingClientRect();
  area.elements.x.value = Math.round(((event.clientX - box.left) / box.width) * 1000);
  area.elements.y.value = Math.round(((event.clientY - box.top) / box.height) * 700);
  area.elements.name.focus();
});

async function lay(file) {
  const picture = await createImageBitmap(file);
  under.width = 1000;
  under.height = 700;
  under.getContext("2d").drawImage(picture, 0, 0, under.width, under.height);
  under.hidden = false;
}

// Each change makes the page anew: the picture is kept in this tab until then, and nowhere else.
document.querySelector("#under").addEventListener("change", async ({ target }) => {
  if (!target.files[0]) return;
  await lay(target.files[0]);
  sessionStorage.setItem("under", under.toDataURL("image/jpeg", 0.7).split(",")[1]);
});
const kept = sessionStorage.getItem("under");
if (kept) lay(new Blob([Uint8Array.from(atob(kept), (sign) => sign.charCodeAt(0))]));
