// Games in words, by the strings that the page was given.

import { h, say, signed } from "./dom.js"

export const SIGNS = { diamonds: "♦", hearts: "♥", spades: "♠", clubs: "♣" }

/** "mit 3", "ohne 1" */
export const topsWords = (tops, words) => `${tops > 0 ? words.with : words.without} ${Math.abs(tops)}`

/** The marks of a game record, in the order in which players say them. */
export function markWords(record, words) {
  const marks = []
  if (record.hand) marks.push(words.hand)
  if (record.schneider && !(record.won && record.schneider_announced)) marks.push(words.schneider)
  if (record.schwarz && !(record.won && record.schwarz_announced)) marks.push(words.schwarz)
  if (record.ouvert) marks.push(words.ouvert)
  else if (record.schwarz_announced) marks.push(words.schwarz_announced)
  else if (record.schneider_announced) marks.push(words.schneider_announced)
  if (record.wenzel && record.wenzel !== "J") marks.push(words.wenzels[record.wenzel])
  if (record.overbid) marks.push(words.overbid)
  return marks
}

/** A kind of American game: "Tournee, zweite Karte". */
export function kindWords({ class: name, turn }, words) {
  const label = words.classes[name] ?? name
  return Number(turn) === 2 ? words.second_turn.replace("[game]", label) : label
}

/** The game of a record in words, spoken ones without signs: "♦ ohne 3 Hand", "Karo ohne 3 Hand". */
export function gameWords(record, words, { spoken = false } = {}) {
  if (record.passed) return words.passed
  if (record.misplaced) return gameWords(record.misplaced, words, { spoken })
  if (record.unread) return words.unread
  if (record.ramsch) return words.ramsch
  const name = spoken ? words.games[record.game] : SIGNS[record.game] ?? words.games[record.game]
  const kind = record.class ? [kindWords(record, words)] : []
  const isKind = record.class && words.classes_with_one_game.includes(record.class)
  const tops = record.tops ? [topsWords(record.tops, words)] : []
  return [...kind, ...(isKind ? [] : [name]), ...tops, ...markWords(record, words)].join(" ")
}

/** The same as elements: the sign of a suit in its colour. */
export function gameNodes(record, words) {
  if (record.misplaced) return gameNodes(record.misplaced, words)
  const sign = SIGNS[record.game]
  const said = gameWords(record, words)
  if (!sign || record.passed || record.unread || record.ramsch) return [said]
  const [before, after] = said.split(sign)
  return [before, h("span", { class: `suit ${record.game}`, "aria-label": words.games[record.game], role: "img" }, sign), after]
}

/** What was entered and not taken: a game, or an act in words. */
export function actNodes({ act, number, game }, { nameAt }, words) {
  if (act === "record") return lineNodes({ ...game, number }, nameAt, words)
  return [(words[`act_${act}`] ?? String(number)).replace("[n]", number)]
}

/** "12 · ♦ ohne 3 · Karl +36"; a misplaced game with the name of the player at its former place. */
export function lineNodes(line, nameAt, words) {
  const { soloist } = line.misplaced ?? line
  const name = soloist ? nameAt(soloist, line.number) : ""
  const game = [`${line.number} · `, ...gameNodes(line, words)]
  if (line.misplaced) return [h("span", { class: "misplaced" }, ...game, ` · ${name} · ${words.enter_again}`)]
  return line.soloist && line.score != null ? [...game, " · ", h("b", {}, `${name} ${signed(line.score)}`)] : game
}

/** Whether a line has arrived, or is only kept here while something waits. */
export const markNode = ({ kept }, waiting, words) => {
  const [kind, said, sign] = kept && waiting ? ["kept", words.kept, "◌"] : ["sent", words.sent, "✓"]
  return h("span", { class: kind, title: said, role: "img", "aria-label": said }, sign)
}

/** Games that were entered otherwise before, a sentence each: "Spiel 3 berichtigt: +20 → +40". */
export function correctionNodes(corrections, words) {
  const points = game => (game.passed ? words.passed : signed(game.score))
  return corrections.map(({ number, before, game }) => h("p", {}, say(words.corrected, {
    n: number, before: points(before), now: points(game) })))
}
