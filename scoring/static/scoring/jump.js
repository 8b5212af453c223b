// From one list to the next: the caret is in the field for the table as soon as the list is being
// closed, and what is typed there and after it waits until the list is closed and the next is open.

const keys = window.keysBetween
const form = document.getElementById("table-jump")
const field = document.getElementById("table-number")
const answer = document.getElementById("table-answer")
let isClosing = false
let isAsked = false // Enter was pressed in the field while the list was being closed

/** Type keys that were held where the caret is now. */
export function typeAgain(held) {
  for (const { key, ctrlKey } of held) {
    const place = document.activeElement
    const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true })
    if (!place.dispatchEvent(event) || !place.matches("input") || ctrlKey) {
      if (key === "Enter") tellLeft(place)
      continue
    }
    if (key === "Enter") {
      place.form?.requestSubmit()
      continue
    }
    if (key === "Backspace" && place.selectionStart === place.selectionEnd) {
      place.setSelectionRange(Math.max(0, place.selectionStart - 1), place.selectionEnd)
    }
    const text = key === "Backspace" ? "" : key
    place.setRangeText(text, place.selectionStart, place.selectionEnd, "end")
    place.dispatchEvent(new Event("input", { bubbles: true }))
    tellLeft(place)
  }
}

/** A browser tells of a changed field that is left only where a person typed into it. */
function tellLeft(place) {
  if (document.activeElement !== place) place.dispatchEvent(new Event("change", { bubbles: true }))
}

export function toNextTable() {
  field?.focus()
}

export function beginClosing() {
  isClosing = Boolean(field)
  isAsked = false
  toNextTable()
}

/** The list is closed; `next` is the table that is proposed now. */
export function closed(next = field.defaultValue) {
  isClosing = false
  if (next && field.value === field.defaultValue) field.value = next
  field.defaultValue = next ?? ""
  if (isAsked) form.requestSubmit()
  else toNextTable()
}

/** The list stays open: what was typed for the next one is shown, and goes nowhere. */
export function notClosed() {
  isClosing = isAsked = false
  tell(keys?.release() ?? [])
}

/** The page is not left after all. */
export function stayed() {
  tell(keys?.release() ?? [])
}

function tell(held) {
  if (!held.length || !answer) return
  const typed = held.map(({ key }) => ({ Enter: "⏎ ", Backspace: "⌫" })[key] ?? key).join("")
  const line = document.createElement("p")
  line.className = "alert alert-warning py-1"
  line.textContent = answer.dataset.kept.replace("[keys]", typed)
  answer.append(line)
}

form?.addEventListener("submit", event => {
  if (isClosing) {
    event.preventDefault()
    event.stopImmediatePropagation()
    isAsked = true
  }
  answer.replaceChildren()
  keys.hold()
}, true)

form?.addEventListener("htmx:afterRequest", event => {
  const next = event.detail.xhr.getResponseHeader("HX-Redirect")
  if (next) return keys.leave(next)
  tell(keys.release())
  field.setAttribute("aria-invalid", "true")
  field.focus()
  field.select()
})

field?.addEventListener("input", () => {
  field.removeAttribute("aria-invalid")
  answer.replaceChildren()
})
tell(keys?.stray ?? [])
// The proposed number is selected: typing replaces it.
field?.addEventListener("focus", () => field.select())
