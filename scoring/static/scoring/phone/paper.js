// The whole list beside the keys, as the paper has it, where the screen is wide enough.

import { figure } from "./dom.js"
import { lineAt } from "./score_list.js"
import { SIGNS, kindWords, signOf, words } from "./words.js"

/** The figures of its rows: games, also annulled ones, and what is still to be played. */
export function paperRows({ law, lines, outline, players, due, number, after }) {
  const row = line => {
    const sums = after.get(line)
    const dealer = outline.position(line.dealer ?? outline.dealer(line.number), line.number)
    const isEnd = outline.round(line.number).last === line.number
    const kinds = [isEnd && "ends-round", line.annulled && "void", line.number === number && "next"]
    return {
      number: line.number, attempt: line.attempt ?? 1, dealer, kind: kinds.filter(Boolean).join(" "),
      cells: law.table.columns_of_paper.map(column => (
        { kind: column === "base" ? "base" : "", said: cell(column, line) })),
      seats: players.map(({ position }) => ({ kind: position === dealer ? "dealer" : "",
        after: sums?.position === position
          && { ...sums, total: figure(sums.points), sign: sums.points < 0 ? "minus" : "" } })),
    }
  }
  return Array.from({ length: Math.max(due, 1) }, (_, place) => place + 1).flatMap(game => [
    ...lines.filter(each => each.number === game && each.annulled).map(row),
    row(lineAt(lines, game) ?? { number: game })])
}

function cell(column, line) {
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
