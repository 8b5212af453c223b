// What is seldom needed while a list is kept: all games, corrections, bids, the referee, the end.

import { button, h, say, signed } from "./dom.js"
import { footSheet } from "./hand_in.js"
import { FEWEST, clashes, lineAt } from "./score_list.js"
import { NOTHING, selectionOf } from "./law.js"
import { lineNodes } from "./words.js"

const body = (words, title, ...inner) => [
  h("div", { class: "sheet-head" }, h("h2", {}, title), button(words.close, "close", { kind: "close" })), inner]

function menu({ words, actions, ui, session, setup }) {
  actions.begin = value => { actions.close(); return session().begin(Number(value)) }
  return ({ state, complete, writes }) => body(words, words.menu,
    h("div", { class: "stack" },
      button(words.all_games, "games"),
      setup.practice ? [button(say(words.practice_begin, { n: 4 }), "begin", { value: 4 }), button(say(words.practice_begin, { n: 3 }), "begin", { value: 3 })] : null,
      writes ? [
        setup.practice ? null : button(words.call, "to-call"),
        button(words.wrong_deal, "to-annul"),
        setup.practice || complete ? null : button(words.players_change, "to-players"),
        complete ? button(words.to_foot, "foot") : button(words.stop, "to-stop"),
      ] : null),
    h("p", { class: "quiet" }, words.paper_always),
    ui.wall ? h("p", { class: "quiet" }, ui.wall) : null,
    state.writer ? h("p", { class: "quiet" }, say(words.writes, state.writer)) : null)
}

function games({ words, actions, openSheet }) {
  actions.line = value => openSheet("line", { number: Number(value) })
  return ({ lines, nameAt, outline, waiting, writes }) => body(words, words.all_games,
    lines.length ? null : h("p", {}, words.no_games),
    h("ol", { class: "all-games" }, lines.map(line => {
      const inner = [h("span", { class: "what" }, lineNodes(line, nameAt, words)),
        line.annulled ? h("span", { class: "quiet" }, words.annulled) : h("span", { "aria-label": line.kept ? words.kept : words.sent, role: "img" }, line.kept && waiting ? "◌" : "✓")]
      const ends = outline.endsRound(line.number) ? "ends-round" : ""
      return h("li", { class: `${line.annulled ? "void" : ""} ${ends}` },
        line.annulled || !writes ? h("div", { class: "game" }, inner)
          : h("button", { type: "button", class: "game", "data-do": "line", "data-value": line.number }, inner))
    })))
}

function line({ words, actions, openSheet, closeSheet, ui, law, view, setup }, { number }) {
  actions.edit = () => {
    const standing = lineAt(view().lines, number)
    Object.assign(ui, { editing: number, selection: (standing && selectionOf(law, standing)) ?? NOTHING, confirming: null, more: false })
    closeSheet()
  }
  actions["ask-insert"] = () => openSheet("consent", { act: "insert", number })
  actions["ask-remove"] = () => openSheet("consent", { act: "remove", number })
  actions["call-about"] = () => openSheet("call", { number })
  return now => {
    const standing = lineAt(now.lines, number)
    if (!standing) return body(words, say(words.game, { n: number }))
    return body(words, say(words.game, { n: number }),
      h("p", { class: "big" }, lineNodes(standing, now.nameAt, words)),
      h("div", { class: "stack" },
        button(words.correct, "edit", { kind: "primary" }),
        button(say(words.insert, { n: number }), "ask-insert"),
        button(words.remove, "ask-remove"),
        setup.practice ? null : button(words.call, "call-about")))
  }
}

/** All at the table agree that an earlier entry changes (SkO 5.5.3). */
function consent({ words, actions, closeSheet, put, keep, ui, show }, { act = "record", game, standing, number }) {
  actions.agree = async () => {
    closeSheet()
    if (act === "record") return keep(game, true)
    await put({ act, number, consent: true }, standing)
    if (act === "insert") Object.assign(ui, { editing: null, selection: NOTHING })
    show()
  }
  return now => {
    const old = lineAt(now.lines, number)
    standing ??= old
    const told = each => (each ? lineNodes({ ...each, number }, now.nameAt, words) : words.no_game)
    const unfit = act === "record" ? [] : clashes(now.lines, { act, number }, now.outline)
    const present = now.outline.present(number).map(now.nameOf).join(", ")
    return body(words, say(words[`sure_${act}`], { n: number }),
      h("dl", { class: "change" },
        h("dt", {}, words.until_now), h("dd", {}, told(old)),
        act === "record" ? [h("dt", {}, words.from_now), h("dd", {}, told(game))] : null),
      unfit.length ? h("p", { class: "misplaced" },
        say(unfit.length === 1 ? words.clash : words.clashes, { n: unfit.length, games: unfit.join(", ") })) : null,
      h("p", {}, say(words.consent, { names: present })),
      h("div", { class: "stack" }, button(words.agree, "agree", { kind: "primary" }), button(words.cancel, "close")))
  }
}

function bids({ words, actions, closeSheet, ui, law }) {
  const choose = chosen => {
    Object.assign(ui, { selection: { ...ui.selection, ...chosen }, confirming: null })
    closeSheet()
  }
  actions.bid = value => choose({ bid: value === "" ? null : Number(value), lifted: null })
  actions.lift = value => choose({ bid: null, lifted: Number(value) })
  return ({ selection }) => body(words, words.bid,
    h("p", {}, words.bid_long),
    h("div", { class: "grid" }, button(words.no_bid, "bid", { kind: "wide" }),
      law.bids.map(bid => button(String(bid), "bid", { value: bid, "aria-pressed": String(selection.bid === bid) }))),
    lifted({ law, selection, words }))
}

/** A game that was marked as overbid while nobody remembers the bid: which value was written. */
function lifted({ law, selection, words }) {
  const scores = law.liftedScores(selection, selection.tops).slice(0, 12)
  return scores.length ? [h("p", {}, words.overbid_long),
    h("div", { class: "grid" }, scores.map(score => button(signed(score), "lift", {
      value: score, "aria-pressed": String(selection.lifted === score) })))] : null
}

/** A Ramsch is entered by its loss, as the table counted it. */
function ramsch({ words, actions, closeSheet, keep, ui, law }) {
  let typed = ""
  const [least] = law.ramsch ?? [0]
  actions.digit = value => { typed = value === "back" ? typed.slice(0, -1) : (typed + value).slice(0, 3) }
  actions["keep-ramsch"] = () => {
    const points = -Number(typed)
    if (points > -1 || points < least) return
    closeSheet()
    return keep({ soloist: ui.selection.soloist, ramsch: true, score: points, won: false })
  }
  return ({ nameAt, number, selection }) => body(words, words.ramsch,
    h("p", {}, say(words.ramsch_long, { name: nameAt(selection.soloist, number) })),
    h("output", { class: "value" }, typed ? signed(-Number(typed)) : "–"),
    h("div", { class: "grid digits" }, [..."123456789"].map(digit => button(digit, "digit", { value: digit })),
      button("⌫", "digit", { value: "back", "aria-label": words.back }), button("0", "digit", { value: "0" }),
      button(words.keep, "keep-ramsch", { kind: "primary", disabled: !Number(typed) })))
}

/** A game was dealt by the wrong player: which one decides what is played again (SkO 3.2.11-13). */
function annul({ words, actions, closeSheet, put, show, view }) {
  let chosen = null
  actions["wrong-game"] = value => { chosen = Number(value) }
  actions["annul-now"] = async () => {
    closeSheet()
    await put({ act: "annul", number: chosen, consent: true, reason: words.annul_reason },
      lineAt(view().lines, chosen))
    show()
  }
  return ({ outline, played, lines, nameAt }) => {
    const first = outline.roundBegins(Math.min(played + 1, outline.games))
    const here = lines.filter(each => !each.annulled && each.number >= first)
    const last = played >= outline.games ? [outline.games] : null
    const numbers = last ?? here.map(each => each.number)
    const unknown = Math.max(1, first - 1)
    const range = chosen === null ? null : outline.annulled(chosen, played)
    return body(words, words.wrong_deal,
      numbers.length ? h("p", {}, words.wrong_deal_long) : h("p", {}, words.wrong_deal_none),
      h("div", { class: "stack" },
        numbers.map(number => button(say(words.wrong_game, { n: number, name: nameAt(outline.dealer(number), number) }), "wrong-game", { value: number, "aria-pressed": String(chosen === number) })),
        numbers.length && !last ? button(words.wrong_unknown, "wrong-game", { value: unknown, "aria-pressed": String(chosen === unknown && !numbers.includes(unknown)) }) : null),
      range ? [h("p", {}, say(range[0] === range[1] ? words.annul_one : words.annul_many, { first: range[0], last: range[1] })),
        button(words.agree_annul, "annul-now", { kind: "primary" })] : null)
  }
}

/** A player leaves or comes at a round: the organizer enters it (TO 7.1.2), the table tells him. */
function players({ words, actions, closeSheet, session, show }) {
  const chosen = { seat: null, round: null }
  let failed = false
  actions.seat = value => { chosen.seat = Number(value) }
  actions.round = value => { chosen.round = Number(value) }
  return now => {
    const { outline, state } = now
    const at = nextGame(now)
    const taken = outline.taken(at)
    const seats = outline.times.slice(0, outline.seats).map(({ seat }) => (
      { seat, name: taken.includes(seat) ? now.nameAt(seat, at) : null }))
    const leaving = seats.find(({ seat }) => seat === chosen.seat)
    const mustCome = leaving && (leaving.name === null || taken.length === FEWEST)
    const waits = state.calls?.some(each => !each.closed_at)
    actions["tell-players"] = () => {
      const field = document.getElementById("who-comes")
      const comes = field.value.trim()
      if (mustCome && !comes) return field.focus()
      const figures = { name: leaving.name, seat: leaving.seat, n: chosen.round, who: comes }
      const text = [leaving.name ? say(words.leaves_after, figures) : null, comes ? say(words.comes_at, figures) : null]
      tell(session, { text: text.filter(Boolean).join(" ") }).then(done => {
        failed = !done
        if (done) closeSheet()
        show(true)
      })
    }
    return body(words, words.players_change,
      h("p", {}, words.players_change_long),
      h("p", {}, taken.length === FEWEST ? words.leaving_at_three : words.leaving_at_four),
      taken.length === FEWEST ? button(words.stop, "to-stop") : null,
      h("h3", {}, words.whose_seat),
      h("div", { class: "row" }, seats.map(({ seat, name }) => button(name ?? say(words.seat_empty, { n: seat }), "seat", { value: seat, "aria-pressed": String(chosen.seat === seat) }))),
      h("h3", {}, words.after_round),
      h("div", { class: "row" }, roundsToLeave(outline, at).map(each => button(String(each), "round", { value: each, "aria-pressed": String(chosen.round === each) }))),
      h("div", { class: "stack" }, h("label", { for: "who-comes" }, words.who_comes), h("input", { id: "who-comes", maxlength: 60, autocomplete: "off", required: Boolean(mustCome) }),
        waits ? h("p", { role: "status" }, words.call_waits) : null,
        failed ? h("p", { class: "notice bad", role: "alert" }, words.tell_failed) : null,
        button(words.tell_organizer, "tell-players", { kind: "primary", disabled: waits || !leaving || chosen.round === null })))
  }
}

/** The game behind the last one, also while an earlier one is corrected. */
const nextGame = ({ played, outline }) => Math.min(played + 1, outline.games)

/** After which rounds somebody can leave now: not within one, and not after the last. */
function roundsToLeave(outline, at) {
  const round = outline.roundOf(at)
  const first = at === outline.roundBegins(at) ? round - 1 : round
  return [first, first + 1].filter(each => each > 0 && each < outline.rounds)
}

const tell = (session, fields) => session().call({ act: "call", ...fields })

/** The list ends before its last game; the reason stands on it. */
function stop({ words, actions, openSheet, view }) {
  let reason = ""
  actions["stop-reason"] = value => { reason = value }
  actions["stop-now"] = () => {
    const field = document.getElementById("stop-text")
    const said = reason || field?.value.trim()
    if (said) return openSheet("foot", { stop: { after: view().played, reason: said } })
    field?.focus()
  }
  return now => {
    // Where four sit, three play on without the one who leaves (SkO 4.5.9).
    const atThree = now.outline.taken(nextGame(now)).length === FEWEST
    const reasons = atThree ? [words.stop_time, words.stop_left] : [words.stop_time]
    return body(words, words.stop,
      h("p", {}, say(words.stop_long, { n: now.played, due: now.outline.games })),
      h("div", { class: "stack" }, reasons.map(each => button(each, "stop-reason", { value: each, "aria-pressed": String(reason === each) })),
        atThree ? null : button(words.players_change, "to-players"),
        h("label", { for: "stop-text" }, words.stop_other), h("input", { id: "stop-text", maxlength: 200, autocomplete: "off" }),
        button(words.stop_now, "stop-now", { kind: "primary" })))
  }
}

function call({ words, actions, closeSheet, session, show }, { number = null } = {}) {
  let failed = false
  actions["call-now"] = () => {
    const text = document.getElementById("call-text")?.value.trim() ?? ""
    tell(session, { game: number, text }).then(done => {
      failed = !done
      if (done) closeSheet()
      show(true)
    })
  }
  return ({ number: next }) => {
    number ??= next
    return body(words, words.call,
      h("p", {}, say(words.call_long, { n: number })),
      h("div", { class: "stack" }, h("label", { for: "call-text" }, words.call_text), h("input", { id: "call-text", maxlength: 200, autocomplete: "off" }),
        failed ? h("p", { class: "notice bad", role: "alert" }, words.call_failed) : null,
        button(words.call_now, "call-now", { kind: "primary" })))
  }
}

export const sheets = { menu, games, line, consent, bids, ramsch, annul, players, stop, call, foot: footSheet(body) }
