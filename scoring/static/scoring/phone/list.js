// The list of one table on the phone that keeps it: what is shown, and what a tap does.
// Games are kept by the browser before they show as kept (keep.js), and sent by sync.js.

import { figure, fill, filled, say, signed } from "./dom.js"
import { keysOf, outcomes, spokenValue } from "./keys.js"
import { Law, NOTHING, recordOf, selectionOf, settled, withGame, withKind } from "./law.js"
import { Outline, applied, lineAt, nextNumber, opposite, played, tally } from "./score_list.js"
import { sheets } from "./sheets.js"
import { GONE_AFTER, Practice, Sync } from "./sync.js"
import { actNodes, columnOf, correctionNodes, gameNodes, lineNodes, markNode, words } from "./words.js"

const read = id => JSON.parse(document.getElementById(id).textContent)
const setup = read("phone-setup")
const region = name => document.getElementById(name)
const sheet = region("sheet")
const WIDE = matchMedia("(min-width: 1024px)")
const LAST = 3 // games told of above the keys
const SETTLES = 400 // milliseconds in which a thumb on its way would hit another key

const ui = {
  selection: NOTHING, editing: null, more: false, confirming: null, storage: "", sheet: null,
  picked: {}, wall: words.cannot_reopen, unclaimed: [], kept: null }
let law, session

// What is there --------------------------------------------------------------------------------

/** Everything that the page shows, from the list as the players see it. */
function view() {
  const { state, acts } = session
  const { list } = state
  const outline = new Outline(list.outline)
  // Of a list that is handed in, or written by another phone, what the server has.
  const lines = (session.writes ? acts : []).reduce((all, act) => applied(all, act, outline), state.lines)
  const due = state.stop ? state.stop.after : outline.games
  const number = ui.editing ?? nextNumber(lines)
  const nameOf = position => list.players[position - 1]?.name ?? ""
  const { totals, after } = tally(lines, outline, law.table.schemes[list.scheme || law.table.scheme])
  return {
    ...ui, law, session, state, list, outline, lines, due, number, nameOf, players: list.players,
    dealer: lineAt(lines, number)?.dealer ?? null,
    nameAt: (seat, game) => nameOf(outline.position(seat, game)),
    played: played(lines), outcomes: outcomes(law, ui.selection), totals, after,
    sums: totals.map(each => ({ ...each, name: nameOf(each.position), points: figure(each.points),
      performance: figure(each.performance) })),
    complete: number > due && ui.editing === null,
    // Nothing is changed beside a hand-in that waits, nor in a list of somebody else.
    writes: session.writes && !session.handIn && !ui.storage,
    waiting: acts.length, practice: setup.practice,
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
  if (!session) return
  const now = view()
  const before = region("keys").hasChildNodes() ? region("keys").offsetTop : null
  const brief = { ...now, nameAt: (seat, game) => short(now.nameAt(seat, game), now.players) }
  const parts = { head: head(now), notices: notices(now), totals: totals(now), last: last(brief), keys: keys(brief) }
  for (const [name, figures] of Object.entries(parts)) fill(region(name), filled(`the-${name}`, figures))
  fill(region("say"), ui.sheet ? "" : spokenValue(brief))
  if (!tapped && before !== null && region("keys").offsetTop !== before) shifted()
  if (WIDE.matches) {
    fill(region("paper"), filled("the-paper", { ...brief, rows: paperRows(brief) }))
    if (now.number !== ui.turnedTo) region("paper").querySelector(".next")?.scrollIntoView({ block: "center" })
    ui.turnedTo = now.number
  }
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
  const status = practice ? words.practice : session.state.ended ? words.ended_short
    : waiting ? say(words.waiting, { n: waiting }) : isOff ? words.offline : words.all_sent
  return { ...list, complete, n: number, due, clock: clock(), status,
    kind: waiting ? "waits" : isOff ? "off" : "sent",
    sign: waiting ? `◌ ${waiting}` : isOff ? "⚠" : "✓" }
}

/** The time that is left of the series, by the clock of the server. */
function clock() {
  const { clock: given } = session.state
  if (!given?.ends_at) return ""
  const passed = performance.now() - session.received
  const left = Math.floor((Date.parse(given.ends_at) - Date.parse(given.now) - passed) / 60_000)
  return ` · ${left < 0 ? words.time_over : say(words.time_left, { n: left })}`
}

function notices(now) {
  const { state, lines, writes, nameAt, number, editing } = now
  const missing = session.left.filter(each => !each.isSeen && session.isMissing(each, lines))
  const text = state.ended ? words.left_ended : writes ? words.left_own : words.left
  const misplaced = writes && lineAt(lines, number)?.misplaced
  const isGone = session.offlineSince !== null && performance.now() - session.offlineSince >= GONE_AFTER
  return {
    storage: ui.storage,
    handed_in: state.ended && state.handed_in && { time: state.handed_in },
    ended: state.ended && !state.handed_in,
    left: missing.length && { text: say(text, { name: state.writer?.name ?? "" }), games: missing.map(act => (
      { token: act.token, tapped: writes && act.act === "record", said: actNodes(act, now.nameAt) })) },
    problem: session.problem && problem(now, session.problem),
    gone: isGone && !state.ended,
    wall: ui.wall,
    call: state.call,
    news: [...state.news ?? [], { kind: "corrections", value: "", said: correctionNodes(session.corrected) }]
      .filter(({ kind, value, said }) => said.length && value !== session.noted[kind]),
    refit: misplaced && { said: lineNodes({ ...misplaced, number }, nameAt) },
    kept: ui.kept && { n: ui.kept },
    editing: editing !== null && { n: editing },
  }
}

/** What was entered and refused, or overtaken by what stands in its row on the server. */
function problem(now, act) {
  const there = lineAt(session.state.lines, act.number)
  const signed = act.act === "hand-in"
  const overtaken = act.problems.some(each => each.code === "moved-on")
  return { signed, overtaken, record: act.act === "record", again: !signed && !overtaken,
    text: signed ? words.not_handed_in : say(words.refused, { n: act.number }),
    reasons: act.problems.map(each => ({ reason: each.message ?? words[each.code] ?? each.code })),
    yours: actNodes(act, now.nameAt), there: there ? lineNodes(there, now.nameAt) : words.no_game }
}

function totals({ sums, players, outline, number, due }) {
  const at = Math.min(number, due)
  const dealer = outline.position(outline.dealer(at), at)
  return { totals: sums.map(each => ({ ...each, deals: each.position === dealer, name: short(each.name, players),
    sign: each.points.startsWith("−") ? "minus" : "",
    kind: outline.present(at).includes(each.position) ? "" : "gone" })) }
}

/** The whole list beside the keys, as the paper has it, where the screen is wide enough: games, also
 * annulled ones, and what is still to be played. */
function paperRows({ law, lines, outline, players, due, number, after }) {
  const row = line => {
    const sums = after.get(line)
    const dealer = outline.position(line.dealer ?? outline.dealer(line.number), line.number)
    const isEnd = outline.round(line.number).last === line.number
    const kinds = [isEnd && "ends-round", line.annulled && "void", line.number === number && "next"]
    return {
      number: line.number, attempt: line.attempt ?? 1, dealer, kind: kinds.filter(Boolean).join(" "),
      cells: law.table.columns_of_paper.map(column => (
        { kind: column === "base" ? "base" : "", said: columnOf(column, line) })),
      seats: players.map(({ position }) => ({ kind: position === dealer ? "dealer" : "",
        after: sums?.position === position
          && { ...sums, total: figure(sums.points), sign: sums.points < 0 ? "minus" : "" } })),
    }
  }
  return Array.from({ length: Math.max(due, 1) }, (_, place) => place + 1).flatMap(game => [
    ...lines.filter(each => each.number === game && each.annulled).map(row),
    row(lineAt(lines, game) ?? { number: game })])
}

function last({ lines, nameAt, waiting, writes }) {
  const shown = lines.filter(line => !line.annulled).slice(-LAST)
  const points = line => (line.misplaced ? words.enter_again
    : line.soloist && line.score != null ? `${nameAt(line.soloist, line.number)} ${signed(line.score)}` : "")
  return {
    shown: shown.length, undo: (shown.length || session.done.length) && writes && ui.editing === null,
    lines: shown.map(line => ({ number: line.number, kind: line.misplaced ? "misplaced" : "", points: points(line),
      said: [`${line.number} · `, gameNodes(line)], mark: markNode(line, waiting) })) }
}

function keys(now) {
  if (session.state.ended || ui.storage) return {}
  if (!session.state.mine) return reading(now)
  if (session.handIn) return { handing_in: session.problem !== session.handIn }
  return now.complete ? { at_the_end: true } : { pad: keysOf(now) }
}

/** Nobody writes yet, or another device does. */
function reading({ state: { writer }, players, outline, number }) {
  if (writer && !ui.taking) return { reading: writer }
  const present = outline.present(Math.min(number, outline.games))
  const problems = ui.unclaimed.map(each => ({ reason: each.message ?? each.code }))
  return { claim: { ...writer, writer, problems, sitting: players.filter(each => present.includes(each.position)) } }
}

// What a tap does ------------------------------------------------------------------------------

const actions = {
  who: value => choose({ ...ui.selection, soloist: Number(value) }),
  kind: value => choose(withKind(law, ui.selection, value)),
  game: value => choose(withGame(law, ui.selection, value)),
  tops(value) {
    ui.more = false
    choose({ ...ui.selection, tops: Number(value), lifted: null })
  },
  more() { ui.more = true },
  mark(value) {
    const [name, tapped] = value.split("/")
    const on = ui.selection[name] === tapped
    choose(settled(law, { ...ui.selection, [name]: on ? NOTHING[name] : tapped }, name))
  },
  passed: () => keep({ passed: true }),
  won: () => finish("won"),
  lost: () => finish("lost"),
  undo,
  cancel() {
    edit(null)
    Object.assign(ui, { taking: false, unclaimed: [] })
  },
  seen: () => session.seen(),
  again: () => session.again(),
  reload: () => location.reload(),
  take() { ui.taking = true },
  claim(name) { claim(name) }, // the keys do not wait for the server
  withdraw() { session.tell("call/", { act: "withdraw" }) },
  "ruling-seen": value => session.remember({ noted: { ...session.noted, ruling: value } }),
  "players-seen": value => session.remember({ noted: { ...session.noted, players: value } }),
  "corrections-seen": () => session.remember({ corrected: [] }),
  "take-back": () => session.drop(session.handIn),
  "edit-refused": () => edit(session.problem.number, session.problem.game),
  "enter-left"(token) {
    const { number, game } = session.left.find(each => each.token === token)
    edit(number === nextNumber(view().lines) ? null : number, game)
  },
  "discard-refused": () => session.drop(session.problem),
  close: closeSheet,
}
for (const name of Object.keys(sheets)) actions[name] = () => openSheet(name)

function choose(selection) {
  Object.assign(ui, { selection, confirming: null })
}

/** Put a game on the keys, or none: to correct the one of a number, null for the next one. */
function edit(number, game = null) {
  const selection = game && selectionOf(law, game)
  Object.assign(ui, { editing: number, selection: selection ?? NOTHING, confirming: null, more: false, kept: null })
}

/** Keep the selected game; ask first where the law has a doubt. */
function finish(name) {
  const outcome = view().outcomes[name]
  if (outcome.refused) return
  if (ui.confirming !== name && outcome.notes.some(each => each.severity === "warning")) {
    ui.confirming = name
    return
  }
  return keep(recordOf(ui.selection, outcome))
}

/** Keep a game under the number that is due, or the one that is corrected. */
async function keep(game, consent) {
  const { lines, number, played: last } = view()
  const standing = lineAt(lines, number)
  const asks = ui.editing !== null && standing && number < last
  if (asks && !consent) return openSheet("consent", { game, standing, number })
  // What the server refused is replaced by what is entered now.
  if (session.problem?.number === number) await session.drop(session.problem)
  await put({ act: "record", number, game: { ...game, dealer: standing?.dealer }, consent }, standing)
  edit(null)
}

/** Keep an act; gives whether it is kept. What cannot be is not shown: then the paper is the way on. */
async function put(act, standing, done) {
  if (!view().writes) return false
  return session.put(act, standing, done).then(() => true, () => {
    ui.storage = words.storage_full
    return false
  })
}

/** Take the last act back; a game that goes with it is put on the keys again. */
async function undo() {
  const { lines } = view()
  const last = session.done.at(-1)
  const steps = opposite(last, lines)
  const done = session.done.slice(0, -1)
  if (!steps) {
    session.done = done // the next ↶ takes back what was done before
    ui.kept = last.number
    return
  }
  const act = session.acts.at(-1)
  if (!(last && act?.token === last.token && await session.drop(act))) {
    for (const step of steps) await put({ ...step, consent: true }, lineAt(view().lines, step.number), done)
  }
  const standing = lineAt(lines, steps[0]?.number)
  const now = view()
  const isFree = standing && now.number === standing.number && !lineAt(now.lines, standing.number)
  edit(null, isFree ? standing : null)
}

async function claim(name) {
  const { writer } = session.state
  const answer = await session.tell("device/", { name, replaces: writer?.device })
  const done = answer?.status === 200
  if (done) await session.seen(false)
  ui.unclaimed = answer?.body?.problems ?? []
  ui.taking = !done && (ui.unclaimed.length > 0 || session.offlineSince !== null) && Boolean(writer)
  show()
}

// Sheets: what is rarely needed -------------------------------------------------------------------

function openSheet(name, given = {}) {
  ui.picked = {} // by keys that do nothing else: what they do, and their value
  const page = { ui, actions, law, session, view, show, put, keep, edit, openSheet, closeSheet }
  ui.sheet = sheets[name](page, given)
  show()
  if (!sheet.open) sheet.showModal()
}

function closeSheet() {
  ui.sheet = null
  sheet.close()
}

document.addEventListener("click", async event => {
  const tapped = event.target.closest("[data-do]")
  // Nothing is tapped while a game is being kept: the second of two quick taps is none.
  if (!tapped || tapped.disabled || document.body.dataset.busy) return
  if (region("keys").hasAttribute("aria-disabled") && !sheet.open) return
  const { do: name, value } = tapped.dataset
  document.body.dataset.busy = "true"
  try {
    if (name in actions) await actions[name](value)
    else ui.picked[name] = Number(value) || value
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

law = new Law(await fetch(setup.law).then(answer => answer.json()))
const Session = setup.practice ? Practice : Sync
session = new Session({ place: setup.place, state: read("list-state"), lists: setup.practice, changed: () => show() })
await session.load().catch(() => { ui.storage = words.storage_denied })
document.body.dataset.ready = "true"
show()
if (!ui.storage) session.start().catch(() => { ui.storage = words.storage_full; show() })
// A service worker opens the page again without a network; plain http has none.
navigator.serviceWorker?.register(setup.worker, { scope: setup.place })
  .then(() => navigator.serviceWorker.ready)
  .then(() => { ui.wall = ""; show() }, () => {})
