// The bar at the bottom of a list: whether what was typed is stored, and the number of a next table.

const lost = document.getElementById("lost")
const signedOut = document.getElementById("signed-out")
const saved = document.getElementById("saved")
const next = document.getElementById("table-number")

/** Say whether everything is saved, the server is reached, and it takes what this account sends. */
export function showConnection({ isEmpty, offlineSince, refused }, isSaved = isEmpty) {
  lost.hidden = !offlineSince
  if (offlineSince) lost.querySelector("time").textContent = clock(offlineSince)
  signedOut.hidden = !refused
  saved.hidden = !isSaved
}

function clock(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })
}

// The proposed number is selected: typing replaces it.
next?.addEventListener("focus", () => next.select())
