// A list to try: what the server would answer is worked out here, and after an hour it is thrown away.

import { discard, recall } from "./keep.js"
import { Outline, applied } from "./score_list.js"
import { Sync } from "./sync.js"

const KEPT_FOR = 3_600_000 // milliseconds

export class Practice extends Sync {
  constructor(given) {
    super(given)
    this.state = this.#empty(4)
  }

  async load() {
    const { state } = await recall(this.place)
    const age = Date.now() - state?.begun
    if (!(age >= 0 && age <= KEPT_FOR)) await discard(this.place)
    await super.load()
  }

  #empty(seats) {
    const players = this.words.practice_names.slice(0, seats).map((name, place) => (
      { position: place + 1, seat: place + 1, name, number: place + 1 }))
    const list = { series: 1, table: 1, players, outline: this.outlines[seats] }
    return { begun: Date.now(), list, revision: 0, layout: 0, mine: true, writer: null, lines: [], stop: null,
      clock: null, call: null, news: [], fees: {}, ended: false }
  }

  start() { return this.flush() }

  /** A new list for three or four players. */
  async begin(seats) {
    await discard(this.place).catch(() => {})
    Object.assign(this, { state: this.#empty(seats), acts: [], done: [], problem: null, ended: false })
    this.changed()
  }

  async post(_path, { act, number, game }) {
    const { list, lines, revision } = this.state
    const state = { ...this.state, revision: revision + 1,
      lines: act ? applied(lines, { act, number, game }, new Outline(list.outline)) : lines }
    if (!act) Object.assign(state, { ended: true, handed_in: new Date().toTimeString().slice(0, 5) })
    return { status: 200, headers: new Headers(), body: { state } }
  }
}
