// A player left or joined meanwhile: the list has other rows and columns than its page was built with.

const desk = document.getElementById("desk")
const place = document.getElementById("other-shape")

/** Every answer tells the shape of the list as it is now. */
export function watchShape() {
  if (!place) return
  place.querySelector("button").addEventListener("click", () => location.reload())
  document.body.addEventListener("htmx:afterSettle", () => {
    const { shape } = document.getElementById("progress").dataset
    place.hidden = !shape || shape === desk.dataset.shape
  })
  document.body.addEventListener("htmx:beforeSwap", leaveOut)
}

/** Rows and seats that came since have no place on this page: their parts of an answer are left out. */
function leaveOut({ detail }) {
  const answer = detail.serverResponse
  if (!answer.includes("data-shape=") || answer.includes(`data-shape="${desk.dataset.shape}"`)) return
  const made = document.createElement("template")
  made.innerHTML = answer
  for (const part of made.content.querySelectorAll("[hx-swap-oob]")) {
    if (!document.getElementById(part.id)) part.remove()
  }
  detail.serverResponse = made.innerHTML
}
