// Lines that were sent with Enter and are not answered yet, in the order of the keys.
//
// One at a time: the revision that the page shows is read when a line goes out, after the answer
// to the line before has renewed it. A line that did not reach the server keeps its place and its
// token, so that it counts once however often it is sent.

import { token } from "./token.js"

export const AGAIN_AFTER = 3000 // milliseconds
const ANSWERS = [200, 409, 422]

export class Outbox {
  entries = []
  unreachable = false
  refused = false
  #busy = false
  #timer = 0
  #source = null // the element whose request is on its way

  /** `post(entry)` says how a line is sent: what htmx.ajax takes, and the `url`. `before(entry)` is
   * called when a line goes out or fails, `after(entry, status)` when it was answered and the
   * answer stands in the page; without an entry when it was not. */
  constructor({ post, before = () => {}, after }) {
    this.post = post
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
    this.entries.push({ ...entry, token: entry.token ?? token() })
    this.before(entry)
    this.retry()
  }

  retry() {
    clearTimeout(this.#timer)
    const entry = this.entries[0]
    if (this.#busy || !entry) return
    this.#busy = true
    entry.failed = false
    const { url, ...context } = this.post(entry)
    this.#source = context.source
    window.htmx.ajax("POST", url, context).catch(() => {}) // told by htmx:afterRequest
  }

  #answered({ elt, xhr }) {
    const entry = this.entries[0]
    if (!this.#busy || !entry || elt !== this.#source) return
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
      for (const each of this.entries) this.before(each)
      this.after(null, xhr.status)
      if (this.unreachable) this.#timer = setTimeout(() => this.retry(), AGAIN_AFTER)
    }
  }
}
