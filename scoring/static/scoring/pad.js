// The buttons for mouse and touch: they type into the current row and never send.

import { inputOf, stored } from "./rows.js"

const desk = document.getElementById("desk")
const pad = document.getElementById("pad")

/** `row()` gives the row that is typed in; `acts` does what the buttons for acts ask for. */
export function watchPad({ row, acts }) {
  desk.addEventListener("pointerdown", event => {
    if (event.target.closest("#pad button, .pad-toggle")) event.preventDefault() // the caret stays in its row
  })
  desk.addEventListener("click", event => {
    const { types, act } = event.target.closest("button")?.dataset ?? {}
    const { value } = inputOf(row())
    if (types) type(row(), value === stored(row()) ? types : value + types) // an opened line is typed over
    else if (act === "fold") open(row())
    else if (act === "erase") type(row(), value.slice(0, -1))
    else acts[act]?.()
  })
  fold(!window.matchMedia("(pointer: coarse)").matches)
}

/** The typed text above the buttons, because the hand covers the row itself. */
export function echo(row) {
  document.getElementById("pad-line").textContent = `${row.dataset.number}  ${inputOf(row).value}`
}

/** The buttons type games: they make room where something else is typed. */
export const putPadAway = isAway => pad.classList.toggle("away", isAway)

function type(row, text) {
  inputOf(row).value = text
  inputOf(row).dispatchEvent(new Event("input", { bubbles: true }))
}

/** With the buttons open the row that is typed in stays in sight. */
function open(row) {
  const isOpen = pad.classList.contains("folded")
  fold(!isOpen)
  if (isOpen) row.scrollIntoView({ block: "nearest" })
}

function fold(isFolded) {
  pad.classList.toggle("folded", isFolded)
  for (const button of desk.querySelectorAll("[data-act=fold]")) button.setAttribute("aria-expanded", !isFolded)
  // With the buttons open, a telephone must not cover the list with its own keyboard.
  for (const input of desk.querySelectorAll(".line")) input.inputMode = isFolded ? "text" : "none"
}
