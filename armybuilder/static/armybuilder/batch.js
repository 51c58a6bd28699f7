// Checks file by file, so that the table grows while one waits, and reads a list again without the others; without it
// the form sends them all at once.
const form = document.getElementById("batch");
const table = document.getElementById("table");
const body = table.querySelector("tbody");
const shown = document.getElementById("batch-progress");
const ORDER = { unreadable: 0, "to check": 1, "not legal": 2, legal: 3 };
const WORDS = {
  legal: (count) => `${count} legal`,
  "not legal": (count) => `${count} not legal`,
  "to check": (count) => `${count} to check`,
  unreadable: (count) => `${count} not read`,
  prices: (count) => `${count} ${count === 1 ? "says" : "say"} another price`,
};
const TONES = { legal: "good", "not legal": "bad", "to check": "plain", unreadable: "warn", prices: "plain" };
let only = "";
let turn = Promise.resolve();

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const row = button?.closest("tr[id]");
  if (button?.hasAttribute("formaction") || button?.name === "clear") return;
  if (button?.classList.contains("sort")) return act(event, () => sort(button));
  if (button?.name === "only") return act(event, () => narrow(button.value));
  if (row && button.name === "open" && (row.classList.contains("is-open") || !button.value)) {
    return act(event, () => close(row));
  }
  if (row) return act(event, () => (turn = turn.then(() => again(refOf(row), button))));
  const parts = [...form.elements.file.files];
  if (form.elements.text.value.trim()) parts.push(null);
  if (parts.length) act(event, () => checkAll(parts)); // else the page says what is missing
});

function act(event, deed) {
  event.preventDefault();
  deed();
}

async function checkAll(parts) {
  const button = document.getElementById("check");
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
  document.getElementById("batch-summary").scrollIntoView({ block: "nearest" }); // what came of it is above the form
}

async function checkOne(part) {
  const sent = common();
  if (part) sent.set("file", part);
  else sent.set("text", form.elements.text.value);
  const rows = await answer(sent, `${part?.name ?? "The pasted list"} wasn't checked`);
  if (!rows) return;
  body.insertAdjacentHTML("beforeend", rows);
  arrange();
  summarise();
}

function refOf(row) {
  return row.id.replace(/^(row|opened)-/, "");
}

// A row with its opened part, sent back alone with what was pressed or written in it; one press after the other, as each
// answer brings the row anew.
async function again(ref, button) {
  const main = document.getElementById(`row-${ref}`);
  const opened = document.getElementById(`opened-${ref}`);
  const sent = common();
  for (const field of [...main.querySelectorAll("input[name]"), ...opened.querySelectorAll("input[name], select[name], textarea[name]")]) {
    sent.append(field.name, field.value);
  }
  sent.append(button.name, button.value);
  button.setAttribute("aria-busy", "true");
  complain("");
  const rows = await answer(sent, "The list stays as it was");
  button.removeAttribute("aria-busy");
  if (!rows) return;
  const place = button.name === "open" ? null : opened.getBoundingClientRect().top;
  opened.remove();
  main.insertAdjacentHTML("afterend", rows);
  const next = main.nextElementSibling;
  main.remove();
  if (place !== null) window.scrollBy(0, next.nextElementSibling.getBoundingClientRect().top - place);
  next.querySelector("button[name=open]").focus({ preventScroll: true });
  summarise();
}

function close(row) {
  row.classList.remove("is-open");
  const button = row.querySelector("button[name=open]");
  button.value = row.dataset.ref;
  button.setAttribute("aria-expanded", "false");
  document.getElementById(`opened-${row.dataset.ref}`).hidden = true;
}

// The form's own fields, without the lists and the files.
function common() {
  const sent = new FormData();
  for (const name of ["csrfmiddlewaretoken", "rules", "pack"]) sent.set(name, form.elements[name].value);
  return sent;
}

// The rows that are answered, none where there was a refusal; what is wrong is shown, after the words for `refused`.
async function answer(sent, refused) {
  try {
    const got = await fetch(form.action, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    const kept = got.headers.get("HX-Push-Url"); // an account's batch has begun
    if (kept) {
      form.action = kept;
      form.elements.batch.value = kept.split("/").at(-2);
      history.replaceState(null, "", kept);
    }
    if (!got.ok) throw new Error(await reasonOf(got));
    const part = document.createElement("template");
    part.innerHTML = await got.text();
    const problem = part.content.querySelector("template");
    problem?.remove();
    const rows = part.innerHTML.trim();
    if (problem) complain(rows ? problem.content.textContent : `${refused}. ${problem.content.textContent}`);
    return rows;
  } catch (error) {
    complain(`${refused}. ${error instanceof TypeError ? "The server wasn't reached. Try again." : error.message}`);
    return "";
  }
}

async function reasonOf(got) {
  if (got.status === 404) return "This batch was deleted in another place.";
  if (got.status === 413) return "It is too large.";
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  const words = page.querySelector("main .lead p")?.textContent.trim();
  return [422, 429].includes(got.status) && words ? words : "Reload the page and try again.";
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

function rowsOf() {
  return [...body.querySelectorAll("tr[data-ref]")];
}

function summarise() {
  const rows = rowsOf();
  table.hidden = document.getElementById("batch-actions").hidden = !rows.length;
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  document.getElementById("check").classList.toggle("primary", !rows.length); // then the notes are what one is here for
  document.getElementById("add-lists").textContent = rows.length ? "Add lists" : "What you were sent";
  document.getElementById("batch-summary").textContent = `${rows.length} ${rows.length === 1 ? "list" : "lists"} checked`;
  const kinds = rows.flatMap((row) => row.dataset.kinds.split("|"));
  const sum = document.getElementById("sum");
  const all = sum.firstElementChild;
  all.querySelector("b").textContent = rows.length;
  sum.replaceChildren(all);
  for (const kind of Object.keys(WORDS)) {
    const count = kinds.filter((each) => each === kind).length;
    if (count) sum.append(choice(kind, WORDS[kind](count)));
  }
  const notes = rows.map((row) => document.getElementById(`note-${row.dataset.ref}`).value);
  document.getElementById("all-notes").value = notes.join("\n\n");
  narrow(only);
}

function choice(kind, words) {
  const entry = document.createElement("li");
  const button = document.createElement("button");
  const status = document.createElement("span");
  button.className = "as-link";
  button.name = "only";
  button.value = kind;
  status.className = `status ${TONES[kind]}`;
  status.textContent = words;
  button.append(status);
  entry.append(button);
  return entry;
}

function narrow(kind) {
  only = kind;
  for (const button of document.querySelectorAll("#sum button")) {
    if (button.value === kind) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  for (const row of rowsOf()) {
    row.hidden = Boolean(kind) && !row.dataset.kinds.split("|").includes(kind);
    document.getElementById(`opened-${row.dataset.ref}`).hidden = row.hidden || !row.classList.contains("is-open");
  }
}

// Pressed once more, the order turns round; points begin with the dearest, verdicts with the worst.
function sort(head) {
  const cell = head.closest("th");
  const first = head.value === "points" ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const direction = cell.getAttribute("aria-sort") === first ? other : first;
  for (const each of table.querySelectorAll("th[aria-sort]")) each.removeAttribute("aria-sort");
  cell.setAttribute("aria-sort", direction);
  form.querySelector("input[name=sort]").value = head.value;
  arrange();
}

function arrange() {
  const cell = table.querySelector("th[aria-sort]");
  const key = cell.querySelector("button").value;
  const sign = cell.getAttribute("aria-sort") === "ascending" ? 1 : -1;
  const rows = rowsOf().sort((one, two) => sign * compare(one.dataset, two.dataset, key));
  body.append(...rows.flatMap((row) => [row, document.getElementById(`opened-${row.dataset.ref}`)]));
}

function compare(one, two, key) {
  if (key === "points") return Number(one.points) - Number(two.points);
  if (key === "verdict") return ORDER[one.verdict] - ORDER[two.verdict] || two.questions - one.questions;
  return one[key].localeCompare(two[key]);
}
