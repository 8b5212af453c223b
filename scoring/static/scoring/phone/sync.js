// Between this phone and the server: acts go out one at a time, in order, each with its token, so
// that it counts once however often it is sent. While nothing happens the server is asked every
// 20 seconds, and not at all while the page is hidden.

import { token } from "./token.js"
import { lineAt, mark, marks } from "./score_list.js"

const ASK_EVERY = 20_000 // milliseconds
const AGAIN_AFTER = 3_000
const GONE_AFTER = 10_000 // without an answer: shorter gaps are told by the sign in the head alone

export class Sync {
  acts = [] // kept here, not yet on the server
  left = [] // what another device replaced before it was sent
  noted = {} // which news the players have seen
  offlineSince = null
  problem = null // { act, problems } of the first act, which waits for the players
  ended = false
  state
  #busy = false
  #timer = 0
  #asking = 0
  #etag = ""

  /** `changed()` is called whenever anything here did. */
  constructor({ place, state, storage, device, changed }) {
    Object.assign(this, { place, state, storage, device, changed })
    this.received = performance.now()
  }

  get isMine() {
    return this.state.mine
  }

  /** Take up what this browser has of the list. */
  async load() {
    this.acts = await this.storage.acts(this.place)
    const known = await this.storage.recall(this.place)
    this.left = known.left ?? []
    this.noted = known.noted ?? {}
    // A page from the cache shows an old state; the newest one that was told is kept.
    if (known.state && known.state.revision >= this.state.revision) this.#take(known.state, known.at)
  }

  async start() {
    addEventListener("online", () => this.ask())
    addEventListener("visibilitychange", () => { if (!document.hidden) this.ask() })
    await this.ask()
  }

  /** Keep an act, then send it; `standing` is the line that the players see there, all lines where
   * they hand in. Rejects if it could not be kept. */
  async put(act, standing) {
    const whole = { ...act, token: token(), base: markOf(act, standing) }
    const id = await this.storage.keep(this.place, whole)
    this.acts.push({ ...whole, id })
    this.changed()
    this.flush()
  }

  /** Drop the newest act if it is not on its way; gives whether it was dropped. */
  async drop(act) {
    if (this.#busy && act === this.acts[0]) return false
    await this.storage.forget([act.id])
    this.acts = this.acts.filter(each => each !== act)
    if (this.problem?.act === act) this.problem = null
    this.changed()
    this.flush()
    return true
  }

  /** Send the act that the players were asked about once more. */
  again() {
    if (this.problem) this.problem.act.base = mark(lineAt(this.state.lines, this.problem.act.number))
    this.problem = null
    this.flush()
  }

  async ask() {
    clearTimeout(this.#asking)
    if (!document.hidden && !this.ended) this.#asking = setTimeout(() => this.ask(), ASK_EVERY)
    const headers = { ...(this.#etag ? { "If-None-Match": this.#etag } : {}) }
    const who = new URLSearchParams({ device: this.device, waiting: this.acts.length })
    const answer = await this.#fetch(`state/?${who}`, { headers })
    if (answer?.status === 200) this.#told(answer, await answer.json().catch(() => null))
    await this.flush()
  }

  /** Take a state with its tag: the server is not asked again for what it has just told. */
  #told(answer, state) {
    if (!state?.lines) return this.#take(state)
    this.#etag = answer.headers.get("ETag") ?? ""
    this.#take(state)
  }

  async flush() {
    clearTimeout(this.#timer)
    if (this.#busy || this.problem || this.ended || !this.acts.length) return
    if (!this.isMine) return this.#replaced()
    const [act] = this.acts
    // Nobody has signed a list that was changed since.
    if (act.act === "hand-in" && conflicts(act, this.state)) {
      this.problem = { act, problems: [{ code: "signed-another" }] }
      this.changed()
      return
    }
    this.#busy = true
    this.changed()
    const sent = { number: act.number, act: act.act, game: act.game, reason: act.reason,
      consent: act.consent, token: act.token, revision: this.state.revision }
    const path = act.act === "hand-in" ? "hand-in/" : `games/${act.number}/`
    const answer = await this.post(path, act.act === "hand-in"
      ? { token: act.token, revision: this.state.revision, ...act.sheet } : sent)
    const body = await answer?.json?.().catch(() => null)
    this.#busy = false
    await this.#answered(act, answer, body)
  }

  async #answered(act, answer, body) {
    const status = answer?.status ?? 0
    if (body) this.#told(answer, body.state)
    if (status === 200) await this.#done(act)
    else if (status === 409 && body?.why === "revision" && body.state) {
      const code = act.act === "hand-in" ? "signed-another" : "moved-on"
      if (conflicts(act, this.state)) this.problem = { act, problems: [{ code }] }
    } else if (status === 409 && body?.why === "device") return this.#replaced()
    else if (status === 422) this.problem = { act, problems: body?.problems ?? [] }
    else if (status !== 404) {
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
    await this.storage.forget([act.id]).catch(() => {})
  }

  /** Another device writes: what was not sent stays here, is shown, and goes to the organizer. */
  async #replaced() {
    if (!this.state.writer || this.state.mine || !this.acts.length) return
    const unsent = this.acts.filter(({ act }) => act === "record")
    const games = unsent.map(({ number, game }) => ({ ...game, number }))
    if (games.length) {
      const answer = await this.post("comparison/", { games, token: token() })
      if (!answer || answer.status >= 429) return // told again when the server is next asked
    }
    this.left = [...this.left, ...unsent.map(({ number, game }) => ({ number, game }))]
    await this.storage.remember(this.place, { left: this.left })
    await this.storage.forget(this.acts.map(({ id }) => id))
    this.acts = []
    this.changed()
  }

  /** What was not sent has been seen. */
  async seen() {
    this.left = []
    await this.storage.remember(this.place, { left: [] })
    this.changed()
  }

  /** News of a kind has been seen, and shows no more on this device. */
  async note(kind, seen) {
    const noted = { ...this.noted, [kind]: seen }
    await this.storage.remember(this.place, { noted })
    this.noted = noted
    this.changed()
  }

  /** Claim the writing under a name; `replaces` is the device that wrote until now. Gives whether
   * this device writes, and why not where the server refuses it. */
  async claim(name, replaces) {
    const answer = await this.post("device/", { name, replaces, token: token() })
    const body = await answer?.json?.().catch(() => null)
    if (body) this.#told(answer, body.state)
    return { done: answer?.status === 200, problems: body?.problems ?? [] }
  }

  /** Call the referee, or withdraw the call; gives whether the server has it. */
  async call(fields) {
    const answer = await this.post("call/", { token: token(), ...fields })
    const body = await answer?.json?.().catch(() => null)
    if (answer?.ok) this.#told(answer, body?.state)
    return answer?.ok ?? false
  }

  post(path, fields) {
    return this.#fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ device: this.device, ...fields }),
    })
  }

  async #fetch(path, options) {
    try {
      const answer = await fetch(this.place + path, {
        ...options, cache: "no-store", credentials: "omit", redirect: "error" })
      this.#reached(answer.status < 500)
      if (answer.status === 404) this.#end()
      return answer
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
    this.state = state
    // The phone's own clock may be wrong by days: only the time since then is counted with it.
    this.received = performance.now() - (at === null ? 0 : Math.max(0, Date.now() - at))
    if (state.ended) this.ended = true
    if (at === null) {
      this.storage.remember(this.place, { state, at: Date.now() }).catch(() => {})
    }
    this.changed()
  }
}

const markOf = (act, standing) => (act.act === "hand-in" ? marks(standing) : mark(standing))

/** Whether the row that an act changes, or the list that was signed, is no longer as the players
 * saw it. */
function conflicts(act, state) {
  if (act.act === "hand-in") return markOf(act, state.lines) !== act.base
  const standing = mark(lineAt(state.lines, act.number))
  return act.act === "record" ? standing !== "" && standing !== act.base : standing !== act.base
}
