// Values and objections, looked up in the table that the program's law was asked for
// (docs/formats.md "The law table"). Nothing is computed here.

const FIELDS = ["class", "turn", "game", "hand", "announced", "reached", "wenzel"]
const MARKS = ["hand", "announced", "reached", "wenzel"]

const named = (names, values) => Object.fromEntries(names.map((name, place) => [name, values[place]]))

export class Law {
  constructor(table) {
    this.table = table
    const [, ...columns] = table.fields // behind the base
    this.contracts = Object.entries(table.contracts).map(([key, [, ...numbers]]) => ({
      ...named(FIELDS, key.split("/")), ...named(columns, numbers.map(number => table.columns[number])) }))
  }

  isNull(game) {
    return this.table.nulls.includes(game)
  }

  /** What stands under a selection in the table; undefined where there is no such contract. */
  contract(selection) {
    return this.contracts.find(each => FIELDS.every(name => each[name] === (selection[name] ?? "")))
  }

  /** The tops of a contract, negative without; [0] at null. */
  tops(selection) {
    return this.contract(selection)?.tops ?? []
  }

  /** What a contract brings: { score, won, overbid, notes, refused }. `notes` are the law's
   * objections, `refused` is why it cannot be entered: a note, or "below-bid". Null where there is
   * no such contract. `lifted` is the score on paper of a game overbid by an unknown bid. */
  outcome(selection, tops, { won, bid = null, lifted = null }) {
    const contract = this.contract(selection)
    const place = contract ? contract.tops.indexOf(tops) : -1
    if (place < 0) return null
    const at = column => contract[column][place]
    const isBelow = lifted !== null || (bid !== null && bid > (won ? at("won") ?? bid : at("own")))
    const isOverbid = !won && isBelow && contract.over.length > 0
    const result = won ? "won" : "lost"
    const late = lifted !== null || bid > at("silent_to") ? "late" : "over"
    const number = at(`${isOverbid ? late : result}_notes`)
    const notes = this.table.notes[number].map((note, index) => ({ ...note, key: `${number}/${index}` }))
    return {
      score: isOverbid ? lifted ?? contract.over[this.table.bids.indexOf(bid)] : at(result),
      won, overbid: isOverbid, notes,
      refused: isBelow && !isOverbid ? "below-bid" : notes.find(note => note.severity === "error") ?? null,
    }
  }

  /** The scores that a game can have that was overbid by a bid which nobody remembers. */
  liftedScores(selection, tops) {
    const { over, own, tops: all } = this.contract(selection)
    return [...new Set(over.filter((_score, index) => this.table.bids[index] > own[all.indexOf(tops)]))]
  }
}

// What has been tapped of the next game: who, what, tops, marks, bid. Which of them go together is
// what the table has contracts for.

export const NOTHING = Object.freeze({
  soloist: null, class: null, turn: "", game: null, tops: null, hand: "", announced: "", reached: "",
  wenzel: "J", bid: null, lifted: null })

/** A kind of game in one word: "tournee/2". */
export const valueOf = kind => `${kind.class}/${kind.turn}`

/** The selection with a kind of game; the game too if the kind has a single one. */
export function withKind(law, selection, value) {
  const { games, ...names } = law.table.kinds.find(each => valueOf(each) === value)
  const game = games.length === 1 ? games[0] : games.find(each => each === selection.game) ?? null
  return settled(law, { ...selection, ...names, game })
}

export const withGame = (law, selection, game) => (
  settled(law, { ...selection, ...law.isNull(game) ? { class: "", turn: "" } : {}, game }))

/** The nearest selection that the law has a contract for. What the mark just tapped (`fixed`) needs
 * comes with it, what it forbids goes. */
export function settled(law, selection, fixed) {
  const nearest = { ...selection, ...variants(law, selection, fixed)[0], lifted: null }
  const all = law.tops(nearest)
  const tops = all.length === 1 ? all[0] : nearest.tops
  return { ...nearest, tops: all.includes(tops) ? tops : null }
}

/** The marks of every contract of this game that has the `fixed` one, fewest changes first. */
export function variants(law, selection, fixed = "game") {
  const changes = marks => MARKS.filter(mark => marks[mark] !== selection[mark]).length
  return law.contracts
    .filter(each => ["class", "turn", "game", fixed].every(name => each[name] === (selection[name] ?? "")))
    .map(each => named(MARKS, MARKS.map(mark => each[mark])))
    .sort((one, other) => changes(one) - changes(other))
}

/** The game record (docs/formats.md "A game record") of a selection with its result. */
export function recordOf({ hand, announced, reached, lifted: _lifted, ...chosen }, { won, overbid, score }) {
  const record = { ...chosen, turn: Number(chosen.turn), [hand]: true, [reached]: true, [announced]: true,
    wenzel: chosen.wenzel !== "J" && chosen.wenzel, overbid, score }
  return { ...Object.fromEntries(Object.entries(record).filter(([name, value]) => name && value)), won }
}

/** The selection that a record came from; null where the record says more than can be tapped. */
export function selectionOf(law, record) {
  if (!record.game || record.card_points != null || record.tricks != null || record.end
    || record.credited) return null
  const strongest = (...flags) => flags.find(flag => record[flag]) ?? ""
  const selection = {
    soloist: record.soloist,
    class: record.class ?? "",
    turn: String(record.turn ?? ""),
    game: record.game,
    tops: record.tops ?? 0,
    hand: strongest("hand"),
    announced: strongest("ouvert", "schwarz_announced", "schneider_announced"),
    reached: strongest("schwarz", "schneider"),
    wenzel: record.wenzel ?? "J",
    bid: law.table.bids.includes(record.bid) ? record.bid : null,
    lifted: record.overbid && record.bid == null ? record.score : null,
  }
  const silent = { ...selection, announced: "" } // a class that is always open
  return [selection, silent].find(each => law.contract(each)) ?? null
}
