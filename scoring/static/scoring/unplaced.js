// Lines that were typed for a row which the list has no longer: they stay in sight, and go nowhere,
// until their clerk takes them into another row or discards them.

import { button } from "./button.js"

const place = document.getElementById("unplaced")
const entries = []

export const unplaced = {
  get isEmpty() { return entries.length === 0 },
  get length() { return entries.length },
  /** Whether one would be lost with the page. */
  get isAtRisk() { return entries.some(each => !each.id) },
}

/** Show an entry of the outbox, or anything with its `line`. `take(entry)` puts it into a row, and
 * is missing where there is none; `discard(entry)` is called when it is given up. */
export function showUnplaced(entry, { take, discard }) {
  entries.push(entry)
  const item = document.createElement("li")
  const { number, text } = entry.line
  item.append(place.dataset.line.replace("[number]", number).replace("[line]", text), " ")
  const leave = act => () => {
    entries.splice(entries.indexOf(entry), 1)
    item.remove()
    place.hidden = unplaced.isEmpty
    act(entry)
  }
  if (take) item.append(button(place.dataset.take, leave(take)), " ")
  item.append(button(place.dataset.discard, leave(discard)))
  place.querySelector("ul").append(item)
  const struck = document.getElementById("struck-rows")
  if (struck) struck.hidden = !("endedEarly" in document.getElementById("progress").dataset)
  place.hidden = false
}
