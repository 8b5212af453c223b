// The keys of the next game: who, what, tops, marks, result. Keys only say what is to be done
// (data-do); list.js does it.

import { say, signed } from "./dom.js"
import { recordOf, valueOf, variants } from "./law.js"
import { SIGNS, gameWords, kindWords, words } from "./words.js"

const MANY = 4 // tops that have a key at once; the others behind one more

/** The figures of all keys. `view` has law, outline, number, selection, outcomes, more, nameAt. */
export function keysOf(view) {
  const { law, selection } = view
  const { kinds, nulls } = law.table
  const { bid, lifted, game, tops: chosen } = selection
  return {
    seats: seats(view),
    kind_row: kinds.length > 1,
    kinds: kinds.map(kind => ({ value: valueOf(kind), label: kindWords(kind),
      pressed: String(valueOf(kind) === valueOf(selection)) })),
    nulls: nulls.map(each => ({ ...gameKey(each, view), kind: "small" })),
    games: games(view),
    ramsch: law.table.ramsch && { off: selection.soloist === null },
    tops: law.isNull(game) ? [] : [tops(view, 1), tops(view, -1)],
    reached: marks(view, ["hand/hand", "reached/schneider", "reached/schwarz"]),
    bid: lifted !== null ? words.overbid : bid === null ? words.bid : say(words.bid_of, { bid }),
    bid_pressed: String(bid !== null || lifted !== null),
    bid_off: game === null || chosen === null,
    announced: marks(view, ["announced/schneider_announced", "announced/schwarz_announced", "announced/ouvert",
      "wenzel/Q", "wenzel/K"]),
    objections: objections(view),
    ...result(view),
  }
}

function seats({ outline, number, dealer, selection, nameAt }) {
  const deals = dealer ?? outline.dealer(number)
  return outline.taken(number).map(seat => ({ seat, name: nameAt(seat, number), deals: seat === deals,
    pressed: String(selection.soloist === seat), off: !outline.mayPlay(seat, number, dealer) }))
}

const gameKey = (game, { selection }) => ({ game, name: words.games[game], sign: SIGNS[game],
  pressed: String(selection.game === game), kind: SIGNS[game] ? "sign" : "word" })

/** Before a kind is chosen its games cannot be tapped, but they keep their place. American nulls
 * stand beside the kinds. */
function games(view) {
  const { law: { table: { kinds, nulls } }, selection } = view
  const isSingle = kinds.length === 1
  const chosen = isSingle ? kinds[0] : kinds.find(kind => valueOf(kind) === valueOf(selection))
  const most = kinds.reduce((one, other) => (other.games.length > one.games.length ? other : one))
  return [...(chosen ?? most).games, ...(isSingle ? nulls : [])].map(game => ({ ...gameKey(game, view), off: !chosen }))
}

/** The row of tops with (1) or without (-1). */
function tops({ law, selection, more }, sign) {
  const all = law.tops(selection)
  const most = Math.max(4, ...all)
  const count = more ? most : Math.min(most, MANY)
  const label = sign > 0 ? words.with : words.without
  const chosen = Math.sign(selection.tops) === sign && Math.abs(selection.tops)
  const isBehind = chosen > count
  const keys = Array.from({ length: count }, (_, place) => place + 1).map(each => ({ count: each, value: sign * each,
    pressed: String(selection.tops === sign * each), off: !all.includes(sign * each) }))
  return { label, keys, kind: `${sign > 0 ? "with" : "without"}${count > MANY ? " all" : ""}`,
    others: count < most && { value: sign, count: isBehind ? chosen : "…", pressed: isBehind ? "true" : null,
      said: isBehind ? `${label} ${chosen}` : words.more_tops } }
}

/** Keys for those of the marks that the law knows: "reached/schneider". */
const marks = ({ law, selection }, all) => all.map(value => [value, ...value.split("/")])
  .filter(([, name, mark]) => law.contracts.some(each => each[name] === mark))
  .map(([value, name, mark]) => {
    const isPressed = selection[name] === mark
    return { value, label: words.wenzels[mark] ?? words[mark], kind: name === "announced" ? "said" : "",
      pressed: String(isPressed), off: !isPressed && !variants(law, { ...selection, [name]: mark }, name).length }
  })

/** What the selected game brings, won and lost; null while something is missing. */
export function outcomes(law, selection) {
  const { soloist, bid, lifted, tops: number } = selection
  if (soloist === null || !law.tops(selection).includes(number)) return null
  const [won, lost] = [true, false].map(each => law.outcome(selection, number, { won: each, bid, lifted }))
  return { won, lost }
}

/** The two keys that keep a game, with its value; the key for a game passed in before that. */
function result({ selection, outcomes: found, confirming }) {
  const { soloist, game } = selection
  if (found) {
    return { results: ["won", "lost"].map(act => ({ act, sure: confirming === act ? "sure" : "",
      label: found[act].overbid ? words.overbid : words[act], off: Boolean(found[act].refused),
      value: found[act].refused ? "–" : signed(found[act].score) })) }
  }
  const missing = game === null ? (soloist === null ? "begin" : "what") : (soloist === null ? "who" : "missing_tops")
  return { missing: words[missing], passed: missing === "begin" }
}

/** What the law says of the selected game. */
function objections({ law, selection, outcomes: found, confirming }) {
  if (!found) return []
  const [won, lost] = [found.won, found.lost].map(({ notes }) => notes.map(({ key }) => words.notes[key]))
  const texts = [
    ...won.map(text => (lost.includes(text) ? text : `${words.won}: ${text}`)),
    ...lost.filter(text => !won.includes(text)).map(text => `${words.lost}: ${text}`)]
  const isBelowBid = found.won.refused === "below-bid"
  if (isBelowBid) {
    texts.push(law.isNull(selection.game) ? words.null_below_bid
      : say(words.below_bid, { score: signed(found.lost.score) }))
  }
  const notes = [...found.won.notes, ...found.lost.notes]
  const isStrong = confirming || isBelowBid || notes.some(({ severity }) => severity === "error")
  return texts.map(text => ({ text, kind: isStrong ? "strong" : "" }))
}

/** The sentence that a screen reader says of the selected game before it is kept. */
export function spokenValue({ selection, outcomes: found, nameAt, number }) {
  if (!found) return ""
  const value = outcome => (outcome.refused ? words.impossible : signed(outcome.score))
  return say(words.spoken, { name: nameAt(selection.soloist, number),
    game: gameWords(recordOf(selection, {})).join(" "), won: value(found.won), lost: value(found.lost) })
}
