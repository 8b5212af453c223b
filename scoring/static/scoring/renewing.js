// A page that goes on asking the server whether anything is new, and says when it is not reached.

import { timeOf } from "./clock.js"

const PATIENCE = 8_000 // milliseconds for an answer
const offline = document.getElementById("offline")

/** `show(text)` gets what the address says, "" where the organizer has closed it. */
export async function renew(address, show) {
  try {
    // The browser sends the ETag it knows along, and gives us its own copy on 304.
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status))
    show(answer.ok ? await answer.text() : "")
    offline.hidden = true
  } catch {
    if (offline.hidden) offline.querySelector("time")?.replaceChildren(timeOf(new Date()))
    offline.hidden = false
  }
}
