// On every page: lines that wait in this browser and belong to no open page, with the way there.

import { forget, here, isOwn, leftBehind, onOtherPage } from "./store.js"

const notice = document.getElementById("waiting")
const words = notice.dataset

async function show() {
  const groups = {}
  for (const line of await leftBehind()) {
    const key = [line.place, line.account, line.language].join(" ")
    groups[key] = [...(groups[key] ?? []), line]
  }
  const items = Object.values(groups).map(item)
  notice.replaceChildren(...items)
  notice.hidden = items.length === 0
}

/** What waits at one place, of one person: a link there, or a button that sends it from here. */
function item(lines) {
  const { place, name, address, accountName } = lines[0]
  const typed = lines.map(({ line }) => line.text ?? line.name ?? line.line ?? "").join(" · ")
  const entry = document.createElement("p")
  const count = lines.length === 1 ? words.one : words.many.replace("[n]", lines.length)
  const link = document.createElement("a")
  link.href = address
  link.textContent = name
  entry.append(count, " ", link)
  if (isOwn(lines[0])) entry.append(typed && ` – ${typed}`)
  else entry.append(" ", words.of.replace("[name]", accountName))
  if (place === here.place) {
    entry.append(" ", button(words.send, () => here.resume({ everybody: true }).then(show)))
  }
  entry.append(" ", button(words.discard, () => discard(lines, typed)))
  return entry
}

function button(words, act) {
  const made = document.createElement("button")
  made.type = "button"
  made.className = "btn btn-outline-secondary"
  made.textContent = words
  made.addEventListener("click", act)
  return made
}

function discard(lines, typed) {
  if (window.confirm(`${words.sure}\n${typed}`)) forget(lines.map(({ id }) => id)).then(show)
}

onOtherPage(({ kind }) => { if (kind === "changed") show() })
document.addEventListener("DOMContentLoaded", show)
