// The foot of the paper: keys in its fields, and figures that follow what is stored.

const foot = document.getElementById("foot")

/** `before()` puts the caret above the foot. */
export function watchFoot({ before, entered }) {
  foot?.addEventListener("keydown", event => {
    const inputs = [...foot.querySelectorAll("input")]
    const place = inputs.indexOf(event.target)
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (place < 0 || !step || event.ctrlKey || event.metaKey) return
    if (event.key === "Enter" && place === inputs.length - 1) return // the form is sent
    event.preventDefault()
    if (place + step < 0) before()
    else inputs[place + step]?.focus()
  })
  foot?.addEventListener("focusin", entered)
}

/** Fields in which nothing was typed show what is stored of the paper's foot. */
export function followPaper() {
  const answer = document.getElementById("foot-answer")
  if (!foot || !answer) return
  const paper = new URLSearchParams(answer.dataset.paper)
  for (const input of foot.querySelectorAll("table input")) {
    const figure = paper.get(input.name) ?? ""
    if (input.value === input.defaultValue) input.value = figure
    input.defaultValue = figure
  }
}
