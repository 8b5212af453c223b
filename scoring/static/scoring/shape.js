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
}
