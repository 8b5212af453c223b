// The photo of a list: its strip follows the row that is typed or looked at, and rows that were read
// on it stand in their empty fields. Enter takes one (desk.js); typing replaces it.

import { h } from "./dom.js"
import { grid, inputOf, numberOf } from "./rows.js"

const WHOLE = 10000 // the sides of a strip are shares of the picture in ten-thousandths
const panel = document.getElementById("photo")
const view = panel.querySelector(".photo-view")
const image = panel.querySelector("img")
const mark = panel.querySelector(".photo-mark")
const says = document.getElementById("photo-says")
const take = document.getElementById("photo-take")
const read = new Map(JSON.parse(panel.dataset.rows).map(row => [row.number, row]))
let zoom = 1
let quarters = 0
let shown = Number(panel.dataset.at) || read.keys().next().value || 0

// The picture ---------------------------------------------------------------------------------------

/** Lay the picture out (photo.css), and bring the strip of the row into sight. */
function lay() {
  const strip = quarters === 0 && read.get(shown)?.strip
  const [left, top, right, bottom] = (strip || [0, 0, WHOLE, WHOLE]).map(side => side / WHOLE)
  const figures = { left, top, right, bottom, zoom, ratio: image.naturalWidth / image.naturalHeight }
  for (const [name, figure] of Object.entries(figures)) panel.style.setProperty(`--${name}`, figure)
  panel.dataset.quarters = quarters
  mark.hidden = !strip
  mark.classList.toggle("is-asked", read.get(shown)?.state === "asked")
  if (strip) view.scrollTo(mark.offsetLeft, mark.offsetTop + (mark.offsetHeight - view.clientHeight) / 2)
}

const acts = {
  smaller: () => { zoom /= 1.25 },
  larger: () => { zoom *= 1.25 },
  turn: () => { quarters = (quarters + 1) % 4 },
  tall: () => panel.classList.toggle("tall"),
}

panel.addEventListener("click", event => {
  const act = event.target.closest("[data-photo-act]")?.dataset.photoAct
  if (!act) return
  acts[act]()
  lay()
})

function show(number) {
  if (!read.has(number) || number === shown) return // else the reader's scrolling is undone
  shown = number
  lay()
}

// Rows ----------------------------------------------------------------------------------------------

const games = [...document.querySelectorAll("#grid .game")]
const isOpen = row => row.dataset.photo && ["empty", "missing"].includes(row.dataset.state)

for (const row of games) {
  const { text, state } = read.get(numberOf(row)) ?? {}
  const input = inputOf(row)
  if (!input || !text) continue
  input.placeholder = input.dataset.offered = text
  row.dataset.photo = state
}

/** What is asked about a row, and what Enter takes. */
function tell(row) {
  if (!isOpen(row)) return says.replaceChildren()
  const { number, text, says: why } = read.get(numberOf(row))
  says.replaceChildren(`${says.dataset.row} ${number}: ${why} `, h("kbd", {}, "Enter"), ` ${says.dataset.take} ${text}`)
}

// The strip follows the caret; where nothing is typed the mouse, and the arrows.
const isTyped = Boolean(document.querySelector("#grid .line"))
grid?.addEventListener(isTyped ? "focusin" : "mouseover", event => {
  const row = event.target.closest(".game")
  if (!row) return
  show(numberOf(row))
  if (isTyped) tell(row)
})
if (!isTyped) {
  document.addEventListener("keydown", event => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || quarters || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (view.contains(event.target) || event.target.matches("input:not([type=checkbox]), textarea, select")) return
    if (!read.has(shown + step)) return
    event.preventDefault()
    show(shown + step)
  })
}

// Sure rows are taken together; then the caret goes to the first that is asked, else to "Close".
take?.addEventListener("htmx:afterRequest", event => {
  if (!event.detail.successful) return
  take.remove()
  setTimeout(() => { // the rows are renewed
    const next = games.find(isOpen)
    ;(next ? inputOf(next) : document.querySelector("[data-act=close]"))?.focus()
  })
})

image.addEventListener("load", lay)
addEventListener("resize", lay)
lay()
