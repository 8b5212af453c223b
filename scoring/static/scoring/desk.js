// The desk: keys, focus and the order of requests. Lines are parsed by the server only.

import { followPaper, foot, isFootTyped, watchFoot } from "./foot.js"
import {
  PATIENCE, askBeforeLeaving, beginClosing, closed, holdUntil, keys, notClosed, stayed, staysOnTheWay, tell, typeAgain,
} from "./jump.js"
import { Outbox } from "./outbox.js"
import {
  cellsOf, grid, inputOf, isAsk, isRed, neighbour, numberOf, numbered, rows, shownLayout, stored,
} from "./rows.js"
import { asksReason, showState, watchKeys } from "./status.js"
import { token } from "./token.js"

const desk = document.getElementById("desk")
const pad = document.getElementById("pad")
const outbox = new Outbox({
  place: location.pathname,
  post({ row, line: { url, text, seen, layout, more, source, values }, token }, behind) {
    if (!row) return { url, source, swap: "none", values: { ...values, token } }
    return { url, source: inputOf(row), target: "#notice", swap: "none",
      values: { line: text, seen, layout, token, ...more, ...valuesOf(behind) } }
  },
  joins: ({ row, line }) => row && !isQuestion(row, line) && !line.more.photo,
  before: ({ row }) => { if (row) show(row); count() },
  after: answered,
  rowOf: ({ number }) => numbered(number),
  resumed,
})
const brokenOff = document.getElementById("broken-off")
const toReferee = document.getElementById("to-referee") // a link that knows the game at hand
const ofList = toReferee?.href
let isReady = false // what an earlier page left behind stands in its rows
let current = null // the row that the clerk is in, or was in last
let confirmed = null // { entry, since } of an insertion, a removal or an undo on its way
let movedFrom = null // rows from here on stand elsewhere than when they were refused
// While the list is being closed: { reason } why the table ended early, "" if it did not, and whether
// its foot went out for it.
let closing = null
let closingToken = null // of a closing whose answer did not come: it counts once

const rowOf = element => element.closest?.(".game")

// A row in which something is typed that is not sent knows what its clerk saw when he began: row.base
// = { seen, layout }. What was not stored keeps its messages: row.refused = { line, state, said }; its
// `entry` is kept by the browser, too, until another is typed for its row or it is given up. A refused
// line over which "+" was typed waits below it: row.under = { text, base, refused }.
const isRefused = row => row.refused?.line === inputOf(row).value
const isTyped = row => !outbox.of(row) && inputOf(row).value !== stored(row)
const isUnsaved = row => Boolean(outbox.of(row)) || inputOf(row).value !== stored(row)
const isQuestion = (row, { url, text }) => isAsk(text) || url !== row.dataset.url
const seenNow = row => {
  const last = outbox.entries.findLast(each => each.row === row && !isQuestion(row, each.line))
  return { seen: last?.line.text ?? stored(row), layout: shownLayout() }
}

/** The lines that go with another one, as fields with a value each. */
const valuesOf = behind => behind.length === 0 ? {} : {
  behind_number: behind.map(({ line }) => line.number), behind_line: behind.map(({ line }) => line.text),
  behind_seen: behind.map(({ line }) => line.seen), behind_layout: behind.map(({ line }) => line.layout),
  behind_token: behind.map(({ token }) => token) }

// What a row looks like ---------------------------------------------------------------------------

function show(row) {
  const input = inputOf(row)
  const state = cellsOf(row).dataset.state
  const waiting = outbox.of(row)
  if (waiting?.failed) row.dataset.state = "unsaved"
  else if (waiting?.isKept) row.dataset.state = "sending"
  else if (input.value === stored(row) || isRefused(row)) row.dataset.state = state
  else row.dataset.state = "typed"
  input.setAttribute("aria-invalid", isRed(row))
}

function count() {
  const open = rows().filter(row => isUnsaved(row) && !isRed(row))
  showState(outbox, { reds: rows().filter(isRed).length, unsaved: open.length })
}

// Sending -----------------------------------------------------------------------------------------

function submit(row, url = row.dataset.url, more = {}) {
  const text = inputOf(row).value
  const { base = seenNow(row), refused, dataset: { number } } = row
  const isOver = isAsk(text) && layUnder(row, base)
  if (!isAsk(text)) {
    outbox.letGo(row.under?.refused.entry)
    row.under = undefined
  }
  row.base = row.refused = undefined
  const line = { url, number, text, more, ...isOver ? seenNow(row) : base }
  outbox.put({ row, line, isBrief: isQuestion(row, line), instead: isOver ? null : refused?.entry })
  if (more.confirmed) {
    // What is typed from here on is for the rows as they will stand.
    confirmed = { entry: outbox.of(row), since: Date.now(), refused, base }
    keys.hold()
  }
  count()
}

/** A refused line waits below a question; says whether there is one. */
function layUnder(row, base) {
  const { refused } = row
  if (refused?.line === undefined || isAsk(refused.line)) return false
  row.under = { text: refused.line, base, refused }
  return true
}

function forgetTyped(row) {
  outbox.letGo(row.refused?.entry)
  row.base = row.refused = undefined
}

/** Lines that an earlier page left behind stand in their rows and are sent. */
function resumed(entries) {
  const untouched = new Set(rows().filter(row => inputOf(row).value === stored(row)))
  for (const { row, line } of entries) {
    if (untouched.has(row)) inputOf(row).value = line.text
    show(row)
  }
  if (current && outbox.of(current) && document.activeElement === inputOf(current)) toFirstEmpty()
  count()
}

/** An answer came; the swapped cells are in place. The input is brought up to date only here. */
function answered(sent, status) {
  if (!sent) { // it did not arrive; the outbox keeps it
    if (closing && (closing.reason || !staysOnTheWay({ status }))) stopClosing()
    if (confirmed && Date.now() - confirmed.since > PATIENCE) askAgain(confirmed)
    return count()
  }
  if (!sent.row) return answeredWithoutRow(sent, status)
  const isOpen = [409, 422].includes(status) || cellsOf(sent.row).dataset.state === "asking"
  if (isOpen) stayOpen(sent, status)
  else if (inputOf(sent.row).value === sent.line.text) refresh(sent.row)
  catchUp()
  if (movedFrom !== null) examineAgain(movedFrom)
  if (confirmed?.entry === sent) letTypeOn(!isOpen)
  goOnClosing()
  return isOpen && isWorthKeeping(sent)
}

const isWorthKeeping = ({ isBrief, line }) => !isBrief && line.text !== ""

/** What was typed is not stored: it stays, and is asked about or stored by the next Enter. */
function stayOpen(sent, status) {
  const { row, line: { text, seen, layout } } = sent
  const cells = cellsOf(row)
  const { state } = cells.dataset
  if (!isAsk(text) || !layUnder(row)) outbox.letGo(row.refused?.entry)
  row.refused = { line: text, state, said: cells.querySelector(".outcome") }
  if (isWorthKeeping(sent)) row.refused.entry = sent
  const isShown = inputOf(row).value === text
  // The next Enter says that his line stands instead of what he sees beside it now.
  if (isShown && status === 409) row.base = { seen: stored(row), layout: shownLayout() }
  else if (isShown) row.base ??= { seen, layout }
  outbox.seeBefore(sent, text)
  if (row.base?.seen === text) row.base.seen = seen
}

/** An insertion, a removal or an undo was answered: keys that were held are typed in the rows as they
 * stand now; they were meant for none if no row moved. */
function letTypeOn(isDone) {
  confirmed = null
  if (isDone) typeAgain(keys.release())
  else stayed()
}

/** The server is away for long: nothing moves, and the question stands there again. */
function askAgain({ entry, refused, base }) {
  outbox.drop(entry)
  Object.assign(entry.row, { refused, base })
  letTypeOn(false)
  show(entry.row)
}

document.body.addEventListener("desk:moved", ({ detail: { from, by } }) => {
  movedFrom = from
  moveTyped(from, by)
})

/** Rows from a number on are moved by this page: what is typed or refused there moves along, and was
 * typed on the layout that the page shows next. The cells still show what stood there before. */
function moveTyped(from, by) {
  const layout = shownLayout()
  const moving = rows().filter(row => numberOf(row) >= from)
  if (by > 0) moving.reverse()
  for (const row of moving) {
    const typed = takeTyped(row)
    const to = by < 0 && numberOf(row) === from ? null : neighbour(row, by)
    if (typed && to) giveTyped(to, typed)
    else if (typed) tell([{ key: typed.text }])
  }
  for (const { base } of rows()) if (base?.layout === layout) base.layout = String(Number(layout) + 1)
}

function takeTyped(row) {
  const input = inputOf(row)
  const { base, refused, under } = row
  const isTypedHere = input.value !== stored(row)
  const typed = isAsk(input.value) ? under : isTypedHere && { text: input.value, base, refused, under }
  row.base = row.refused = row.under = undefined
  input.value = stored(row)
  return typed
}

function giveTyped(row, { text, ...typed }) {
  inputOf(row).value = text
  Object.assign(row, typed)
  const { number, url } = row.dataset
  if (row.refused?.entry) outbox.amend(row.refused.entry, { number, url })
}

/** Rows moved: a line that was refused in its old place may be right in the new one. */
function examineAgain(from) {
  movedFrom = null
  for (const row of rows()) {
    const isRefusedHere = isRefused(row) && row.refused.state === "wrong" && !outbox.of(row)
    if (numberOf(row) >= from && isRefusedHere) submit(row)
  }
}

/** Rows without unsent input show what is stored now. */
function catchUp() {
  for (const row of rows()) {
    const isAsked = row.refused?.state === "asking"
    if (inputOf(row).value === stored(row) && !outbox.of(row) && !isAsked) forgetTyped(row)
    if (!row.base && !outbox.of(row)) refresh(row)
    if (isRefused(row)) repeat(row)
    show(row)
  }
  followPaper()
  count()
}

/** Another line's answer renewed these cells; the refusal of the line that stands here goes on. */
function repeat(row) {
  const { state, said } = row.refused
  const now = cellsOf(row).querySelector(".outcome")
  if (now === said) return
  said.id = now.id // it may have moved here with its line
  now.replaceWith(said)
  cellsOf(row).dataset.state = state
}

document.body.addEventListener("htmx:afterRequest", ({ detail }) => { if (!detail.elt.matches(".line")) catchUp() })

/** Show the stored line; where the caret stands it is selected, so that typing replaces it. */
function refresh(row) {
  const input = inputOf(row)
  if (input.value === stored(row)) return // the caret stays where it is
  input.value = stored(row)
  if (document.activeElement === input) input.select()
}

// Keys --------------------------------------------------------------------------------------------

function enter(row) {
  if (confirmed) return
  const input = inputOf(row)
  const cells = cellsOf(row).dataset
  const isAnswered = isRefused(row) && !outbox.of(row)
  const isAsked = cells.state === "asking" && isAnswered
  const isOffered = isWaiting(row)
  const changes = isAsked || isOffered || isTyped(row) && !isAsk(input.value)
  if (changes && asksReason()) return
  if (isOffered) return takeOffered(row)
  if (isAsked) return submit(row, cells.confirm, { confirmed: 1 })
  if (outbox.of(row)?.line.text === input.value) outbox.retry()
  else if (cells.state === "stale" && isAnswered) submit(row)
  else if (input.value !== stored(row) && !isAnswered) submit(row)
  if (!isAsk(input.value)) goOn(row)
}

/** The photo of the list offers a line for this row, in which nothing stands. */
const isWaiting = row =>
  inputOf(row).dataset.offered && inputOf(row).value === "" && stored(row) === "" && !outbox.of(row)

function takeOffered(row) {
  inputOf(row).value = inputOf(row).dataset.offered
  submit(row, row.dataset.url, { photo: 1 })
  goOn(row)
}

/** To the next row; among rows of a photo to the next one that waits. */
function goOn(row) {
  const waiting = inputOf(row).dataset.offered ? rows().filter(isWaiting) : []
  const next = waiting.find(each => numberOf(each) > numberOf(row)) ?? waiting[0]
  if (next) inputOf(next).focus()
  else move(row, 1)
}

function move(row, step) {
  const next = neighbour(row, step)
  if (next) inputOf(next).focus()
  else if (step > 0) document.querySelector("#foot input")?.focus()
}

function restore(row) {
  const cells = cellsOf(row)
  const { text: below, ...under } = row.under ?? {}
  forgetTyped(row)
  Object.assign(row, { under: undefined, ...under })
  // A line that is on its way stays in sight: it cannot be called back.
  inputOf(row).value = below ?? outbox.of(row)?.line.text ?? stored(row)
  inputOf(row).select()
  cells.dataset.state = cells.dataset.base
  cells.querySelectorAll(".question, .error").forEach(said => said.remove())
  cells.querySelector(".outcome").classList.remove("refused")
  if (row.refused) repeat(row)
  show(row)
  count()
}

function nextRed() {
  const every = rows()
  const start = current ? every.indexOf(current) + 1 : 0
  const states = ["wrong", "stale", "asking", "unsaved", "typed", "unread", "missing"]
  const next = [...every.slice(start), ...every.slice(0, start)].find(row => states.includes(row.dataset.state))
  if (next) inputOf(next).focus()
  return next
}

const rowKeys = {
  Enter: enter,
  ArrowDown: row => move(row, 1),
  ArrowUp: row => move(row, -1),
  Escape: restore,
  F8: askLowest,
}

grid.addEventListener("keydown", event => {
  const row = rowOf(event.target)
  if (event.target.matches(".seat")) return exchange(event)
  if (!row || event.altKey || event.isComposing) return
  const takesBack = event.key === "z" && inputOf(row).value === "" && row.dataset.undo
  const withControl = takesBack ? () => submit(row, row.dataset.undo) : null
  const act = event.ctrlKey || event.metaKey ? withControl : rowKeys[event.key]
  if (!act) return
  event.preventDefault()
  act(row)
})

watchKeys({ toWrong: nextRed, send: close, goOn: () => {
  if (!current) return
  inputOf(current).focus()
  enter(current)
} })

grid.addEventListener("input", event => {
  const row = rowOf(event.target)
  document.getElementById("notice").replaceChildren() // it was about the list as it stood before
  if (inputOf(row).value === stored(row)) forgetTyped(row)
  else row.base ??= seenNow(row)
  show(row)
  count()
  echo(row)
})

grid.addEventListener("focusin", event => {
  const row = rowOf(event.target)
  if (!row || !event.target.matches(".line")) return
  current = row
  if (toReferee) toReferee.href = `${ofList}&game=${row.dataset.number}`
  pad.classList.remove("away")
  event.target.select()
  echo(row)
})

// Closing: what is typed is sent first, then the foot compared, then the list closed; what stands
// against it leaves the list open -----------------------------------------------------------------

/** Ctrl+Enter: on an empty row behind the last game the table stopped early, else the list is to be
 * complete. */
function close() {
  const row = current?.contains(document.activeElement) ? current : null
  const isEmpty = each => inputOf(each).value === "" && stored(each) === ""
  if (row && rows().slice(rows().indexOf(row)).every(isEmpty)) endEarly()
  else beginToClose()
}

/** Only an open list of games can end early; of the first entry a second one tells nothing. */
function endEarly() {
  const { list = "open", depth } = document.getElementById("progress").dataset
  if (list !== "open" || depth === "totals") return beginToClose()
  brokenOff.returnValue = "" // Escape means no
  const every = rows()
  const first = every.findLastIndex(row => stored(row) !== "" || inputOf(row).value !== "") + 2
  const struck = document.getElementById("struck")
  if (struck && first < every.length) {
    struck.textContent = struck.dataset.games.replace("[first]", first).replace("[last]", every.length)
  }
  brokenOff.showModal()
}

brokenOff.addEventListener("close", () => {
  if (brokenOff.returnValue === "strike") beginToClose(document.getElementById("stop-reason").value)
})

/** With a reason the games that were not begun are struck. */
function beginToClose(given = "") {
  rows().filter(row => isTyped(row) && !isRefused(row)).forEach(row => submit(row))
  // A list that ended early was not closed for its foot: the reason was given.
  closing = { reason: given || (document.getElementById("foot-differs")?.dataset.reason ?? "") }
  beginClosing()
  goOnClosing()
}

/** The next step, as soon as the one before is answered. */
function goOnClosing() {
  if (!closing || !isReady || !outbox.isEmpty) return
  if (rows().some(row => isRed(row) || isUnsaved(row))) return stopClosing()
  if (isFootTyped() && !closing.isFootSent) {
    closing.isFootSent = true
    return outbox.put({ line: { url: foot.getAttribute("hx-post"), source: foot }, isBrief: true })
  }
  const differs = document.getElementById("foot-differs")?.checked ? { foot_differs: 1 } : {}
  const values = { stop_reason: closing.reason, ...differs }
  closingToken ??= token()
  outbox.put({ line: { url: desk.dataset.close, source: grid, values }, isBrief: true, token: closingToken })
}

/** The foot was compared, or the list closed, or it stays open. */
function answeredWithoutRow({ line }, status) {
  if (line.source === grid) closingToken = null
  if (![200, 204].includes(status)) stopClosing()
  else if (line.source === foot) goOnClosing()
  else closing = null
}

/** The list stays open. The caret goes to what keeps it so, where no keys are on their way to the
 * next table. Who types on in the list does not want it closed behind his back when the server is
 * reached again. */
function stopClosing() {
  closing = null
  outbox.entries.filter(({ row }) => !row).forEach(entry => outbox.drop(entry))
  const asks = document.getElementById("foot-differs") // the caret is wanted there
  const isInField = notClosed({ isElsewhere: Boolean(asks) })
  if (!asks && !isInField && !nextRed() && current) inputOf(current).focus()
}

document.body.addEventListener("desk:closed", ({ detail }) => closed(detail.next))

// A correction that was refused for a missing agreement is sent again by the tick, or with the next
// Enter.
desk.addEventListener("change", event => {
  if (!event.target.closest("#leave")) return
  const refused = rows().filter(row => isRefused(row) && row.refused.state === "wrong")
  for (const row of rows()) {
    if (row.refused && row.refused.state !== "asking") row.refused.line = undefined
    show(row)
  }
  if (event.target.checked && refused.length) {
    refused.forEach(row => submit(row))
    inputOf(refused[0]).focus()
  }
  count()
})

// Seats -------------------------------------------------------------------------------------------

function exchange(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step || !event.altKey) return
  event.preventDefault()
  const first = Number(event.target.dataset.seat)
  const seats = grid.querySelectorAll("button.seat") // of the players who began
  const second = ((first - 1 + step + seats.length) % seats.length) + 1
  window.htmx.ajax("POST", event.target.dataset.url, {
    source: event.target, target: "#notice", swap: "none", values: { first, second, token: token() },
  }).catch(() => {}) // told by htmx:sendError
  seats[second - 1].focus()
}

// Illegible: the lowest consistent value ----------------------------------------------------------

function askLowest(row) {
  if (!row.dataset.lowest) return
  window.htmx.ajax("GET", row.dataset.lowest, { source: "#lowest-body", target: "#lowest-body" })
    .then(() => document.getElementById("lowest").showModal(), () => {}) // told by htmx:sendError
}

// Buttons for mouse and touch ---------------------------------------------------------------------

const acts = {
  enter: () => current && enter(current),
  up: () => current && move(current, -1),
  down: () => current && move(current, 1),
  erase: row => row && type(row, inputOf(row).value.slice(0, -1)),
  fold: openPad, close, "end-early": endEarly, "next-red": nextRed,
}

desk.addEventListener("pointerdown", event => {
  if (event.target.closest("#pad button, .pad-toggle")) event.preventDefault() // the caret stays in its row
})
desk.addEventListener("click", event => {
  const { types, act } = event.target.closest("button")?.dataset ?? {}
  const row = current ?? rows()[0] // none in a list that ended before its first game
  if (!types || !row) return acts[act]?.(row)
  const { value } = inputOf(row)
  type(row, value === stored(row) ? types : value + types) // an opened line is typed over
})
fold(!window.matchMedia("(pointer: coarse)").matches)

/** Keys on the screen type into the row, and never send. */
function type(row, text) {
  inputOf(row).value = text
  inputOf(row).dispatchEvent(new Event("input", { bubbles: true }))
}

/** The typed text above the buttons, because the hand covers the row itself. */
function echo(row) {
  document.getElementById("pad-line").textContent = `${row.dataset.number}  ${inputOf(row).value}`
}

/** With the buttons open the row that is typed in stays in sight. */
function openPad(row) {
  const isOpen = pad.classList.contains("folded")
  fold(!isOpen)
  if (isOpen) row?.scrollIntoView({ block: "nearest" })
}

function fold(isFolded) {
  pad.classList.toggle("folded", isFolded)
  for (const button of desk.querySelectorAll("[data-act=fold]")) button.setAttribute("aria-expanded", !isFolded)
  // With the buttons open, a telephone must not cover the list with its own keyboard.
  for (const input of desk.querySelectorAll(".line")) input.inputMode = isFolded ? "text" : "none"
}

// The foot --------------------------------------------------------------------------

// The buttons type games: they make room where something else is typed.
watchFoot({ before: () => inputOf(rows().at(-1))?.focus(), entered: () => pad.classList.add("away") })

// What an answer asks for itself: the caret where an answer has a question, or in "Table" ----------

document.body.addEventListener("htmx:afterSettle", () => {
  const wanted = document.querySelector("[data-wants-caret]")
  if (!wanted) return
  wanted.removeAttribute("data-wants-caret")
  if (closing) return // it waits for the next table
  if (wanted.dataset.row) inputOf(document.getElementById(`row-${wanted.dataset.row}`)).focus()
  else wanted.focus()
})

document.body.addEventListener("desk:go", event => location.assign(event.detail.url))

// For who joined since, the page is loaded anew: it has no column for him.
document.body.addEventListener("htmx:oobErrorNoTarget", () => { document.getElementById("other-shape").hidden = false })

document.body.addEventListener("desk:lowest", () => document.getElementById("lowest").close())

askBeforeLeaving(() => outbox.isAtRisk || !isReady && keys.areHeld || rows().some(isTyped))

// Begin -------------------------------------------------------------------------------------------

for (const row of rows()) {
  inputOf(row).value = stored(row) // not what the browser remembers from before a reload
  show(row)
}
count()
// What is typed meanwhile waits for the lines that are kept, and the first row without one.
holdUntil(outbox.begin(), () => {
  isReady = true
  const take = keys.areHeld ? null : document.getElementById("photo-take")
  if (!current) take ? take.focus() : toFirstEmpty()
}).then(goOnClosing)

function toFirstEmpty() {
  const start = rows().find(row => stored(row) === "" && !outbox.of(row)) ?? rows()[0]
  if (start) inputOf(start).focus({ preventScroll: numberOf(start) === 1 })
}
