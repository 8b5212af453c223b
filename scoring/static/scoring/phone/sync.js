// Between this phone and the server: acts go out one at a time, in order, each with its token, so
// that it counts once however often it is sent. While nothing happens the server is asked every
// 20 seconds, and not at all while the page is hidden.

import { actsOf, deviceNumber, forget, keep, recall, remember } from "./keep.js"
import { Outline, applied, corrected, lineAt, mark, marks, movesRows, withAct } from "./score_list.js"
import { token } from "./token.js"

const ASK_EVERY = 20_000 // milliseconds
const AGAIN_AFTER = 3_000
export const GONE_AFTER = 10_000 // without an answer: shorter gaps are told by the sign in the head alone
const PRACTICE_KEPT_FOR = 3_600_000

export class Sync {
  acts = [] // kept here, not yet on the server; the first may have `problems` and waits for the players
  left = [] // what the server did not take: { act, number, game, token, isReported, isSeen }
  done = [] // what ↶ takes back, the last act at the end: { act, number, game, before, token }
  corrected = [] // games that changed while this device read along: { number, before, game }
  noted = {} // which news the players have seen
  offlineSince = null
  received = performance.now()
  #busy = false
  #timer = 0
  #asking = 0
  #etag = ""

  /** `changed()` is called whenever anything here did. */
  constructor(given) {
    Object.assign(this, given) // place, state, changed
  }

  /** Take up what this browser has of the list. */
  async load() {
    this.device = await deviceNumber()
    this.acts = await actsOf(this.place)
    // The answer to what a page before this one sent may have been lost.
    for (const act of this.acts) Object.assign(act, { isTried: true, problems: null })
    const { state: known, ...others } = await recall(this.place)
    Object.assign(this, others) // left, done, corrected, noted, and when the state was told
    // A page from the cache shows an old state; the newest one that was told is kept. So is the one
    // that acts were entered on: a newer state may have them already.
    const isNewer = known?.revision >= this.state.revision
    if (known?.list.outline && (isNewer || this.acts.length)) {
      this.state = known
      // The phone's own clock may be wrong by days: only the time since then is counted with it.
      this.received -= Math.max(0, Date.now() - this.at)
    } else this.corrected = [...this.corrected, ...corrected(known, this.state)]
    this.changed()
  }

  async start() {
    addEventListener("online", () => this.ask())
    addEventListener("visibilitychange", () => { if (!document.hidden) this.ask() })
    await this.ask()
  }

  get writes() {
    return this.state.mine && !this.state.ended
  }

  /** The first act, if the players are asked about it: it has `problems`. */
  get problem() {
    const [act] = this.acts
    return this.writes && act?.problems ? act : null
  }

  /** The hand-in that waits; nothing else is changed until it is answered or taken back. */
  get handIn() {
    return this.acts.find(({ act }) => act === "hand-in")
  }

  /** Games that the server did not take, and of which the organizer has not been told. */
  get #unreported() {
    return this.left.filter(({ act, game, isReported }) => act === "record" && !game.unread && !isReported)
  }

  /** Keep an act, then send it; `standing` is the line that the players see there, all lines where
   * they hand in. Rejects if it could not be kept. */
  async put(act, standing, done = withAct(this.done, act, standing)) {
    const seen = act.act === "hand-in" ? marks(standing) : standing ?? null
    // Each insertion and removal that waits here makes the next layout.
    const layout = this.state.layout + this.acts.filter(movesRows).length
    const whole = { ...act, token: token(), seen, layout }
    const taken = done.map(each => ({ token: whole.token, ...each }))
    const id = await keep(this.place, whole, { done: taken })
    this.acts.push({ ...whole, id })
    this.done = taken
    this.changed()
    this.flush()
  }

  /** Drop an act that the server cannot have; gives whether it was dropped. A hand-in is taken back
   * at any time: where the server has it nevertheless, its list is what counts. */
  async drop(act) {
    if (act.isTried && act.act !== "hand-in") return false
    await forget([act.id])
    await this.remember({ done: this.done.filter(each => each.token !== act.token) })
    // What was entered behind rows that did not move is asked about.
    const behind = movesRows(act) ? this.acts.slice(this.acts.indexOf(act) + 1) : []
    for (const later of behind) await keep(this.place, Object.assign(later, { layout: 0 }))
    this.acts = this.acts.filter(each => each !== act)
    this.changed()
    this.flush()
    return true
  }

  /** Keep what is known of the list, here and in the browser. */
  async remember(fields) {
    Object.assign(this, fields)
    this.changed()
    await remember(this.place, fields)
  }

  /** Send the act that the players were asked about once more: for the row as they see it now. */
  async again() {
    const act = this.problem
    const seen = lineAt(this.state.lines, act.number) ?? null
    await keep(this.place, Object.assign(act, { seen, layout: this.state.layout, problems: null }))
    this.flush()
  }

  async ask() {
    clearTimeout(this.#asking)
    // Nothing is asked of an ended list once the server has answered to all that was entered here.
    const isSettled = this.state.ended && !this.acts.length && !this.#unreported.length
    if (!document.hidden && !isSettled) this.#asking = setTimeout(() => this.ask(), ASK_EVERY)
    await this.#read()
    await this.flush()
  }

  async #read() {
    const before = this.received
    const who = new URLSearchParams({ device: this.device, waiting: this.acts.length })
    const answer = await this.#fetch(`state/?${who}`, { headers: this.#etag ? { "If-None-Match": this.#etag } : {} })
    if (answer?.status === 404) this.#take({ ended: true })
    if (answer?.status !== 200) return
    // What was sent meanwhile was answered with a newer state. And while an answer is missing, nobody
    // knows whether a state has that act: an insertion would show twice. Sent again, it is answered.
    const isOpen = this.acts.some(each => each.isTried) && answer.body.mine && !answer.body.ended
    if (this.received === before && !isOpen) this.#take(answer.body, answer.headers)
  }

  async flush() {
    clearTimeout(this.#timer)
    if (this.#busy || this.problem) return
    const [act] = this.acts
    if (!act) return this.#report()
    // Nobody has signed a list that was changed since.
    if (this.writes && act.act === "hand-in" && act.seen !== marks(this.state.lines)) {
      act.problems = [{ code: "signed-another" }]
      this.changed()
      return
    }
    this.#busy = act.isTried = true
    this.changed()
    const path = act.act === "hand-in" ? "hand-in/" : `games/${act.number}/`
    const answer = await this.post(path, { revision: this.state.revision, ...act })
    this.#busy = false
    await this.#answered(act, answer)
  }

  async #answered(act, answer) {
    const { status = 0, body } = answer ?? {}
    const isOpen = this.acts.includes(act) // not taken back meanwhile
    // The state has it: laid on that once more, an insertion would show twice for a moment.
    if (status === 200) this.acts = this.acts.filter(each => each !== act)
    if (status === 409 || status === 422) act.isTried = false // the server has it not
    this.#take(body?.state, answer?.headers)
    if (!isOpen) await this.#report()
    else if (status === 200) await forget([act.id]).catch(() => {})
    else if (status === 409 && body?.why === "revision" && body.state) {
      // A hand-in is sent again for the same games: only their revision is another.
      if (act.act !== "hand-in") act.problems = [{ code: "moved-on" }]
    } else if (status === 422) act.problems = body?.problems ?? []
    else if ((status === 409 && body?.why === "device") || (status === 404 && this.state.ended)) await this.#leave(act)
    else {
      const seconds = Number(answer?.headers.get("Retry-After")) || AGAIN_AFTER / 1000
      this.#timer = setTimeout(() => this.flush(), seconds * 1000)
      this.changed()
      return
    }
    this.changed()
    await this.flush()
  }

  /** The server does not take an act: another device writes, or the list is handed in or on paper.
   * The players are told, unless the list says the same. */
  async #leave(act) {
    const isTold = !this.isMissing(act) || this.left.some(each => each.token === act.token)
    await this.remember({ left: isTold ? this.left : [...this.left, act], done: [] })
    this.acts = this.acts.filter(each => each !== act)
    await forget([act.id]).catch(() => {})
  }

  /** Whether the list does not say what an act that was not taken says. */
  isMissing({ act, number, game }, lines = this.state.lines) {
    if (act === "hand-in") return !this.state.handed_in
    return act !== "record" || mark(lineAt(lines, number)) !== mark(game)
  }

  /** Games that the server did not take go to the organizer, who compares them with the list. */
  async #report() {
    const batch = this.#unreported
    if (!batch.length) return
    const games = batch.map(({ number, game }) => ({ ...game, number }))
    // The answer to a smaller batch may have been lost: only the last game tells them apart.
    const answer = await this.post("comparison/", { games, token: batch.at(-1).token })
    if (!answer || answer.status >= 429) return // reported when the server is next asked
    for (const each of batch) each.isReported = true
    await this.remember({ left: this.left })
  }

  /** What was not sent has been seen; its games show again where this device takes over. */
  async seen(isSeen = true) {
    const left = this.left.filter(({ act }) => !isSeen || act === "record")
    for (const each of left) each.isSeen = isSeen
    await this.remember({ left })
  }

  /** Claim the writing, or call the referee: what is asked once. Gives the answer. */
  async tell(path, fields) {
    const answer = await this.post(path, { token: token(), ...fields })
    this.#take(answer?.body?.state, answer?.headers)
    return answer
  }

  async post(path, fields) {
    const answer = await this.#fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...fields, device: this.device }),
    })
    if (answer?.status === 404) await this.#read() // ended: how, and with which games
    return answer
  }

  /** Gives { status, ok, headers, body }, null where the server was not reached. */
  async #fetch(path, options) {
    try {
      const answer = await fetch(this.place + path, {
        ...options, cache: "no-store", credentials: "omit", redirect: "error" })
      const { status, ok, headers } = answer
      const body = await answer.json().catch(() => null)
      if (ok && !body) throw new Error("the page of a network, not the server")
      this.#reached(status < 500)
      return { status, ok, headers, body }
    } catch {
      this.#reached(false)
      return null
    }
  }

  #reached(reached) {
    if (reached === (this.offlineSince === null)) return
    this.offlineSince = reached ? null : performance.now()
    if (!reached) setTimeout(this.changed, GONE_AFTER)
    this.changed()
  }

  /** Take a state with its tag: the server is not asked again for what it has just told. Of a list
   * that has ended for this device a state may have no lines. */
  #take(state, headers) {
    if (!state) return
    if (state.lines) {
      this.#etag = headers.get("ETag") ?? ""
      this.received = performance.now()
      this.at = Date.now()
    }
    const news = [...this.corrected, ...corrected(this.state, state)]
    this.state = { ...this.state, ...state }
    const left = this.left.filter(each => this.isMissing(each)) // what came into the list meanwhile
    this.remember({ state: this.state, at: this.at, corrected: news, left }).catch(() => {})
  }
}

/** A list to try: what the server would answer is worked out here, and after an hour it is thrown away. */
export class Practice extends Sync {
  async load() {
    await super.load()
    const age = Date.now() - this.state.begun
    if (!(age >= 0 && age <= PRACTICE_KEPT_FOR)) await this.begin(4)
  }

  start() { return this.flush() }

  /** A new list for three or four players. */
  async begin(seats) {
    await forget(this.acts.map(({ id }) => id))
    this.acts = []
    await this.remember({ state: { ...this.lists[seats], begun: Date.now() }, done: [] })
  }

  async post(_path, { act, number, game }) {
    const { list, lines, revision } = this.state
    const state = { ...this.state, revision: revision + 1,
      lines: applied(lines, { act, number, game }, new Outline(list.outline)) }
    if (act === "hand-in") Object.assign(state, { ended: true, handed_in: new Date().toTimeString().slice(0, 5) })
    return { status: 200, headers: new Headers(), body: { state } }
  }
}
