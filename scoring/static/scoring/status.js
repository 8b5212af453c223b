// The bar at the bottom of a list: whether what was typed is stored.

import { timeOf } from "./clock.js"

const lost = document.getElementById("lost")
const signedOut = document.getElementById("signed-out")
const saved = document.getElementById("saved")

// Signing in again in another tab leaves the caret where the next line is typed.
signedOut?.addEventListener("mousedown", event => event.preventDefault())

/** Say whether everything is saved, how many rows or fields are red or not saved yet, and whether the
 * server is reached and takes what this account sends. */
export function showState({ isEmpty, offlineSince, refused }, numbers) {
  for (const [id, number] of Object.entries(numbers)) {
    const element = document.getElementById(id)
    element.hidden = number === 0
    element.querySelector("b").textContent = number
  }
  lost.hidden = !offlineSince
  if (offlineSince) lost.querySelector("time").textContent = timeOf(offlineSince)
  signedOut.hidden = !refused
  saved.hidden = !isEmpty || numbers.unsaved > 0 || numbers.reds > 0
}

/** A correction in a closed series asks for its reason where it is made (TO 7.2.5): put the caret
 * there, if this page needs one and has none yet; says whether. */
export function asksReason() {
  const field = document.querySelector("[data-leave=organizer] [name=correction]")
  if (!field || field.value.trim()) return false
  field.focus()
  return true
}

/** The keys of the whole page: F2 leads to what is wrong, F4 to the other way of typing. Ctrl+Enter
 * sends; Enter behind a reason goes on. */
export function watchKeys({ toWrong, send, goOn }) {
  document.addEventListener("keydown", event => {
    const isBehindReason = event.target.closest("#leave input")
    const act = {
      Enter: event.ctrlKey || event.metaKey ? send : isBehindReason && goOn,
      F2: toWrong,
      F4: () => document.getElementById("other-mode")?.click(),
    }[event.key]
    if (!act || event.altKey) return
    event.preventDefault()
    act()
  })
}
