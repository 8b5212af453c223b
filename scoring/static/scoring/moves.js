// Rows were inserted or removed by this page: what is typed, refused or waits behind moves along.

import { inputOf, neighbour, numberOf, numbered, rows, stored } from "./rows.js"

/** `sent` is the line whose answer says that the rows from number `from` on moved by `by`, in the list
 * as it was at the revision `before`; their cells still show what stood there before. What was typed
 * on another revision stays: its page shows the rows moved already, or somebody else moved them, too,
 * and it will be asked about. `unplace` takes what has no row any more, and what stays where another
 * line comes. */
export function moveAlong({ from, by, before, sent, outbox, unplace }) {
  const context = { sent, outbox, unplace }
  const isMoved = ({ revision }) => Object.values(revision ?? {})[0] === String(before)
  const isNew = row => row === sent.row && numberOf(row) === from && sent.line.text.trim() === "+"
  const moving = rows().filter(row => numberOf(row) >= from)
  if (by > 0) moving.reverse()
  for (const row of moving) {
    const waiting = outbox.entries.filter(each =>
      each !== sent && each.row === row && isMoved(each.line))
    const isTyped = row.base && isMoved(row.base)
    if (isNew(row)) { // typed over "+": it is for the new row, which is empty
      for (const each of waiting) outbox.amend(each, { seen: "" })
      if (isTyped) row.base.seen = ""
      continue
    }
    if (!waiting.length && !isTyped) continue
    const to = by < 0 && numberOf(row) === from ? null : neighbour(row, by)
    if (to) clear(to, context)
    for (const each of waiting) {
      if (to) move(each, row, to, outbox)
      else unplace(outbox.release(each))
    }
    if (to) inputOf(to).value = inputOf(row).value
    if (isTyped) moveTyped(row, to, context)
    inputOf(row).value = stored(row)
  }
  showDisplaced(numbered(from), by, context)
}

/** Whatever is unsent in a row leaves it: another line comes. */
function clear(row, { sent, outbox, unplace }) {
  for (const each of outbox.entries.filter(each => each !== sent && each.row === row)) {
    unplace(outbox.release(each))
  }
  if (row.base) moveTyped(row, null, { outbox, unplace })
}

function move(entry, row, to, outbox) {
  entry.row = to
  const url = entry.line.url.replace(row.dataset.url, to.dataset.url)
  outbox.amend(entry, { url, number: to.dataset.number })
}

/** What is typed and not sent, with what was said of it. */
function moveTyped(row, to, { outbox, unplace }) {
  const { base, refused, kept, displaced } = row
  row.base = row.refused = row.kept = row.displaced = undefined
  if (!to) {
    const typed = { line: { number: row.dataset.number, text: inputOf(row).value } }
    const lines = [displaced?.kept, kept]
    if (typed.line.text !== kept?.line.text) lines.push(typed)
    return lines.filter(Boolean).forEach(unplace)
  }
  Object.assign(to, { base, refused, kept, displaced })
  if (kept) move(kept, row, to, outbox)
}

/** The refused line over which "+" was typed belongs below the new row. */
function showDisplaced(row, by, { sent, outbox, unplace }) {
  const below = neighbour(row, 1)
  if (by < 0 || !row.displaced || !below) return
  clear(below, { sent, outbox, unplace })
  const { text, base, kept } = row.displaced
  inputOf(below).value = text
  Object.assign(below, { base, kept, isNew: true })
  if (kept) move(kept, row, below, outbox)
  row.displaced = undefined
}
