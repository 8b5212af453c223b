// Common to all pages: the CSRF header of htmx, error notices, menus, no double submits.

import "./clock.js"
import { morph } from "./dom.js"
import { token } from "./token.js"

const CSRF_COOKIE = /(?:^|;\s*)csrftoken=([^;]+)/

// Read at every request: signing in again in another window changes the token. The page's own copy,
// which Django would prefer, is then out of date.
document.addEventListener("htmx:configRequest", ({ detail: { verb, headers, parameters } }) => {
  const { account } = document.body.dataset
  if (account) headers["X-Account"] = account // nothing is sent under another's name
  if (verb === "post" && !parameters.token) parameters.token = token()
  const cookie = document.cookie.match(CSRF_COOKIE)
  if (!cookie) return
  headers["X-CSRFToken"] = decodeURIComponent(cookie[1])
  delete parameters.csrfmiddlewaretoken
})

// A request that waits behind another gets a second promise when it goes out, which nobody holds:
// its failure would be one that nobody caught. The events of htmx tell of it (this one comes before
// both).
document.addEventListener("htmx:confirm", ({ detail: { etc } }) => { etc.returnPromise = false })

const trouble = document.getElementById("trouble")

function tell(kind) {
  trouble.textContent = trouble.dataset[kind]
  trouble.hidden = false
}

// What the browser keeps is sent again by itself, and its page says so (outbox.js).
const isKept = event => event.target.matches?.("[data-keeps-lines], [data-keeps-lines] *, .line, .step")

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, event => { if (!isKept(event)) tell("offline") })
}
document.addEventListener("htmx:responseError", event => {
  const status = event.detail.xhr.status
  const isTold = status >= 500 || document.getElementById("signed-out")
  if (isKept(event) && isTold) return
  tell({ 401: "signedOut", 413: "tooMuch" }[status] ?? "failed") // 409 and 422 are answers (htmx-config)
})
document.addEventListener("htmx:afterOnLoad", ({ detail }) => { if (detail.xhr.status < 400) trouble.hidden = true })

// A part that comes with other answers, too, is changed, not replaced: what is typed or ticked in it stays.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail
  if (!target.matches("[data-stays]")) return
  detail.shouldSwap = false
  morph(target, fragment.firstElementChild)
  htmx.process(target)
})

// The panel of the next step follows what its page changes, unless it is used itself. A single line
// of a list changes nothing there; the closed list does.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.matches(".step:is(:focus-within, :has([open]))")) detail.shouldSwap = false
})
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isLine = detail.pathInfo.requestPath.includes("/games/")
  if (detail.successful && detail.requestConfig.verb === "post" && !isLine) htmx.trigger(document.body, "changed")
})

// On a telephone the tabs may be wider than the screen: the row moves, never the page.
for (const here of document.querySelectorAll(".tabs .active, .sub [aria-current]")) {
  const row = here.parentElement
  row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
}

// One key leads to the search: F9 from everywhere, with the shift key for a start number; "/" and
// "#" from outside of a field.
document.addEventListener("keydown", event => {
  const field = [...document.querySelectorAll("[data-find]")].at(-1)
  if (!field || event.ctrlKey || event.metaKey) return
  const types = event.target.matches?.("input, textarea, select")
  if (event.key !== "F9" && (types || !"/#".includes(event.key))) return
  event.preventDefault()
  field.value = event.key === "#" || event.shiftKey && event.key === "F9" ? "#" : ""
  field.focus()
})
// What was looked for and is not there can be typed over.
const sought = document.querySelector("[data-find][aria-invalid]")
sought?.focus()
sought?.select()
sought?.addEventListener("input", () => {
  sought.removeAttribute("aria-invalid")
  document.getElementById("find-answer").replaceChildren()
})
// A form begins with the cursor in its first field, unless a table to be read stands above it; not on
// a telephone, whose keyboard would hide the page. A browser obeys autofocus after this script has run.
const isFree = document.activeElement === document.body && !document.querySelector("[autofocus]")
const search = document.querySelector("[data-focus-wide]")
if (matchMedia("(min-width: 768px)").matches && isFree && (search || !location.hash)) {
  const begun = search ? "[data-focus-wide]" : "main table, main form[method=post] .field :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea)"
  const first = [...document.querySelectorAll(begun)].find(each => each.checkVisibility?.())
  if (first?.matches("input, textarea")) first.focus({ preventScroll: true })
  if (first?.matches("input[inputmode]")) first.select() // a 0 that stands there is typed over, and does not become 100
}

// A menu closes on a click elsewhere, or with Escape.
for (const happened of ["click", "keydown"]) {
  document.addEventListener(happened, ({ key, target }) => {
    const menu = document.querySelector("details[data-menu][open]")
    if (!menu || (key ? key !== "Escape" : menu.contains(target))) return
    menu.open = false
    if (key) menu.querySelector("summary").focus()
  })
}

// The server counts a submission once; this only avoids a second request. A large file takes a minute:
// as long as a form is sent, app.css shows that the page is at work, and since when.
document.addEventListener("submit", event => {
  const form = event.target
  if (event.defaultPrevented || form.method !== "post" || form.matches("[hx-post], [data-hx-post]")) return
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = "yes"
})
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent
})

// A file that the server would refuse is not sent: whatever else was typed stays.
document.addEventListener("change", ({ target: field }) => {
  if (!field.matches("input[type=file][data-most]")) return
  const most = Number(field.dataset.most)
  const isTooLarge = [...field.files].some(file => file.size > most)
  field.setCustomValidity(isTooLarge ? trouble.dataset.tooLarge.replace("{megabytes}", Math.floor(most / 1e6)) : "")
  field.reportValidity()
})

// In forms for figures from paper, Enter moves to the next field; in the last one it submits.
document.addEventListener("keydown", event => {
  const form = event.target.closest?.("form[data-enter-moves]")
  if (!form || event.key !== "Enter" || event.target.tagName !== "INPUT") return
  const fields = [...form.querySelectorAll("input:not([type=hidden])")]
  const next = fields[fields.indexOf(event.target) + 1]
  if (!next || event.target.value === "") return
  event.preventDefault()
  next.focus()
  next.select()
})

// A box with data-ticks ticks every box of its form that has this name, and shows whether all are.
const ticked = all => [...all.form.querySelectorAll(`input[name="${all.dataset.ticks}"]:enabled`)]

function showAll(all) {
  const count = ticked(all).filter(box => box.checked).length
  all.checked = count > 0 && count === ticked(all).length
  all.indeterminate = count > 0 && !all.checked
}
document.addEventListener("change", ({ target }) => {
  if (target.dataset.ticks) for (const box of ticked(target)) box.checked = target.checked
  target.form?.querySelectorAll("[data-ticks]").forEach(showAll)
  // The switch that shows what is typed as a password.
  if (!target.matches("[data-show-passwords]")) return
  for (const field of target.form.querySelectorAll("[autocomplete$=password]")) {
    field.type = target.checked ? "text" : "password"
  }
})
document.querySelectorAll("[data-ticks]").forEach(showAll)

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) window.print()
  const large = target.closest("[data-large]")
  if (large) {
    const isLarge = document.documentElement.classList.toggle("large")
    large.setAttribute("aria-pressed", isLarge)
    document.cookie = `large=${isLarge ? 1 : ""}; path=/; max-age=${isLarge ? 31536000 : 0}; samesite=lax`
  }
  const button = target.closest("[data-copy]")
  if (!button) return
  document.getElementById(button.dataset.copy).select()
  // The clipboard API needs https; execCommand also works on plain http.
  document.execCommand("copy")
  button.textContent = button.dataset.done
})

// The handbook opens beside the page where there is room, otherwise as a page of its own. F1 does
// the same where no list of keys answers to it.
const handbook = document.getElementById("handbook")

handbook.addEventListener("htmx:afterSwap", () => {
  handbook.show()
  document.getElementById("handbook-text").focus()
  handbook.scrollTop = 0
})
document.addEventListener("click", event => {
  const link = event.target.closest("[data-help]")
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !matchMedia("(min-width: 900px)").matches) return
  event.preventDefault()
  if (handbook.open) handbook.close()
  else htmx.ajax("GET", link.getAttribute("href"), "#handbook-text")
})
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && handbook.contains(event.target)) handbook.close()
  if (event.key !== "F1") return
  event.preventDefault()
  const help = document.querySelector("#help summary") ?? document.querySelector("[data-help]")
  help.click()
})
