// What this browser keeps of lists (IndexedDB): acts that the server does not have yet, the last
// state it told, and the number of this device. Everything outlives reloads and dead batteries.
// All fails loudly: what cannot be kept is not shown as kept.

import { openDB } from "./idb.js"
import { token } from "./token.js"

const ACTS = "acts"
const PLACES = "places"

const opening = (async () => openDB("skatturnier-phone", 1, {
  upgrade(opened) {
    opened.createObjectStore(ACTS, { keyPath: "id", autoIncrement: true })
      .createIndex("place", "place")
    opened.createObjectStore(PLACES, { keyPath: "place" })
  },
}))()
opening.then(() => navigator.storage?.persist?.()).catch(() => {})

async function write(act) {
  const change = (await opening).transaction([ACTS, PLACES], "readwrite", { durability: "strict" })
  const result = await act(change.objectStore(ACTS), change.objectStore(PLACES))
  await change.done
  return result
}

const put = async (places, place, fields) => places.put({ ...await places.get(place), place, ...fields })

/** The number of this device, made once. */
export async function deviceNumber() {
  const { number } = await recall("device")
  const own = number ?? token()
  if (!number) await remember("device", { number: own })
  return own
}

export const actsOf = async place => (await opening).getAllFromIndex(ACTS, "place", place)

/** Keep an act as it is now, and with it what is known of its place; gives its id. */
export const keep = (place, act, fields = {}) => write(async (acts, places) => {
  await put(places, place, fields)
  return acts.put({ ...act, place })
})

export const forget = ids => write(acts => Promise.all(ids.map(id => acts.delete(id))))

export const recall = async place => (await (await opening).get(PLACES, place)) ?? {}

/** Keep what is known of a place beside what is kept of it already. */
export const remember = (place, fields) => write((_acts, places) => put(places, place, fields))
