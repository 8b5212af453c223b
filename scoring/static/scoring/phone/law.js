// Values and objections, looked up in the table that the program's law was asked for
// (docs/formats.md "The law table"). Nothing is computed here.

const ANNOUNCED = ["", "schneider", "schwarz", "ouvert"]
const REACHED = ["", "schneider", "schwarz"]
const NONE = []

/** The key of a contract: { game, class, turn, hand, announced, reached, wenzel }. */
export function keyOf(contract) {
  const said = [
    ANNOUNCED.indexOf(contract.announced || ""), REACHED.indexOf(contract.reached || "")]
  return [contract.class || "", contract.turn || "", contract.game, contract.hand ? 1 : 0,
    ...said, contract.wenzel || "J"].join("/")
}

/** A key as the contract it names. */
export function contractOfKey(key) {
  const [kind, turn, game, hand, announced, reached, wenzel] = key.split("/")
  return { game, class: kind, turn: Number(turn) || null, hand: hand === "1",
    announced: ANNOUNCED[announced], reached: REACHED[reached], wenzel }
}

export class Law {
  #rows = new Map()

  constructor(table) {
    this.table = table
    this.bids = table.bids
    this.ramsch = table.ramsch
    for (const [key, numbers] of Object.entries(table.contracts)) {
      const row = { base: numbers[0] }
      table.fields.forEach((name, place) => {
        if (place) row[name] = table.columns[numbers[place]]
      })
      this.#rows.set(key, row)
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
      return this.#answer({ score: row.over[this.bids.indexOf(bid)], won, overbid: true }, notes[place])
    }
    const answer = this.#answer({ score: row.lost[place], won }, row.lost_notes[place])
    return isOverbid ? { ...answer, refused: "below-bid" } : answer
  }

  /** The scores that a game can have that was overbid by a bid which nobody remembers. */
  liftedScores(contract, tops) {
    const row = this.#rows.get(keyOf(contract))
    const place = row ? row.tops.indexOf(tops) : -1
    if (place < 0 || !row.over.length) return NONE
    return [...new Set(row.over.filter((score, index) => this.bids[index] > row.own[place]))]
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
  soloist: null, class: null, turn: null, game: null, tops: null, hand: false, announced: "",
  reached: "", wenzel: "J", bid: null, lifted: null })

const MARKS = ["hand", "announced", "reached", "wenzel"]

/** The kinds of game of a system, in its order: [{ class, turn }]; a single one in most. */
export function kindsOf(law) {
  const kinds = new Map()
  for (const each of law.contracts) {
    if (!isNull(law, each)) kinds.set(`${each.class}/${each.turn ?? ""}`, { class: each.class, turn: each.turn })
  }
  return [...kinds.values()]
}

/** The trump games of a kind, and the nulls of a system. */
export const gamesOf = (law, kind) => distinct(law.contracts.filter(each => (
  !isNull(law, each) && each.class === kind.class && each.turn === kind.turn)))
export const nullsOf = law => distinct(law.contracts.filter(each => isNull(law, each)))

const distinct = contracts => [...new Set(contracts.map(each => each.game))]

export function isNull(law, contract) {
  const tops = law.tops(contract)
  return tops.length === 1 && tops[0] === 0
}

/** The contract of a selection: a null has no class. */
export function contractOf(selection) {
  const { game, turn, hand, announced, reached, wenzel } = selection
  return { game, class: selection.class ?? "", turn, hand, announced, reached, wenzel }
}

export const isComplete = (law, selection) => selection.soloist !== null
  && selection.game !== null && law.tops(contractOf(selection)).includes(selection.tops)

/** The selection with a kind of game; the game too if the kind has a single one. */
export function withKind(law, selection, kind) {
  const games = gamesOf(law, kind)
  const game = games.length === 1 ? games[0] : games.includes(selection.game) ? selection.game : null
  const chosen = { ...selection, ...kind, game }
  return game === null ? { ...chosen, tops: null } : settled(law, chosen)
}

export function withGame(law, selection, game) {
  const ofNull = nullsOf(law).includes(game)
  const kinds = kindsOf(law)
  const kind = ofNull ? { class: "", turn: null }
    : selection.class === null || nullsOf(law).includes(selection.game)
      ? kinds[0] : { class: selection.class, turn: selection.turn }
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
  const tops = law.tops(contractOf(chosen))
  if (tops.length === 1) chosen.tops = tops[0]
  else if (!tops.includes(chosen.tops)) chosen.tops = null
  const bids = chosen.tops === null || chosen.bid === null || law.bids.includes(chosen.bid)
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
export function recordOf(selection, outcome) {
  const { announced, reached } = selection
  const record = {
    soloist: selection.soloist,
    class: selection.class || undefined,
    turn: selection.turn ?? undefined,
    game: selection.game,
    tops: selection.tops || undefined,
    hand: selection.hand || undefined,
    schneider: reached === "schneider" || undefined,
    schwarz: reached === "schwarz" || undefined,
    schneider_announced: announced === "schneider" || undefined,
    schwarz_announced: announced === "schwarz" || undefined,
    ouvert: announced === "ouvert" || undefined,
    wenzel: selection.wenzel === "J" ? undefined : selection.wenzel,
    won: outcome.won,
    bid: selection.bid ?? undefined,
    overbid: outcome.overbid || undefined,
    score: outcome.score,
  }
  return JSON.parse(JSON.stringify(record)) // without what is undefined
}

/** The selection that a record came from; null where the record says more than can be tapped. */
export function selectionOf(law, record) {
  if (!record.game || record.card_points != null || record.tricks != null || record.end
    || record.credited) return null
  const selection = {
    ...NOTHING,
    soloist: record.soloist,
    class: record.class ?? "",
    turn: record.turn ?? null,
    game: record.game,
    tops: record.tops ?? 0,
    hand: Boolean(record.hand),
    announced: record.ouvert ? "ouvert" : record.schwarz_announced ? "schwarz"
      : record.schneider_announced ? "schneider" : "",
    reached: record.schwarz ? "schwarz" : record.schneider ? "schneider" : "",
    wenzel: record.wenzel ?? "J",
    bid: record.bid ?? null,
    lifted: record.overbid && record.bid == null ? record.score : null,
  }
  if (law.has(contractOf(selection))) return selection
  const silent = { ...selection, announced: "" } // a class that is always open
  return law.has(contractOf(silent)) ? silent : null
}
