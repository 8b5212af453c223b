// Whether the page opens again without a network: by a service worker where the browser allows one
// (https and localhost).

/** Register the worker; gives whether the page can be opened again without a network. */
export async function offlineReady({ worker, place }) {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return false
  try {
    await navigator.serviceWorker.register(worker, { scope: place })
    const ready = await Promise.race([
      navigator.serviceWorker.ready, new Promise(resolve => setTimeout(resolve, 8000, null))])
    return ready !== null
  } catch {
    return false
  }
}
