// Games in words, by the strings that the page was given.

import { h, say, signed } from "./dom.js"

export const words = JSON.parse(document.getElementById("phone-words").textContent)
export const SIGNS = { diamonds: "♦", hearts: "♥", spades: "♠", clubs: "♣" }

/** The sign of a suit in its colour, the name of another game. */
const signOf = game => (SIGNS[game]
  ? h("span", { class: `suit ${game}`, "aria-label": words.games[game], role: "img" }, SIGNS[game])
  : words.games[game])

/** A kind of American game: "Tournee, zweite Karte". */
export function kindWords({ class: name, turn }) {
  const label = words.classes[name] ?? name
  return Number(turn) === 2 ? words.second_turn.replace("[game]", label) : label
}

/** The game of a record in words, in the order in which players say them: ["Karo", "ohne 3", "Hand"];
 * `named` says the game. */
export function gameWords(record, named = game => words.games[game]) {
  const { class: kind, tops, won, wenzel, overbid } = record
  const alone = ["passed", "unread", "ramsch"].find(each => record[each])
  if (alone) return [words[alone]]
  const reached = ["schneider", "schwarz"].filter(level => record[level] && !(won && record[`${level}_announced`]))
  const announced = ["ouvert", "schwarz_announced", "schneider_announced"].find(mark => record[mark])
  return [
    kind && kindWords(record),
    !words.classes_with_one_game.includes(kind) && named(record.game),
    tops && `${tops > 0 ? words.with : words.without} ${Math.abs(tops)}`,
    record.hand && words.hand,
    ...reached.map(level => words[level]),
    words[announced],
    wenzel !== "J" && words.wenzels[wenzel],
    overbid && words.overbid,
  ].filter(Boolean)
}

/** The same as nodes, also of a misplaced game. */
export const gameNodes = record => gameWords(record.misplaced ?? record, signOf)
  .flatMap((word, place) => (place ? [" ", word] : [word]))

/** What stands in a column of the paper. */
export function columnOf(column, line) {
  const { tops, game } = line
  if (column === "base") {
    if (line.passed || line.unread) return line.passed ? "–" : "?"
    return SIGNS[game] ? signOf(game) : line.ramsch ? "R" : words.games[game]?.[0]
  }
  if (column === "class") return line.class && kindWords(line)
  if (column === "with") return tops > 0 && String(tops)
  if (column === "without") return tops < 0 && String(-tops)
  return line[column] && "×"
}

/** What was entered and not taken: a game, or an act in words. */
export function actNodes({ act, number, game }, nameAt) {
  if (act === "record") return lineNodes({ ...game, number }, nameAt)
  return [(words[`act_${act}`] ?? String(number)).replace("[n]", number)]
}

/** "12 · ♦ ohne 3 · Karl +36"; a misplaced game with the name of the player at its former place. */
export function lineNodes(line, nameAt) {
  const { soloist } = line.misplaced ?? line
  const name = soloist ? nameAt(soloist, line.number) : ""
  const game = [`${line.number} · `, ...gameNodes(line)]
  if (line.misplaced) return [h("span", { class: "misplaced" }, ...game, ` · ${name} · ${words.enter_again}`)]
  return line.soloist && line.score != null ? [...game, " · ", h("b", {}, `${name} ${signed(line.score)}`)] : game
}

/** Whether a line has arrived, or is only kept here while something waits. */
export const markNode = ({ kept }, waiting) => {
  const [kind, said, sign] = kept && waiting ? ["kept", words.kept, "◌"] : ["sent", words.sent, "✓"]
  return h("span", { class: kind, title: said, role: "img", "aria-label": said }, sign)
}

/** Games that were entered otherwise before, a sentence each: "Spiel 3 berichtigt: +20 → +40". */
export function correctionNodes(corrections) {
  const points = game => (game.passed ? words.passed : signed(game.score))
  return corrections.map(({ number, before, game }) => h("p", {}, say(words.corrected, {
    n: number, before: points(before), now: points(game) })))
}
