// Between this phone and the server: acts go out one at a time, in order, each with its token, so
// that it counts once however often it is sent. While nothing happens the server is asked every
// 20 seconds, and not at all while the page is hidden.

import { actsOf, change, deviceNumber, forget, keep, recall, remember } from "./keep.js"
import { corrected, lineAt, mark, marks, movesRows, withAct } from "./score_list.js"
import { token } from "./token.js"

const ASK_EVERY = 20_000 // milliseconds
const AGAIN_AFTER = 3_000
const GONE_AFTER = 10_000 // without an answer: shorter gaps are told by the sign in the head alone

export class Sync {
  acts = [] // kept here, not yet on the server
  left = [] // what the server did not take: { act, number, game, token, isReported, isSeen }
  done = [] // what ↶ takes back, the last act at the end: { act, number, game, before, token }
  corrected = [] // games that changed while this device read along: { number, before, game }
  noted = {} // which news the players have seen
  offlineSince = null
  problem = null // { act, problems } of the first act, which waits for the players
  ended = false
  state
  #busy = false
  #timer = 0
  #asking = 0
  #etag = ""

  received = performance.now()

  /** `changed()` is called whenever anything here did. */
  constructor(given) {
    Object.assign(this, given) // place, state, changed
  }

  /** Take up what this browser has of the list. */
  async load() {
    this.device = await deviceNumber()
    this.acts = await actsOf(this.place)
    const known = await recall(this.place)
    // The answer to what a page before this one sent may have been lost.
    for (const act of this.acts) act.isTried = true
    const { left = [], done = [], corrected: news = [], noted = {} } = known
    if (!known.state?.list.outline) known.state = null // of an earlier version
    Object.assign(this, { left, done, corrected: news, noted })
    // A page from the cache shows an old state; the newest one that was told is kept. So is the one
    // that acts were entered on: a newer state may have them already.
    const isNewer = known.state?.revision >= this.state.revision
    if (known.state && (isNewer || this.acts.length)) this.#take(known.state, known.at)
    else this.#noteCorrections(known.state, this.state)
  }

  async start() {
    addEventListener("online", () => this.ask())
    addEventListener("visibilitychange", () => { if (!document.hidden) this.ask() })
    await this.ask()
  }

  /** Keep an act, then send it; `standing` is the line that the players see there, all lines where
   * they hand in. Rejects if it could not be kept. */
  async put(act, standing, done = withAct(this.done, act, standing)) {
    const seen = act.act === "hand-in" ? marks(standing) : standing ?? null
    const whole = { ...act, token: token(), seen, layout: this.#layout }
    const taken = done.map(each => ({ token: whole.token, ...each }))
    const id = await keep(this.place, whole, { done: taken })
    this.acts.push({ ...whole, id })
    this.done = taken
    this.changed()
    this.flush()
  }

  /** The layout of the list behind what waits here: each insertion and removal makes the next. */
  get #layout() {
    return this.state.layout + this.acts.filter(movesRows).length
  }

  /** The hand-in that waits; nothing else is changed until it is answered or taken back. */
  get handIn() {
    return this.acts.find(({ act }) => act === "hand-in")
  }

  /** Drop an act that the server cannot have; gives whether it was dropped. A hand-in is taken back
   * at any time: where the server has it nevertheless, its list is what counts. */
  async drop(act) {
    if (act.isTried && act.act !== "hand-in") return false
    const done = this.done.filter(each => each.token !== act.token)
    await forget([act.id])
    await this.#remember({ done })
    // What was entered behind rows that did not move is asked about.
    if (movesRows(act)) await this.#change(this.acts.slice(this.acts.indexOf(act) + 1), { layout: 0 })
    this.acts = this.acts.filter(each => each !== act)
    if (this.problem?.act === act) this.problem = null
    this.changed()
    this.flush()
    return true
  }

  /** Keep what is known of the list, here and in the browser. */
  async #remember(fields) {
    Object.assign(this, fields)
    await remember(this.place, fields)
    this.changed()
  }

  async #change(acts, fields) {
    for (const act of acts) Object.assign(act, fields)
    await change(this.place, acts)
  }

  /** Send the act that the players were asked about once more: for the row as they see it now. */
  async again() {
    const act = this.problem?.act
    this.problem = null
    const seen = act && (lineAt(this.state.lines, act.number) ?? null)
    if (act) await this.#change([act], { seen, layout: this.state.layout })
    this.flush()
  }

  async ask() {
    clearTimeout(this.#asking)
    if (!document.hidden && !this.isSettled) this.#asking = setTimeout(() => this.ask(), ASK_EVERY)
    await this.#read()
    await this.flush()
  }

  /** Whether the list has ended and the server has answered to all that was entered here. */
  get isSettled() {
    return this.ended && !this.acts.length && !this.#unreported.length
  }

  /** Games that the server did not take, and of which the organizer has not been told. */
  get #unreported() {
    return this.left.filter(({ act, game, isReported }) => act === "record" && !game.unread && !isReported)
  }

  async #read() {
    const before = this.received
    const headers = { ...(this.#etag ? { "If-None-Match": this.#etag } : {}) }
    const who = new URLSearchParams({ device: this.device, waiting: this.acts.length })
    const answer = await this.#fetch(`state/?${who}`, { headers })
    const body = answer?.status === 200 ? answer.body : null
    // What was sent meanwhile was answered with a newer state. And while an answer is missing, nobody
    // knows whether a state has that act: an insertion would show twice. Sent again, it is answered.
    const isOpen = this.acts.some(each => each.isTried) && body?.mine && !body.ended
    if (body && this.received === before && !isOpen) this.#told(answer, body)
    else if (answer?.status === 404) this.#end()
  }

  /** Take a state with its tag: the server is not asked again for what it has just told. */
  #told(answer, state = answer?.body?.state) {
    if (state?.lines) this.#etag = answer.headers.get("ETag") ?? ""
    this.#take(state)
  }

  async flush() {
    clearTimeout(this.#timer)
    if (this.#busy) return
    const writes = this.state.mine && !this.ended
    if (!writes) this.problem = null
    if (this.problem) return
    const [act] = this.acts
    if (!act) return this.#report()
    // Nobody has signed a list that was changed since.
    if (writes && act.act === "hand-in" && act.seen !== marks(this.state.lines)) {
      this.problem = { act, problems: [{ code: "signed-another" }] }
      this.changed()
      return
    }
    this.#busy = act.isTried = true
    this.changed()
    const { act: kind, number, game, reason, consent, sheet, seen, layout } = act
    const answer = await this.post(kind === "hand-in" ? "hand-in/" : `games/${number}/`, {
      token: act.token, ...sheet ? { revision: this.state.revision, ...sheet }
        : { number, act: kind, game, reason, consent, seen, layout } })
    this.#busy = false
    await this.#answered(act, answer)
  }

  async #answered(act, answer) {
    const { status = 0, body } = answer ?? {}
    const isOpen = this.acts.includes(act)
    // The state has it: laid on that once more, an insertion would show twice for a moment.
    if (status === 200) this.acts = this.acts.filter(each => each !== act)
    if (status === 409 || status === 422) act.isTried = false // the server has it not
    this.#told(answer)
    if (!isOpen) await this.#report() // taken back meanwhile
    else if (status === 200) await this.#done(act)
    else if (status === 409 && body?.why === "revision" && body.state) {
      // A hand-in is sent again for the same games: only their revision is another.
      if (act.act !== "hand-in") this.problem = { act, problems: [{ code: "moved-on" }] }
    } else if (status === 409 && body?.why === "device") await this.#leave(act)
    else if (status === 422) this.problem = { act, problems: body?.problems ?? [] }
    else if (status === 404 && this.ended) await this.#leave(act)
    else {
      const seconds = Number(answer?.headers.get("Retry-After")) || AGAIN_AFTER / 1000
      this.#timer = setTimeout(() => this.flush(), seconds * 1000)
      this.changed()
      return
    }
    this.changed()
    await this.flush()
  }

  async #done(act) {
    this.acts = this.acts.filter(each => each !== act)
    await forget([act.id]).catch(() => {})
  }

  /** The server does not take an act: another device writes, or the list is handed in or on paper.
   * The players are told, unless the list says the same. */
  async #leave(act) {
    const isTold = !this.#isMissing(act) || this.left.some(each => each.token === act.token)
    await this.#remember({ left: isTold ? this.left : [...this.left, act], done: [] })
    await this.#done(act)
  }

  /** Whether the list does not say what an act that was not taken says. */
  #isMissing({ act, number, game }, lines = this.state.lines) {
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
    await this.#remember({ left: this.left })
  }

  /** What was not sent and is missing in these lines, as far as the players have not seen it. */
  missing(lines) {
    return this.left.filter(each => !each.isSeen && this.#isMissing(each, lines))
  }

  /** What was not sent has been seen; its games show again where this device takes over. */
  async seen(isSeen = true) {
    const left = this.left.filter(({ act }) => !isSeen || act === "record")
    for (const each of left) each.isSeen = isSeen
    await this.#remember({ left })
  }

  /** Who writes has corrected games himself; rows that moved stand for other games. */
  #noteCorrections(before, state) {
    if (state.mine || before?.layout !== state.layout) return
    this.corrected = [...this.corrected, ...corrected(before.lines, state.lines)]
  }

  /** Corrections have been seen. */
  async correctionsSeen() {
    await this.#remember({ corrected: [] })
  }

  /** News of a kind has been seen, and shows no more on this device. */
  async note(kind, seen) {
    await this.#remember({ noted: { ...this.noted, [kind]: seen } })
  }

  /** Claim the writing under a name; `replaces` is the device that wrote until now. Gives whether
   * this device writes, and why not where the server refuses it. */
  async claim(name, replaces) {
    const answer = await this.post("device/", { name, replaces, token: token() })
    this.#told(answer)
    const done = answer?.status === 200
    if (done) await this.seen(false)
    return { done, problems: answer?.body?.problems ?? [] }
  }

  /** Call the referee, or withdraw the call; gives whether the server has it. */
  async call(fields) {
    const answer = await this.post("call/", { token: token(), ...fields })
    if (answer?.ok) this.#told(answer)
    return answer?.ok ?? false
  }

  async post(path, fields) {
    const answer = await this.#fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ device: this.device, ...fields }),
    })
    if (answer?.status === 404) await this.#read() // ended: how, and with which games
    return answer
  }

  /** Gives { status, ok, headers, body }, null where the server was not reached. */
  async #fetch(path, options) {
    try {
      const answer = await fetch(this.place + path, {
        ...options, cache: "no-store", credentials: "omit", redirect: "error" })
      this.#reached(answer.status < 500)
      const { status, ok, headers } = answer
      return { status, ok, headers, body: await answer.json().catch(() => null) }
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

  /** Whether the server has not answered for a while. */
  get isGone() {
    return this.offlineSince !== null && performance.now() - this.offlineSince >= GONE_AFTER
  }

  #end() {
    this.ended = true
    this.changed()
  }

  #take(state, at = null) {
    if (state?.ended && !state.lines) this.#end()
    if (!state?.lines) return
    if (at === null) this.#noteCorrections(this.state, state)
    this.state = state
    this.left = this.left.filter(each => this.#isMissing(each)) // what came into the list meanwhile
    // The phone's own clock may be wrong by days: only the time since then is counted with it.
    this.received = performance.now() - (at === null ? 0 : Math.max(0, Date.now() - at))
    this.ended = Boolean(state.ended)
    if (at === null) {
      const { left, corrected: news } = this
      remember(this.place, { state, at: Date.now(), left, corrected: news }).catch(() => {})
    }
    this.changed()
  }
}
