// The clock of a series goes on without asking the server: minutes left, over the time, or played.

/** The time of day, as the language of the page writes it. */
export const timeOf = moment => moment.toLocaleTimeString(
  document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })

const MINUTE = 60_000

function word(element, words, minutes) {
  const text = words.replace("#", String(minutes))
  if (element.textContent !== text) element.textContent = text
}

function tick() {
  for (const each of document.querySelectorAll("[data-minutes-to]")) {
    const left = Math.floor((Date.parse(each.dataset.minutesTo) - Date.now()) / MINUTE)
    each.classList.toggle("is-over", left < 0)
    word(each, left < 0 ? each.dataset.over : each.dataset.left, Math.abs(left))
  }
  for (const each of document.querySelectorAll("[data-minutes-from]")) {
    word(each, each.dataset.played, Math.max(0, Math.floor((Date.now() - Date.parse(each.dataset.minutesFrom)) / MINUTE)))
  }
}

tick()
setInterval(tick, 1_000)
