// The buttons for mouse and touch: they type into the current row and never send.

export class Pad {
  /** `row` gives the row that is typed in; `acts` does what its buttons for acts ask for. */
  constructor({ element, desk, row, inputOf, isOpened, acts }) {
    Object.assign(this, { element, desk, row, inputOf, isOpened, acts })
    desk.addEventListener("pointerdown", event => {
      if (event.target.closest("#pad button, .pad-toggle")) event.preventDefault() // the caret stays in its row
    })
    desk.addEventListener("click", event => {
      const button = event.target.closest("button")
      if (!button) return
      if (button.dataset.types) this.append(button.dataset.types)
      else if (button.dataset.act === "fold") this.open(element.classList.contains("folded"))
      else if (button.dataset.act === "erase") this.erase()
      else acts[button.dataset.act]?.()
    })
    this.fold(!window.matchMedia("(pointer: coarse)").matches)
  }

  /** The typed text above the buttons, because the hand covers the row itself. */
  echo(row) {
    const line = document.getElementById("pad-line")
    line.textContent = `${row.dataset.number}  ${this.inputOf(row).value}`
  }

  /** The buttons type games: they make room where something else is typed. */
  away(isAway) {
    this.element.classList.toggle("away", isAway)
  }

  append(types) {
    const row = this.row()
    const input = this.inputOf(row)
    this.type(row, this.isOpened(row) ? types : input.value + types) // typing replaces a line
  }

  erase() {
    const row = this.row()
    this.type(row, this.inputOf(row).value.slice(0, -1))
  }

  type(row, text) {
    this.inputOf(row).value = text
    this.inputOf(row).dispatchEvent(new Event("input", { bubbles: true }))
  }

  /** With the buttons open the row that is typed in stays in sight. */
  open(isOpen) {
    this.fold(!isOpen)
    if (isOpen) this.row().scrollIntoView({ block: "nearest" })
  }

  fold(isFolded) {
    this.element.classList.toggle("folded", isFolded)
    for (const button of this.desk.querySelectorAll("[data-act=fold]")) {
      button.setAttribute("aria-expanded", !isFolded)
    }
    // With the buttons open, a telephone must not cover the list with its own keyboard.
    for (const input of this.desk.querySelectorAll(".line")) {
      input.inputMode = isFolded ? "text" : "none"
    }
  }
}
