/** A small button with these words; `act` is what a click does. */
export function button(words, act) {
  const made = document.createElement("button")
  made.type = "button"
  made.className = "btn btn-small btn-outline-secondary"
  made.textContent = words
  made.addEventListener("click", act)
  return made
}
