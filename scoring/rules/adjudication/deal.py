"""Errors of the shuffle and the deal (SkO 3.2)."""

from dataclasses import replace

from scoring.rules.adjudication.clause import lost, needed, never_won, without_entry, won_by_error
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts, Impossible
from scoring.rules.adjudication.incident import SOLOIST
from scoring.rules.annulment import annulled_from, is_last_game
from scoring.rules.outline import Outline, Sitting, starting
from scoring.rules.problem import Problem


def card_exposed(facts: Facts) -> Decision:
    if facts.choice("exposed") == "shuffling":
        return without_entry("shuffle_again", Ground("exposed-shuffling", "SkO 3.2.3"))
    return without_entry("deal_again", Ground("exposed-in-deal", "SkO 3.2.8"))


def complaint(facts: Facts) -> Decision:
    """A missing or thin cut, or a complaint about shuffle or deal."""
    if facts.yes("lifted"):
        return without_entry("complaint_late", Ground("cards-lifted", "SkO 3.2.10"))
    return without_entry("deal_again", Ground("cards-not-lifted", "SkO 3.2.4, SkO 3.2.10"))


# A wrong number of cards


def wrong_count(facts: Facts) -> Decision:
    """A wrong number of cards before the first lead; a wrong discard is another offence."""
    if facts.yes("deal_right"):
        params = {"rows": ("announced_with_wrong_count", "wrong_count_in_play")}
        rule = "SkO 3.2.9, ST 3.4.6"
        raise Impossible([Problem("deal-was-right", "deal_right", params, rule)])
    if facts.choice("wrong_side") != "both" and not facts.yes("auction_over"):
        return without_entry("deal_again", Ground("noticed-in-auction", "SkO 3.2.9"))
    return wrongly_dealt(facts)


def wrongly_dealt(facts: Facts) -> Decision:
    """The deal was wrong, and it was noticed only after the auction, or on both sides."""
    side = facts.choice("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    if side == SOLOIST:
        ground = Ground("soloist-counted-wrong", "SkO 3.4.6, ST 3.3.10")
        return lost(facts.contract, "infraction", ground)
    if facts.yes("plays_on"):
        return without_entry("put_right", Ground("cards-put-right", "ST 3.3.10"))
    need = needed(facts.contract)
    if need == "unreachable":
        return never_won(facts.contract, "infraction")
    decision = won_by_error(facts, need, "infraction")
    return decision.because(Ground("defenders-counted-wrong", "ST 3.3.10"))


# Dealt out of turn


def dealt_out_of_turn(facts: Facts) -> Decision:
    """Which games are void; a finished round stands (docs/law.md "A score list").

    The signatures matter for the very last game alone (SkO 3.2.11).
    """
    played, wrong = facts.number("played"), _wrong_number(facts)
    outline = _outline(facts, wrong, played)
    signed = is_last_game(outline, wrong, played) and facts.yes("signed")
    annulment = annulled_from(outline, wrong, played, signed=signed)
    if annulment.void or wrong == annulment.replay_from:
        rule = ", ".join(dict.fromkeys(("SkO 3.2.11", annulment.rule)))
        ground = Ground("games-void", rule, {"number": annulment.replay_from})
        void = tuple(annulment.void)
        return Decision("annulment", (ground,), void=void, replay_from=annulment.replay_from)
    if signed:
        return without_entry("games_stand", Ground("list-is-signed", "SkO 3.2.11"))
    if played >= outline.games_due:
        return without_entry("games_stand", Ground("last-round-is-finished", "SkO 3.2.11"))
    ground = Ground(
        "round-is-finished", "SkO 3.2.11, SkO 3.2.13", {"number": annulment.replay_from}
    )
    return Decision("round_anew", (ground,), replay_from=annulment.replay_from)


def _wrong_number(facts: Facts) -> int | None:
    """The game that the wrong person dealt, None where nobody can tell."""
    planned = _planned(facts).games_planned
    played = facts.number("played")
    if played > planned:
        params = {"played": played, "most": planned}
        raise Impossible([Problem("more-games-than-planned", "played", params)])
    wrong = facts.number("wrong_number")
    if wrong > min(played + 1, planned):
        params = {"number": wrong, "played": played}
        raise Impossible([Problem("game-not-dealt-yet", "wrong_number", params)])
    return wrong or None


def _planned(facts: Facts) -> Outline:
    """The list with its rounds. Who of four left does not matter for them: seat 4, say."""
    planned = Outline(seats=int(facts.choice("seats")), rounds=facts.number("rounds"))
    if not facts.knows("left_after"):
        return planned
    sittings = [*starting(planned.seats - 1), Sitting(planned.seats, 1, facts.number("left_after"))]
    if facts.knows("joined_with"):
        sittings.append(Sitting(planned.seats, facts.number("joined_with")))
    return replace(planned, sittings=tuple(sittings))


def _outline(facts: Facts, wrong: int | None, played: int) -> Outline:
    """The list, which may have ended early; that is asked only where it changes the decision."""
    planned = _planned(facts)
    if played == planned.games_planned or (wrong is not None and wrong > played):
        return planned
    return replace(planned, ended_after=played) if facts.yes("ended") else planned


def dealt_twice(facts: Facts) -> Decision:
    """After a passed game the same dealer dealt again: the second deal is out of turn."""
    decision = dealt_out_of_turn(facts)
    if facts.number("wrong_number") == 1:
        raise Impossible([Problem("no-game-was-passed-before", "wrong_number", rule="SkO 3.3.7")])
    grounds = (
        Ground("passed-game-stands", "SkO 3.2.16, SkO 3.3.7"),
        *decision.grounds,
        Ground("banned-by-the-organizer", "TO 9.4"),
    )
    return Decision(decision.verdict, grounds, void=decision.void, replay_from=decision.replay_from)
