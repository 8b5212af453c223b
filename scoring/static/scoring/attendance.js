// Who is here: a number, several numbers or the beginning of a name tick the boxes; once more
// unticks them. Without this script the boxes are ticked by hand.

import { folded } from "./dom.js"

const field = document.getElementById("attendance-typed")
const note = document.getElementById("attendance-said")
const boxes = [...document.querySelectorAll("input[name=people]:not(:disabled)")]
const RANGE = /^(\d{1,4})(?:[-–](\d{1,4}))?$/

function numbered(word) {
  const [, first, last = first] = word.match(RANGE)
  return boxes.filter(box => Number(box.dataset.number) >= Number(first) && Number(box.dataset.number) <= Number(last))
}

/** The boxes of names of which every typed word begins a part. */
function named(text) {
  const words = folded(text).replaceAll(",", " ").split(/\s+/).filter(Boolean)
  const fits = box => words.every(word => ` ${folded(box.dataset.name)}`.split(/[\s'-]/).some(part => part.startsWith(word)))
  return boxes.filter(fits)
}

function said(sentence, text) {
  note.textContent = note.dataset[sentence].replace("{}", text)
  field.select()
}

function toggle(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const byNumber = words.every(word => RANGE.test(word))
  const found = byNumber ? words.flatMap(numbered) : named(text)
  if (!found.length) return said("nobody", text)
  if (!byNumber && found.length > 1) return said("several", text)
  const tick = !found.every(box => box.checked)
  for (const box of found) box.checked = tick
  note.textContent = ""
  field.value = ""
  found[0].dispatchEvent(new Event("change", { bubbles: true }))
}

function count() {
  document.querySelector("[data-attendance=count]")?.replaceChildren(boxes.filter(box => box.checked).length || "")
}

field.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !field.value.trim()) return
  event.preventDefault()
  toggle(field.value.trim())
})
document.addEventListener("change", ({ target }) => {
  count() // behind a tick for all (app.js)
  if (target.dataset.ticks) field.focus()
})
count()
