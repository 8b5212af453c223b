// Confirming: a digit decides a difference.

const places = [...document.querySelectorAll("[data-difference]")]

/** To the first difference that is not decided; when all are, to the signatures. */
function goOn() {
  const open = places.find(place => !place.querySelector("input:checked"))
  const next = open?.querySelector("input") ?? document.querySelector("[name=all_signed]")
  next?.focus()
}

for (const place of places) {
  place.addEventListener("keydown", event => {
    // It means that all have signed: pressed too early it would take the first entry unread.
    if (event.key === " ") event.preventDefault()
    const choice = place.querySelectorAll("input")[{ 1: 0, 2: 1 }[event.key]]
    if (!choice || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    choice.checked = true
    goOn()
  })
}
if (places.length) goOn()

// What is typed while the second entry begins is for its first row.
const start = document.querySelector("form[data-begins]")
start?.addEventListener("submit", () => window.keysBetween.leave(start.action))

document.querySelector("#table-number[autofocus]")?.select()
