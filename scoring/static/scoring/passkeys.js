// A form with data-passkey lets the browser make or show a passkey, and sends what it answers.

const form = document.querySelector("form[data-passkey]")
const trouble = form.querySelector("[data-passkey-error]")

/** What the browser answers to the options of the page, as JSON. */
async function answer() {
  const { publicKey } = JSON.parse(document.getElementById(form.dataset.options).textContent)
  const read = { create: "parseCreationOptionsFromJSON", get: "parseRequestOptionsFromJSON" }[form.dataset.passkey]
  if (!window.PublicKeyCredential?.[read]) throw new Error("missing")
  const options = { publicKey: PublicKeyCredential[read](publicKey) }
  return JSON.stringify(await navigator.credentials[form.dataset.passkey](options))
}

form.addEventListener("submit", async event => {
  if (form.elements.answer.value) return
  event.preventDefault()
  trouble.hidden = true
  try {
    form.elements.answer.value = await answer()
  } catch (error) {
    trouble.textContent = trouble.dataset[error.message === "missing" ? "missing" : "failed"]
    trouble.hidden = false
    return
  }
  form.requestSubmit()
})
