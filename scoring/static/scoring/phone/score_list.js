// A score list: its outline, its lines, its totals (scoring/rules/outline.py, score_list.py). A test compares both.

// Its outline ----------------------------------------------------------------------------------

export const FEWEST = 3 // players of a round

export class Outline {
  /** As the state of a list has it (docs/formats.md "The list at the table"). */
  constructor({ seats, rounds, times }) {
    this.rounds = rounds.map((round, place) => (
      { ...round, number: place + 1, last: round.first + round.seats.length - 1 }))
    Object.assign(this, { seats, times, games: this.rounds.at(-1).last })
  }

  /** The round of a game: { number, first, last, seats }, the seats at which somebody sits. */
  round(number) {
    return this.rounds.find(each => number <= each.last) ?? this.rounds.at(-1)
  }

  /** The seat that deals a game; numbers behind the list continue the order. */
  dealer(number) {
    const { first, seats } = this.round(number)
    return seats[(number - first) % seats.length]
  }

  taken(number) {
    return this.round(number).seats
  }

  /** Whether a seat has cards: the dealer at a table of four has none. */
  mayPlay(seat, number, dealer) {
    const taken = this.taken(number)
    return taken.includes(seat) && (taken.length === FEWEST || seat !== (dealer ?? this.dealer(number)))
  }

  /** The positions of those who are at the table in a game. */
  present(number) {
    return this.times.flatMap((each, place) => (includes(each, number) ? [place + 1] : []))
  }

  /** The position on the list of the player at a seat in a game. */
  position(seat, number) {
    const place = this.times.findIndex(each => each.seat === seat && includes(each, number))
    return place < 0 ? seat : place + 1
  }

  /** The numbers that are void once it is noticed that a game was dealt out of turn
   * (scoring/rules/outline.py): [first, last], null where the round stands. */
  annulled(wrong, played) {
    if (played >= this.games) return wrong === played && wrong === this.games ? [wrong, wrong] : null
    const from = Math.max(wrong, this.round(played + 1).first)
    return from <= played ? [from, played] : null
  }
}

const includes = ({ first, last }, number) => first <= number && (last === null || number <= last)

// Its totals -----------------------------------------------------------------------------------

/** What the games bring. `totals` has for every position { position, points, won, lost, others,
 * performance }, `after` what the soloist had behind each line. `scheme` is what the law table says
 * of it: points for a game won, and for one that another player lost. */
export function tally(lines, outline, scheme) {
  const totals = outline.times.map((_, place) => (
    { position: place + 1, points: 0, won: 0, lost: 0, others: 0, performance: 0 }))
  const after = new Map()
  for (const line of lines) {
    const isCounted = !line.annulled && !line.passed && !line.unread && line.score != null
    if (!isCounted || !outline.taken(line.number).includes(line.soloist)) continue
    const present = outline.present(line.number)
    const own = totals[outline.position(line.soloist, line.number) - 1]
    own.points += line.score
    own.performance += line.score + (line.won ? scheme.game : -scheme.game)
    own[line.won ? "won" : "lost"] += 1
    after.set(line, { ...own })
    if (line.won) continue
    for (const position of present.filter(each => each !== own.position)) {
      totals[position - 1].others += 1
      totals[position - 1].performance += scheme.others[present.length]
    }
  }
  return { totals, after }
}

// Its lines: what the server has, and behind it what this phone has kept and not sent yet --------

/** The line that counts under a number; undefined if there is none. */
export const lineAt = (lines, number) => (
  lines.find(line => line.number === number && !line.annulled))

/** What a line counts, whether the server or this phone has it. */
const result = line => [line.soloist ?? 0, line.score ?? 0, Boolean(line.passed)].join()

/** What tells a line from another one. */
export const mark = line => (line ? [result(line), line.game ?? "", line.tops ?? 0].join() : "")

/** What tells a list from another one. */
export const marks = lines => lines.filter(line => !line.annulled)
  .map(line => `${line.number}:${mark(line)}`).join(" ")

/** The games whose result is another one in a later state: [{ number, before, game }]. Who writes has
 * corrected games himself; rows that moved stand for other games. */
export function corrected(state, later) {
  if (later.mine || !later.lines || state?.layout !== later.layout) return []
  return later.lines.filter(line => !line.annulled).flatMap(game => {
    const before = lineAt(state.lines, game.number)
    return before && !before.unread && result(before) !== result(game) ? [{ number: game.number, before, game }] : []
  })
}

/** The number of the last game that counts; 0 if there is none. */
export const played = lines => (
  Math.max(0, ...lines.filter(line => !line.annulled).map(({ number }) => number)))

const sorted = lines => [...lines].sort((one, other) => (
  one.number - other.number || (one.attempt ?? 1) - (other.attempt ?? 1)))

/** Whether rows stand for other games after an act. */
export const movesRows = ({ act }) => act === "insert" || act === "remove"

/** The lines after an act { act, number, game }. */
export function applied(lines, { act, number, game, id }, outline) {
  const same = lines.filter(line => line.number === number)
  const standing = same.find(line => !line.annulled)
  const others = lines.filter(line => line !== standing)
  if (act === "record") {
    const attempt = standing?.attempt ?? Math.max(0, ...same.map(line => line.attempt ?? 1)) + 1
    return sorted([...others, { ...game, number, kept: id, attempt }])
  }
  if (act === "insert") return moved(lines, number, 1, outline)
  if (act === "empty") return others
  if (act === "remove") return moved(others, number + 1, -1, outline)
  if (act === "annul") {
    const [first, last] = outline.annulled(number, played(lines)) ?? [1, 0]
    return lines.map(line => (
      line.number >= first && line.number <= last ? { ...line, annulled: true } : line))
  }
  return lines
}

/** Rows from a number on move; a game whose soloist would then deal is misplaced, until it moves
 * to where it may stand (scoring/rules/score_list.py: move_line). */
function moved(lines, from, step, outline) {
  return sorted(lines.map(line => {
    if (line.annulled || line.number < from) return line
    const number = line.number + step
    const { dealer: _dealer, ...game } = line.misplaced ?? line
    const row = { number, attempt: line.attempt, kept: line.kept }
    if (!game.soloist || outline.mayPlay(game.soloist, number)) return { ...game, ...row }
    return { ...row, unread: true, misplaced: game }
  }))
}

/** The new numbers of the games that an act misplaces. */
export const clashes = (lines, act, outline) => applied(lines, act, outline)
  .filter(line => line.misplaced && !lines.some(each => each.misplaced === line.misplaced))
  .map(({ number }) => number)

const MAX_DONE = 50 // acts that can be taken back

/** What ↶ takes back after an act; `before` is the line that stood in its row. */
export function withAct(done, { act, number, game }, before) {
  if (act === "hand-in") return done
  return act === "annul" ? [] : [...done, { act, number, game, before: before ?? null }].slice(-MAX_DONE)
}

/** The acts that take an act back (as `withAct` has it), or the newest game where no act is known;
 * null where somebody else has changed its row since. */
export function opposite(last, lines) {
  const newest = played(lines)
  if (!last) return newest ? [{ act: "remove", number: newest }] : []
  const stands = mark(lineAt(lines, last.number)) === (last.act === "record" ? mark(last.game) : "")
  if (!stands && last.act !== "remove") return null
  const { act, number, before } = last
  const back = before && { act: "record", number, game: content(before) }
  if (act === "insert") return [{ act: "remove", number }]
  if (act === "remove") return [number <= newest && { act: "insert", number }, back].filter(Boolean)
  return [back ?? { act: number === newest ? "remove" : "empty", number }]
}

/** A line as a record, without what only its row has. */
function content(line) {
  const { number: _number, attempt: _attempt, kept: _kept, value: _value, misplaced, ...game } = line
  return misplaced ? { unread: true, misplaced: content(misplaced) } : game
}

/** The number of the next game to enter: the first that is missing or unread, else the one behind
 * the last. */
export function nextNumber(lines) {
  let number = 1
  const isThere = line => line && !line.unread
  while (isThere(lineAt(lines, number))) number += 1
  return number
}
