// Who else types in this list; what somebody else changed there comes with the answer.

import { token } from "./token.js"

const EVERY = 10000 // milliseconds
const FIRST = 1500
const PAGE = token()

/** The state of the list and what a correction needs, as the page shows them; on that of a second
 * entry, what it tells of others. */
const shownState = () => document.getElementById("overtaken")?.dataset.state ??
  `${document.getElementById("progress").dataset.list} ${document.getElementById("leave").dataset.leave}`

/** `isQuiet()` says whether nothing is on its way, `state()` gives the row of the caret and the
 * revision that the page shows. No line waits for the answer: one that comes when the page has gone on
 * is passed over. */
export function watchOthers({ isQuiet, state }) {
  const place = document.getElementById("others")
  if (!place) return
  let asked = null // the revision that the page showed when it asked
  let isAsking = false
  const ask = () => {
    if (document.hidden || isAsking || !isQuiet()) return
    isAsking = true
    const values = { page: PAGE, state: shownState(), ...state() }
    asked = values.revision
    window.htmx.ajax("GET", place.dataset.url, { source: place, target: place, swap: "none", values })
      .catch(() => {}).finally(() => { isAsking = false })
  }
  place.addEventListener("htmx:beforeSwap", event => {
    if (!isQuiet() || state().revision !== asked) event.detail.shouldSwap = false
  })
  // A page that is left or loaded anew is not in the list any more; one that is shown again asks.
  addEventListener("pagehide", () => {
    const url = new URL(place.dataset.url, location.href) // may ask for something already
    url.searchParams.set("page", PAGE)
    url.searchParams.set("left", "on")
    fetch(url, { keepalive: true }).catch(() => {})
  })
  setTimeout(ask, FIRST)
  setInterval(ask, EVERY)
  // Not to be reached: the lines that wait say so, and this asks again.
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    place.addEventListener(name, event => event.stopPropagation())
  }
}
