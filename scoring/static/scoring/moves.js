// Rows were inserted or removed by this page: what is typed, refused or waits behind moves along.

import { inputOf, neighbour, numberOf, numbered, rows, stored } from "./rows.js"

/** `sent` is the line whose answer says that the rows from number `from` on moved by `by`; their
 * cells still show what stood there before. `unplace` takes what has no row any more. */
export function moveAlong({ from, by, sent, outbox, unplace }) {
  const isNew = row => row === sent.row && numberOf(row) === from && sent.line.text.trim() === "+"
  const moving = rows().filter(row => numberOf(row) >= from)
  if (by > 0) moving.reverse()
  for (const row of moving) {
    const waiting = outbox.entries.filter(each => each !== sent && each.row === row)
    if (isNew(row)) { // typed over "+": it is for the new row, which is empty
      for (const each of waiting) outbox.amend(each, { seen: "" })
      if (row.base) row.base.seen = ""
      continue
    }
    if (!waiting.length && !row.base) continue
    const to = by < 0 && numberOf(row) === from ? null : neighbour(row, by)
    for (const each of waiting) {
      if (to) move(each, row, to, outbox)
      else unplace(outbox.release(each))
    }
    if (to) inputOf(to).value = inputOf(row).value
    if (row.base) moveTyped(row, to, { outbox, unplace })
    inputOf(row).value = stored(row)
  }
  showDisplaced(numbered(from), by)
}

function move(entry, row, to, outbox) {
  entry.row = to
  const url = entry.line.url.replace(row.dataset.url, to.dataset.url)
  outbox.amend(entry, { url, number: to.dataset.number })
}

/** What is typed and not sent, with what was said of it. */
function moveTyped(row, to, { outbox, unplace }) {
  const { base, refused, kept } = row
  row.base = row.refused = row.kept = undefined
  if (!to) return unplace(kept ?? { line: { number: row.dataset.number, text: inputOf(row).value } })
  Object.assign(to, { base, refused, kept })
  if (kept) move(kept, row, to, outbox)
}

/** The refused line over which "+" was typed belongs below the new row. */
function showDisplaced(row, by) {
  const below = neighbour(row, 1)
  if (by > 0 && row.displaced && below) {
    inputOf(below).value = row.displaced.text
    below.base = row.displaced.base
    below.isNew = true
  }
  row.displaced = undefined
}
