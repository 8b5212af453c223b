// Lines that were sent with Enter and are not answered yet, in the order of the keys.
//
// One at a time: the revision that the page shows is read when a line goes out, after the answer
// to the line before has renewed it. A line that did not reach the server keeps its place and its
// token, so that it counts once however often it is sent.

import { token } from "./token.js"

const AGAIN_AFTER = 3000 // milliseconds
const ANSWERS = [200, 409, 422]

export class Outbox {
  entries = []
  unreachable = false
  refused = false
  #busy = false
  #timer = 0

  /** `before(row)` is called when a row's line goes out or fails, `after(entry, status)` when it
   * was answered and the answer stands in the page. */
  constructor({ before, after }) {
    this.before = before
    this.after = after
    document.body.addEventListener("htmx:afterRequest", event => this.#answered(event.detail))
  }

  get isEmpty() {
    return this.entries.length === 0
  }

  of(row) {
    return this.entries.findLast(entry => entry.row === row)
  }

  put(entry) {
    this.entries.push({ ...entry, token: token() })
    this.before(entry.row)
    this.retry()
  }

  retry() {
    clearTimeout(this.#timer)
    const entry = this.entries[0]
    if (this.#busy || !entry) return
    this.#busy = true
    entry.failed = false
    const { line, seen, token, more } = entry
    window.htmx.ajax("POST", entry.url, {
      source: entry.row.querySelector(".line"),
      target: "#notice",
      swap: "none",
      values: { line, seen, token, ...more },
    }).catch(() => {}) // told by htmx:afterRequest
  }

  #answered({ elt, xhr }) {
    const entry = this.entries[0]
    if (!this.#busy || !entry || elt !== entry.row.querySelector(".line")) return
    this.#busy = false
    const isAnswer = ANSWERS.includes(xhr.status)
    this.unreachable = !isAnswer && (xhr.status === 0 || xhr.status >= 500)
    this.refused = !isAnswer && !this.unreachable
    if (isAnswer) {
      this.entries.shift()
      this.after(entry, xhr.status)
      this.retry()
    } else {
      entry.failed = true
      for (const each of this.entries) this.before(each.row)
      this.after(null, xhr.status)
      if (this.unreachable) this.#timer = setTimeout(() => this.retry(), AGAIN_AFTER)
    }
  }
}
