// A list to try: nothing is sent, and after an hour it is thrown away.

import { Outline, applied, withAct } from "./score_list.js"
import { Sync } from "./sync.js"
import { token } from "./token.js"

const KEPT_FOR = 3_600_000 // milliseconds

export class Practice extends Sync {
  static async open({ words, outlines, ...options }) {
    const practice = Object.assign(new Practice(options), { words, outlines })
    const known = await practice.storage.recall(practice.place).catch(() => ({}))
    const age = Date.now() - known.begun
    if (age >= 0 && age <= KEPT_FOR) Object.assign(practice, { begun: known.begun, done: known.done ?? [] })
    else if (known.begun) await practice.#throwAway()
    practice.state = practice.#empty(practice.begun ? known.seats : 4)
    return practice
  }

  #empty(seats) {
    const players = this.words.practice_names.slice(0, seats).map((name, place) => (
      { position: place + 1, seat: place + 1, name, number: place + 1 }))
    const list = { series: 1, table: 1, players, outline: this.outlines[seats] }
    return { list, revision: 0, mine: true, writer: null, lines: [], stop: null, state: "open",
      clock: null, calls: [], rulings: [], fees: {}, ended: false }
  }

  async load() {
    for (const act of await this.storage.acts(this.place)) this.#apply(act)
  }

  async start() {}

  /** A new list for three or four players. */
  async begin(seats) {
    await this.#throwAway()
    this.begun = Date.now()
    await this.storage.remember(this.place, { begun: this.begun, seats })
    this.state = this.#empty(seats)
    this.changed()
  }

  async #throwAway() {
    Object.assign(this, { begun: null, done: [] })
    await this.storage.discard(this.place).catch(() => {})
  }

  async put(act, standing, done = withAct(this.done, act, standing)) {
    if (!this.begun) await this.begin(this.state.list.seats)
    const whole = { ...act, token: token() }
    const id = await this.storage.keep(this.place, whole, { done })
    this.done = done
    this.#apply({ ...whole, id })
    this.changed()
  }

  #apply(act) {
    if (act.act === "hand-in") {
      this.ended = true
      this.state = { ...this.state, handed_in: new Date().toTimeString().slice(0, 5) }
      return
    }
    const outline = new Outline(this.state.list.outline)
    this.state = { ...this.state, lines: applied(this.state.lines, act, outline) }
  }

  drop() { return false }
}
