// One line after the other in the same form: Enter queues the line and clears the form at once,
// without waiting for the network.
//
// A line that was refused comes back if nothing else is typed yet, and its answer names it. Lines
// that did not reach the server are shown, and sent again by themselves.

import { Outbox } from "./outbox.js"

const PER_REQUEST = ["csrfmiddlewaretoken", "token"]

/** Let `form` take line after line: the fields `names`, the first of which is typed into.
 * `answered(isTaken)` is called when an answer stands in the page; `[data-waiting]` shows what
 * waits. Says whether a line is on its way. */
export function lineAfterLine(form, names, answered = () => {}) {
  const button = form.querySelector("button:not([type=button])")
  const note = form.querySelector("[data-waiting]")
  let returned = null

  const field = name => form.elements.namedItem(name)
  const first = field(names[0])
  // What the page itself says beside the line, such as the kind of a team.
  const fixed = () => Object.fromEntries([...new FormData(form)].filter(([name]) => !PER_REQUEST.includes(name)))
  const typed = () => Object.fromEntries(names.map(name => [name, field(name).value]))
  const write = line => names.forEach(name => { field(name).value = line?.[name] ?? "" })

  const outbox = new Outbox({
    place: new URL(form.action).pathname,
    // The button has no fields to check: the form may be empty again, or hold the next line.
    post: ({ line, token }) => ({ url: form.action, source: button, values: { ...line, token } }),
    resumed: show,
    after(entry, status) {
      if (entry) {
        if (status !== 200) comeBack(entry)
        answered(status === 200)
        if (!note.hidden) show()
      } else {
        show()
      }
    },
  })

  function show() {
    note.querySelector("strong").textContent = outbox.entries.map(each => each.line[names[0]]).join(" · ")
    note.hidden = outbox.isEmpty
  }

  function comeBack(entry) {
    if (names.some(name => field(name).value !== "")) return
    write(entry.line)
    returned = entry
    first.setAttribute("aria-invalid", "true")
    first.focus()
    first.select()
  }

  form.addEventListener("submit", event => {
    event.preventDefault()
    const line = { ...fixed(), ...typed() }
    const isAgain = returned && names.every(name => returned.line[name] === line[name])
    const token = isAgain ? returned.token : undefined
    returned = null
    write(null)
    first.focus()
    outbox.put({ line, token })
    if (!note.hidden) show()
  })

  form.addEventListener("input", () => first.removeAttribute("aria-invalid"))
  window.addEventListener("beforeunload", event => {
    if (outbox.isAtRisk) event.preventDefault()
  })
  outbox.resume()
  return () => !outbox.isEmpty
}
