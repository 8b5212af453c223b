// The way from a row of the list to the referee's desk: the link knows the game at hand.

const link = document.getElementById("to-referee")

if (link) {
  const list = new URL(link.href)
  document.addEventListener("focusin", event => {
    const row = event.target.closest(".game")
    if (!row) return
    list.searchParams.set("game", row.dataset.number)
    link.href = list.toString()
  })
}
