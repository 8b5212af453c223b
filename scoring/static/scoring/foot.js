// The foot of the paper: keys in its fields, and figures that follow what is stored.

const foot = document.getElementById("foot")
const TYPED = `foot ${document.body.dataset.account} ${location.pathname}`
const fields = () => [...(foot?.querySelectorAll("table input") ?? [])]

/** `before()` puts the caret above the foot. */
export function watchFoot({ before, entered }) {
  showTyped()
  foot?.addEventListener("input", keepTyped)
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
  foot?.addEventListener("htmx:configRequest", event => {
    if (event.target !== foot) return
    event.detail.parameters.seen = new URLSearchParams(fields().map(seenIn)).toString()
  })
  // What somebody else stored was told: the next comparison overwrites it.
  document.body.addEventListener("desk:foot-told", forgetSeen)
}

/** What was stored when its clerk began to type in a field, or is shown there now. */
const seenIn = field => [field.name, field.dataset.seen ?? field.defaultValue]

function forgetSeen() {
  for (const field of fields()) delete field.dataset.seen
}

const differing = () => fields().filter(field => field.value !== field.defaultValue)

/** Whether figures stand there that nobody compared yet. */
export const isFootTyped = () => differing().length > 0

/** Have them compared; `htmx:afterRequest` of the form tells of the answer. */
export const compareFoot = () => foot.requestSubmit()

export const isOfFoot = element => element === foot

/** Figures that were typed and not compared yet outlive the page; those of another account do not
 * show. */
function keepTyped() {
  for (const field of fields()) {
    if (field.value === field.defaultValue) delete field.dataset.seen
    else field.dataset.seen ??= field.defaultValue
  }
  const typed = differing()
  const kept = typed.map(({ name, value, dataset: { seen } }) => [name, [value, seen]])
  if (!typed.length) localStorage.removeItem(TYPED)
  else localStorage.setItem(TYPED, JSON.stringify(kept))
}

function showTyped() {
  const typed = new Map(JSON.parse(localStorage.getItem(TYPED) ?? "[]"))
  for (const field of fields()) {
    const [value, seen] = typed.get(field.name) ?? [field.value]
    field.value = value
    if (seen !== undefined) field.dataset.seen = seen
  }
  keepTyped() // what stands in the list by now, and all if the list takes no foot any more
}

/** Fields in which nothing was typed show what is stored of the paper's foot. */
export function followPaper() {
  const answer = document.getElementById("foot-answer")
  if (!foot || !answer) return
  const paper = new URLSearchParams(answer.dataset.paper)
  for (const input of fields()) {
    const figure = paper.get(input.name) ?? ""
    if (input.value === input.defaultValue) input.value = figure
    input.defaultValue = figure
  }
  keepTyped()
}
