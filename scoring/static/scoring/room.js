// A page of the room renews itself: it asks every ten seconds, and the server nearly always says
// that nothing has changed. What is typed in the search field and where the page stands is kept.

import "./clock.js"
import { fill, folded } from "./dom.js"

const PAUSE = 10_000;
const PATIENCE = 8_000;
const content = document.getElementById("content");
const offline = document.getElementById("offline");
let shown = content.innerHTML;

async function ask() {
  // The browser sends the ETag it knows along, and gives us its own copy on 304.
  const answer = await fetch(location.pathname, {
    cache: "no-cache",
    signal: AbortSignal.timeout(PATIENCE),
  });
  // Withdrawn by the organizer: the content has to disappear.
  if (answer.status === 404) return location.reload();
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("content");
  const nav = document.querySelector(".room-nav");
  if (nav) fill(nav, ...page.querySelector(".room-nav").childNodes);
  if (fresh.innerHTML === shown) return;
  shown = fresh.innerHTML;
  fill(content, ...fresh.childNodes);
  const field = content.querySelector("[data-filter]");
  if (field) filter(field);
}

async function renew() {
  if (!document.hidden) {
    try {
      await ask();
      offline.hidden = true;
    } catch {
      offline.hidden = false;
    }
  }
  setTimeout(renew, PAUSE);
}

function filter(field) {
  const words = folded(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const row of content.querySelectorAll(".listing:not([data-picture] *) tbody tr")) {
    const text = folded(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) found += 1;
  }
  content.querySelector("[data-nobody]").hidden = found > 0;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) filter(event.target);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask().catch(() => (offline.hidden = false));
});
// A random delay, so that clients do not ask in the same second.
setTimeout(renew, PAUSE * (0.5 + Math.random() / 2));
