// Copies text where the browser lets us; without it the page with the text in a box does.
const PAUSE = 4000;

for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  const link = event.target.closest("a[data-copy-text]");
  if (button) copyBox(document.getElementById(button.dataset.copy));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  copyFrom(link.dataset.copyText).catch(() => location.assign(link.href));
});

async function copyFrom(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  await navigator.clipboard.writeText(await answer.text());
  say("Copied.");
}

async function copyBox(box) {
  box.select();
  try {
    await navigator.clipboard.writeText(box.value);
    say("Copied.");
  } catch {
    say("Your browser doesn't let us copy: the text is selected, press Ctrl and C.");
  }
}

function say(words) {
  const place = document.getElementById("said");
  if (!place) return;
  place.textContent = words;
  setTimeout(() => {
    if (place.textContent === words) place.textContent = "";
  }, PAUSE);
}
