// The registration desk: two letters and Enter for somebody known, a name and Enter for a guest.
// The caret stays in the name field; lines are parsed by the server.

import { lineAfterLine } from "./lines.js"

const form = document.getElementById("quick-add")
const field = form.elements.namedItem("name")
const person = form.elements.namedItem("person")
const list = document.getElementById("suggestions")
const undo = document.getElementById("undo")
const BEHIND = /\s*[/=].*$/ // categories, series, the note that was given

const OPTION = "[role=option]:not([aria-disabled=true])"
const options = () => [...list.querySelectorAll(OPTION)]
const chosen = () => list.querySelector("[aria-selected=true]")

function choose(option) {
  chosen()?.setAttribute("aria-selected", "false")
  option?.setAttribute("aria-selected", "true")
  field.setAttribute("aria-activedescendant", option?.id ?? "")
}

function close() {
  list.replaceChildren()
  field.ariaExpanded = "false"
  choose(null)
}

function take(option) {
  field.value = option.dataset.name + (field.value.match(BEHIND)?.[0] ?? "")
  person.value = option.dataset.person
  close()
  form.requestSubmit()
}

/** The typed text is above the first suggestion. */
const move = step => choose(options()[options().indexOf(chosen()) + step])

// The question about the line that came back: one key says that it is nobody on record.
const answers = document.getElementById("answers")
const isAsked = form => form.elements.namedItem("name")?.value === field.value
const newOne = key =>
  key.length === 1 && [...answers.querySelectorAll(`button[data-key="${CSS.escape(key)}"]`)].find(button => isAsked(button.form))
answers.addEventListener("submit", event => {
  const { name, token } = event.target.elements
  if (name) remember({ line: { name: name.value }, token: token.value })
  if (!isAsked(event.target)) return
  for (const each of [field, form.elements.namedItem("club"), form.elements.namedItem("start_number")]) each.value = ""
  field.removeAttribute("aria-invalid")
  close()
  field.focus()
})

field.addEventListener("keydown", event => {
  if (event.key === "ArrowDown") move(1)
  else if (event.key === "ArrowUp") move(chosen() ? -1 : options().length)
  else if (event.key === "Escape") close()
  else if (event.key === "z" && event.ctrlKey && field.value === "" && !undo.hidden && !isOnItsWay()) undo.requestSubmit()
  else if (event.key === "Enter" && chosen()) take(chosen())
  else if (newOne(event.key)) newOne(event.key).click()
  else return
  event.preventDefault()
})
field.addEventListener("input", () => {
  person.value = ""
  choose(null) // what stands in the list belongs to the letters before
  if (!field.value.trim()) close()
})
list.addEventListener("pointerdown", event => {
  event.preventDefault() // the caret stays where it is
  const option = event.target.closest(OPTION)
  if (option) take(option)
})
field.addEventListener("blur", close)

// An answer to letters that were typed over, or sent, comes too late to be shown.
const asked = detail => new URL(detail.pathInfo.finalRequestPath, location).searchParams.get("name")
list.addEventListener("htmx:beforeSwap", event => {
  if (asked(event.detail) !== field.value || document.activeElement !== field) event.detail.shouldSwap = false
})
list.addEventListener("htmx:afterSwap", () => {
  field.ariaExpanded = String(options().length > 0)
  choose(chosen())
})

// Only "=20" means the player typed before it: that is settled by the key, not by who is entered last
// when the line arrives.
const meant = form.elements.namedItem("meant")
const remember = ({ line, token }) => {
  if (line.name.replace(BEHIND, "").trim()) meant.value = token
}

const isOnItsWay = lineAfterLine(form, ["name", "club", "start_number", "person"], answers, {
  sent: remember,
  answered(isTaken) {
    if (isTaken) undo.hidden = false
    // Enter before the suggestions came: show them now.
    else if (field.value) htmx.trigger(field, "again")
  },
})
form.addEventListener("submit", close)

// The keys below the line are buttons for touch screens.
form.addEventListener("click", event => {
  const key = event.target.closest("[data-key]")
  if (!key) return
  field.value = `${field.value.trimEnd()} ${key.dataset.key} `
  field.focus()
})
