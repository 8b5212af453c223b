// The link to the projector page contains the chosen options, so that other devices can use it.

const form = document.querySelector("#projector form")
const shown = document.getElementById("wall-link")

function tell() {
  const asked = new URLSearchParams(new FormData(form))
  for (const [name, value] of [...asked]) if (value === "") asked.delete(name)
  shown.value = `${form.dataset.link}?${asked}`
}

form?.addEventListener("input", tell)
shown?.addEventListener("focus", () => shown.select())
if (form) tell()
