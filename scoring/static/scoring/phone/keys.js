// The keys of the next game: who, what, tops, marks, result. Keys only say what is to be done
// (data-do); list.js does it.

import { h, say, signed } from "./dom.js"
import { gamesOf, isComplete, isNull, kindsOf, mayMark, nullsOf, recordOf } from "./law.js"
import { SIGNS, gameWords, kindWords } from "./words.js"

const MANY = 4 // tops that have a key at once; the others behind one more

function key(label, { act, value = "", pressed = null, off = false, kind = "", ...more }) {
  return h("button", {
    type: "button", class: `key ${kind}`, "data-do": act, "data-value": value, "data-key": `${act}-${value}`,
    "aria-pressed": pressed === null ? null : String(pressed), disabled: off, ...more }, label)
}

const group = (name, label, ...keys) => h("div", { class: `keys ${name}`, role: "group", "aria-label": label, "data-key": name }, keys)

/** All rows of keys. `view` has law, words, outline, number, selection, more, nameAt. */
export function keyRows(view) {
  const { law, selection } = view
  const kinds = kindsOf(law)
  return [
    who(view),
    kinds.length > 1 ? kindRow(view, kinds) : null,
    what(view, kinds),
    selection.game !== null && isNull(law, selection) ? null : tops(view),
    marks(view),
  ]
}

function who({ outline, number, dealer, selection, nameAt, words }) {
  const taken = outline.taken(number)
  const deals = dealer ?? outline.dealer(number)
  const keys = taken.map(seat => {
    const off = !outline.mayPlay(seat, number, dealer)
    const label = [h("span", { class: "name" }, nameAt(seat, number)),
      seat === deals ? h("span", { class: "deals" }, words.deals) : null]
    return key(label, { act: "who", value: seat, pressed: selection.soloist === seat, off, kind: "player" })
  })
  return group("who", words.who, keys)
}

/** The kinds of American games; their nulls stand beside them. */
function kindRow({ law, selection, words }, kinds) {
  const keys = kinds.map(kind => key(kindWords(kind, words), {
    act: "kind", value: `${kind.class}/${kind.turn}`, kind: "small",
    pressed: selection.class === kind.class && selection.turn === kind.turn && selection.class !== null }))
  return group("kinds", words.kinds, keys, nullsOf(law).map(game => gameKey(game, selection, words, "small")))
}

const gameKey = (game, selection, words, kind) => key(
  SIGNS[game] ? h("span", { class: `suit ${game}`, "aria-hidden": "true" }, SIGNS[game]) : words.games[game],
  { act: "game", value: game, pressed: selection.game === game, kind, "aria-label": words.games[game] })

function what({ law, selection, words }, kinds) {
  const single = kinds.length === 1
  const chosen = single ? kinds[0] : selection.class ? { class: selection.class, turn: selection.turn } : null
  // Before a kind is chosen its games cannot be tapped, but they keep their place.
  const all = kinds.map(kind => gamesOf(law, kind))
  const games = chosen ? gamesOf(law, chosen) : all.reduce((most, each) => (each.length > most.length ? each : most))
  const keys = [...games, ...(single ? nullsOf(law) : [])].map(
    game => gameKey(game, selection, words, SIGNS[game] ? "sign" : "word"))
  if (!chosen) keys.forEach(each => { each.disabled = true })
  if (law.ramsch) keys.push(key(words.ramsch, { act: "ramsch", kind: "word", off: selection.soloist === null }))
  return group("what", words.what, keys)
}

function tops({ law, selection, words, more }) {
  const all = selection.game === null ? [] : law.tops(selection)
  const most = Math.max(4, ...all)
  const shown = more ? most : Math.min(most, MANY)
  const row = (sign, label) => {
    const keys = Array.from({ length: shown }, (_, place) => sign * (place + 1)).map(each => key(
      String(Math.abs(each)), { act: "tops", value: each, pressed: selection.tops === each,
        off: !all.includes(each), "aria-label": `${label} ${Math.abs(each)}` }))
    const chosen = Math.abs(selection.tops) > shown && Math.sign(selection.tops) === sign
    if (shown < most) {
      keys.push(key(chosen ? String(Math.abs(selection.tops)) : "…", { act: "more", value: sign,
        pressed: chosen || null, "aria-label": chosen ? `${label} ${Math.abs(selection.tops)}` : words.more_tops }))
    }
    return group(`tops ${sign > 0 ? "with" : "without"}${shown > MANY ? " all" : ""}`, label,
      h("span", { class: "label", "aria-hidden": "true" }, label), keys)
  }
  return [row(1, words.with), row(-1, words.without)]
}

function marks({ law, selection, words }) {
  const mark = (name, value, label = words[value]) => {
    if (!law.contracts.some(each => each[name] === value)) return null
    const pressed = selection[name] === value
    return key(label, { act: "mark", value: `${name}/${value}`, pressed, kind: name === "announced" ? "small said" : "small",
      off: !pressed && !mayMark(law, selection, name, value) })
  }
  const bid = selection.lifted !== null ? words.overbid : selection.bid === null
    ? words.bid : say(words.bid_of, { bid: selection.bid })
  return group("marks", words.marks,
    mark("hand", "hand"),
    mark("reached", "schneider"),
    mark("reached", "schwarz"),
    key(bid, { act: "bids", kind: "small", pressed: selection.bid !== null || selection.lifted !== null,
      off: selection.game === null || selection.tops === null }),
    mark("announced", "schneider_announced"),
    mark("announced", "schwarz_announced"),
    mark("announced", "ouvert"),
    mark("wenzel", "Q", words.wenzels.Q),
    mark("wenzel", "K", words.wenzels.K))
}

/** What the selected game brings, won and lost; null while something is missing. */
export function outcomes({ law, selection }) {
  if (!isComplete(law, selection)) return null
  const { bid, lifted, tops: number } = selection
  const [won, lost] = [true, false].map(
    each => law.outcome(selection, number, { won: each, bid, lifted: each ? null : lifted }))
  if (lifted !== null) won.refused = "below-bid"
  return { won, lost }
}

/** The two keys that keep a game, with its value; the key for a game passed in before that. */
export function result(view) {
  const { words, selection, confirming } = view
  const found = outcomes(view)
  if (!found) {
    return group("result", words.result,
      selection.soloist === null && selection.game === null
        ? key(words.passed, { act: "passed", kind: "passed" }) : null,
      h("p", { class: "missing" }, missing(view)))
  }
  const one = (outcome, label, name) => {
    const lines = [h("span", { class: "label" }, outcome.overbid ? words.overbid : label),
      h("span", { class: "value" }, outcome.refused ? "–" : signed(outcome.score))]
    return key(lines, { act: name, kind: `${name} ${confirming === name ? "sure" : ""}`, off: Boolean(outcome.refused) })
  }
  return group("result", words.result, one(found.won, words.won, "won"), one(found.lost, words.lost, "lost"))
}

function missing({ law, selection, words }) {
  if (selection.soloist === null) return selection.game === null ? words.begin : words.who
  if (selection.game === null) return words.what
  return words.missing_tops
}

/** What the law says of the selected game: { texts, isStrong }. */
export function objections({ law, words, selection, confirming }) {
  const found = outcomes({ law, selection })
  if (!found) return { texts: [], isStrong: false }
  const [won, lost] = [found.won, found.lost].map(({ notes }) => notes.map(({ key }) => words.notes[key]))
  const texts = [
    ...won.map(text => (lost.includes(text) ? text : `${words.won}: ${text}`)),
    ...lost.filter(text => !won.includes(text)).map(text => `${words.lost}: ${text}`)]
  const isBelowBid = found.won.refused === "below-bid"
  if (isBelowBid) {
    texts.push(isNull(law, selection) ? words.null_below_bid
      : say(words.below_bid, { score: signed(found.lost.score) }))
  }
  const notes = [...found.won.notes, ...found.lost.notes]
  return { texts, isStrong: Boolean(confirming) || isBelowBid || notes.some(({ severity }) => severity === "error") }
}

/** The sentence that a screen reader says of the selected game before it is kept. */
export function spokenValue(view) {
  const { words, selection, nameAt, number } = view
  const found = outcomes(view)
  if (!found) return ""
  const value = outcome => (outcome.refused ? words.impossible : signed(outcome.score))
  return say(words.spoken, { name: nameAt(selection.soloist, number),
    game: gameWords(recordOf(selection, {}), words, { spoken: true }), won: value(found.won), lost: value(found.lost) })
}
