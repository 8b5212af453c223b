// Lines that were sent with Enter and are not answered yet, in the order of the keys.
//
// A line is kept by the browser before it goes out (store.js), and until it is answered; one that
// was refused until its clerk has decided: a page that dies meanwhile shows it again. One goes at a
// time, with those that wait behind it, and each says what its typist saw. A line that did not reach
// the server keeps its place and its token, so that it counts once however often it is sent.

import { amend, forget, here, keep, onOtherPage, soon, takeOver } from "./store.js"
import { token } from "./token.js"

const AGAIN_AFTER = 3000 // milliseconds
const ANSWERS = [200, 409, 422]
const MAX_BEHIND = 24 // lines that go with the first
const SILENT_FOR = 15000 // milliseconds: then the server is away, whatever the network says
// htmx has read by then which answers it shows (htmx-config), and knows the forms.
const htmxReady = new Promise(resolve => document.addEventListener("DOMContentLoaded", resolve))

export class Outbox {
  entries = []
  offlineSince = null // a Date while the server is not reached
  refused = false
  #busy = false
  #timer = 0
  #source = null // the element whose request is on its way
  #onWay = [] // its line, and those that went with it

  /** `place` is the path of what the lines belong to. `post(entry, behind)` says how a line is sent:
   * what htmx.ajax takes, and the `url`; those `behind` it that `joins(entry)` lets go with it are
   * stored in their order until one is not, and are sent again from that one on. `before(entry)` is
   * called when a line was kept, goes out or fails, `after(entry, status)` when it was answered and the
   * answer stands in the page, which gives true for a line that stays kept until `letGo`; without an
   * entry when it was not. `rowOf(line)` gives the element that a kept line belongs to, null if it is
   * gone: such a line is left to the notice of all pages (waiting.js). `resumed(entries)` is called when
   * lines that a page left behind wait here. */
  constructor({ place, post, joins = () => false, before = () => {}, after, rowOf = () => undefined, resumed }) {
    Object.assign(this, { place, post, joins, before, after, rowOf, resumed })
    here.outbox = this
    // What else the page asks goes out before or after its lines, and holds none up for longer.
    window.htmx.config.timeout = SILENT_FOR
    document.body.addEventListener("htmx:afterRequest", event => this.#answered(event.detail))
    // Somebody signed in again, perhaps, in another window.
    onOtherPage(({ kind, account }) => {
      if (kind === "signed-in" && account === document.body.dataset.account) this.retry()
    })
  }

  get isEmpty() {
    return this.entries.length === 0
  }

  /** Whether closing the page would lose a line. */
  get isAtRisk() {
    return this.entries.some(({ id, row, isBrief }) => !id && (row || !isBrief)) // no closing
  }

  of(row) {
    return this.entries.findLast(entry => entry.row === row)
  }

  /** Keep a line, then send it. `row` is the element that it belongs to. What is `brief` ends with
   * its page: no text of a clerk. An earlier line is kept until this one is `instead` of it. */
  async put({ row, line, token: own = token(), isBrief = false, instead }) {
    const entry = { row, line, token: own, isBrief, isKept: isBrief }
    this.entries.push(entry)
    this.before(entry)
    if (!isBrief) await soon(this.#keep(entry))
    this.letGo(instead)
    entry.isKept = true
    this.before(entry)
    this.retry()
  }

  async #keep(entry) {
    entry.id = await keep(this.place, { line: entry.line, token: entry.token })
    if (entry.isLetGo) this.letGo(entry) // meanwhile
    else if (entry.id && entry.isAmended) amend(entry.id, { line: entry.line })
  }

  async begin() {
    await htmxReady
    await soon(this.resume()).catch(() => {})
  }

  /** Send the lines at this place that a page left behind which is gone. */
  async resume(who = {}) {
    const found = await takeOver(this.place, who)
    if (!found.length) return
    const entries = found.map(({ id, line, token }) => (
      { row: this.rowOf(line), line, token, id, isKept: true }))
    // The first may be on their way already.
    this.entries.splice(this.#busy ? this.#onWay.length : 0, 0, ...entries)
    this.resumed(entries)
    this.retry()
  }

  /** Send a line no more that is not on its way. */
  drop(entry) {
    this.entries = this.entries.filter(each => each !== entry)
    this.letGo(entry)
  }

  /** Keep a line no more: it is stored, given up, or another was typed instead. */
  async letGo(entry) {
    if (entry) entry.isLetGo = true
    if (entry?.id) await forget([entry.id])
  }

  /** Change what a line that is kept will say. */
  amend(entry, fields) {
    Object.assign(entry.line, fields)
    entry.isAmended = true
    if (entry.id) amend(entry.id, { line: entry.line })
  }

  /** A line was not stored: what was typed over its `text` before the answer was typed over what
   * stood there before. */
  seeBefore({ row, line }, text) {
    const over = this.entries.filter(each => each.row === row && each.line.seen === text)
    for (const each of over) this.amend(each, { seen: line.seen })
  }

  retry() {
    clearTimeout(this.#timer)
    const entry = this.entries[0]
    if (this.#busy || !entry?.isKept) return
    this.#busy = true
    entry.failed = false
    const [, ...others] = this.entries
    const end = others.findIndex(each => !each.isKept || !this.joins(each))
    const behind = others.slice(0, end < 0 ? MAX_BEHIND : Math.min(end, MAX_BEHIND))
    this.#onWay = [entry, ...behind]
    const { url, ...context } = this.post(entry, behind)
    this.#source = context.source
    window.htmx.ajax("POST", url, context).catch(() => {}) // told by htmx:afterRequest
  }

  #answered({ elt, xhr }) {
    if (!this.#busy || elt !== this.#source) return
    this.#busy = false
    const isAnswer = xhr.status === 204 // a page elsewhere that has to be seen first is none
      ? !xhr.getResponseHeader("HX-Redirect") : ANSWERS.includes(xhr.status)
    const unreachable = !isAnswer && (xhr.status === 0 || xhr.status >= 500)
    this.offlineSince = unreachable ? (this.offlineSince ?? new Date()) : null
    this.refused = !isAnswer && !unreachable
    if (isAnswer) {
      const stored = Number(xhr.getResponseHeader("X-Stored-Behind"))
      for (const entry of this.#onWay.slice(0, 1 + stored)) {
        this.entries = this.entries.filter(each => each !== entry)
        if (!this.after(entry, xhr.status)) this.letGo(entry)
      }
      this.retry()
    } else {
      this.entries[0].failed = true
      for (const each of this.entries) this.before(each)
      this.after(null, xhr.status)
      this.#timer = setTimeout(() => this.retry(), AGAIN_AFTER)
    }
  }
}
