// What this browser keeps of lists (IndexedDB): acts that the server does not have yet, the last
// state it told, and the number of this device. Everything outlives reloads and dead batteries.
// `keep` and `open` fail loudly: what cannot be kept is not shown as kept.

import { openDB } from "./idb.js"
import { token } from "./token.js"

const ACTS = "acts"
const PLACES = "places"

export class Storage {
  #database = null

  /** Rejects where the browser denies its storage. */
  async open() {
    this.#database = await openDB("skatturnier-phone", 1, {
      upgrade(opened) {
        opened.createObjectStore(ACTS, { keyPath: "id", autoIncrement: true })
          .createIndex("place", "place")
        opened.createObjectStore(PLACES, { keyPath: "place" })
      },
    })
    navigator.storage?.persist?.().catch(() => {})
  }

  async #write(store, act) {
    const change = this.#database.transaction(store, "readwrite", { durability: "strict" })
    const result = await act(change.store)
    await change.done
    return result
  }

  /** The number of this device, made once. */
  async device() {
    const known = await this.recall("device")
    if (known.number) return known.number
    const number = token()
    await this.remember("device", { number })
    return number
  }

  acts(place) {
    return this.#database.getAllFromIndex(ACTS, "place", place)
  }

  /** Keep an act, and with it what is known of its place; gives its id. Rejects if the browser
   * cannot keep it. */
  async keep(place, act, fields = {}) {
    const change = this.#database.transaction([ACTS, PLACES], "readwrite", { durability: "strict" })
    const places = change.objectStore(PLACES)
    const id = await change.objectStore(ACTS).add({ ...act, place })
    await places.put({ ...await places.get(place), place, ...fields })
    await change.done
    return id
  }

  /** Keep acts as they are now. */
  change(place, acts) {
    return this.#write(ACTS, store => Promise.all(acts.map(act => store.put({ ...act, place }))))
  }

  forget(ids) {
    return this.#write(ACTS, store => Promise.all(ids.map(id => store.delete(id))))
  }

  async recall(place) {
    return (await this.#database.get(PLACES, place)) ?? {}
  }

  /** Keep what is known of a place beside what is kept of it already. */
  remember(place, fields) {
    return this.#write(PLACES, async store => {
      const known = (await store.get(place)) ?? { place }
      await store.put({ ...known, ...fields })
    })
  }

  async discard(place) {
    const acts = await this.acts(place)
    await this.forget(acts.map(({ id }) => id))
    await this.#write(PLACES, store => store.delete(place))
  }
}
