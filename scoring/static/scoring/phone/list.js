// The list of one table on the phone that keeps it: what is shown, and what a tap does.
// Games are kept by the browser before they show as kept (keep.js), and sent by sync.js.

import { button, figure, fill, h, say, signed } from "./dom.js"
import { keyRows, objections, outcomes, result, spokenValue } from "./keys.js"
import { Law, NOTHING, recordOf, selectionOf, withGame, withKind, withMark } from "./law.js"
import { Outline, applied, foot, lineAt, nextNumber, opposite, played } from "./score_list.js"
import { actNodes, correctionNodes, gameNodes, lineNodes } from "./words.js"

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
  const outline = new Outline(list)
  // Of a list that is handed in, or written by another phone, what the server has.
  const acts = session.isMine && !session.ended ? session.acts : []
  const lines = acts.reduce((all, act) => applied(all, act, outline), session.state.lines)
  const due = session.state.stop ? session.state.stop.after : outline.games
  const number = ui.editing ?? nextNumber(lines)
  const players = [...list.players].sort((one, other) => one.position - other.position)
  const nameOf = position => players[position - 1]?.name ?? ""
  const scheme = law.table.schemes[list.scheme || law.table.scheme]
  return {
    ...ui, law, words, session, state: session.state, list, outline, lines, due, number, players, nameOf,
    dealer: lineAt(lines, number)?.dealer ?? null,
    nameAt: (seat, game) => nameOf(outline.position(seat, game)),
    played: played(lines), totals: foot(lines, outline, scheme), scheme,
    complete: number > due && ui.editing === null,
    // Nothing is changed beside a hand-in that waits, nor in a list of somebody else.
    writes: session.isMine && !session.ended && !session.handIn && !ui.storage,
    waiting: session.acts.length, practice: setup.practice,
  }
}

/** Short names: the given one, with the first letter of the other where two are alike. */
function short(name, players) {
  const [given, ...family] = name.split(" ")
  const alike = players.filter(each => each.name.split(" ")[0] === given).length > 1
  return alike && family.length ? `${given} ${family[family.length - 1][0]}.` : given
}

// What is shown --------------------------------------------------------------------------------

function show(tapped = false) {
  if (!session?.state) return
  const now = view()
  const before = region("keys").hasChildNodes() ? region("keys").offsetTop : null
  const brief = { ...now, nameAt: (seat, game) => short(now.nameAt(seat, game), now.players) }
  fill(region("head"), head(now))
  fill(region("notices"), notices(now))
  fill(region("totals"), totals(now))
  fill(region("last"), last(brief))
  fill(region("keys"), keys(brief))
  fill(region("say"), ui.sheet ? "" : spokenValue(brief))
  if (!tapped && before !== null && region("keys").offsetTop !== before) shifted()
  document.body.dataset.writes = String(now.writes)
  if (WIDE.matches) paper(brief)
  // A signature that is being written is not drawn anew under the finger.
  if (ui.sheet && (tapped || !sheet.querySelector("canvas"))) fill(sheet, ui.sheet(view()))
}

/** News has moved the keys under the thumbs: for a moment none of them is tapped. */
function shifted() {
  clearTimeout(ui.settling)
  region("keys").setAttribute("aria-disabled", "true")
  ui.settling = setTimeout(() => region("keys").removeAttribute("aria-disabled"), SETTLES)
}

function head({ list, number, due, complete, waiting, practice }) {
  const offline = session.offlineSince !== null
  const status = practice ? words.practice : session.ended ? words.ended_short
    : waiting ? say(words.waiting, { n: waiting }) : offline ? words.offline : words.all_sent
  return [
    h("div", { class: "place" },
      h("b", {}, practice ? words.practice_list : say(words.place, list)),
      h("span", {}, complete ? words.complete_short : say(words.game_of, { n: number, due }), clock())),
    h("p", { class: `status ${waiting ? "waits" : offline ? "off" : "sent"}`, role: "status" },
      h("span", { "aria-hidden": "true" }, waiting ? `◌ ${waiting}` : offline ? "⚠" : "✓"), h("span", { class: "words" }, status)),
    button([h("span", { "aria-hidden": "true" }, "☰ "), words.menu], "menu", { kind: "menu" }),
  ]
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
  const { state } = now
  const call = state.calls?.filter(each => !each.closed_at).pop()
  const ruling = state.rulings?.[state.rulings.length - 1]
  const changes = changesOfPlayers(now)
  const notice = (kind, ...inner) => h("div", { class: `notice ${kind}`, "data-key": inner[0], role: kind === "bad" ? "alert" : "status" }, inner)
  const missing = session.missing(now.lines)
  const left = missing.length && notice("bad",
    say(session.ended ? words.left_ended : now.writes ? words.left_own : words.left, { name: state.writer?.name ?? "" }),
    h("ul", {}, missing.map(act => h("li", {}, now.writes && act.act === "record"
      ? button(actNodes(act, now, words), "enter-left", { value: act.token }) : actNodes(act, now, words)))),
    button(words.seen, "seen"))
  const isOvertaken = session.problem?.problems.some(each => each.code === "moved-on")
  const problem = session.problem && notice("bad",
    session.problem.act.act === "hand-in" ? words.not_handed_in : say(words.refused, { n: session.problem.act.number }),
    h("ul", {}, session.problem.problems.map(each => h("li", {}, each.message ?? words[each.code] ?? each.code))),
    isOvertaken ? sideBySide(now) : null,
    h("div", { class: "row" },
      session.problem.act.act === "record" ? button(words.change, "edit-refused") : null,
      session.problem.act.act === "hand-in" ? null : button(isOvertaken ? words.all_the_same : words.once_more, "again"),
      button(session.problem.act.act === "hand-in" ? words.sign_anew : words.discard, "discard-refused")))
  return [
    ui.storage ? notice("bad", ui.storage, button(words.once_more, "reload")) : null,
    session.ended ? state.handed_in ? notice("good", say(words.handed_in, { time: state.handed_in })) : notice("bad", words.ended) : null,
    left || null, problem || null,
    session.isGone && !session.ended
      ? notice("calm", ui.wall ? `${words.offline_long} ${ui.wall}` : words.offline_long) : null,
    call ? notice("calm", `${words.called} ${call.text}`, button(words.withdraw, "withdraw", { value: call.id })) : null,
    ruling && ruling.number !== session.noted.ruling ? notice("calm", `${say(words.ruling, { n: ruling.game, words: ruling.words, rule: ruling.rule.join(", ") })} ${ruling.note}`,
      button(words.seen, "ruling-seen", { value: ruling.number })) : null,
    changes.length && changes.join(" ") !== session.noted.players
      ? notice("calm", changes.join(" "), button(words.seen, "players-seen", { value: changes.join(" ") })) : null,
    session.corrected?.length ? notice("calm", correctionNodes(session.corrected, words), button(words.seen, "corrections-seen")) : null,
    refit(now, notice), ui.kept ? notice("calm", say(words.not_undone, { n: ui.kept })) : null,
    now.editing !== null ? notice("edit", say(words.editing, { n: now.editing }), button(words.cancel, "cancel")) : null,
  ]
}

/** What was entered, and what stands in its row on the server. */
function sideBySide(now) {
  const { act } = session.problem
  const there = lineAt(session.state.lines, act.number)
  return h("dl", {}, h("dt", {}, words.yours), h("dd", { class: "misplaced" }, actNodes(act, now, words)),
    h("dt", {}, words.there_now), h("dd", {}, there ? lineNodes(there, now.nameAt, words) : words.no_game))
}

/** A game that an insertion or removal moved to where its soloist deals: it is entered again. */
function refit(now, notice) {
  const line = now.writes && lineAt(now.lines, now.number)
  return line?.misplaced && notice("calm", h("span", {}, `${words.refit} `, h("span", { class: "misplaced" },
    lineNodes({ ...line.misplaced, number: line.number }, now.nameAt, words))))
}

/** Who left and who joined at a round, as the organizer has entered it: a sentence each. */
function changesOfPlayers({ outline, nameOf }) {
  const told = outline.times.flatMap(({ first, last }, place) => {
    const name = nameOf(place + 1)
    return [
      first > 1 ? say(words.plays_from, { name, n: outline.roundOf(first), game: first }) : null,
      last !== null ? say(words.plays_until, { name, n: outline.roundOf(last), game: last }) : null]
  }).filter(Boolean)
  return told.length ? [...told, say(words.plays_on, { n: outline.games })] : []
}

function totals({ totals: sums, players, outline, number, due }) {
  const at = Math.min(number, due)
  const dealer = outline.position(outline.dealer(at), at)
  return sums.map(({ position, points, won, lost }) => {
    const gone = !outline.present(at).includes(position)
    return h("div", { class: `total ${gone ? "gone" : ""}`, "data-key": position },
      h("span", { class: "name" }, short(players[position - 1]?.name ?? "", players),
        position === dealer ? h("span", { class: "deals", title: words.deals, "aria-label": words.deals, role: "img" }, words.deals_sign) : null),
      h("b", { class: points < 0 ? "minus" : "" }, figure(points)),
      h("small", { "aria-label": say(words.won_lost, { won, lost }), role: "img" }, `${won} / ${lost}`))
  })
}

const mark = (line, practice) => (line.kept && !practice
  ? h("span", { class: "kept", title: words.kept, role: "img", "aria-label": words.kept }, "◌")
  : h("span", { class: "sent", title: words.sent, role: "img", "aria-label": words.sent }, "✓"))

function last(now) {
  const { lines, nameAt, practice } = now
  const shown = lines.filter(line => !line.annulled).slice(-LAST)
  const newest = shown[shown.length - 1]
  return [
    h("button", { type: "button", class: "games", "data-do": "games", "data-key": "games" },
      shown.length ? h("span", { class: "lines" }, shown.map(line => h("span", { class: "line", "data-key": line.number },
        h("span", { class: `what ${line.misplaced ? "misplaced" : ""}` }, `${line.number} · `, gameNodes(line, words)),
        h("span", { class: `points ${line.misplaced ? "misplaced" : ""}` }, line.misplaced ? words.enter_again : line.soloist && line.score != null ? `${nameAt(line.soloist, line.number)} ${signed(line.score)}` : ""),
        mark(line, practice))))
        : h("span", { class: "lines quiet" }, words.no_games),
      h("span", { class: "all" }, words.all_short)),
    (newest || session.done.length) && now.writes && ui.editing === null ? button("↶", "undo", { kind: "undo", "aria-label": words.undo, title: words.undo }) : null,
  ]
}

function keys(now) {
  if (session.ended || ui.storage) return []
  if (!session.isMine) return reading(now)
  if (session.handIn) {
    return session.problem?.act === session.handIn ? [] : h("div", { class: "card", "data-key": "handing-in" }, h("h2", {}, words.handing_in),
      button(words.take_back, "take-back"))
  }
  if (now.complete) {
    return h("div", { class: "card", "data-key": "complete" }, h("h2", {}, words.complete),
      h("p", {}, words.complete_long), button(words.to_foot, "foot", { kind: "primary" }))
  }
  const { texts, isStrong } = objections(now)
  return h("div", { class: "pad", "data-key": "pad" }, keyRows(now),
    h("div", { class: "objections", "data-key": "objections" }, texts.map(text => h("p", { class: isStrong ? "strong" : "" }, text))),
    result(now))
}

/** Nobody writes yet, or another device does. */
function reading({ state, players, outline, number }) {
  const { writer } = state
  const sitting = players.filter(each => outline.present(Math.min(number, outline.games)).includes(each.position))
  if (writer && !ui.taking) {
    return h("div", { class: "card", "data-key": "reading" }, h("h2", {}, say(words.reading, { name: writer.name })),
      h("p", {}, words.reading_long), button(say(words.take_over, { name: writer.name }), "take", { kind: "primary" }))
  }
  return h("div", { class: "card", "data-key": "claim" },
    h("h2", {}, writer ? say(words.take_sure, { name: writer.name }) : words.claim),
    h("p", {}, writer ? say(words.take_long, { name: writer.name }) : words.claim_long),
    ui.unclaimed.length ? h("div", { class: "objections" },
      ui.unclaimed.map(each => h("p", { class: "strong", role: "alert" }, each.message ?? each.code))) : null,
    h("div", { class: "row" }, sitting.map(each => button(each.name, "claim", { value: each.name, kind: "primary" }))),
    writer ? button(words.cancel, "cancel") : null)
}

async function paper(now) {
  ui.paper ??= import("./paper.js")
  const { paperForm } = await ui.paper
  fill(region("paper"), paperForm(now))
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
  "ruling-seen": value => session.note("ruling", Number(value)),
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
  const [{ Storage }, table] = await Promise.all([
    import("./keep.js"), fetch(setup.law).then(answer => answer.json())])
  law = new Law(table)
  const storage = new Storage()
  let device = ""
  try {
    await storage.open()
    device = await storage.device()
  } catch {
    ui.storage = words.storage_denied
  }
  session = await sessionOf(storage, device)
  if (!ui.storage) await session.load().catch(() => { ui.storage = words.storage_denied })
  document.body.dataset.ready = "true"
  show()
  if (!ui.storage) session.start().catch(() => { ui.storage = words.storage_full; show() })
  // What is loaded when it is opened has to be there when the network is gone.
  import("./sheets.js")
  ui.wall = (await canReopen()) ? "" : words.cannot_reopen
  show()
}

/** Whether the page opens again without a network: by a service worker where the browser allows one
 * (https and localhost). */
async function canReopen() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return false
  try {
    await navigator.serviceWorker.register(setup.worker, { scope: setup.place })
    const ready = await Promise.race([
      navigator.serviceWorker.ready, new Promise(resolve => setTimeout(resolve, 8000, null))])
    return ready !== null
  } catch {
    return false
  }
}

async function sessionOf(storage, device) {
  const options = { place: setup.place, storage, device, changed: () => show() }
  if (setup.practice) {
    const { Practice } = await import("./practice.js")
    return Practice.open({ ...options, words })
  }
  const { Sync } = await import("./sync.js")
  return new Sync({ ...options, state: read("list-state") })
}

start()
