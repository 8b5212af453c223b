// A list to try: what the server would answer is worked out here, and after an hour it is thrown away.

import { forget } from "./keep.js"
import { Outline, applied } from "./score_list.js"
import { Sync } from "./sync.js"

const KEPT_FOR = 3_600_000 // milliseconds

export class Practice extends Sync {
  async load() {
    await super.load()
    const age = Date.now() - this.state.begun
    if (!(age >= 0 && age <= KEPT_FOR)) await this.begin(4)
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
