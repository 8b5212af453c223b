// Ticking lost-game fees by keyboard: a number and Enter, then 1 to 4 for a seat, Enter for all.

const go = document.getElementById("go-table")
const tables = () => [...document.querySelectorAll("[data-table]")]

go?.addEventListener("keydown", event => {
  if (event.key !== "Enter") return
  event.preventDefault()
  const wanted = document.getElementById(`table-${go.value.trim()}`)
  go.select()
  wanted?.scrollIntoView({ block: "center" })
  wanted?.focus()
})

function lead(from, step) {
  const all = tables()
  const next = all[all.indexOf(from) + step]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

// While an answer replaces a table, nothing has the focus: keys still apply to that table.
let at = ""
document.addEventListener("focusin", event => {
  at = event.target.closest("[data-table]")?.id ?? ""
})
const nowhere = element => element === document.body || element === document.documentElement

document.addEventListener("keydown", event => {
  const meant = nowhere(event.target) && at ? document.getElementById(at) : null
  const table = event.target.closest?.("[data-table]") ?? meant
  if (!table || event.ctrlKey || event.altKey || event.metaKey) return
  const act = {
    ArrowDown: () => lead(table, 1), ArrowRight: () => lead(table, 1),
    ArrowUp: () => lead(table, -1), ArrowLeft: () => lead(table, -1),
    Escape: () => { go.focus(); go.select() },
  }[event.key]
  if (act) { event.preventDefault(); act(); return }
  if ("1234".includes(event.key)) {
    event.preventDefault()
    table.querySelector(`[data-seat="${event.key}"]`)?.click()
  }
  if (event.key === "Enter" && (event.target === table || table === meant)) {
    event.preventDefault()
    table.querySelector("[data-all]")?.click()
  }
})

// The answer takes the place of its table, and the keyboard stays there, unless it has gone on:
// the next Enter must not meet a table that came back under it.
document.addEventListener("htmx:afterSettle", event => {
  const fresh = document.querySelector("[data-fresh]")
  if (!fresh) return
  delete fresh.dataset.fresh
  const said = document.getElementById("said")
  if (said) said.textContent = fresh.dataset.said
  if (nowhere(document.activeElement) && (!at || at === fresh.id)) fresh.focus({ preventScroll: true })
})

if (location.hash.startsWith("#table-")) document.querySelector(location.hash)?.focus()

// A till that was counted and not kept is not left without a question.

const counting = document.querySelector("[data-unsaved]")
counting?.addEventListener("input", () => { counting.dataset.unsaved = "yes" })
counting?.addEventListener("submit", () => { counting.dataset.unsaved = "" })
addEventListener("beforeunload", event => {
  if (counting?.dataset.unsaved) event.preventDefault()
})
