// Who else types in this list; what somebody else changed there comes with the answer.

import { token } from "./token.js"

const EVERY = 10000 // milliseconds
const FIRST = 1500
const PAGE = token()

/** `isQuiet()` says whether nothing is on its way, `state()` gives the row of the caret and the
 * revision that the page shows. */
export function watchOthers({ isQuiet, state }) {
  const place = document.getElementById("others")
  if (!place) return
  const ask = () => {
    if (document.hidden || !isQuiet()) return
    const values = { page: PAGE, ...state() }
    window.htmx.ajax("GET", place.dataset.url, { source: place, target: place, swap: "none", values })
      .catch(() => {})
  }
  setTimeout(ask, FIRST)
  setInterval(ask, EVERY)
  // Not to be reached: the lines that wait say so, and this asks again.
  for (const name of ["htmx:sendError", "htmx:responseError"]) {
    place.addEventListener(name, event => event.stopPropagation())
  }
}
