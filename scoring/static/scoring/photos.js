// Photos of lists: sent and read one after the other. A large photo is made smaller here; whatever
// cannot be, is sent as it is.

import { h } from "./dom.js"
import { token } from "./token.js"

const SIDE = 2000 // pixels of the longer side
const LARGE = 700000 // bytes; what is smaller is sent as it is
const form = document.getElementById("photos")
const list = document.getElementById("photo-list")
let last = Promise.resolve()

async function smaller(file) {
  if (file.type !== "image/jpeg" || file.size < LARGE) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
    const [width, height] = [picture.width, picture.height].map(side => Math.round(side * scale))
    const canvas = h("canvas", { width, height })
    canvas.getContext("2d").drawImage(picture, 0, 0, width, height)
    picture.close()
    return await new Promise(done => canvas.toBlob(blob => done(blob ?? file), "image/jpeg", 0.88))
  } catch {
    return file
  }
}

const item = (file, words, kind = "") => h("li", { class: `photo-item ${kind}` },
  h("span", { class: "photo-what" }, h("b", {}, file.name), ` ${words}`))

/** The lines of an answer; a page instead of them says why there are none. */
async function linesOf(answer, file) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const lines = [...page.querySelectorAll(".photo-item")]
  if (lines.length) return lines
  const sentence = page.querySelector("[data-sentence], main")?.textContent.trim()
  return [item(file, sentence ?? form.dataset.lost, "is-red")]
}

async function send(file, line, more) {
  const says = line.querySelector(".photo-what").lastChild
  says.textContent = ` ${form.dataset.sending}`
  line.append(document.createElement("progress"))
  const photo = await smaller(file)
  const { most } = form.elements.file.dataset
  if (photo.size > most) {
    const words = document.getElementById("trouble").dataset.tooLarge
    return line.replaceWith(item(file, words.replace("{megabytes}", Math.floor(most / 1e6)), "is-red"))
  }
  const sent = new FormData(form)
  sent.set("file", photo, file.name)
  for (const [name, value] of Object.entries({ table: "", ...more, token: token() })) sent.set(name, value)
  says.textContent = ` ${form.dataset.reading}`
  const answer = await fetch(form.action, { method: "POST", body: sent }).catch(() => null)
  const lines = answer ? await linesOf(answer, file) : [item(file, form.dataset.lost, "is-red")]
  for (const each of lines) {
    each.querySelectorAll("[data-file]").forEach(name => { name.textContent = file.name })
    if (each.id) document.getElementById(each.id)?.remove()
    each.querySelector("form")?.addEventListener("submit", event => {
      event.preventDefault()
      add(file, { table: event.target.querySelector("input").value, ...event.target.dataset }, each)
    })
  }
  line.replaceWith(...lines)
  lines[0].querySelector("form input")?.focus()
}

function add(file, more = {}, instead) {
  document.getElementById("photo-none")?.remove()
  const line = item(file, form.dataset.waiting)
  list.prepend(line)
  instead?.replaceWith(line)
  last = last.then(() => send(file, line, more)).catch(() => {})
}

/** A single photo from the page of a list is of that list, if its number is illegible. */
function addAll(files) {
  const { value: table } = form.elements.table
  for (const file of files) add(file, table && files.length === 1 ? { table } : {})
}

form.addEventListener("change", event => {
  if (event.target.type !== "file") return
  addAll([...event.target.files])
  event.target.value = ""
})
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, event => {
    event.preventDefault()
    const hasLeft = name === "drop" || name === "dragleave" && !event.relatedTarget
    form.classList.toggle("is-over", !hasLeft)
    if (name === "drop") addAll([...event.dataTransfer.files])
  })
}
addEventListener("beforeunload", event => {
  if (list.querySelector("progress")) event.preventDefault()
})
