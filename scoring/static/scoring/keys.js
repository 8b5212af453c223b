// Keys between two lists: what is typed while one page is left and the next is not ready yet is
// kept, and typed there; on any other page, or much later, they are told and typed nowhere. Not a
// module, and the first script of a page: no key comes before it.

window.keysBetween = (() => {
  const PLACE = "keys-between-lists"
  const GOOD_FOR = 20000 // milliseconds: after that the clerk has long looked elsewhere
  const left = JSON.parse(sessionStorage.getItem(PLACE) ?? "null")
  sessionStorage.removeItem(PLACE)
  const isMeant = left && Date.now() - left.at < GOOD_FOR && location.pathname.startsWith(left.to)
  let keys = isMeant ? left.keys : []
  let isHolding = true
  let isLeaving = false
  let isTakenOver = false // by the scripts of the page
  let to = "" // the path of the next page, or its beginning

  function store() {
    if (isLeaving) sessionStorage.setItem(PLACE, JSON.stringify({ at: Date.now(), to, keys }))
  }

  window.addEventListener("keydown", event => {
    if (!isHolding || event.altKey || event.metaKey || event.isComposing) return
    const isText = event.key.length === 1 && !event.ctrlKey
    if (!isText && !["Enter", "Backspace", "ArrowDown", "ArrowUp"].includes(event.key)) return
    keep(event, [{ key: event.key, ctrlKey: event.ctrlKey }])
  }, true)

  // What comes without a key keeps its place among them: pasted, dictated, of a phone's keyboard.
  window.addEventListener("beforeinput", event => {
    if (!isHolding || !event.cancelable || event.isComposing) return
    const isDeleted = event.inputType === "deleteContentBackward"
    const text = isDeleted ? ["Backspace"] : [...event.data ?? ""]
    if (text.length) keep(event, text.map(key => ({ key, ctrlKey: false })))
  }, true)

  function keep(event, added) {
    event.preventDefault()
    event.stopImmediatePropagation()
    keys.push(...added)
    store()
  }

  function release() {
    const held = keys
    keys = []
    isHolding = isLeaving = false
    sessionStorage.removeItem(PLACE)
    return held
  }

  // A page whose scripts did not take over lets the keys go where the caret is.
  document.addEventListener("DOMContentLoaded", () => { if (!isLeaving && !isTakenOver) isHolding = false })
  window.addEventListener("pageshow", event => { if (event.persisted) release() })

  return {
    hold() { isHolding = isTakenOver = true },
    /** Hold them for the page at this address, which is the next. */
    leave(address) {
      isHolding = isLeaving = true
      to = new URL(address, location.href).pathname
      store()
    },
    /** The keys that were held; those that come now go where the caret is. */
    release,
    get areHeld() { return keys.length > 0 },
    /** Keys that were typed on the way to another page, or too long ago. */
    stray: left && !isMeant ? left.keys : [],
  }
})()
