// A page of the room renews itself: it asks every ten seconds, and the server nearly always says
// that nothing has changed. What is typed in the search field and where the page stands is kept.

import "./clock.js"

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
  if (nav) nav.innerHTML = page.querySelector(".room-nav").innerHTML;
  if (fresh.innerHTML !== shown) swap(fresh.innerHTML);
}

function swap(html) {
  const field = content.querySelector("[data-filter]");
  const typed = field?.value ?? "";
  const writing = field !== null && field === document.activeElement;
  const open = [...content.querySelectorAll("details")].map((each) => each.open);
  shown = html;
  content.innerHTML = html;
  content.querySelectorAll("details").forEach((each, n) => (each.open = open[n] ?? false));
  const next = content.querySelector("[data-filter]");
  if (next && typed) {
    next.value = typed;
    filter(next);
  }
  if (next && writing) next.focus();
  document.dispatchEvent(new Event("room:changed"));
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

// The letters of a name as people type them on a telephone: özil is found by oz, and by öz.
const plain = (text) =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

function filter(field) {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const row of content.querySelectorAll(".listing:not([data-picture] *) tbody tr")) {
    const text = plain(row.textContent);
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
