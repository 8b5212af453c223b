// The page of an address that opens nothing any more: whoever kept the list on this phone is told
// what did not arrive, and the organizer gets it.

import { fill, h, say } from "./dom.js"
import { recall } from "./keep.js"
import { Outline } from "./score_list.js"
import { Sync } from "./sync.js"
import { actNodes, words } from "./words.js"

function show(session) {
  const { state, left } = session
  const { outline: kept, players } = state.list
  const outline = kept && new Outline(kept) // version 1.0.0 kept none
  const nameAt = (seat, game) => {
    const sitting = outline ? outline.position(seat, game) : seat
    return players.find(({ position }) => position === sitting)?.name ?? ""
  }
  fill(document.getElementById("told"),
    state.handed_in ? h("p", {}, h("b", {}, say(words.handed_in, { time: state.handed_in }))) : null,
    left.length ? h("div", { class: "alert alert-danger", role: "alert" }, words.left_ended,
      h("ul", {}, left.map(act => h("li", {}, actNodes(act, nameAt))))) : null)
}

const place = location.pathname
const { state } = await recall(place)
if (state) { // else this phone has never written here
  const session = new Sync({ place, state, changed: () => show(session) })
  await session.load()
  await session.start()
}
