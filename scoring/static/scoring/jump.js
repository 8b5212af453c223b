// From one list to the next: the caret is in the field for the table as soon as the list is being
// closed, and what is typed there and after it waits until the list is closed and the next is open.

import { h } from "./dom.js"

export const keys = window.keysBetween
const form = document.getElementById("table-jump")
const field = document.getElementById("table-number")
const answer = document.getElementById("table-answer")
export const PATIENCE = 20000 // milliseconds after which keys are held no longer for a server that is away
const AGAIN_AFTER = 2000 // milliseconds
let since = 0 // when the closing or the way to the next list began
// How far the closing is: null, "begun", "asked" where Enter was pressed in the field meanwhile;
// "refused" where the list stayed open, whose table is not left by a single Enter, "warned" after it.
let closing = null
const isUnderWay = () => closing === "begun" || closing === "asked"

/** Type keys that were held where the caret is now. */
export function typeAgain(held) {
  for (const { key, ctrlKey } of held) {
    const place = document.activeElement
    const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true })
    if (!place.dispatchEvent(event) || !place.matches("input") || ctrlKey) continue
    if (key === "Enter") place.form?.requestSubmit()
    else if (key === "Backspace") document.execCommand("delete")
    // As if a person typed: the browser tells of the input, and of the change when the field is left.
    else if (key.length === 1 && !document.execCommand("insertText", false, key)) tell([{ key }])
  }
}

/** Whether to ask again by itself, because the server was not reached and the clerk types on for the
 * next list: what he types meanwhile is held. */
export function staysOnTheWay({ status }) {
  const isAway = status === 0 || status >= 500
  return isAway && document.activeElement === field && Date.now() - since < PATIENCE
}

/** Says whether there is a next table, in whose field the caret is now. */
export function beginClosing() {
  since = Date.now()
  closing = field && "begun"
  field?.focus()
  return Boolean(field)
}

/** The list is closed; `next` is the table that is proposed now. */
export function closed(next = field.defaultValue) {
  const isAsked = closing === "asked"
  closing = null
  answer.replaceChildren()
  if (next && field.value === field.defaultValue) field.value = next
  field.defaultValue = next ?? ""
  if (isAsked) form.requestSubmit()
  // Who has gone elsewhere meanwhile stays there.
  else if ([field, document.body].includes(document.activeElement)) field.focus()
}

/** The list stays open: what was typed for the next one is shown, and goes nowhere. The caret stays
 * in the field, where keys of somebody who does not look write over nothing, unless it is wanted
 * elsewhere; says whether it does. */
export function notClosed({ isElsewhere = false } = {}) {
  if (!isUnderWay()) return closing !== null
  closing = isElsewhere ? null : "refused"
  if (!isElsewhere) sayOpen()
  stayed()
  return !isElsewhere
}

function sayOpen() {
  answer.replaceChildren()
  say(answer.dataset.open)
}

/** Hold what is typed until the page is ready for it; then `begin()` puts the caret there. */
export async function holdUntil(isReady, begin = () => {}) {
  keys.hold()
  await isReady
  begin()
  typeAgain(keys.release())
}

/** The page is not left after all, or no row moved: keys that were held belong nowhere. */
export const stayed = () => tell(keys.release())

/** The browser asks whether to leave the page while `isAtRisk()` says so. */
export function askBeforeLeaving(isAtRisk) {
  window.addEventListener("beforeunload", event => {
    if (!isAtRisk()) return
    event.preventDefault()
    setTimeout(stayed) // runs if the question was answered with no
  })
}

/** Keys that belong nowhere stay in sight as text. */
export function tell(held) {
  if (!held.length || !answer) return
  say(answer.dataset.kept.replace("[keys]", () => held.map(({ key }) =>
    ({ Enter: "⏎ ", Backspace: "⌫", ArrowDown: "↓", ArrowUp: "↑" })[key] ?? key).join("")))
}

const say = sentence => answer.append(h("p", { class: "alert alert-warning py-1" }, sentence))

form?.addEventListener("submit", event => {
  if (isUnderWay() || closing === "refused") {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  if (closing === "refused") { // the next Enter opens the table all the same
    closing = "warned"
    sayOpen()
    return field.select()
  }
  closing = isUnderWay() ? "asked" : null
  since = Date.now()
  answer.replaceChildren()
  keys.hold()
}, true)

form?.addEventListener("htmx:afterRequest", event => {
  const next = event.detail.xhr.getResponseHeader("HX-Redirect")
  if (next) return keys.leave(next)
  if (staysOnTheWay(event.detail.xhr)) return setTimeout(() => { // the table is asked for once more
    const began = since
    form.requestSubmit()
    since = began
  }, AGAIN_AFTER)
  tell(keys.release())
  field.setAttribute("aria-invalid", "true")
  field.focus()
  field.select()
})

field?.addEventListener("input", () => {
  if (closing === "warned") closing = "refused"
  field.removeAttribute("aria-invalid")
  answer.replaceChildren()
})
tell(keys.stray)
// In a list that can only be read, what was typed on the way to it is entered nowhere.
if (!document.querySelector("input.line, #totals")) stayed()
// The proposed number is selected: typing replaces it.
field?.addEventListener("focus", () => field.select())
