// A correction in a closed series asks for its reason where it is made (TO 7.2.5).

/** Put the caret into the reason, if this page needs one and has none yet; says whether. */
export function asksReason() {
  const field = document.querySelector("[data-leave=organizer] [name=correction]")
  if (!field || field.value.trim()) return false
  field.focus()
  return true
}
