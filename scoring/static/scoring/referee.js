// The way from a row of the list to the referee's desk: the link knows the game at hand.

const link = document.getElementById("to-referee")
const ofList = link.href

document.addEventListener("focusin", event => {
  const row = event.target.closest(".game")
  if (row) link.href = `${ofList}&game=${row.dataset.number}`
})
