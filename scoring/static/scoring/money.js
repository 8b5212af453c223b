// Ticking lost-game fees by keyboard: a number and Enter, then 1 to 4 for a seat, Enter for all.

const go = document.getElementById("go-table")

go?.addEventListener("keydown", event => {
  if (event.key !== "Enter") return
  event.preventDefault()
  const wanted = document.getElementById(`table-${go.value.trim()}`)
  go.select()
  wanted?.scrollIntoView({ block: "center" })
  wanted?.focus()
})

function lead(from, step) {
  const all = [...document.querySelectorAll("[data-table]")]
  all[all.indexOf(from) + step]?.focus()
}

document.addEventListener("keydown", event => {
  const { key, target } = event
  const table = target.closest("[data-table]")
  if (!table || event.ctrlKey || event.altKey || event.metaKey) return
  const act = {
    ArrowDown: () => lead(table, 1), ArrowRight: () => lead(table, 1),
    ArrowUp: () => lead(table, -1), ArrowLeft: () => lead(table, -1),
    Escape: () => { go.focus(); go.select() },
    Enter: target === table && (() => table.querySelector("[data-all]")?.click()),
  }[key] ?? ("1234".includes(key) && (() => table.querySelector(`[data-seat="${key}"]`)?.click()))
  if (!act) return
  event.preventDefault()
  act()
})

// The answer takes the place of its table, and htmx gives it the keyboard that the table had.
document.addEventListener("htmx:beforeSwap", ({ target }) => {
  if (target.contains(document.activeElement)) target.focus({ preventScroll: true })
})

if (location.hash.startsWith("#table-")) document.querySelector(location.hash)?.focus()

// A till that was counted and not kept is not left without a question.

const counting = document.querySelector("[data-unsaved]")
counting?.addEventListener("input", () => { counting.dataset.unsaved = "yes" })
counting?.addEventListener("submit", () => { counting.dataset.unsaved = "" })
addEventListener("beforeunload", event => {
  if (counting?.dataset.unsaved) event.preventDefault()
})
