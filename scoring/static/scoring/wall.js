// The page of the projector. It turns pages that always fit the screen, asks the server every ten
// seconds whether anything is new, marks what is, and goes on turning while the server is away.

const asked = new URLSearchParams(location.search);
const bounded = (text, least, most, usual) => {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? usual : Math.min(most, Math.max(least, number));
};
const SECONDS = bounded(asked.get("seconds"), 3, 300, 12);
const POLL = bounded(asked.get("poll"), 1, 60, 10) * 1000;
const MARKED = 180_000; // a new result is marked for three minutes
const PATIENCE = 8_000;
const PARTS = asked.getAll("part");

const root = document.documentElement;
const [title, place, screen, note, source, offline, since, pause] = [
  "title", "page", "screen", "note", "source", "offline", "since", "pause",
].map((id) => document.getElementById(id));
const marks = new Map(); // part and key of a row → until when it is marked
let known = null; // part → key → value, as of the last answer
let pages = [];
let at = 0;
let held = false;
let etag = "";
let turning = 0;

root.dataset.look = asked.get("look") === "light" ? "light" : "dark";

function sections() {
  return [...source.querySelectorAll("section")].filter(
    (each) => PARTS.length === 0 || PARTS.includes(each.dataset.part) || each.dataset.part === "now",
  );
}

// The same part of another series is another part: not all of it is new.
const named = (section) => `${section.dataset.part}/${section.dataset.title}`;

function values() {
  const found = new Map();
  for (const section of source.querySelectorAll("section")) {
    const rows = new Map();
    for (const row of section.querySelectorAll("li[data-key]")) rows.set(row.dataset.key, row.dataset.value);
    found.set(named(section), rows);
  }
  return found;
}

// What a row says now and did not say before; the first look at a part marks nothing.
function mark() {
  const now = values();
  for (const [part, rows] of now) {
    const before = known?.get(part);
    if (!before) continue;
    for (const [key, value] of rows) {
      if (before.get(key) !== value) marks.set(`${part}/${key}`, Date.now() + MARKED);
    }
  }
  known = new Map([...(known ?? []), ...now]);
}

// As many rows and columns as fit: measured, because every projector is another one.
function capacity() {
  const probe = document.createElement("li");
  probe.textContent = "0";
  const list = document.createElement("ol");
  list.append(probe);
  screen.replaceChildren(list);
  const style = getComputedStyle(screen);
  const height = screen.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  const rows = Math.max(1, Math.floor(height / probe.getBoundingClientRect().height));
  return { rows, columns: screen.clientWidth > screen.clientHeight * 1.6 ? 2 : 1 };
}

function divide() {
  const { rows, columns } = capacity();
  pages = [];
  for (const section of sections()) {
    const head = section.querySelector("li.head");
    const body = [...section.querySelectorAll("li:not(.head)")];
    const tiles = "tiles" in section.dataset;
    const across = tiles ? columns * 2 : columns;
    const down = Math.max(1, tiles ? Math.floor(rows * 0.85) : rows - (head ? 1 : 0));
    for (let first = 0; first < body.length; first += down * across) {
      pages.push({ section, head, tiles, across, down, rows: body.slice(first, first + down * across) });
    }
  }
  if (at >= pages.length) at = 0;
}

function rowOf(part, original) {
  const row = original.cloneNode(true);
  const until = marks.get(`${part}/${row.dataset.key}`);
  if (until && until > Date.now()) {
    row.classList.add("new");
    const badge = document.createElement("span");
    badge.className = "badge";
    badge.textContent = document.body.dataset.new;
    row.insertBefore(badge, row.querySelector(".figure"));
  }
  return row;
}

function show() {
  const page = pages[at];
  if (!page) {
    screen.replaceChildren();
    return;
  }
  const list = document.createElement("ol");
  const head = page.head ? 1 : 0;
  const columns = Math.min(page.across, Math.ceil(page.rows.length / page.down));
  // The grid is told by its object, not by a style attribute: the policy allows only this.
  list.style.gridTemplateRows = `repeat(${page.down + head}, auto)`;
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  list.classList.toggle("tiles", page.tiles);
  page.rows.forEach((row, n) => {
    if (head && n % page.down === 0) list.append(page.head.cloneNode(true));
    list.append(rowOf(named(page.section), row));
  });
  title.textContent = page.section.dataset.title;
  place.textContent = pages.length > 1 ? `${at + 1} / ${pages.length}` : "";
  note.textContent = source.querySelector("[data-note]")?.textContent ?? "";
  screen.replaceChildren(list);
  // A long name gets smaller letters before it loses some.
  for (const name of list.querySelectorAll("li:not(.head) .name")) {
    name.classList.toggle("long", name.scrollWidth > name.clientWidth);
  }
}

function turn(by) {
  if (pages.length) at = (at + by + pages.length) % pages.length;
  show();
  clearTimeout(turning);
  turning = setTimeout(() => (held ? turn(0) : turn(1)), SECONDS * 1000);
}

function hold() {
  held = !held;
  pause.setAttribute("aria-pressed", String(held));
}

async function ask() {
  const answer = await fetch(document.body.dataset.pages, {
    cache: "no-store",
    headers: etag ? { "If-None-Match": etag } : {},
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 304) return;
  // Closed by the organizer: what stands here must not stay.
  if (answer.status === 404) source.replaceChildren();
  else if (!answer.ok) throw new Error(String(answer.status));
  else {
    source.innerHTML = await answer.text();
    etag = answer.headers.get("ETag") ?? "";
  }
  mark();
  divide();
  show();
}

function forget() {
  const gone = [...marks].filter(([, until]) => until <= Date.now());
  for (const [key] of gone) marks.delete(key);
  if (gone.length > 0) show();
}

async function poll() {
  forget();
  try {
    await ask();
    offline.hidden = true;
  } catch {
    if (offline.hidden) {
      since.textContent = new Date().toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
      offline.hidden = false;
    }
  }
  setTimeout(poll, POLL);
}

document.getElementById("back").addEventListener("click", () => turn(-1));
document.getElementById("forth").addEventListener("click", () => turn(1));
document.getElementById("light").addEventListener("click", () => {
  root.dataset.look = root.dataset.look === "light" ? "dark" : "light";
});
pause.addEventListener("click", hold);
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "BUTTON" && event.key === " ") return;
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  else if (event.key === " ") hold();
});
window.addEventListener("resize", () => {
  divide();
  show();
});

mark();
divide();
turn(0);
setTimeout(poll, POLL);
