// Closing a list: what is typed is sent first, then the foot compared, then the list closed; what
// stands against it leaves the list open.

import { foot, isFootTyped } from "./foot.js"
import { askAgain, beginClosing, closed, notClosed, staysOnTheWay } from "./jump.js"
import { grid, inputOf, rows, stored } from "./rows.js"
import { token } from "./token.js"

const desk = document.getElementById("desk")
const dialog = document.getElementById("broken-off")

export class Closing {
  #reason = null // why the table ended early, "" if it did not; null while nothing is being closed
  #isFootSent = false
  #sentReason = ""
  #token = null // of a closing whose answer did not come: it counts once

  /** `sendTyped()` sends what is typed in the rows, `isSent()` says whether all of it is answered,
   * `isOpen()` whether a row still needs its clerk, `toOpenRow()` puts the caret there. */
  constructor({ sendTyped, isSent, isOpen, toOpenRow }) {
    Object.assign(this, { sendTyped, isSent, isOpen, toOpenRow })
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "strike") this.begin(document.getElementById("stop-reason").value)
    })
    document.body.addEventListener("htmx:afterRequest", ({ detail }) => this.#heard(detail))
    document.body.addEventListener("desk:closed", ({ detail }) => closed(detail.next))
  }

  get isUnderWay() {
    return this.#reason !== null
  }

  /** Close the list; with a `reason` the games that were not begun are struck. */
  begin(reason = "") {
    this.sendTyped()
    // A list that ended early was not closed for its foot: the reason was given.
    this.#reason = reason || (document.getElementById("foot-differs")?.dataset.reason ?? "")
    this.#isFootSent = false
    beginClosing()
    this.goOn()
  }

  /** The next step, as soon as the one before is answered. */
  goOn() {
    if (!this.isUnderWay || !this.isSent()) return
    if (this.isOpen()) return this.giveUp()
    if (isFootTyped() && !this.#isFootSent) {
      this.#isFootSent = true
      return foot.requestSubmit() // #heard is told of the answer
    }
    this.#sentReason = this.#reason
    this.#reason = null
    this.#send()
  }

  #send() {
    this.#token ??= token()
    const differs = document.getElementById("foot-differs")?.checked ? { foot_differs: 1 } : {}
    window.htmx.ajax("POST", desk.dataset.close, {
      source: grid, target: "#notice", swap: "none",
      values: { stop_reason: this.#sentReason, ...differs, token: this.#token },
    }).catch(() => {}) // told by htmx:afterRequest
  }

  /** Lines did not reach the server. Who types on in the list does not want it closed behind his back,
   * and nobody wants it broken off then. */
  unreached(status) {
    if (this.isUnderWay && (this.#reason || !staysOnTheWay({ status }))) this.giveUp()
  }

  /** The list stays open. The caret goes to what keeps it so, where no keys are on their way to the
   * next table. */
  giveUp() {
    this.#reason = null
    const asks = document.getElementById("foot-differs") // the caret is wanted there
    const isInField = notClosed({ isElsewhere: Boolean(asks) })
    if (!asks && !isInField) this.toOpenRow()
  }

  #heard({ elt, xhr }) {
    const isDone = [200, 204].includes(xhr.status)
    if (elt === grid) {
      if (!this.#sentReason && staysOnTheWay(xhr)) return askAgain(() => this.#send())
      if (xhr.status) this.#token = null
      if (!isDone) this.giveUp()
    }
    if (elt === foot && this.isUnderWay) {
      if (isDone) this.goOn()
      else this.giveUp()
    }
  }
}

/** Ask why the table ended early, and name the games that would be struck. */
export function askWhyEnded() {
  dialog.returnValue = "" // Escape means no
  const every = rows()
  const first = every.findLastIndex(row => stored(row) !== "" || inputOf(row).value !== "") + 2
  const struck = document.getElementById("struck")
  if (struck && first < every.length) {
    struck.textContent = struck.dataset.games.replace("[first]", first).replace("[last]", every.length)
  }
  dialog.showModal()
}
