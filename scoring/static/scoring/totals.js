// Bare totals: Enter moves through the fields in the order of the paper and stores at the last:
// the last total where the paper's totals are typed, which prove the passed games, else these.

import { beginClosing, closed, notClosed, stayed, typeAgain } from "./jump.js"
import { Outbox } from "./outbox.js"
import { watchOthers } from "./presence.js"
import { showConnection, showNumber } from "./status.js"

const form = document.getElementById("totals")
form.dataset.keepsLines = "" // app.js
const fields = [...form.querySelectorAll("table input")]
const passed = document.getElementById("passed")
const first = fields.find(field => field.value === "") ?? fields[0]
let stored = contents()
let asking = 0 // questions after the passed games that are on their way
let held = false // the figures are sent when they are answered
let kept = null // the figures that were refused: the browser keeps them until others are typed
let hasMoved = false // the caret has just left a full field by itself
let made = null // the revision that the answer at hand has made

const outbox = new Outbox({
  place: location.pathname,
  post: ({ line: { figures, revision }, token }) => ({
    url: form.action, source: form, swap: "none",
    // Typed for the list as it was then; what came since is not overwritten unseen.
    values: { ...figures, ...revision, token },
  }),
  before: tell,
  after: answered,
  resumed,
})

function contents(figures = new FormData(form)) {
  return new URLSearchParams(figures).toString()
}

form.addEventListener("keydown", event => {
  const place = fields.indexOf(event.target)
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const isHabit = hasMoved && event.key === "Enter" // out of the field that the caret has left
  hasMoved = false
  if (place < 0 || !step) return
  if (!isHabit && event.key === "Enter" && isLast(event.target)) return // the form is sent
  event.preventDefault()
  if (!isHabit) fields[place + step]?.focus()
})

function isLast(field) {
  return field === passed || (field === fields.at(-2) && field.matches(".total") && !passed.dataset.typed)
}

/** Nobody wins or loses a hundred games: after two digits the field is full. */
function leaveFull(event) {
  const field = event.target
  if (event.inputType?.startsWith("delete") || !field.matches(".won, .lost")) return
  if (!/^\d\d$/.test(field.value)) return
  fields[fields.indexOf(field) + 1].focus()
  hasMoved = true
}

form.addEventListener("focusin", event => event.target.select?.())
form.addEventListener("input", event => {
  event.target.removeAttribute("aria-invalid")
  if (event.target === passed) passed.dataset.typed = "yes"
  if (contents() === stored) outbox.letGo(kept)
  tell()
  leaveFull(event)
})

document.addEventListener("keydown", event => {
  if (event.key !== "F4") return
  event.preventDefault()
  document.getElementById("other-mode")?.click()
})

// With a slow network the passed games may be confirmed before they are shown.
document.body.addEventListener("htmx:beforeRequest", event => {
  if (event.detail.elt !== form) asking += 1
})

form.addEventListener("submit", event => {
  event.preventDefault()
  beginClosing() // what is typed from here on is for the next list
  if (asking && !passed.dataset.typed) held = true
  else send()
})

function send() {
  const figures = Object.fromEntries(new FormData(form))
  const waiting = outbox.entries.at(-1)
  if (waiting && contents(waiting.line.figures) === contents()) return outbox.retry()
  if (waiting?.failed) outbox.drop(waiting) // these figures stand in its place
  const { name, value } = document.getElementById("revision")
  const before = kept
  kept = null
  outbox.put({ line: { figures, revision: { [name]: value } } }).then(() => outbox.letGo(before))
}

/** Figures that an earlier page left behind stand in the fields and are sent. */
function resumed(entries) {
  if (contents() !== stored) return
  for (const [name, value] of Object.entries(entries.at(-1).line.figures)) {
    const field = form.elements.namedItem(name)
    if (field) field.value = value
  }
  passed.dataset.typed = "yes"
  tell()
}

function tell() {
  const isSaved = outbox.isEmpty && contents() === stored
  showConnection(outbox, isSaved)
  showNumber("unsaved", isSaved ? 0 : 1)
}

document.body.addEventListener("htmx:beforeSwap", event => {
  if ([409, 422].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true
    event.detail.isError = false
  }
})

document.body.addEventListener("htmx:afterRequest", event => {
  if (event.detail.elt !== form) offer()
})

function answered(sent, status) {
  if (sent && status === 200) stored = contents(sent.line.figures)
  if (sent) outbox.follow(sent, sent.line.revision, made)
  made = null
  tell()
  if (status !== 200) {
    notClosed()
    if (document.activeElement.id === "table-number") passed.focus()
  }
  if (!sent) return
  const isOpen = [409, 422].includes(status)
  outbox.letGo(kept) // these figures stand in its place
  kept = isOpen ? sent : null
  mark([...document.querySelectorAll("#totals-answer [data-field]")].map(each => each.dataset.field))
  return isOpen
}

/** The server says how many games are left for "passed"; what the clerk typed there stays. */
function offer() {
  asking -= 1
  setTimeout(release) // after the question that waits behind this one went out
  const hint = document.getElementById("passed-hint").dataset.passed
  if (passed.dataset.typed || !hint) return
  passed.value = hint
  if (document.activeElement === passed) passed.select()
}

function release() {
  if (asking || !held) return
  held = false
  send()
}

function mark(names) {
  for (const field of fields) field.removeAttribute("aria-invalid")
  const wrong = names.map(name => form.elements[name]).filter(Boolean)
  for (const field of wrong) field.setAttribute("aria-invalid", "true")
  wrong[0]?.focus()
}

const isLastWaiting = () => outbox.entries.length === 1

document.body.addEventListener("desk:go", event => {
  made = event.detail.revision
  if (!isLastWaiting()) return
  stored = contents(outbox.entries[0].line.figures)
  location.assign(event.detail.url)
})

document.body.addEventListener("desk:closed", event => {
  made = event.detail.revision
  if (isLastWaiting()) closed(event.detail.next)
})

window.addEventListener("beforeunload", event => {
  const waiting = outbox.entries.at(-1)
  const isKept = waiting?.id && contents(waiting.line.figures) === contents()
  if (contents() === stored || isKept) return
  event.preventDefault()
  setTimeout(stayed) // runs if the question was answered with no
})

first.focus()
tell()
// Not before htmx hears of changed fields, which are what it asks about.
document.addEventListener("DOMContentLoaded", () => typeAgain(window.keysBetween?.release() ?? []))
watchOthers({
  isQuiet: () => outbox.isEmpty,
  state: () => ({ totals: 1, revision: document.getElementById("revision").value }),
})
outbox.resume()
