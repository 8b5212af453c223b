// The whole list beside the keys, as the paper has it, where the screen is wide enough.

import { figure, h } from "./dom.js"
import { lineAt, running } from "./score_list.js"
import { SIGNS, kindWords } from "./words.js"

const MARKS = {
  with: line => (line.tops > 0 ? line.tops : ""),
  without: line => (line.tops < 0 ? -line.tops : ""),
  class: (line, words) => (line.class ? kindWords(line, words) : ""),
}

export function paperForm({ law, lines, outline, players, totals, words, nameAt, due, number }) {
  const after = running(lines, outline)
  const columns = law.table.columns_of_paper
  const rows = []
  for (let game = 1; game <= Math.max(due, 1); game += 1) {
    for (const line of lines.filter(each => each.number === game && each.annulled)) rows.push(row(line, true))
    rows.push(row(lineAt(lines, game) ?? { number: game }))
  }
  function row(line, annulled = false) {
    const sums = after.get(line)
    const dealer = outline.position(line.dealer ?? outline.dealer(line.number), line.number)
    const classes = [outline.endsRound(line.number) ? "ends-round" : "", annulled ? "void" : "", line.number === number ? "next" : ""].join(" ")
    return h("tr", { class: classes.trim(), "data-key": `${line.number}-${line.attempt ?? 1}` },
      h("th", { scope: "row" }, String(line.number)), h("td", {}, String(dealer)),
      columns.map(column => h("td", { class: column === "base" ? "base" : "" }, cell(column, line, words))),
      players.map(({ position }) => h("td", { class: position === dealer ? "dealer" : "" },
        sums?.position === position ? [h("b", { class: sums.total < 0 ? "minus" : "" }, figure(sums.total)), h("small", {}, `${sums.won}/${sums.lost}`)] : "")))
  }
  return h("table", { class: "paper-form" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.number_short), h("th", { scope: "col" }, words.deals_sign),
      columns.map(column => h("th", { scope: "col", class: "mark", title: words.columns[column] }, words.column_signs[column])),
      players.map(({ name }) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows),
    h("tfoot", {}, foot("points", words.points), foot("won", words.won_short), foot("lost", words.lost_short),
      foot("others", words.others_short), foot("performance", words.performance)))

  function foot(figureName, label) {
    return h("tr", {}, h("th", { scope: "row", colspan: columns.length + 2 }, label),
      totals.map(each => h("td", {}, figureName === "performance" ? h("b", {}, figure(each[figureName])) : figure(each[figureName]))))
  }
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
