// The panel of the next step follows what its page changes without being loaded anew.

const AFTER = 600 // milliseconds without another change
let timer = 0

async function renew() {
  const panel = document.querySelector("[data-renew]")
  if (!panel || panel.contains(document.activeElement)) return
  const url = `${panel.dataset.renew}?page=${encodeURIComponent(location.pathname)}`
  const response = await fetch(url).catch(() => null)
  // Whoever is signed out is led to another page.
  if (!response?.ok || response.redirected) return
  const made = document.createElement("template")
  made.innerHTML = await response.text()
  panel.replaceWith(made.content)
}

function soon() {
  clearTimeout(timer)
  timer = setTimeout(renew, AFTER)
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // A single line of a list changes nothing here; the closed list does.
  const isLine = detail.pathInfo.requestPath.includes("/games/")
  if (detail.successful && detail.requestConfig.verb === "post" && !isLine) soon()
})

// A backup that is taken away changes the next step, and leaves the page as it is.
document.addEventListener("click", ({ target }) => {
  if (target.closest?.('a[href$="/download/"]')) setTimeout(renew, 2000)
})
