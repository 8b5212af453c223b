// Bare totals: Enter moves through the fields in the order of the paper and stores at the last.

import { token } from "./token.js"

const form = document.getElementById("totals")
const fields = [...form.querySelectorAll("table input")]
const passed = document.getElementById("passed")
const first = fields.find(field => field.value === "") ?? fields[0]
let stored = contents()
let ticket = null // the token of figures that were sent and not answered
let asking = 0 // questions after the passed games that are on their way
let held = null // sends the figures when they are answered

function contents() {
  return new URLSearchParams(new FormData(form)).toString()
}

form.addEventListener("keydown", event => {
  const place = fields.indexOf(event.target)
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (place < 0 || !step) return
  if (event.key === "Enter" && place === fields.length - 1) return // the form is sent
  event.preventDefault()
  fields[place + step]?.focus()
})

form.addEventListener("focusin", event => event.target.select?.())
form.addEventListener("input", event => {
  ticket = null
  event.target.removeAttribute("aria-invalid")
  if (event.target === passed) passed.dataset.typed = "yes"
})

document.addEventListener("keydown", event => {
  if (event.key !== "F4") return
  event.preventDefault()
  document.getElementById("other-mode")?.click()
})

document.body.addEventListener("htmx:configRequest", event => {
  if (event.detail.elt !== form) return
  ticket ??= token()
  event.detail.parameters.token = ticket
})

// With a slow network the passed games may be confirmed before they are shown.
document.body.addEventListener("htmx:beforeRequest", event => {
  if (event.detail.elt !== form) asking += 1
})

form.addEventListener("htmx:confirm", event => {
  if (event.target !== form || !asking || passed.value !== "") return
  event.preventDefault()
  held = event.detail.issueRequest
})

document.body.addEventListener("htmx:beforeSwap", event => {
  if ([409, 422].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true
    event.detail.isError = false
  }
})

document.body.addEventListener("htmx:afterRequest", event => {
  const { elt, xhr } = event.detail
  if (elt !== form) return offer()
  const isAnswer = [200, 204, 409, 422].includes(xhr.status)
  document.getElementById("lost").hidden = isAnswer
  if (!isAnswer) return
  ticket = null
  if (xhr.status === 200) stored = contents()
  mark([...document.querySelectorAll("#totals-answer [data-field]")].map(each => each.dataset.field))
})

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
  const send = held
  held = null
  send(true)
}

function mark(names) {
  for (const field of fields) field.removeAttribute("aria-invalid")
  const wrong = names.map(name => form.elements[name]).filter(Boolean)
  for (const field of wrong) field.setAttribute("aria-invalid", "true")
  wrong[0]?.focus()
}

document.body.addEventListener("desk:go", event => {
  stored = contents()
  location.assign(event.detail.url)
})

document.body.addEventListener("desk:closed", () => document.getElementById("table-number").focus())

window.addEventListener("beforeunload", event => {
  if (contents() !== stored) event.preventDefault()
})

first.focus()
