// The foot of the paper: keys in its fields, and figures that follow what is stored.

import { shownLayout } from "./rows.js"

export const foot = document.getElementById("foot")
const TYPED = `foot ${document.body.dataset.account} ${location.pathname}`
let seen = null // the stored foot and the layout when its clerk began to type
const fields = () => [...(foot?.querySelectorAll("table input") ?? [])]

/** `before()` puts the caret above the foot. */
export function watchFoot({ before, entered }) {
  showTyped()
  foot?.addEventListener("input", keepTyped)
  foot?.addEventListener("keydown", event => {
    const inputs = [...foot.querySelectorAll("input")]
    const place = inputs.indexOf(event.target)
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (place < 0 || !step || event.ctrlKey || event.metaKey) return
    if (event.key === "Enter" && place === inputs.length - 1) return // the form is sent
    event.preventDefault()
    if (place + step < 0) before()
    else inputs[place + step]?.focus()
  })
  foot?.addEventListener("focusin", entered)
  foot?.addEventListener("htmx:configRequest", event => {
    if (event.target === foot) Object.assign(event.detail.parameters, seen ?? seenNow())
  })
  // Stored, or beside what somebody else stored: the next comparison is made with what stands there.
  foot?.addEventListener("htmx:beforeSwap", event => {
    if ([200, 409].includes(event.detail.xhr.status)) seen = null
  })
}

const seenNow = () => ({ seen: document.getElementById("foot-answer").dataset.paper, layout: shownLayout() })

const differing = () => fields().filter(field => field.value !== field.defaultValue)

/** Whether figures stand there that nobody compared yet. */
export const isFootTyped = () => differing().length > 0

/** Figures that were typed and not compared yet outlive the page; those of another account do not
 * show. */
function keepTyped() {
  const typed = differing().map(({ name, value }) => [name, value])
  seen = typed.length ? seen ?? seenNow() : null
  if (!typed.length) localStorage.removeItem(TYPED)
  else localStorage.setItem(TYPED, JSON.stringify({ typed, seen }))
}

function showTyped() {
  const kept = JSON.parse(localStorage.getItem(TYPED) ?? "{}")
  const typed = new Map(kept.typed)
  seen = kept.seen ?? null
  for (const field of fields()) field.value = typed.get(field.name) ?? field.value
  keepTyped() // what stands in the list by now, and all if the list takes no foot any more
}

/** Fields in which nothing was typed show what is stored of the paper's foot. */
export function followPaper() {
  const answer = document.getElementById("foot-answer")
  if (!foot || !answer) return
  const paper = new URLSearchParams(answer.dataset.paper)
  for (const input of fields()) {
    const figure = paper.get(input.name) ?? ""
    if (input.value === input.defaultValue) input.value = figure
    input.defaultValue = figure
  }
  keepTyped()
}
