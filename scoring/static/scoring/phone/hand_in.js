// The end of a list: its foot, the signature of every player with a finger, and off it goes.

import { filled, say } from "./dom.js"
import { marks } from "./score_list.js"
import { correctionNodes } from "./words.js"

const GRID = 1000 // a signature is drawn in a field of 1000 × 400
const HIGH = 400
const MOST_POINTS = 1200 // of one signature

const strokes = new Map() // of each position, while the page is open
let signedLines = [] // the lines that are shown with the foot

/** A dot is no signature. */
const hasSigned = position => (strokes.get(position) ?? []).flat().length > 1

export function foot({ actions, openSheet, closeSheet, put, show, session, words }, { stop = null } = {}) {
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
    const done = await put({ act: "hand-in", number: 0, sheet: { signatures, ...(stop ? { stop } : {}) } }, signedLines)
    if (done) closeSheet()
    if (done) strokes.clear()
    show()
  }
  return now => {
    // Whoever has signed has signed these games: after a change all sign anew.
    if (marks(now.lines) !== marks(signedLines)) strokes.clear()
    signedLines = now.lines
    if (signing !== null) return signature(now, signing, isDot)
    const present = now.outline.present(Math.max(1, stop ? stop.after : now.due))
    const missing = present.filter(position => !hasSigned(position))
    return filled("sheet-foot", {
      stop: stop && { n: stop.after, reason: stop.reason },
      sums: now.sums,
      corrections: correctionNodes(ownCorrections(session().done), words),
      fees: fees(now, present),
      signers: present.map(position => (
        { position, name: now.nameOf(position), signed: !missing.includes(position) })),
      waits: session().handIn, off: missing.length > 0, n: missing.length })
  }
}

/** Games that were entered otherwise before: whoever signs reads what one thumb has changed. */
const ownCorrections = done => done.filter(({ act, before }) => act === "record" && before && !before.unread)

/** What the lost games of the table cost; nothing where the tournament asks for nothing. */
function fees({ state, totals, lines, nameOf, words, outline }, present) {
  const { lost = [], passed = 0 } = state.fees ?? {}
  if (!lost.length && !passed) return null
  const passedIn = position => lines.filter(line => line.passed && !line.annulled && outline.present(line.number).includes(position)).length
  const cents = totals.map(each => (lost[each.lost] ?? 0) + passed * passedIn(each.position))
  const euros = value => say(words.euros, { euros: Math.floor(value / 100), cents: String(value % 100).padStart(2, "0") })
  const paying = totals.filter(each => cents[each.position - 1] || present.includes(each.position))
  return { each: paying.map(({ position }) => `${nameOf(position)} ${euros(cents[position - 1])}`).join(" · "),
    sum: euros(cents.reduce((sum, each) => sum + each, 0)) }
}

function signature(now, position, isDot) {
  const nodes = filled("sheet-sign", { name: now.nameOf(position), dot: isDot })
  const canvas = nodes.find(node => node.matches("canvas"))
  draw(canvas, strokes.get(position) ?? [])
  listen(canvas, position)
  return nodes
}

function listen(canvas, position) {
  let stroke = null
  const point = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)))
    return [within((clientX - left) / width * GRID, GRID), within((clientY - top) / height * HIGH, HIGH)]
  }
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId)
    stroke = [point(event)]
    strokes.set(position, [...(strokes.get(position) ?? []), stroke])
    event.preventDefault()
  })
  canvas.addEventListener("pointermove", event => {
    if (!stroke) return
    const next = point(event)
    const [x, y] = stroke[stroke.length - 1]
    const many = strokes.get(position).reduce((sum, each) => sum + each.length, 0) >= MOST_POINTS
    if (many || Math.abs(next[0] - x) + Math.abs(next[1] - y) < 6) return
    stroke.push(next)
    draw(canvas, strokes.get(position))
  })
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { stroke = null })
}

function draw(canvas, lines) {
  const pen = canvas.getContext("2d")
  pen.clearRect(0, 0, GRID, HIGH)
  pen.lineWidth = 7
  pen.lineCap = pen.lineJoin = "round"
  for (const [first, ...rest] of lines) {
    pen.beginPath()
    pen.moveTo(...first)
    for (const next of rest.length ? rest : [[first[0] + 1, first[1]]]) pen.lineTo(...next)
    pen.stroke()
  }
}
