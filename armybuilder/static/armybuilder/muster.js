// Steps a number at once and sends it when the clicking pauses, so that quick clicks are one change.
const PAUSE = 250;
const waiting = new Map();

function send(id) {
  const input = document.getElementById(id);
  waiting.delete(id);
  input?.form?.requestSubmit();
}

function later(id, value) {
  clearTimeout(waiting.get(id)?.timer);
  waiting.set(id, { value, timer: setTimeout(send, PAUSE, id) });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  const input = button?.parentElement.querySelector("input[type=number]");
  if (!input) return;
  event.preventDefault();
  const value = Math.min(Math.max(Number(input.value) + Number(button.dataset.step), Number(input.min)), Number(input.max));
  input.value = value;
  later(input.id, value);
});

// An answer that comes in between brings the page of before the last clicks: show and send those.
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, { value }] of waiting) {
    const input = document.getElementById(id);
    if (input) input.value = value;
  }
});

// A fault of the network or the server must not pass silently.
for (const name of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(name, () => {
    const place = document.getElementById("notice");
    if (!place) return;
    const box = document.createElement("div");
    box.className = "notice problem";
    box.textContent = "That didn't reach the server, and nothing was changed. Try again, or reload the page.";
    place.replaceChildren(box);
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.activeElement?.matches(".term")) document.activeElement.blur();
});

document.documentElement.classList.add("js");
