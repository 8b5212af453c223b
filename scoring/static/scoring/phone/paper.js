// The whole list beside the keys, as the paper has it, where the screen is wide enough.

import { figure, h } from "./dom.js"
import { lineAt, running } from "./score_list.js"
import { SIGNS, kindWords } from "./words.js"

const MARKS = {
  with: line => (line.tops > 0 ? line.tops : ""),
  without: line => (line.tops < 0 ? -line.tops : ""),
  class: (line, words) => (line.class ? kindWords(line, words) : ""),
}

/** The figures of its rows: games, also annulled ones, and what is still to be played. */
export function paperRows({ law, lines, outline, players, words, due, number }) {
  const after = running(lines, outline)
  const row = (line, isVoid = false) => {
    const sums = after.get(line)
    const dealer = outline.position(line.dealer ?? outline.dealer(line.number), line.number)
    const kinds = [outline.endsRound(line.number) && "ends-round", isVoid && "void", line.number === number && "next"]
    return {
      number: line.number, attempt: line.attempt ?? 1, dealer, kind: kinds.filter(Boolean).join(" "),
      cells: law.table.columns_of_paper.map(column => (
        { kind: column === "base" ? "base" : "", said: cell(column, line, words) })),
      seats: players.map(({ position }) => ({ kind: position === dealer ? "dealer" : "",
        after: sums?.position === position && { ...sums, total: figure(sums.total), sign: sums.total < 0 ? "minus" : "" } })),
    }
  }
  return Array.from({ length: Math.max(due, 1) }, (_, place) => place + 1).flatMap(game => [
    ...lines.filter(each => each.number === game && each.annulled).map(line => row(line, true)),
    row(lineAt(lines, game) ?? { number: game })])
}

function cell(column, line, words) {
  if (line.passed || line.unread) return column === "base" ? (line.passed ? "–" : "?") : ""
  if (column === "base") {
    return SIGNS[line.game] ? h("span", { class: `suit ${line.game}`, role: "img", "aria-label": words.games[line.game] }, SIGNS[line.game])
      : line.game ? (words.games[line.game] ?? "")[0] ?? "" : line.ramsch ? "R" : ""
  }
  if (column in MARKS) return String(MARKS[column](line, words))
  return line[column] ? "×" : ""
}
