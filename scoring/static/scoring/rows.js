// The rows of a list on its page, and what stands in them.

export const grid = document.getElementById("grid")

export const rows = () => [...grid.querySelectorAll(".game")]
export const numbered = number => document.getElementById(`row-${number}`)
export const numberOf = row => Number(row.dataset.number)
export const inputOf = row => row?.querySelector(".line")
export const cellsOf = row => row.querySelector(".computed")
/** The line that the server has in this row. */
export const stored = row => cellsOf(row).dataset.line
export const isRed = row => ["wrong", "stale"].includes(row.dataset.state)

export const isAsk = line => grid.dataset.asks.split(" ").includes(line.trim())

export function neighbour(row, step) {
  const every = rows()
  return every[every.indexOf(row) + step]
}

/** The layout that the page shows: another number says that rows stand elsewhere. */
export const shownLayout = () => document.getElementById("layout").value
