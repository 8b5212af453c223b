// The list of one table on the phone that keeps it: what is shown, and what a tap does.
// Games are kept by the browser before they show as kept (keep.js), and sent by sync.js.

import { figure, fill, filled, say, signed } from "./dom.js"
import { keysOf, outcomes, spokenValue } from "./keys.js"
import { Law, NOTHING, recordOf, selectionOf, withGame, withKind, withMark } from "./law.js"
import { Outline, applied, foot, lineAt, nextNumber, opposite, played } from "./score_list.js"
import { Sync } from "./sync.js"
import { actNodes, correctionNodes, gameNodes, lineNodes, markNode } from "./words.js"

const read = id => JSON.parse(document.getElementById(id).textContent)
const words = read("phone-words")
const setup = read("phone-setup")
const region = name => document.getElementById(name)
const sheet = region("sheet")
const WIDE = matchMedia("(min-width: 1024px)")
const LAST = 3 // games told of above the keys
const SETTLES = 400 // milliseconds in which a thumb on its way would hit another key

const ui = {
  selection: NOTHING, editing: null, more: false, confirming: null, storage: "", sheet: null,
  wall: "", paper: null, unclaimed: [], kept: null }
let law, session

// What is there --------------------------------------------------------------------------------

/** Everything that the page shows, from the list as the players see it. */
function view() {
  const { list } = session.state
  const outline = new Outline(list.outline)
  // Of a list that is handed in, or written by another phone, what the server has.
  const acts = session.state.mine && !session.ended ? session.acts : []
  const lines = acts.reduce((all, act) => applied(all, act, outline), session.state.lines)
  const due = session.state.stop ? session.state.stop.after : outline.games
  const number = ui.editing ?? nextNumber(lines)
  const players = [...list.players].sort((one, other) => one.position - other.position)
  const nameOf = position => players[position - 1]?.name ?? ""
  const totals = foot(lines, outline, law.table.schemes[list.scheme || law.table.scheme])
  return {
    ...ui, law, words, session, state: session.state, list, outline, lines, due, number, players, nameOf,
    dealer: lineAt(lines, number)?.dealer ?? null,
    nameAt: (seat, game) => nameOf(outline.position(seat, game)),
    played: played(lines), totals,
    sums: totals.map(each => ({ ...each, name: nameOf(each.position), points: figure(each.points),
      performance: figure(each.performance) })),
    complete: number > due && ui.editing === null,
    // Nothing is changed beside a hand-in that waits, nor in a list of somebody else.
    writes: session.state.mine && !session.ended && !session.handIn && !ui.storage,
    waiting: session.acts.length, practice: setup.practice,
  }
}

/** Short names: the given one, with the first letter of the other where two are alike. */
function short(name, players) {
  const [given, ...family] = name.split(" ")
  const alike = players.filter(each => each.name.split(" ")[0] === given).length > 1
  return alike && family.length ? `${given} ${family[family.length - 1][0]}.` : given
}

// What is shown: the templates of the page with these figures -------------------------------------

function show(tapped = false) {
  if (!session?.state) return
  const now = view()
  const before = region("keys").hasChildNodes() ? region("keys").offsetTop : null
  const brief = { ...now, nameAt: (seat, game) => short(now.nameAt(seat, game), now.players) }
  const parts = { head: head(now), notices: notices(now), totals: totals(now), last: last(brief), keys: keys(brief) }
  for (const [name, figures] of Object.entries(parts)) fill(region(name), filled(`the-${name}`, figures))
  fill(region("say"), ui.sheet ? "" : spokenValue(brief))
  if (!tapped && before !== null && region("keys").offsetTop !== before) shifted()
  document.body.dataset.writes = String(now.writes)
  if (WIDE.matches) paper(brief)
  if (ui.sheet) fill(sheet, ui.sheet(view()))
}

/** News has moved the keys under the thumbs: for a moment none of them is tapped. */
function shifted() {
  clearTimeout(ui.settling)
  region("keys").setAttribute("aria-disabled", "true")
  ui.settling = setTimeout(() => region("keys").removeAttribute("aria-disabled"), SETTLES)
}

function head({ list, number, due, complete, waiting, practice }) {
  const isOff = session.offlineSince !== null
  const status = practice ? words.practice : session.ended ? words.ended_short
    : waiting ? say(words.waiting, { n: waiting }) : isOff ? words.offline : words.all_sent
  return { ...list, complete, n: number, due, clock: clock(), status,
    kind: waiting ? "waits" : isOff ? "off" : "sent",
    sign: waiting ? `◌ ${waiting}` : isOff ? "⚠" : "✓" }
}

/** The time that is left of the series, by the clock of the server. */
function clock() {
  const { clock: given } = session.state
  if (!given?.ends_at) return ""
  const passed = performance.now() - (session.received ?? 0)
  const left = Math.floor((Date.parse(given.ends_at) - Date.parse(given.now) - passed) / 60_000)
  return ` · ${left < 0 ? words.time_over : say(words.time_left, { n: left })}`
}

function notices(now) {
  const { state, lines, writes, nameAt, number, editing } = now
  const missing = session.missing(lines)
  const text = session.ended ? words.left_ended : writes ? words.left_own : words.left
  const misplaced = writes && lineAt(lines, number)?.misplaced
  return {
    storage: ui.storage,
    handed_in: session.ended && state.handed_in && { time: state.handed_in },
    ended: session.ended && !state.handed_in,
    left: missing.length && { text: say(text, { name: state.writer?.name ?? "" }), games: missing.map(act => (
      { token: act.token, tapped: writes && act.act === "record", said: actNodes(act, now, words) })) },
    problem: session.problem && problem(now, session.problem),
    gone: session.isGone && !session.ended,
    wall: ui.wall,
    call: state.call,
    news: [...state.news ?? [], ...corrections()].filter(each => each.value !== session.noted[each.kind]),
    refit: misplaced && { said: lineNodes({ ...misplaced, number }, nameAt, words) },
    kept: ui.kept && { n: ui.kept },
    editing: editing !== null && { n: editing },
  }
}

/** What was entered and refused, or overtaken by what stands in its row on the server. */
function problem(now, { act, problems }) {
  const there = lineAt(session.state.lines, act.number)
  const signed = act.act === "hand-in"
  const overtaken = problems.some(each => each.code === "moved-on")
  return { signed, overtaken, record: act.act === "record", again: !signed && !overtaken,
    text: signed ? words.not_handed_in : say(words.refused, { n: act.number }),
    reasons: problems.map(each => ({ reason: each.message ?? words[each.code] ?? each.code })),
    yours: actNodes(act, now, words), there: there ? lineNodes(there, now.nameAt, words) : words.no_game }
}

const corrections = () => (session.corrected.length
  ? [{ kind: "corrections", value: "", said: correctionNodes(session.corrected, words) }] : [])

function totals({ sums, players, outline, number, due }) {
  const at = Math.min(number, due)
  const dealer = outline.position(outline.dealer(at), at)
  return { totals: sums.map(each => ({ ...each, deals: each.position === dealer, name: short(each.name, players),
    sign: each.points.startsWith("−") ? "minus" : "",
    kind: outline.present(at).includes(each.position) ? "" : "gone" })) }
}

function last({ lines, nameAt, waiting, writes }) {
  const shown = lines.filter(line => !line.annulled).slice(-LAST)
  const points = line => (line.misplaced ? words.enter_again
    : line.soloist && line.score != null ? `${nameAt(line.soloist, line.number)} ${signed(line.score)}` : "")
  return {
    shown: shown.length, undo: (shown.length || session.done.length) && writes && ui.editing === null,
    lines: shown.map(line => ({ number: line.number, kind: line.misplaced ? "misplaced" : "", points: points(line),
      said: [`${line.number} · `, gameNodes(line, words)], mark: markNode(line, waiting, words) })) }
}

function keys(now) {
  if (session.ended || ui.storage) return {}
  if (!session.state.mine) return reading(now)
  if (session.handIn) return { handing_in: session.problem?.act !== session.handIn }
  return now.complete ? { at_the_end: true } : { pad: keysOf(now) }
}

/** Nobody writes yet, or another device does. */
function reading({ state: { writer }, players, outline, number }) {
  if (writer && !ui.taking) return { reading: writer }
  const present = outline.present(Math.min(number, outline.games))
  const problems = ui.unclaimed.map(each => ({ reason: each.message ?? each.code }))
  return { claim: { ...writer, writer, problems, refused: problems.length,
    sitting: players.filter(each => present.includes(each.position)) } }
}

async function paper(now) {
  ui.paper ??= import("./paper.js")
  const { paperRows } = await ui.paper
  fill(region("paper"), filled("the-paper", { ...now, rows: paperRows(now) }))
  if (now.number !== ui.turnedTo) region("paper").querySelector(".next")?.scrollIntoView({ block: "center" })
  ui.turnedTo = now.number
}

// What a tap does ------------------------------------------------------------------------------

const actions = {
  who: value => choose({ ...ui.selection, soloist: Number(value) }),
  kind(value) {
    const [name, turn] = value.split("/")
    choose(withKind(law, ui.selection, { class: name, turn }))
  },
  game: value => choose(withGame(law, ui.selection, value)),
  tops(value) {
    ui.more = false
    choose({ ...ui.selection, tops: Number(value), lifted: null })
  },
  more() { ui.more = true },
  mark(value) {
    const [name, tapped] = value.split("/")
    const on = ui.selection[name] === tapped
    choose(withMark(law, ui.selection, name, on ? NOTHING[name] : tapped))
  },
  passed: () => keep({ passed: true }),
  won: () => finish("won"),
  lost: () => finish("lost"),
  undo,
  cancel() { Object.assign(ui, { editing: null, selection: NOTHING, confirming: null, more: false, taking: false, unclaimed: [] }) },
  seen: () => session.seen(),
  again: () => session.again(),
  reload: () => location.reload(),
  take() { ui.taking = true },
  claim(name) { claim(name) }, // the keys do not wait for the server
  withdraw() { session.call({ act: "withdraw" }) },
  "ruling-seen": value => session.note("ruling", value),
  "corrections-seen": () => session.correctionsSeen(),
  "players-seen": value => session.note("players", value),
  "take-back": () => session.drop(session.handIn),
  "edit-refused"() {
    const { act } = session.problem
    Object.assign(ui, { editing: act.number, selection: selectionOf(law, act.game) ?? NOTHING })
  },
  "enter-left"(token) {
    const { number, game } = session.left.find(each => each.token === token)
    const isNext = number === nextNumber(view().lines)
    Object.assign(ui, { editing: isNext ? null : number, selection: selectionOf(law, game) ?? NOTHING })
  },
  "discard-refused": () => session.drop(session.problem.act),
  close: closeSheet,
}
for (const name of ["menu", "games", "bids", "ramsch", "foot"]) actions[name] = () => openSheet(name)
for (const name of ["annul", "call", "players", "stop"]) actions[`to-${name}`] = () => openSheet(name)

function choose(selection) {
  Object.assign(ui, { selection, confirming: null })
}

/** Keep the selected game; ask first where the law has a doubt. */
function finish(name) {
  const now = view()
  const outcome = outcomes(now)[name]
  if (outcome.refused) return
  const doubts = outcome.notes.some(each => each.severity === "warning")
  if (doubts && ui.confirming !== name) {
    ui.confirming = name
    return
  }
  return keep(recordOf(ui.selection, outcome))
}

/** Keep a game under the number that is due, or the one that is corrected. */
async function keep(game, consent = false) {
  const now = view()
  const standing = lineAt(now.lines, now.number)
  const needsConsent = ui.editing !== null && standing && now.number < now.played
  if (needsConsent && !consent) return openSheet("consent", { game, standing, number: now.number })
  // What the server refused is replaced by what is entered now.
  if (session.problem?.act.number === now.number) await session.drop(session.problem.act)
  const dealer = standing?.dealer ?? undefined
  await put({ act: "record", number: now.number, game: { ...game, dealer }, consent: consent || undefined }, standing)
  Object.assign(ui, { selection: NOTHING, editing: null, more: false, confirming: null, kept: null })
  show()
}

/** Keep an act. What cannot be kept is not shown: then the paper is the way on. */
async function put(act, standing, done) {
  if (!view().writes) return false
  try {
    await session.put(JSON.parse(JSON.stringify(act)), standing, done)
    return true
  } catch {
    ui.storage = words.storage_full
    show()
    return false
  }
}

/** Take the last act back; a game that goes with it is put on the keys again. */
async function undo() {
  const { lines } = view()
  const last = session.done[session.done.length - 1]
  const steps = opposite(last, lines)
  const standing = lineAt(lines, steps?.[0]?.number)
  const done = session.done.slice(0, -1)
  if (!steps) {
    session.done = done // the next ↶ takes back what was done before
    ui.kept = last.number
    return
  }
  const act = session.acts[session.acts.length - 1]
  if (!(last && act?.token === last.token && await session.drop(act))) {
    for (const step of steps) await put(step, lineAt(view().lines, step.number), done)
  }
  const again = standing && !lineAt(view().lines, standing.number) && view().number === standing.number
  Object.assign(ui, { selection: (again && selectionOf(law, standing)) || NOTHING, confirming: null, kept: null })
  show()
}

async function claim(name) {
  const { writer } = session.state
  const { done, problems } = await session.claim(name, writer?.device)
  ui.unclaimed = problems
  ui.taking = !done && (problems.length > 0 || session.offlineSince !== null) && Boolean(writer)
  show()
}

// Sheets: what is rarely needed is loaded when it is opened -------------------------------------

async function openSheet(name, given = {}) {
  const { sheets } = await import("./sheets.js")
  const tools = { ui, actions, put, keep, show, closeSheet, openSheet, words, view, law, session: () => session, setup }
  ui.sheet = sheets[name](tools, given)
  fill(sheet, ui.sheet(view()))
  if (!sheet.open) sheet.showModal()
  show()
}

function closeSheet() {
  ui.sheet = null
  if (sheet.open) sheet.close()
}

document.addEventListener("click", async event => {
  const tapped = event.target.closest("[data-do]")
  // Nothing is tapped while a game is being kept: the second of two quick taps is none.
  if (!tapped || tapped.disabled || document.body.dataset.busy) return
  if (region("keys").hasAttribute("aria-disabled") && !sheet.open) return
  const act = actions[tapped.dataset.do]
  if (!act) return
  document.body.dataset.busy = "true"
  try {
    await act(tapped.dataset.value, tapped)
  } finally {
    delete document.body.dataset.busy
    show(true)
  }
})
sheet.addEventListener("close", () => { ui.sheet = null })
WIDE.addEventListener("change", show)
setInterval(() => { if (!document.hidden) show() }, 30_000) // the clock

// Start ----------------------------------------------------------------------------------------

addEventListener("beforeunload", event => {
  if (session && !setup.practice && session.acts.length) event.preventDefault()
})

async function start() {
  law = new Law(await fetch(setup.law).then(answer => answer.json()))
  session = await begin({ place: setup.place, state: read("list-state"), changed: () => show() })
  await session.load().catch(() => { ui.storage = words.storage_denied })
  document.body.dataset.ready = "true"
  show()
  if (!ui.storage) session.start().catch(() => { ui.storage = words.storage_full; show() })
  // What is loaded when it is opened has to be there when the network is gone.
  import("./sheets.js")
  ui.wall = (await canReopen()) ? "" : words.cannot_reopen
  show()
}

async function begin(given) {
  if (!setup.practice) return new Sync(given)
  const { Practice } = await import("./practice.js")
  return new Practice({ ...given, words, outlines: setup.practice })
}

/** Whether the page opens again without a network: by a service worker where the browser allows one
 * (https and localhost). */
async function canReopen() {
  try {
    await navigator.serviceWorker.register(setup.worker, { scope: setup.place })
    return await Promise.race([
      navigator.serviceWorker.ready, new Promise(resolve => setTimeout(resolve, 8000))])
  } catch { // no such thing on plain http
    return false
  }
}

start()
