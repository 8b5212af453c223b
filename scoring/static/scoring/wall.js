// The page of the projector. It turns pages that always fit the screen, asks the server every ten
// seconds whether anything is new, marks what is, and continues while the server is unreachable.
// The columns of a section run on to the right (wall.css): a page is as many of them as have room.

import "./clock.js"
import { renew } from "./renewing.js"

const asked = new URLSearchParams(location.search)
const bounded = (name, least, most, usual) =>
  Math.min(most, Math.max(least, Number.parseInt(asked.get(name), 10) || usual))
const SECONDS = bounded("seconds", 3, 300, 12)
const POLL = bounded("poll", 1, 60, 10) * 1000
const PLACES = bounded("places", 1, Infinity, Infinity)
const SHOW = asked.getAll("show")
const MARKED = 180_000 // a new result is marked for three minutes
const IDLE = 4_000 // the mouse and the buttons disappear after that

const root = document.documentElement
const [title, place, screen, note, pause] = ["title", "page", "screen", "note", "pause"]
  .map(id => document.getElementById(id))
// What was there before: parts; and part and key of a row → its value, and until when it is marked.
const known = new Map()
let pages = []
let at = 0
let shown = null // what the server told last
let turning = 0
let resting = 0

root.dataset.look = asked.get("look") === "light" ? "light" : "dark"
document.body.style.setProperty("--new-word", JSON.stringify(document.body.dataset.new))

const sections = () => [...screen.querySelectorAll("section")]

// What was asked for stays; without a question everything but what is shown on demand. "category"
// asks for all categories. Where nothing of it is there yet, at least what is on.
function prune() {
  const wanted = part => SHOW.includes(part) || SHOW.includes(part.split("/")[0])
  const isShown = ({ dataset }) => (SHOW.length ? wanted(dataset.part) : !("asked" in dataset))
  const every = sections()
  const some = every.some(isShown)
  for (const [n, section] of every.entries()) if (some ? !isShown(section) : n) section.remove()
  for (const list of screen.querySelectorAll("[data-ranked] .list")) {
    [...list.children].slice(PLACES).forEach(row => row.remove())
  }
  note.textContent = screen.querySelector("[data-note]")?.textContent ?? ""
}

// What a row says now and did not say before; the first look at a part marks nothing. The same part
// of another series is another part: not all of it is new.
function mark() {
  for (const section of sections()) {
    const part = `${section.dataset.part}/${section.dataset.title}`
    const until = known.has(part) ? Date.now() + MARKED : 0
    for (const row of section.querySelectorAll("li[data-key]")) {
      const { key, value } = row.dataset
      const name = `${part}/${key}`
      if (known.get(name)?.value !== value) known.set(name, { value, until })
      row.classList.toggle("new", known.get(name).until > Date.now())
    }
    known.set(part, {})
  }
}

// The figures stand below each other, as wide as the widest of them.
function align(section) {
  for (const name of ["rank", "figure"]) {
    section.style.setProperty(`--${name}`, 0)
    const cells = [...section.querySelectorAll(`.${name}`)].map(each => each.getBoundingClientRect().width)
    section.style.setProperty(`--${name}`, `${Math.ceil(Math.max(0, ...cells))}px`)
  }
}

// A long name gets smaller letters and a second line before anything of it is lost. Says whether
// many rows of the list need a second line.
function shrink(list) {
  for (const name of list.querySelectorAll(".name")) {
    name.classList.remove("long")
    name.classList.toggle("long", name.scrollWidth > name.clientWidth)
  }
  const rows = [...list.children]
  const usual = rows.length ? Number.parseFloat(getComputedStyle(rows[0]).minHeight) : 0
  return rows.filter(row => row.offsetHeight > usual + 2).length > rows.length / 10
}

// The pages of a section. Where two lines do not hold many of the names, rows get the whole width.
function divide(section) {
  const list = section.querySelector(".list")
  align(section)
  section.classList.remove("crowded")
  if (shrink(list) && section.matches(".rows")) {
    section.classList.add("crowded")
    shrink(list)
  }
  const { columnCount, columnGap } = getComputedStyle(list)
  const across = Number(columnCount) || 1
  const head = section.querySelector(".head")
  if (head) head.parentElement.replaceChildren(...Array.from({ length: across }, () => head.cloneNode(true)))
  const { left, width } = list.getBoundingClientRect()
  const last = list.lastElementChild?.getBoundingClientRect().left
  if (last === undefined) return []
  const step = (width + Number.parseFloat(columnGap)) / across
  const columns = Math.round((last - left) / step) + 1
  return Array.from({ length: Math.ceil(columns / across) }, (_, number) => (
    { section, number, columns: columns - number * across }))
}

function show() {
  const page = pages[at]
  place.textContent = pages.length > 1 ? `${at + 1} / ${pages.length}` : ""
  title.textContent = page ? page.section.dataset.title : document.body.dataset.closed
  title.classList.remove("long")
  title.classList.toggle("long", title.scrollWidth > title.clientWidth)
  for (const section of sections()) section.classList.toggle("shown", section === page?.section)
  page?.section.style.setProperty("--page", page.number)
  page?.section.querySelectorAll(".head").forEach((head, n) => head.classList.toggle("empty", n >= page.columns))
}

function again() {
  pages = sections().flatMap(divide)
  if (at >= pages.length) at = 0
  show()
}

function turn(by) {
  if (pages.length) at = (at + by + pages.length) % pages.length
  show()
  clearTimeout(turning)
  turning = setTimeout(() => turn(pause.ariaPressed === "true" ? 0 : 1), SECONDS * 1000)
}

async function poll() {
  await renew(document.body.dataset.pages, told => {
    if (told === shown) return
    screen.innerHTML = shown = told
    prune()
  })
  mark()
  again()
  setTimeout(poll, POLL)
}

function rest() {
  document.body.classList.remove("idle")
  clearTimeout(resting)
  resting = setTimeout(() => document.body.classList.add("idle"), IDLE)
}

const buttons = {
  back: () => turn(-1),
  forth: () => turn(1),
  light() { root.dataset.look = root.dataset.look === "light" ? "dark" : "light" },
  pause() { pause.ariaPressed = String(pause.ariaPressed !== "true") },
}
for (const [id, act] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", act)
document.addEventListener("keydown", event => {
  if (event.target.tagName === "BUTTON" && event.key === " ") return
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1)
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1)
  else if (event.key === " ") buttons.pause()
})
document.addEventListener("mousemove", rest)
// Also where a message takes room below the page.
new ResizeObserver(again).observe(screen)

prune()
mark()
again()
turn(0)
rest()
setTimeout(poll, POLL)
