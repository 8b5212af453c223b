// The end of a list: its foot, the signature of every player with a finger, and off it goes.

import { filled } from "./dom.js"
import { marks } from "./score_list.js"
import { correctionNodes } from "./words.js"

const GRID = 1000 // a signature is drawn in a field of 1000 × 400
const HIGH = 400
const MOST_POINTS = 1200 // of one signature

const strokes = new Map() // of each position, while the page is open
const sheet = document.getElementById("sheet")
let stroke = null // that is being written
let signedLines = [] // the lines that are shown with the foot

/** A dot is no signature. */
const hasSigned = position => (strokes.get(position) ?? []).flat().length > 1

export function foot({ actions, openSheet, closeSheet, put, session }, { stop = null } = {}) {
  let signing = null
  let isDot = false
  actions.sign = value => { signing = Number(value) }
  actions["sign-again"] = () => { strokes.delete(signing) }
  actions["sign-done"] = () => {
    isDot = strokes.has(signing) && !hasSigned(signing)
    if (isDot) strokes.delete(signing)
    else signing = null
  }
  actions["hand-in"] = async () => {
    const signatures = [...strokes].map(([position, lines]) => ({ position, strokes: lines }))
    if (!await put({ act: "hand-in", number: 0, signatures, stop: stop ?? undefined }, signedLines)) return
    closeSheet()
    strokes.clear()
  }
  return now => {
    // Whoever has signed has signed these games: after a change all sign anew.
    if (marks(now.lines) !== marks(signedLines)) strokes.clear()
    signedLines = now.lines
    if (signing !== null) {
      return filled("sheet-sign", { position: signing, name: now.nameOf(signing), dot: isDot,
        path: pathOf(strokes.get(signing) ?? []) })
    }
    const present = now.outline.present(Math.max(1, stop ? stop.after : now.due))
    const missing = present.filter(position => !hasSigned(position))
    return filled("sheet-foot", {
      stop: stop && { n: stop.after, reason: stop.reason },
      sums: now.sums,
      // Whoever signs reads what one thumb has changed.
      corrections: correctionNodes(session.done.filter(({ act, before }) => (
        act === "record" && before && !before.unread))),
      fees: fees(now, present),
      signers: present.map(position => (
        { position, name: now.nameOf(position), signed: !missing.includes(position) })),
      waits: session.handIn, off: missing.length > 0, n: missing.length })
  }
}

/** What the lost games of the table cost; nothing where the tournament asks for nothing. */
function fees({ state, totals, lines, nameOf, outline }, present) {
  const { lost = [], passed = 0 } = state.fees ?? {}
  if (!lost.length && !passed) return null
  const passedGames = lines.filter(line => line.passed && !line.annulled)
  const passedIn = position => passedGames.filter(line => outline.present(line.number).includes(position)).length
  const cents = totals.map(each => (lost[each.lost] ?? 0) + passed * passedIn(each.position))
  const { format } = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: "EUR" })
  const paying = totals.filter(each => cents[each.position - 1] || present.includes(each.position))
  return { each: paying.map(({ position }) => `${nameOf(position)} ${format(cents[position - 1] / 100)}`).join(" · "),
    sum: format(cents.reduce((sum, each) => sum + each, 0) / 100) }
}

/** What is drawn of a signature, a dot too. */
const pathOf = lines => lines.map(([first, ...rest]) => `M${first}L${rest.length ? rest.join(" ") : first}`).join("")

function pointIn(field, { clientX, clientY }) {
  const { left, top, width, height } = field.getBoundingClientRect()
  const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)))
  return [within((clientX - left) / width * GRID, GRID), within((clientY - top) / height * HIGH, HIGH)]
}

sheet.addEventListener("pointerdown", event => {
  const field = event.target.closest(".signature")
  if (!field) return
  field.setPointerCapture(event.pointerId)
  const position = Number(field.dataset.position)
  stroke = [pointIn(field, event)]
  strokes.set(position, [...(strokes.get(position) ?? []), stroke])
  event.preventDefault()
})
sheet.addEventListener("pointermove", event => {
  if (!stroke) return
  const field = event.target.closest(".signature")
  const lines = strokes.get(Number(field.dataset.position))
  const next = pointIn(field, event)
  const [x, y] = stroke.at(-1)
  if (lines.flat().length >= MOST_POINTS || Math.abs(next[0] - x) + Math.abs(next[1] - y) < 6) return
  stroke.push(next)
  field.firstElementChild.setAttribute("d", pathOf(lines))
})
for (const end of ["pointerup", "pointercancel"]) sheet.addEventListener(end, () => { stroke = null })
