// Lines that wait for the server, kept by the browser (IndexedDB): they outlive a reload, a closed
// tab, a killed browser and a restarted computer.
//
// A kept line names the page that sends it. The line of a page that is gone is taken over by the
// next page of the same address; pages that are open answer on a channel that they are.

import { openDB } from "../vendor/idb.js"
import { token } from "./token.js"

const PAGE = token()
const LINES = "lines"
const ANSWER_WITHIN = 250 // milliseconds that an open page has to say so
const OPENED_WITHIN = 1500 // milliseconds
const { account = "", accountName = "" } = document.body.dataset
const language = document.documentElement.lang
/** The outbox of this page, if it has one (outbox.js). */
export const here = { outbox: null }

// Null where the browser keeps nothing: lines then wait in the page alone. Without indexedDB `openDB`
// throws at once: the async function makes a rejection of it.
const database = (async () => openDB("skatturnier", 1, {
  upgrade: opened => opened.createObjectStore(LINES, { keyPath: "id", autoIncrement: true }),
}))().catch(() => null)

/** Nobody waits long for a browser that is slow to open what it keeps. */
export const soon = act => Promise.race([act, new Promise(resolve => setTimeout(resolve, OPENED_WITHIN))])

const open = new Set()
const channel = new BroadcastChannel("skatturnier-lines")

/** Call `listener({ kind, account })` when another page of this browser was opened ("signed-in"),
 * or when it took or sent lines ("changed"). */
export const onOtherPage = listener => channel.addEventListener("message", ({ data }) => listener(data))

onOtherPage(({ kind, page }) => {
  if (kind === "who") channel.postMessage({ kind: "open", page: PAGE })
  else if (kind === "open") open.add(page)
})

const changed = () => channel.postMessage({ kind: "changed" })
if (account) channel.postMessage({ kind: "signed-in", account })

async function write(act) {
  const opened = await database
  if (!opened) return null
  const change = opened.transaction(LINES, "readwrite", { durability: "strict" })
  const result = await act(change.store)
  await change.done
  return result
}

/** Keep a line of this page at `place`, the path of what it belongs to. Gives its id, null if the
 * browser cannot keep it. */
export async function keep(place, fields) {
  const name = document.title.split(" · ").slice(0, -1).join(" · ")
  const address = location.pathname + location.search
  const line = { ...fields, place, name, address, page: PAGE, account, accountName, language }
  return write(store => store.add(line)).catch(() => null)
}

/** Change what is kept of a line; nothing happens to a line that is no longer kept. */
export async function amend(id, fields) {
  await write(async store => {
    const line = await store.get(id)
    if (line) await store.put({ ...line, ...fields })
  }).catch(() => {})
}

export async function forget(ids) {
  await write(store => Promise.all(ids.map(id => store.delete(id)))).catch(() => {})
  changed()
}

export const isOwn = line => line.account === account && line.language === language
const isTaken = ({ line }) => here.outbox.rowOf(line) !== null

/** The kept lines of pages that are gone, oldest first, but for those that this page takes over
 * by itself. */
export const leftBehind = () => (
  ofGonePages(line => !(line.place === here.outbox?.place && isOwn(line) && isTaken(line))))

/** Make the lines at `place` of pages that are gone lines of this page; gives them oldest first.
 * Those of somebody else, or typed in another language, only with `everybody`. */
export async function takeOver(place, { everybody = false } = {}) {
  const free = await ofGonePages(line =>
    line.place === place && (everybody || isOwn(line)) && isTaken(line))
  if (!free.length) return []
  const taken = await write(async store => {
    const lines = await Promise.all(free.map(({ id }) => store.get(id)))
    const mine = lines.filter((line, n) => line?.page === free[n].page) // nobody was quicker
      .map(line => ({ ...line, page: PAGE, account, accountName, language }))
    await Promise.all(mine.map(line => store.put(line)))
    return mine
  }).catch(() => [])
  if (taken.length) changed()
  return taken
}

async function ofGonePages(isWanted) {
  const lines = (await (await database)?.getAll(LINES)) ?? []
  const wanted = lines.filter(line => line.page !== PAGE && isWanted(line))
  if (!wanted.length) return wanted
  open.clear()
  channel.postMessage({ kind: "who" })
  await new Promise(resolve => setTimeout(resolve, ANSWER_WITHIN))
  return wanted.filter(line => !open.has(line.page))
}
