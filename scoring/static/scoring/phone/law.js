// Values and objections, looked up in the table that the program's law was asked for
// (docs/formats.md "The law table"). Nothing is computed here.

const NONE = []
const FIELDS = ["class", "turn", "game", "hand", "announced", "reached", "wenzel"]

/** The key of a contract: its words, "" for what it does not say. */
const keyOf = contract => FIELDS.map(name => contract[name] ?? "").join("/")

const contractOfKey = key => Object.fromEntries(key.split("/").map((word, place) => [FIELDS[place], word]))

export class Law {
  #rows = new Map()

  constructor(table) {
    this.table = table
    for (const [key, numbers] of Object.entries(table.contracts)) {
      const columns = table.fields.map((name, place) => [name, table.columns[numbers[place]]])
      this.#rows.set(key, Object.fromEntries(columns.slice(1))) // behind the base
    }
    this.contracts = [...this.#rows.keys()].map(contractOfKey)
  }

  has(contract) {
    return this.#rows.has(keyOf(contract))
  }

  /** The tops of a contract, negative without; [0] at null. */
  tops(contract) {
    return this.#rows.get(keyOf(contract))?.tops ?? NONE
  }

  /** What a contract brings: { score, won, overbid, notes, refused }. `notes` are the law's
   * objections, `refused` is why it cannot be entered: a note, or "below-bid". Null where there is
   * no such contract. `lifted` is the score on paper of a game overbid by an unknown bid. */
  outcome(contract, tops, { won, bid = null, lifted = null }) {
    const row = this.#rows.get(keyOf(contract))
    const place = row ? row.tops.indexOf(tops) : -1
    if (place < 0) return null
    if (won) {
      const answer = this.#answer({ score: row.won[place], won }, row.won_notes[place])
      if (bid !== null && answer.score !== null && answer.score < bid) answer.refused = "below-bid"
      return answer
    }
    if (lifted !== null) return this.#answer({ score: lifted, won, overbid: true }, row.late_notes[place])
    const isOverbid = bid !== null && bid > row.own[place]
    if (isOverbid && row.over.length) {
      const notes = bid > row.silent_to[place] ? row.late_notes : row.over_notes
      return this.#answer({ score: row.over[this.table.bids.indexOf(bid)], won, overbid: true }, notes[place])
    }
    const answer = this.#answer({ score: row.lost[place], won }, row.lost_notes[place])
    return isOverbid ? { ...answer, refused: "below-bid" } : answer
  }

  /** The scores that a game can have that was overbid by a bid which nobody remembers. */
  liftedScores(contract, tops) {
    const row = this.#rows.get(keyOf(contract))
    const place = row ? row.tops.indexOf(tops) : -1
    if (place < 0 || !row.over.length) return NONE
    return [...new Set(row.over.filter((score, index) => this.table.bids[index] > row.own[place]))]
  }

  #answer({ score, won, overbid = false }, number) {
    const notes = this.table.notes[number].map(
      (note, place) => ({ ...note, key: `${number}/${place}` }))
    const refused = notes.find(note => note.severity === "error") ?? null
    return { score, won, overbid, notes, refused }
  }
}

// What has been tapped of the next game: who, what, tops, marks, bid. Which of them go together is
// what the table has contracts for.

export const NOTHING = Object.freeze({
  soloist: null, class: null, turn: "", game: null, tops: null, hand: "", announced: "", reached: "",
  wenzel: "J", bid: null, lifted: null })

const MARKS = ["hand", "announced", "reached", "wenzel"]

export const isNull = (law, { game }) => law.table.nulls.includes(game)

export const isComplete = (law, selection) => selection.soloist !== null
  && selection.game !== null && law.tops(selection).includes(selection.tops)

/** The selection with a kind of game; the game too if the kind has a single one. */
export function withKind(law, selection, kind) {
  const { games, ...named } = law.table.kinds.find(each => each.class === kind.class && each.turn === kind.turn)
  const game = games.length === 1 ? games[0] : games.includes(selection.game) ? selection.game : null
  const chosen = { ...selection, ...named, game }
  return game === null ? { ...chosen, tops: null } : settled(law, chosen)
}

export function withGame(law, selection, game) {
  const [{ class: first, turn }] = law.table.kinds
  const kind = isNull(law, { game }) ? { class: "", turn: "" }
    : selection.class === null || isNull(law, selection) ? { class: first, turn }
      : { class: selection.class, turn: selection.turn }
  return settled(law, { ...selection, ...kind, game })
}

/** The selection with a mark: hand, announced, reached or wenzel. What it needs comes with it, what
 * it forbids goes. */
export function withMark(law, selection, name, value) {
  return settled(law, { ...selection, [name]: value, lifted: null }, name)
}

/** Whether a mark can be tapped at this game. */
export function mayMark(law, selection, name, value) {
  if (selection.game === null) return false
  return variants(law, { ...selection, [name]: value }, name).length > 0
}

/** The nearest selection that the law has a contract for; `fixed` is the mark just tapped. */
function settled(law, selection, fixed = null) {
  if (selection.game === null) return selection
  const [nearest] = variants(law, selection, fixed)
  const chosen = nearest ? { ...selection, ...nearest } : selection
  const tops = law.tops(chosen)
  if (tops.length === 1) chosen.tops = tops[0]
  else if (!tops.includes(chosen.tops)) chosen.tops = null
  const bids = chosen.tops === null || chosen.bid === null || law.table.bids.includes(chosen.bid)
  return bids ? chosen : { ...chosen, bid: null }
}

/** The marks of every contract of this game, the one with the fewest changes first. */
function variants(law, selection, fixed) {
  const { game, turn } = selection
  const found = law.contracts.filter(each => each.game === game
    && each.class === (selection.class ?? "") && each.turn === turn
    && (fixed === null || each[fixed] === selection[fixed]))
  const changes = each => MARKS.filter(mark => each[mark] !== selection[mark]).length
  return found
    .map(each => Object.fromEntries(MARKS.map(mark => [mark, each[mark]])))
    .sort((one, other) => changes(one) - changes(other))
}

/** The game record (docs/formats.md "A game record") of a selection with its result. */
export function recordOf({ hand, announced, reached, lifted: _lifted, ...chosen }, { won, overbid, score }) {
  const record = { ...chosen, turn: Number(chosen.turn), [hand]: true, [reached]: true, [announced]: true,
    wenzel: chosen.wenzel !== "J" && chosen.wenzel, overbid, score }
  const isSaid = ([name, value]) => name && value
  return { ...Object.fromEntries(Object.entries(record).filter(isSaid)), won }
}

/** The selection that a record came from; null where the record says more than can be tapped. */
export function selectionOf(law, record) {
  if (!record.game || record.card_points != null || record.tricks != null || record.end
    || record.credited) return null
  const strongest = (...flags) => flags.find(flag => record[flag]) ?? ""
  const selection = {
    ...NOTHING,
    soloist: record.soloist,
    class: record.class ?? "",
    turn: String(record.turn ?? ""),
    game: record.game,
    tops: record.tops ?? 0,
    hand: strongest("hand"),
    announced: strongest("ouvert", "schwarz_announced", "schneider_announced"),
    reached: strongest("schwarz", "schneider"),
    wenzel: record.wenzel ?? "J",
    bid: record.bid ?? null,
    lifted: record.overbid && record.bid == null ? record.score : null,
  }
  if (law.has(selection)) return selection
  const silent = { ...selection, announced: "" } // a class that is always open
  return law.has(silent) ? silent : null
}
