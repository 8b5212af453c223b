// Bare totals: Enter moves through the fields in the order of the paper and stores at the last:
// the last total where the paper's totals are typed, which prove the passed games, else these.

import { askBeforeLeaving, beginClosing, closed, holdUntil, notClosed, staysOnTheWay } from "./jump.js"
import { Outbox } from "./outbox.js"
import { asksReason, showState, watchKeys } from "./status.js"

const form = document.getElementById("totals")
const fields = [...form.querySelectorAll("table input")]
const passed = document.getElementById("passed")
const first = fields.find(field => field.value === "") ?? fields[0]
// Figures are written as a query: points_1=937&won_1=12&…
let stored = figuresNow()
let seen = { seen: stored, layout: document.getElementById("layout").value } // what stood in the list
let kept = null // the figures that were refused: the browser keeps them until others are typed
let hasMoved = false // the caret has just left a full field by itself
let following = null // the address of the page after these figures

const outbox = new Outbox({
  place: location.pathname,
  post: ({ line: { figures, seen, layout }, token }) => ({
    url: form.action, source: form, swap: "none",
    values: { ...Object.fromEntries(new URLSearchParams(figures)), seen, layout, token },
  }),
  before: tell,
  after: answered,
  resumed,
})

function figuresNow() {
  return new URLSearchParams(new FormData(form)).toString()
}

/** Whether these figures stand in the fields. The passed games follow from the others until they are
 * typed, here and on the server. */
function stand(figures) {
  const wanted = new URLSearchParams(figures)
  return [...new FormData(form)].every(([name, value]) => (
    wanted.get(name) === value || name === "passed" && !passed.dataset.typed))
}

form.addEventListener("keydown", event => {
  const place = fields.indexOf(event.target)
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const isHabit = hasMoved && event.key === "Enter" // out of the field that the caret has left
  hasMoved = false
  if (place < 0 || !step || event.ctrlKey || event.metaKey) return
  if (!isHabit && event.key === "Enter" && isLast(event.target)) return // the form is sent
  event.preventDefault()
  if (!isHabit) fields[place + step]?.focus()
})

const isLast = field =>
  field === passed || (field === fields.at(-2) && field.matches(".total") && !passed.dataset.typed)

/** Nobody wins or loses a hundred games: after two digits the field is full. */
function leaveFull(event) {
  const field = event.target
  if (event.inputType?.startsWith("delete") || !field.matches(".won, .lost") || !/^\d\d$/.test(field.value)) return
  fields[fields.indexOf(field) + 1].focus()
  hasMoved = true
}

form.addEventListener("focusin", event => event.target.select?.())
form.addEventListener("input", event => {
  event.target.removeAttribute("aria-invalid")
  if (event.target === passed) passed.dataset.typed = "yes"
  if (stand(stored)) outbox.letGo(kept)
  tell()
  leaveFull(event)
})

const submit = () => form.requestSubmit()
watchKeys({ toWrong: toNextWrong, send: submit, goOn: submit })
document.getElementById("reds").addEventListener("click", toNextWrong)
document.getElementById("end-early")?.addEventListener("click", () => {
  document.getElementById("ended-early").open = true
  form.elements.namedItem("games_played").focus()
})

form.addEventListener("submit", event => {
  event.preventDefault()
  if (following || !stand(stored) && asksReason()) return
  leaveFields()
  send()
})

/** What is typed from here on is for the next list, or for none: it changes nothing that is sent. */
function leaveFields() {
  if (!beginClosing()) document.querySelector("[form=totals]").focus()
}

function send() {
  const waiting = outbox.entries.at(-1)
  if (waiting && stand(waiting.line.figures)) return outbox.retry()
  const base = { ...seen }
  if (waiting) base.seen = waiting.failed ? waiting.line.seen : waiting.line.figures
  if (waiting?.failed) outbox.drop(waiting) // these figures stand in its place
  outbox.put({ line: { figures: figuresNow(), ...base }, instead: kept })
  kept = null
}

/** Figures that an earlier page left behind stand in the fields and are sent. */
function resumed(entries) {
  if (!stand(stored)) return
  for (const [name, value] of new URLSearchParams(entries.at(-1).line.figures)) {
    const field = form.elements.namedItem(name)
    if (field) field.value = value
  }
  if (passed.value) passed.dataset.typed = "yes"
  leaveFields()
  tell()
}

function tell() {
  const isSaved = outbox.isEmpty && stand(stored)
  showState(outbox, { reds: wrong().length, unsaved: isSaved ? 0 : 1 })
}

form.addEventListener("change", event => { if (event.target !== passed) offer() })

function answered(sent, status) {
  if (sent && status === 200) seen.seen = stored = sent.line.figures
  if (sent && status === 422) outbox.seeBefore(sent, sent.line.figures)
  // Beside what somebody else stored: the next Enter says that these figures stand instead.
  const { now, layout } = document.getElementById("totals-answer").dataset
  if (status === 409) seen = { seen: now.replace(/\s/g, ""), layout }
  if (sent) mark()
  tell()
  if (status !== 200 && !staysOnTheWay({ status })) notClosed()
  if (!sent) return
  const isOpen = [409, 422].includes(status)
  outbox.letGo(kept) // these figures stand in its place
  kept = isOpen ? sent : null
  if (following) outbox.letGo(sent).then(() => location.assign(following)) // not kept for ever
  return isOpen
}

/** Say how many games are left for "passed"; what the clerk typed there stays. */
function offer() {
  const hint = document.getElementById("passed-hint")
  const counts = fields.filter(field => field.matches(".won, .lost")).map(field => field.value.trim())
  const played = form.elements.namedItem("games_played")?.value.trim() ?? ""
  const games = /^\d+$/.test(played) ? Number(played) : hint.dataset.games // 0 is a number, too
  const isWhole = counts.every(count => /^\d+$/.test(count))
  const left = isWhole ? counts.reduce((rest, count) => rest - count, games) : -1
  hint.textContent = left < 0 ? "" : `= ${left}`
  if (left >= 0 && !passed.dataset.typed) passed.value = left
}

/** Show which fields are wrong. The caret stays: keys of a clerk who types on without a look at the
 * screen would write over their figures. */
function mark() {
  for (const field of fields) field.removeAttribute("aria-invalid")
  for (const { dataset } of complaints()) form.elements.namedItem(dataset.field)?.setAttribute("aria-invalid", "true")
}

const complaints = () => [...document.querySelectorAll("#totals-answer [data-field]")]

/** The fields that are wrong; those that ask for an agreement, where it is missing. */
function wrong() {
  const marked = [...form.querySelectorAll("[aria-invalid=true]")]
  const isElsewhere = ({ dataset }) => !form.elements.namedItem(dataset.field)
  const leave = complaints().some(isElsewhere) && document.querySelector("#leave input")
  return leave ? [...marked, leave] : marked
}

/** F2: the next field that is wrong, else the last one, out of which Enter sends again. */
function toNextWrong() {
  const places = wrong()
  const next = places[places.indexOf(document.activeElement) + 1] ?? places[0] ?? passed
  next.closest("details")?.setAttribute("open", "")
  next.focus()
}

const isLastWaiting = () => outbox.entries.length === 1

document.body.addEventListener("desk:go", event => {
  if (!isLastWaiting()) return
  stored = outbox.entries[0].line.figures
  following = event.detail.url
})

document.body.addEventListener("desk:closed", ({ detail }) => { if (isLastWaiting()) closed(detail.next) })

askBeforeLeaving(() => {
  const waiting = outbox.entries.at(-1)
  return !stand(stored) && !(waiting?.id && stand(waiting.line.figures))
})

first.focus()
tell()
// What is typed meanwhile waits for figures that an earlier page left behind.
holdUntil(outbox.begin())
