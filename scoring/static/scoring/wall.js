// The page of the projector. It turns pages that always fit the screen, asks the server every ten
// seconds whether anything is new, marks what is, and continues while the server is unreachable.

import "./clock.js"
import { h } from "./dom.js";

const asked = new URLSearchParams(location.search);
const bounded = (text, least, most, usual) => {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? usual : Math.min(most, Math.max(least, number));
};
const SECONDS = bounded(asked.get("seconds"), 3, 300, 12);
const POLL = bounded(asked.get("poll"), 1, 60, 10) * 1000;
const PLACES = bounded(asked.get("places"), 1, 99_999, Infinity);
const SHOW = asked.getAll("show");
const MARKED = 180_000; // a new result is marked for three minutes
const PATIENCE = 8_000;
const IDLE = 4_000; // the mouse and the buttons disappear after that

const root = document.documentElement;
const [title, place, screen, note, source, offline, since, pause] = [
  "title", "page", "screen", "note", "source", "offline", "since", "pause",
].map((id) => document.getElementById(id));
const marks = new Map(); // part and key of a row → until when it is marked
const known = new Map(); // part → key → value, as of the last answer
let pages = [];
let at = 0;
let held = false;
let etag = "";
let turning = 0;
let resting = 0;

root.dataset.look = asked.get("look") === "light" ? "light" : "dark";

// What was asked for; without a question everything but what is shown on demand. "category" asks
// for all categories. Where nothing of it is there yet, at least what is on.
function sections() {
  const every = [...source.querySelectorAll("section")];
  const wanted = (part) => SHOW.includes(part) || SHOW.includes(part.split("/")[0]);
  const found = every.filter(({ dataset }) => (SHOW.length ? wanted(dataset.part) : !("asked" in dataset)));
  return found.length ? found : every.slice(0, 1);
}

// The same part of another series is another part: not all of it is new.
const named = (section) => `${section.dataset.part}/${section.dataset.title}`;

// What a row says now and did not say before; the first look at a part marks nothing.
function mark() {
  for (const section of source.querySelectorAll("section")) {
    const part = named(section);
    const before = known.get(part);
    const now = new Map([...section.querySelectorAll("li[data-key]")].map(({ dataset }) => [dataset.key, dataset.value]));
    for (const [key, value] of now) {
      if (before && before.get(key) !== value) marks.set(`${part}/${key}`, Date.now() + MARKED);
    }
    known.set(part, now);
  }
}

function rowOf(section, original) {
  const row = original.cloneNode(true);
  if (marks.has(`${named(section)}/${row.dataset.key}`)) {
    row.classList.add("new");
    row.querySelector(".name").after(h("span", { class: "badge" }, document.body.dataset.new));
  }
  return row;
}

function rowsOf(section) {
  const rows = [...section.querySelectorAll("li:not(.head)")].map((row) => rowOf(section, row));
  return "ranked" in section.dataset ? rows.slice(0, PLACES) : rows;
}

const MOST = { rows: 2, cards: 3, tiles: 4, text: 1, say: 1 };

// The figures stand below each other, as wide as the widest of them.
function align(box) {
  for (const name of ["rank", "figure"]) {
    const cells = [...box.querySelectorAll(`.${name}`)].map((each) => each.getBoundingClientRect().width);
    if (cells.length) box.style.setProperty(`--${name}`, `${Math.ceil(Math.max(...cells))}px`);
  }
}

// A long name gets smaller letters and a second line before anything of it is lost.
function shrink(box) {
  for (const name of box.querySelectorAll("li:not(.head) > .name")) {
    name.classList.toggle("long", name.scrollWidth > name.clientWidth);
  }
}

// All rows of a part in one column, measured: every projector is another one.
function measured(section, across) {
  const { kind } = section.dataset;
  const rows = rowsOf(section);
  const list = listOf(section, rows);
  const box = h("div", { class: `columns ${kind}` }, list);
  // Set on the style object, not by an attribute, which the content security policy forbids.
  box.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
  screen.replaceChildren(box);
  align(box);
  shrink(box);
  const tops = rows.map((row) => row.getBoundingClientRect().top);
  const { top, bottom } = list.getBoundingClientRect();
  const heights = tops.map((each, n) => (tops[n + 1] ?? bottom) - each);
  const usual = rows.length ? Number.parseFloat(getComputedStyle(rows[0]).minHeight) : 0;
  const isCrowded = kind === "rows" && heights.filter((each) => each > usual + 2).length > rows.length / 10;
  return { box, across, rows, heights, head: (tops[0] ?? top) - top, isCrowded };
}

function listOf(section, rows) {
  return h("ol", {}, section.querySelector("li.head")?.cloneNode(true), rows);
}

function fitted(section) {
  const isWide = screen.clientWidth > screen.clientHeight * 1.6;
  let across = Math.max(1, MOST[section.dataset.kind] - (isWide ? 0 : 1));
  let layout = measured(section, across);
  // Where two lines do not hold many of the names, the rows get the whole width.
  while (layout.isCrowded && across > 1) layout = measured(section, (across -= 1));
  return layout;
}

// The rows, page by page and column by column, as many as fit.
function* packed({ across, rows, heights, head }, height) {
  let page = [[]];
  let used = head;
  for (const [n, tall] of heights.entries()) {
    if (page.at(-1).length > 0 && used + tall > height) {
      if (page.length === across) {
        yield page;
        page = [];
      }
      page.push([]);
      used = head;
    }
    page.at(-1).push(rows[n]);
    used += tall;
  }
  if (page[0].length > 0) yield page;
}

function divide() {
  note.textContent = source.querySelector("[data-note]")?.textContent ?? "";
  const style = getComputedStyle(screen);
  const height = screen.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  pages = sections().flatMap((section) => {
    const layout = fitted(section);
    return [...packed(layout, height)].map((columns) => (
      { title: section.dataset.title, box: layout.box, lists: columns.map((rows) => listOf(section, rows)) }));
  });
  if (at >= pages.length) at = 0;
}

function show() {
  const page = pages[at];
  place.textContent = pages.length > 1 ? `${at + 1} / ${pages.length}` : "";
  title.textContent = page ? page.title : document.body.dataset.closed;
  title.classList.remove("long");
  title.classList.toggle("long", title.scrollWidth > title.clientWidth);
  page?.box.replaceChildren(...page.lists);
  screen.replaceChildren(...(page ? [page.box] : []));
}

function again() {
  divide();
  show();
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
  // Closed by the organizer: the content has to disappear.
  if (answer.status === 404) {
    source.replaceChildren();
    etag = "";
  } else if (!answer.ok) throw new Error(String(answer.status));
  else {
    source.innerHTML = await answer.text();
    etag = answer.headers.get("ETag") ?? "";
  }
  mark();
  again();
}

function forget() {
  const gone = [...marks].filter(([, until]) => until <= Date.now());
  for (const [key] of gone) marks.delete(key);
  if (gone.length > 0) again();
}

async function poll() {
  forget();
  try {
    await ask();
    offline.hidden = true;
  } catch {
    if (offline.hidden) since.textContent = new Date().toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
    offline.hidden = false;
  }
  setTimeout(poll, POLL);
}

function rest() {
  document.body.classList.remove("idle");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("idle"), IDLE);
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
document.addEventListener("mousemove", rest);
// Also where a message takes room below the page.
new ResizeObserver(again).observe(screen);

mark();
divide();
turn(0);
rest();
setTimeout(poll, POLL);
