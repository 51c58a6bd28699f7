// Checks file by file, so that the table grows while one waits; without it the form sends them all at once.
const form = document.getElementById("batch");
const table = document.getElementById("table");
const body = table.querySelector("tbody");
const shown = document.getElementById("batch-progress");
const ORDER = { unreadable: 0, "not legal": 1, legal: 2 };

form.addEventListener("submit", (event) => {
  const { file, text } = form.elements;
  const parts = [...file.files];
  if (text.value.trim()) parts.push(null);
  if (!parts.length) return; // the page says what is missing
  event.preventDefault();
  checkAll(parts);
});

async function checkAll(parts) {
  const button = form.querySelector("button[type=submit]");
  const before = body.rows.length;
  button.disabled = true;
  shown.hidden = false;
  complain("");
  for (const [place, part] of parts.entries()) {
    tell(place, parts.length);
    await checkOne(part);
  }
  tell(parts.length, parts.length);
  button.disabled = false;
  if (body.rows.length > before) form.elements.file.value = form.elements.text.value = "";
}

async function checkOne(part) {
  const sent = new FormData(form);
  sent.delete("file");
  if (part) {
    sent.delete("text");
    sent.set("file", part);
  }
  try {
    const answer = await fetch(form.action, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    const rows = answer.ok ? (await answer.text()).trim() : "";
    if (!rows) return complain(`${part?.name ?? "The pasted list"} wasn’t checked: is it too large, or is there no such pack?`);
    body.insertAdjacentHTML("beforeend", rows);
  } catch {
    return complain("The server wasn’t reached. Try again.");
  }
  table.hidden = false;
  arrange();
  summarise();
}

function tell(done, all) {
  const bar = shown.querySelector("progress");
  bar.max = all;
  bar.value = done;
  shown.querySelector("[role=status]").textContent = `${done} of ${all} checked`;
}

function complain(words) {
  const place = document.getElementById("batch-problem");
  if (!words) return place.replaceChildren();
  const box = document.createElement("div");
  box.className = "notice bad";
  box.textContent = words;
  place.append(box);
}

function summarise() {
  const words = [...body.rows].map((row) => row.dataset.verdict);
  const counts = ["legal", "not legal", "unreadable"]
    .map((word) => [words.filter((each) => each === word).length, word])
    .filter(([count]) => count)
    .map(([count, word]) => `${count} ${word}`);
  document.getElementById("batch-summary").textContent = `${words.length} ${words.length === 1 ? "file" : "files"}: ${counts.join(", ")}`;
}

table.addEventListener("click", (event) => {
  const head = event.target.closest("button.sort");
  if (!head) return;
  event.preventDefault();
  sort(head);
});

// Pressed once more, the order turns round; points begin with the dearest, verdicts with the worst.
function sort(head) {
  const cell = head.closest("th");
  const first = head.value === "points" ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const direction = cell.getAttribute("aria-sort") === first ? other : first;
  for (const each of table.querySelectorAll("th[aria-sort]")) each.removeAttribute("aria-sort");
  cell.setAttribute("aria-sort", direction);
  arrange();
}

function arrange() {
  const cell = table.querySelector("th[aria-sort]");
  const key = cell.querySelector("button").value;
  const sign = cell.getAttribute("aria-sort") === "ascending" ? 1 : -1;
  const rows = [...body.rows].sort((one, two) => sign * compare(one.dataset, two.dataset, key));
  body.append(...rows);
}

function compare(one, two, key) {
  if (key === "points") return Number(one.points) - Number(two.points);
  if (key === "verdict") return ORDER[one.verdict] - ORDER[two.verdict] || two.questions - one.questions;
  return one[key].localeCompare(two[key]);
}
