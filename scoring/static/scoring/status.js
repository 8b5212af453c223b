// The bar at the bottom of a list: whether what was typed is stored, and what stays in its place.

const lost = document.getElementById("lost")
const signedOut = document.getElementById("signed-out")
const saved = document.getElementById("saved")

// Signing in again in another tab leaves the caret where the next line is typed.
signedOut?.addEventListener("mousedown", event => event.preventDefault())

/** Say whether everything is saved, the server is reached, and it takes what this account sends. */
export function showConnection({ isEmpty, offlineSince, refused }, isSaved = isEmpty) {
  lost.hidden = !offlineSince
  if (offlineSince) lost.querySelector("time").textContent = clock(offlineSince)
  signedOut.hidden = !refused
  saved.hidden = !isSaved
}

/** Show a number of the bar, or hide it if it is 0. */
export function showNumber(id, number) {
  const element = document.getElementById(id)
  element.hidden = number === 0
  element.querySelector("b").textContent = number
}

/** A correction in a closed series asks for its reason where it is made (TO 7.2.5): put the caret
 * there, if this page needs one and has none yet; says whether. */
export function asksReason() {
  const field = document.querySelector("[data-leave=organizer] [name=correction]")
  if (!field || field.value.trim()) return false
  field.focus()
  return true
}

function clock(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })
}

/** The same question after other differences: what is typed for it stays. */
function keepTotal(target, fresh) {
  const [typed, asked] = [target, fresh].map(each => each.querySelector("#trace")?.elements)
  if (!typed?.total || !asked?.total) return
  const isSame = ["seat", "number"].every(name => typed[name]?.value === asked[name]?.value)
  if (isSame) asked.total.value = typed.total.value
}

// Every answer brings all that follows from the rows. What says the same stays as it is: a tick, a
// reason or a total that is being typed there is not lost.
document.body.addEventListener("htmx:oobBeforeSwap", event => {
  const { target, fragment } = event.detail
  const fresh = fragment.matches?.(`#${target.id}`) ? fragment : fragment.querySelector(`#${target.id}`)
  if (!fresh || !["leave", "foot-answer"].includes(target.id)) return
  const words = element => element.textContent.replace(/\s+/g, " ")
  const isSame = target.id === "leave"
    ? ["leave", "last"].every(name => target.dataset[name] === fresh.dataset[name])
    : words(target) === words(fresh) && !fresh.querySelector("[data-wants-caret]")
  if (!isSame) return keepTotal(target, fresh)
  if (fresh.dataset.paper !== undefined) target.dataset.paper = fresh.dataset.paper
  event.detail.shouldSwap = false
})
