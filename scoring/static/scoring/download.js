// A file that takes seconds: fetched here, with a bar that shows how far the server is.
// Without this script the link downloads it as any other.

import { h } from "./dom.js"

const PAUSE = 500 // milliseconds between two questions

async function watch(address, bar) {
  while (bar.isConnected) {
    await new Promise(done => setTimeout(done, PAUSE))
    const answer = await fetch(address).catch(() => null)
    const [value, max] = answer?.ok ? (await answer.text()).split("/") : []
    if (max) Object.assign(bar, { max, value })
  }
}

async function take(link) {
  const { wait } = link.dataset
  const bar = h("progress", { "aria-label": wait })
  const note = h("span", { class: "quiet ms-2", role: "status" }, `${wait} `, bar)
  link.after(note)
  link.setAttribute("aria-disabled", "true")
  watch(link.dataset.progress, bar)
  try {
    const answer = await fetch(link.href)
    if (!answer.ok) { // the page that came in place of the file says why
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      throw new Error("no file", { cause: page.querySelector("[data-sentence]")?.textContent })
    }
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1]
    const file = h("a", { href: URL.createObjectURL(await answer.blob()), download: name ?? "skat.xlsx" })
    file.click()
    setTimeout(() => URL.revokeObjectURL(file.href), 60000)
    note.textContent = link.dataset.ready
  } catch (error) {
    note.textContent = error.cause ?? link.dataset.failed
  } finally {
    link.removeAttribute("aria-disabled")
  }
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-wait]")
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (link.getAttribute("aria-disabled") === "true") return
  link.parentElement.querySelectorAll("[role=status]").forEach(old => old.remove())
  take(link)
})
