// A file that takes seconds: a bar shows how far the server is, while the browser waits for it as for
// any other.

import { h } from "./dom.js"

const PAUSE = 500 // milliseconds between two questions

async function watch(link) {
  const { progress, wait, ready } = link.dataset
  const bar = h("progress", { "aria-label": wait })
  const note = h("span", { class: "quiet ms-2", role: "status" }, `${wait} `, bar)
  link.after(note)
  while (bar.isConnected) {
    await new Promise(done => setTimeout(done, PAUSE))
    const answer = await fetch(progress).catch(() => null)
    if (!answer?.ok) continue
    const [value, max] = (await answer.text()).split("/")
    if (max) Object.assign(bar, { max, value })
    else if (value === "done" || bar.hasAttribute("max")) note.textContent = ready
  }
}

const forgetNotes = () => document.querySelectorAll("a[data-wait] + [role=status]").forEach(old => old.remove())

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-wait]")
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (link.parentElement.querySelector("progress")) return event.preventDefault()
  forgetNotes()
  watch(link)
})
// Back from the page that came in place of the file, the link is to be used again.
window.addEventListener("pageshow", forgetNotes)
