// Opens the page of a list again without a network. The page itself is shown as it was and renewed
// behind that; what has a version in its address never changes. Nothing that is written, and no
// state, is ever answered from here.

const FIXED = /\/phone\/(files|law)\//
const opening = caches.open("skatturnier-phone-1")

self.addEventListener("install", event => event.waitUntil(self.skipWaiting()))
self.addEventListener("activate", event => event.waitUntil(self.clients.claim().then(keepOpenPages)))

/** The pages that were opened before there was a worker. */
async function keepOpenPages() {
  const pages = await self.clients.matchAll({ type: "window" })
  await Promise.all(pages.map(page => renew(page.url).catch(() => {})))
}

self.addEventListener("fetch", event => {
  const { method, url, mode } = event.request
  const isOurs = method === "GET" && new URL(url).origin === location.origin
  if (isOurs && (mode === "navigate" || FIXED.test(url))) event.respondWith(answer(event, url))
})

async function answer(event, url) {
  const known = await (await opening).match(url.split("#")[0])
  if (known && FIXED.test(url)) return known
  const renewed = renew(url)
  if (!known) return renewed
  event.waitUntil(renewed.catch(() => {}))
  return known
}

/** Fetch and keep a page, and what it names. */
async function renew(url) {
  const cache = await opening
  const [address] = url.split("#")
  const answer = await fetch(address, { cache: FIXED.test(address) ? "default" : "no-store" })
  if (answer.status === 404) await cache.delete(address) // the list has ended
  if (!answer.ok) return answer
  await cache.put(address, answer.clone())
  const paths = (await answer.clone().text()).matchAll(/"(\/phone\/(?:files|law)\/[^"]+)"/g)
  await Promise.all([...paths].map(async ([, path]) => await cache.match(path) ?? renew(path)))
  return answer
}
