// Closing a list: what is typed is sent first, then the foot compared, then the list closed; what
// stands against it leaves the list open.

import { foot, isFootTyped } from "./foot.js"
import { beginClosing, closed, notClosed, staysOnTheWay } from "./jump.js"
import { grid, inputOf, rows, stored } from "./rows.js"
import { token } from "./token.js"

const desk = document.getElementById("desk")
const dialog = document.getElementById("broken-off")

let page = null // what `watch` was given
let reason = null // why the table ended early, "" if it did not; null while nothing is being closed
let isFootSent = false
let ownToken = null // of a closing whose answer did not come: it counts once

/** `sendTyped()` sends what is typed in the rows, `isSent()` says whether all of it is answered,
 * `isOpen()` whether a row still needs its clerk, `toOpenRow()` puts the caret there. The `outbox`
 * sends what has no row, for `answered`. */
export function watch(given) {
  page = given
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "strike") begin(document.getElementById("stop-reason").value)
  })
  document.body.addEventListener("desk:closed", ({ detail }) => closed(detail.next))
}

/** Close the list; with a reason the games that were not begun are struck. */
export function begin(given = "") {
  page.sendTyped()
  // A list that ended early was not closed for its foot: the reason was given.
  reason = given || (document.getElementById("foot-differs")?.dataset.reason ?? "")
  isFootSent = false
  beginClosing()
  goOn()
}

/** The next step, as soon as the one before is answered. */
export function goOn() {
  if (reason === null || !page.isSent()) return
  if (page.isOpen()) return giveUp()
  if (isFootTyped() && !isFootSent) {
    isFootSent = true
    return send({ url: foot.getAttribute("hx-post"), source: foot })
  }
  ownToken ??= token()
  const differs = document.getElementById("foot-differs")?.checked ? { foot_differs: 1 } : {}
  send({ url: desk.dataset.close, source: grid, values: { stop_reason: reason, ...differs } }, ownToken)
}

const send = (line, own) => page.outbox.put({ line, isBrief: true, ...own && { token: own } })

/** The foot was compared, or the list closed, or it stays open. */
export function answered({ line }, status) {
  if (line.source === grid) ownToken = null
  if (![200, 204].includes(status)) giveUp()
  else if (line.source === foot) goOn()
  else reason = null
}

/** What was sent did not reach the server. Who types on in the list does not want it closed behind
 * his back, and nobody wants it broken off then. */
export function unreached(status) {
  if (reason === null || reason === "" && staysOnTheWay({ status })) return
  for (const entry of page.outbox.entries.filter(({ row }) => !row)) page.outbox.drop(entry)
  giveUp()
}

/** The list stays open. The caret goes to what keeps it so, where no keys are on their way to the
 * next table. */
function giveUp() {
  reason = null
  const asks = document.getElementById("foot-differs") // the caret is wanted there
  const isInField = notClosed({ isElsewhere: Boolean(asks) })
  if (!asks && !isInField) page.toOpenRow()
}

/** Ask why the table ended early, and name the games that would be struck. */
export function askWhyEnded() {
  dialog.returnValue = "" // Escape means no
  const every = rows()
  const first = every.findLastIndex(row => stored(row) !== "" || inputOf(row).value !== "") + 2
  const struck = document.getElementById("struck")
  if (struck && first < every.length) {
    struck.textContent = struck.dataset.games.replace("[first]", first).replace("[last]", every.length)
  }
  dialog.showModal()
}
