// What is seldom needed while a list is kept: all games, corrections, bids, the referee, the end.
// Each takes what list.js gives it (`page`), and gives what shows its template now.

import { filled, h, say, signed } from "./dom.js"
import { foot } from "./hand_in.js"
import { FEWEST, clashes, lineAt } from "./score_list.js"
import { lineNodes, markNode, words } from "./words.js"

function menu({ actions, session }) {
  actions.begin = value => { actions.close(); return session.begin(Number(value)) }
  return ({ state, complete, writes, wall }) => filled("sheet-menu", { writes, wall, writer: state.writer,
    plays: writes && !complete, at_the_end: writes && complete, beginnings: [{ n: 4 }, { n: 3 }] })
}

function games({ actions, openSheet }) {
  actions.line = value => openSheet("line", { number: Number(value) })
  return ({ lines, nameAt, outline, waiting, writes }) => filled("sheet-games", {
    has_games: lines.length,
    games: lines.map(line => ({ number: line.number, changes: writes && !line.annulled,
      kind: `${line.annulled ? "void" : ""} ${outline.round(line.number).last === line.number ? "ends-round" : ""}`,
      said: [h("span", { class: "what" }, lineNodes(line, nameAt)),
        line.annulled ? h("span", { class: "quiet" }, words.annulled) : markNode(line, waiting)] })) })
}

function line({ actions, openSheet, closeSheet, edit, view }, { number }) {
  actions.edit = () => {
    edit(number, lineAt(view().lines, number))
    closeSheet()
  }
  actions["ask-insert"] = () => openSheet("consent", { act: "insert", number })
  actions["ask-remove"] = () => openSheet("consent", { act: "remove", number })
  actions["call-about"] = () => openSheet("call", { number })
  return ({ lines, nameAt }) => {
    const standing = lineAt(lines, number)
    return filled("sheet-line", { n: number, line: standing && { said: lineNodes(standing, nameAt) } })
  }
}

/** All at the table agree that an earlier entry changes (SkO 5.5.3). */
function consent({ actions, closeSheet, put, keep, edit }, { act = "record", game, standing, number }) {
  actions.agree = async () => {
    closeSheet()
    if (act === "record") return keep(game, true)
    await put({ act, number, consent: true }, standing)
    if (act === "insert") edit(null)
  }
  return now => {
    const old = lineAt(now.lines, number)
    standing ??= old
    const told = each => (each ? lineNodes({ ...each, number }, now.nameAt) : words.no_game)
    const unfit = act === "record" ? [] : clashes(now.lines, { act, number }, now.outline)
    return filled("sheet-consent", { title: say(words[`sure_${act}`], { n: number }), before: told(old),
      changes: act === "record", after: told(game), clash: unfit.length === 1, clashes: unfit.length > 1,
      n: unfit.length, games: unfit.join(", "), names: now.outline.present(number).map(now.nameOf).join(", ") })
  }
}

/** The bid; of a game that was marked as overbid while nobody remembers it, which value was written. */
function bids({ actions, closeSheet, ui, law }) {
  const choose = chosen => {
    Object.assign(ui, { selection: { ...ui.selection, ...chosen }, confirming: null })
    closeSheet()
  }
  actions.bid = value => choose({ bid: value === "" ? null : Number(value), lifted: null })
  actions.lift = value => choose({ bid: null, lifted: Number(value) })
  return ({ selection }) => {
    const scores = law.liftedScores(selection, selection.tops).slice(0, 12)
    return filled("sheet-bids", {
      bids: law.table.bids.map(bid => ({ bid, pressed: String(selection.bid === bid) })), overbid: scores.length,
      scores: scores.map(score => ({ score, signed: signed(score), pressed: String(selection.lifted === score) })) })
  }
}

/** A Ramsch is entered by its loss, as the table counted it. */
function ramsch({ actions, closeSheet, keep, ui, law }) {
  let typed = ""
  const [least] = law.table.ramsch ?? [0]
  actions.digit = value => { typed = value === "back" ? typed.slice(0, -1) : (typed + value).slice(0, 3) }
  actions["keep-ramsch"] = () => {
    const points = -Number(typed)
    if (points > -1 || points < least) return
    closeSheet()
    return keep({ soloist: ui.selection.soloist, ramsch: true, score: points, won: false })
  }
  return ({ nameAt, number, selection }) => filled("sheet-ramsch", { off: !Number(typed),
    name: nameAt(selection.soloist, number), points: typed ? signed(-Number(typed)) : "–" })
}

/** A game was dealt by the wrong player: which one decides what is played again (SkO 3.2.11-13). */
function annul({ actions, closeSheet, put, view, ui }) {
  actions["annul-now"] = () => {
    const number = ui.picked["wrong-game"]
    closeSheet()
    return put({ act: "annul", number, consent: true, reason: words.annul_reason }, lineAt(view().lines, number))
  }
  return now => {
    const { outline, played, lines, nameAt, picked: { "wrong-game": chosen = null } } = now
    const { first } = outline.round(nextGame(now))
    const here = lines.filter(each => !each.annulled && each.number >= first)
    const isOver = played >= outline.games
    const numbers = isOver ? [outline.games] : here.map(each => each.number)
    const unknown = Math.max(1, first - 1)
    const isUnknown = chosen === unknown && !numbers.includes(unknown)
    const range = chosen && outline.annulled(chosen, played)
    return filled("sheet-annul", {
      has_games: numbers.length, range: Boolean(range), first: range?.[0], last: range?.[1],
      one: range && range[0] === range[1], many: range && range[0] < range[1],
      games: numbers.map(n => ({ n, name: nameAt(outline.dealer(n), n), pressed: String(chosen === n) })),
      unknown: numbers.length && !isOver && { n: unknown, pressed: String(isUnknown) } })
  }
}

/** A player leaves or comes at a round: the organizer enters it (TO 7.1.2), the table tells him. */
function players({ actions, ...page }) {
  return now => {
    const { outline, state, picked } = now
    const at = nextGame(now)
    const taken = outline.taken(at)
    const seats = outline.times.slice(0, outline.seats).map(({ seat }) => (
      { seat, n: seat, name: taken.includes(seat) ? now.nameAt(seat, at) : null, pressed: String(picked.seat === seat) }))
    const leaving = seats.find(({ seat }) => seat === picked.seat)
    const isAtThree = taken.length === FEWEST
    const mustCome = leaving && (leaving.name === null || isAtThree)
    const waits = Boolean(state.call)
    actions["tell-players"] = () => {
      const field = document.getElementById("who-comes")
      const comes = field.value.trim()
      if (mustCome && !comes) return field.focus()
      const figures = { name: leaving.name, seat: leaving.seat, n: picked.round, who: comes }
      const text = [leaving.name ? say(words.leaves_after, figures) : null, comes ? say(words.comes_at, figures) : null]
      tell(page, { text: text.filter(Boolean).join(" ") })
    }
    return filled("sheet-players", { ...picked, at_three: isAtThree, seats, waits, must_come: Boolean(mustCome),
      rounds: roundsToLeave(outline, at).map(round => ({ round, pressed: String(picked.round === round) })),
      off: waits || !leaving || !picked.round })
  }
}

/** The game behind the last one, also while an earlier one is corrected. */
const nextGame = ({ played, outline }) => Math.min(played + 1, outline.games)

/** After which rounds somebody can leave now: not within one, and not after the last. */
function roundsToLeave(outline, at) {
  const { number, first } = outline.round(at)
  const next = at === first ? number - 1 : number
  return [next, next + 1].filter(each => each > 0 && each < outline.rounds.length)
}

/** Call the organizer or the referee; closes the sheet if the server has it. */
async function tell({ session, closeSheet, show, ui }, fields) {
  ui.picked.failed = !(await session.tell("call/", fields))?.ok
  if (!ui.picked.failed) closeSheet()
  show(true)
}

/** The list ends before its last game; the reason stands on it. */
function stop({ actions, openSheet, view, ui }) {
  actions["stop-now"] = () => {
    const field = document.getElementById("stop-text")
    const reason = ui.picked["stop-reason"] ?? field.value.trim()
    if (reason) return openSheet("foot", { stop: { after: view().played, reason } })
    field.focus()
  }
  return now => {
    // Where four sit, three play on without the one who leaves (SkO 4.5.9).
    const isAtThree = now.outline.taken(nextGame(now)).length === FEWEST
    const reasons = isAtThree ? [words.stop_time, words.stop_left] : [words.stop_time]
    return filled("sheet-stop", { n: now.played, due: now.outline.games, at_three: isAtThree,
      reasons: reasons.map(why => ({ why, pressed: String(now.picked["stop-reason"] === why) })) })
  }
}

function call({ actions, ...page }, { number = null } = {}) {
  actions["call-now"] = () => {
    tell(page, { game: number, text: document.getElementById("call-text").value.trim() })
  }
  return ({ number: next, outline, picked }) => (
    filled("sheet-call", { ...picked, n: number ??= Math.min(next, outline.games) }))
}

export const sheets = { menu, games, line, consent, bids, ramsch, annul, players, stop, call, foot }
