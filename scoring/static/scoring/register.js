// "Choose all" ticks every name of its form, and says itself when only some are ticked.

const form = document.querySelector("[data-choose]")
const every = form?.querySelector("[data-choose-all]")
if (every) {
  const all = every.querySelector("input")
  const names = [...form.querySelectorAll('input[name="person"]')]
  const tell = () => {
    const count = names.filter(each => each.checked).length
    all.checked = count === names.length
    all.indeterminate = count > 0 && count < names.length
  }
  every.hidden = false
  all.addEventListener("change", () => {
    for (const each of names) each.checked = all.checked
  })
  form.addEventListener("change", event => { if (event.target !== all) tell() })
  tell()
}
