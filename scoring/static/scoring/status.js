// The bar at the bottom of a list: whether what was typed is stored, and the number of a next table.

const lost = document.getElementById("lost")
const signedOut = document.getElementById("signed-out")
const saved = document.getElementById("saved")
const unsaved = document.getElementById("unsaved")
const next = document.getElementById("table-number")

/** Say whether the server is reached, and whether it takes lines of this account. */
export function showConnection({ isEmpty, offlineSince, refused }) {
  lost.hidden = !offlineSince
  if (offlineSince) lost.querySelector("time").textContent = clock(offlineSince)
  signedOut.hidden = !refused
  saved.hidden = !isEmpty || (unsaved && !unsaved.hidden)
}

function clock(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })
}

// The proposed number is selected: typing replaces it.
next?.addEventListener("focus", () => next.select())
