// On every page: lines that wait in this browser and belong to no open page, with the way there.

import { h } from "./dom.js"
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
  const count = lines.length === 1 ? words.one : words.many.replace("[n]", lines.length)
  const rest = isOwn(lines[0]) ? typed && ` – ${typed}` : ` ${words.of.replace("[name]", accountName)}`
  const send = place === here.outbox?.place && button(words.send, () => here.outbox.resume({ everybody: true }).then(show))
  return h("p", {}, count, " ", h("a", { href: address }, name), rest, send && [" ", send], " ",
    button(words.discard, () => discard(lines, typed)))
}

function button(words, act) {
  const made = h("button", { type: "button", class: "btn btn-outline-secondary" }, words)
  made.addEventListener("click", act)
  return made
}

function discard(lines, typed) {
  if (window.confirm(`${words.sure}\n${typed}`)) forget(lines.map(({ id }) => id)).then(show)
}

onOtherPage(({ kind }) => { if (kind === "changed") show() })
document.addEventListener("DOMContentLoaded", show)
