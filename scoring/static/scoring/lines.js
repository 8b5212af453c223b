// One line after the other in the same form: Enter sends it and frees the form at once, however
// slow the network is.
//
// Lines go out one at a time, in the order of the keys, each with a token of its own. One that was
// refused comes back if nothing else is typed yet, and its answer names it. Lines that did not
// reach the server are shown, and sent again by themselves.

import { token } from "./token.js"

const AGAIN_AFTER = 3000 // milliseconds
const ANSWERS = [200, 409, 422]

/** Let `form` take line after line: the fields `names`, the first of which is typed into.
 * `answered(isTaken)` is called when an answer stands in the page; `[data-waiting]` shows what
 * waits. Says whether a line is on its way. */
export function lineAfterLine(form, names, answered = () => {}) {
  const button = form.querySelector("button:not([type=button])")
  const note = form.querySelector("[data-waiting]")
  const waiting = []
  let isBusy = false
  let returned = null

  const field = name => form.elements.namedItem(name)
  const first = field(names[0])
  const typed = () => Object.fromEntries(names.map(name => [name, field(name).value]))
  const write = line => names.forEach(name => { field(name).value = line?.[name] ?? "" })

  function send() {
    if (isBusy || !waiting.length) return
    isBusy = true
    // The button has no fields to check: the form may be empty again, or hold the next line.
    window.htmx.ajax("POST", form.action, { source: button, values: waiting[0] })
      .catch(() => {}) // told by htmx:afterRequest
  }

  function show() {
    note.querySelector("strong").textContent = waiting.map(line => line[names[0]]).join(" · ")
    note.hidden = !waiting.length
  }

  function comeBack(line) {
    if (names.some(name => field(name).value !== "")) return
    write(line)
    returned = line
    first.setAttribute("aria-invalid", "true")
    first.focus()
    first.select()
  }

  form.addEventListener("submit", event => {
    event.preventDefault()
    const line = typed()
    const isAgain = returned && names.every(name => returned[name] === line[name])
    waiting.push({ ...line, token: isAgain ? returned.token : token() })
    returned = null
    write(null)
    first.focus()
    if (!note.hidden) show()
    send()
  })

  form.addEventListener("htmx:afterRequest", event => {
    if (event.detail.elt !== button) return
    const status = event.detail.xhr.status
    isBusy = false
    if (ANSWERS.includes(status)) {
      const line = waiting.shift()
      if (status !== 200) comeBack(line)
      answered(status === 200)
      if (!note.hidden) show()
      send()
    } else {
      show()
      setTimeout(send, AGAIN_AFTER)
    }
  })

  form.addEventListener("input", () => first.removeAttribute("aria-invalid"))
  window.addEventListener("beforeunload", event => {
    if (waiting.length) event.preventDefault()
  })
  return () => waiting.length > 0
}
