// One line after the other in the same form: Enter queues the line and clears the form at once,
// without waiting for the network.
//
// A line that was refused stays in sight with the reason, until the clerk takes it up or discards
// it; the browser keeps it as long. If nothing else is typed yet, it comes back by itself. Lines that
// did not reach the server are shown, and sent again by themselves.

import { Outbox } from "./outbox.js"
import { token as newToken } from "./token.js"

/** Let `form` take line after line: the fields `names`, the first of which is typed into. `refused`
 * is the list whose items are the lines that were refused, the last one first; their data names the
 * fields (players/_line_keys.html has their keys).
 * `answered(isTaken)` is called when an answer stands in the page, `sent({ line, token })` for every
 * line that is sent, in the order of the keys; `[data-waiting]` shows what waits. Says whether a line
 * is on its way. */
export function lineAfterLine(form, names, refused, { answered = () => {}, sent = () => {} } = {}) {
  const button = form.querySelector("button:not([type=button])")
  const note = form.querySelector("[data-waiting]")
  let hasTyped = false // a line was sent from this page
  let returned = null // the refused line that stands in the field again: { item, line, token }

  const field = name => form.elements.namedItem(name)
  const first = field(names[0])
  const write = line => names.forEach(name => { field(name).value = line?.[name] ?? "" })
  const isWritten = line => names.every(name => field(name).value === (line[name] ?? ""))
  const isBegun = () => !returned && !isWritten({})
  const newest = () => refused.querySelector("[data-refused]")

  const outbox = new Outbox({
    place: new URL(form.action).pathname,
    // The button has no fields to check: the form may be empty again, or hold the next line.
    post: ({ line, token }) => ({ url: form.action, source: button, values: { ...line, token } }),
    resumed(entries) {
      if (!hasTyped) entries.forEach(sent)
      show(true)
    },
    after(entry, status) {
      if (!entry) return show(true)
      const { line, token } = entry
      if (status !== 200 && isWritten({})) take(newest(), { line, token })
      answered(status === 200)
      show()
      const item = newest()
      const isRefused = status !== 200 && item?.dataset[names[0]] === line[names[0]] // else it tells of no line
      if (isRefused) item.kept = entry
      return isRefused
    },
  })

  /** What waits for a server that is away. A refused line is not taken up over one that is begun:
   * that one would be lost. */
  function show(isAway = !note.hidden) {
    note.querySelector("strong").textContent = outbox.entries.map(each => each.line[names[0]]).join(" · ")
    note.hidden = !isAway || outbox.isEmpty
    for (const key of refused.querySelectorAll("[data-take]")) key.disabled = isBegun()
  }

  function take(item, { line, token } = { line: { ...item.dataset } }) {
    returned = { item, line, token }
    write(line)
    first.setAttribute("aria-invalid", "true")
    first.focus()
    first.select()
    show()
  }

  function discard(item) {
    if (returned?.item === item) {
      if (isWritten(returned.line)) write(null)
      letGo()
    }
    outbox.letGo(item.kept)
    item.remove()
    first.focus()
    show()
  }

  function letGo() {
    returned = null
    first.removeAttribute("aria-invalid")
  }

  form.addEventListener("submit", event => {
    event.preventDefault()
    // With what the page itself says beside the line, such as the kind of a team.
    const { csrfmiddlewaretoken: _key, token: _token, ...line } = Object.fromEntries(new FormData(form))
    const token = (returned && isWritten(returned.line) && returned.token) || newToken()
    const before = returned?.item
    before?.remove() // it is on its way again
    letGo()
    write(null)
    first.focus()
    hasTyped = true
    sent({ line, token })
    outbox.put({ line, token, instead: before?.kept })
    show()
  })

  form.addEventListener("input", event => {
    first.removeAttribute("aria-invalid")
    // Typed over in whole, it is another line: the refused one stays in its place.
    if (event.target === first && first.value === (event.data ?? "")) letGo()
    show()
  })
  first.addEventListener("keydown", event => {
    if (event.key !== "ArrowUp" || !isWritten({}) || !newest()) return
    event.preventDefault()
    take(newest())
  })
  refused.addEventListener("click", event => {
    const item = event.target.closest("[data-refused]")
    if (event.target.closest("[data-take]") && !isBegun()) take(item)
    else if (event.target.closest("[data-discard]")) discard(item)
  })
  // A button of the item itself sends the line (players/_insist.html); its answer takes its place.
  refused.addEventListener("submit", event => {
    outbox.letGo(event.target.closest("[data-refused]")?.kept)
    if (returned?.item?.contains(event.target)) letGo()
    show()
  })
  window.addEventListener("beforeunload", event => {
    if (outbox.isAtRisk || newest()) event.preventDefault()
  })
  outbox.begin()
  return () => !outbox.isEmpty
}
