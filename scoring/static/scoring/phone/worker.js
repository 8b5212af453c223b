// Opens the page of a list again without a network. The page itself is shown as it was and renewed
// behind that; what has a version in its address never changes. Nothing that is written, and no
// state, is ever answered from here.

const CACHE = "skatturnier-phone-1"
const FIXED = /^\/phone\/(files|law)\//

self.addEventListener("install", event => event.waitUntil(self.skipWaiting()))
self.addEventListener("activate", event => event.waitUntil(self.clients.claim().then(keepOpenPages)))

/** The pages that were opened before there was a worker. */
async function keepOpenPages() {
  const cache = await caches.open(CACHE)
  const pages = await self.clients.matchAll({ type: "window" })
  await Promise.all(pages.map(page => keepPage(cache, page.url).catch(() => {})))
}

async function keepPage(cache, address) {
  const answer = await fetch(address, { cache: "no-store" })
  if (answer.status === 404) await cache.delete(address.split("#")[0]) // the list has ended
  if (!answer.ok) return answer
  const text = await answer.clone().text()
  await cache.put(address.split("#")[0], answer.clone())
  const parts = [...text.matchAll(/"(\/phone\/(?:files|law)\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all([...new Set(parts)].map(async path => {
    if (!(await cache.match(path))) await cache.add(path)
  }))
  return answer
}

self.addEventListener("fetch", event => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== "GET" || address.origin !== location.origin) return
  if (request.mode === "navigate") event.respondWith(page(event, request))
  else if (FIXED.test(address.pathname)) event.respondWith(fixed(request))
})

async function page(event, request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request.url.split("#")[0])
  const renewed = keepPage(cache, request.url)
  if (!known) return renewed
  event.waitUntil(renewed.catch(() => {}))
  return known
}

async function fixed(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request.url)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}
