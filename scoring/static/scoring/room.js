// A page of the room renews itself: it asks every ten seconds, and the server nearly always says
// that nothing has changed. What is typed in the search field and where the page stands is kept.

import "./clock.js"
import { fill, folded } from "./dom.js"
import { renew } from "./renewing.js"

const PAUSE = 10_000
const content = document.getElementById("content")
let shown = content.innerHTML

function show(text) {
  if (!text) return location.reload()
  const page = new DOMParser().parseFromString(text, "text/html")
  const fresh = page.getElementById("content")
  const nav = document.querySelector(".room-nav")
  if (nav) fill(nav, ...page.querySelector(".room-nav").childNodes)
  if (fresh.innerHTML === shown) return
  shown = fresh.innerHTML
  fill(content, ...fresh.childNodes)
  const field = content.querySelector("[data-filter]")
  if (field) filter(field)
}

function ask() {
  if (!document.hidden) renew(location.pathname, show)
}

function filter(field) {
  const words = folded(field.value).split(/\s+/)
  const rows = [...content.querySelectorAll(".listing:not([data-picture] *) tbody tr")]
  for (const row of rows) {
    const text = folded(row.textContent)
    row.hidden = !words.every(word => text.includes(word))
  }
  content.querySelector("[data-nobody]").hidden = rows.some(row => !row.hidden)
}

document.addEventListener("input", event => {
  if (event.target.matches("[data-filter]")) filter(event.target)
})
document.addEventListener("visibilitychange", ask)
// Not all clients in the same second.
setInterval(ask, PAUSE * (0.9 + Math.random() / 5))
