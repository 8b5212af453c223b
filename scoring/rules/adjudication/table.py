"""The table of infractions (docs/law.md "Infractions") as data: what can happen, and which function
decides it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, get_args

from scoring.rules.adjudication import before_play, play
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import Answer, Facts, Impossible, Incident, Unknown
from scoring.rules.problem import Problem
from scoring.rules.systems import System

Phase = Literal["deal", "auction", "announcement", "play", "end", "table"]
PHASES: tuple[Phase, ...] = get_args(Phase)


@dataclass(frozen=True, slots=True)
class Infraction:
    """A row of the table: when it happens, the paragraphs it rests on, how it is decided.

    `named`: no valid game was announced, and the soloist names the one that he loses. `own_rule`
    gives the paragraphs of a system that says it in a table of its own.
    """

    key: str
    phase: Phase
    rule: str
    decide: Callable[[Facts], Decision]
    named: bool = False
    own_rule: Callable[[System], str] | None = None

    def cited(self, system: System) -> str:
        return self.own_rule(system) if self.own_rule else self.rule


ROWS: Mapping[str, Infraction] = MappingProxyType(
    {
        row.key: row
        for row in (
            Infraction("card_exposed", "deal", "SkO 3.2.3, SkO 3.2.8", before_play.card_exposed),
            Infraction("cutter_absent", "deal", "SkO 3.2.5", before_play.cutter_absent),
            Infraction("complaint", "deal", "SkO 3.2.4, SkO 3.2.10", before_play.complaint),
            Infraction(
                "wrong_count",
                "deal",
                "SkO 3.2.9, SkO 3.4.6, ST 3.3.10, ST 3.4.6",
                before_play.wrong_count,
            ),
            Infraction(
                "dealt_out_of_turn",
                "deal",
                "SkO 3.2.11, SkO 3.2.12, SkO 3.2.13",
                before_play.dealt_out_of_turn,
            ),
            Infraction(
                "dealt_twice", "deal", "SkO 3.2.16, SkO 3.3.7, TO 9.4", before_play.dealt_twice
            ),
            Infraction(
                "skat_seen",
                "auction",
                "SkO 3.2.14, SkO 3.2.15, SkO 3.3.9, SkO 3.3.10, ST 3.3.9",
                before_play.skat_seen,
            ),
            Infraction(
                "skat_seen_noticed_late",
                "auction",
                "SkO 3.3.10, ST 3.3.11",
                before_play.skat_seen_noticed_late,
            ),
            Infraction("bid_taken_back", "auction", "SkO 3.3.8", before_play.bid_taken_back),
            Infraction(
                "bid_no_level",
                "auction",
                "SkO 3.3.2",
                before_play.bid_no_level,
                own_rule=lambda system: system.citations.bids,
            ),
            Infraction(
                "bid_out_of_order",
                "auction",
                "SkO 3.3.2, SkO 3.3.3, SkO 3.3.4",
                before_play.bid_out_of_order,
            ),
            Infraction(
                "forehand_passed_early", "auction", "SkO 3.3.6", before_play.forehand_passed_early
            ),
            Infraction(
                "forehand_took_the_skat", "auction", "SkO 3.3.6", before_play.forehand_took_the_skat
            ),
            Infraction("soloist_disputed", "auction", "SkO 3.3.5", before_play.soloist_disputed),
            Infraction(
                "skat_seen_before_announcing",
                "announcement",
                "SkO 4.5.4",
                before_play.skat_seen_before_announcing,
                named=True,
            ),
            Infraction(
                "top_trump_in_skat",
                "announcement",
                "SkO 3.4.3",
                before_play.top_trump_in_skat,
                named=True,
            ),
            Infraction(
                "announced_too_much",
                "announcement",
                "SkO 3.4.1, SkO 3.4.4, SkO 3.4.5",
                before_play.announced_too_much,
            ),
            Infraction(
                "hand_not_announced", "announcement", "SkO 3.4.1", before_play.hand_not_announced
            ),
            Infraction(
                "null_below_bid",
                "announcement",
                "SkO 3.4.4",
                before_play.null_below_bid,
                named=True,
            ),
            Infraction(
                "slip_of_the_tongue", "announcement", "SkO 3.4.5", before_play.slip_of_the_tongue
            ),
            Infraction(
                "announced_with_wrong_count",
                "announcement",
                "SkO 3.4.6, ST 3.4.6",
                before_play.announced_with_wrong_count,
            ),
            Infraction(
                "led_before_announcing",
                "announcement",
                "ST 4.1.1, ST 3.4.6, SkO 3.4.6",
                before_play.led_before_announcing,
                named=True,
            ),
            Infraction(
                "ouvert_not_laid_out", "announcement", "ST 2.2.5", before_play.ouvert_not_laid_out
            ),
            Infraction(
                "out_of_turn",
                "play",
                "SkO 4.1.3, SkO 4.1.7, SkO 4.1.8, SkO 4.1.10",
                play.out_of_turn,
            ),
            Infraction("revoke", "play", "SkO 4.2.3, SkO 4.2.4, SkO 4.2.5", play.revoke),
            Infraction("card_pulled", "play", "SkO 4.1.9, SkO 4.2.7", play.card_pulled),
            Infraction("card_taken_back", "play", "SkO 4.1.2, SkO 4.1.6", play.card_taken_back),
            Infraction("two_cards_shown", "play", "SkO 4.1.9", play.two_cards_shown),
            Infraction("remark", "play", "SkO 4.1.8, SkO 4.2.9, SkO 4.5.8", play.by_anybody),
            Infraction("looked_into_hand", "play", "SkO 4.5.5", play.looked_into_hand),
            Infraction(
                "skat_seen_in_play",
                "play",
                "SkO 3.4.7, SkO 3.4.8, SkO 4.2.8",
                play.skat_seen_in_play,
            ),
            Infraction("old_trick_seen", "play", "SkO 4.4.3, SkO 4.4.6", play.old_trick_seen),
            Infraction("tricks_mixed", "play", "SkO 4.4.4", play.by_anybody),
            Infraction(
                "defender_left_trick", "play", "SkO 4.4.4, SkO 4.4.5", play.defender_left_trick
            ),
            Infraction("wrong_count_in_play", "play", "SkO 4.2.6", play.wrong_count_in_play),
            Infraction("soloist_concedes", "end", "SkO 4.3.1, SkO 4.3.2", play.soloist_concedes),
            Infraction("defender_concedes", "end", "SkO 4.3.3, SkO 4.1.5", play.defender_concedes),
            Infraction("soloist_lays_open", "end", "SkO 4.3.4", play.soloist_lays_open),
            Infraction("defender_lays_open", "end", "ST 4.3.5", play.defender_lays_open),
            Infraction("thrown_in", "end", "SkO 4.3.6, SkO 4.3.1", play.thrown_in),
            Infraction("tricks_left_lying", "end", "ST 4.4.5", play.tricks_left_lying),
            Infraction("level_disputed", "end", "SkO 5.2.8", play.level_disputed),
            Infraction("sits_out", "table", "SkO 3.5.4, SkO 4.5.5, TO 8.5", play.sits_out),
            Infraction("kibitzer", "table", "TO 7.1.5, TO 9.9", play.kibitzer),
            Infraction("left_in_round", "table", "SkO 4.5.9", play.left_in_round),
        )
    }
)


def decide(incident: Incident) -> Decision:
    """The decision of an incident, or the question that has to be answered first.

    >>> from scoring.rules.game import PlayedGame
    >>> from scoring.rules.systems import ISKO
    >>> answers = {"found": "at_once", "party": "defender", "demand": False}
    >>> spades = PlayedGame(ISKO, "spades", tops=1, hand=True, bid=72)
    >>> decide(Incident("revoke", ISKO, spades, answers)).score
    -154
    >>> decide(Incident("revoke", ISKO, spades)).asks
    ('found',)
    """
    row = ROWS.get(incident.row)
    if row is None:
        return Decision("", problems=(Problem("incident-unknown", "row"),))
    if problems := incident.problems():
        return Decision("", problems=tuple(problems))
    try:
        decision = row.decide(Facts(incident))
    except Unknown as unknown:
        return Decision("", asks=(unknown.key,))
    except Impossible as impossible:
        return Decision("", problems=impossible.problems)
    rule = row.cited(incident.system)
    return decision.because(Ground(f"row-{row.key.replace('_', '-')}", rule))


def what_decides(incident: Incident) -> Incident:
    """The incident with those answers alone that its decision stands on, in the order asked.

    Answers to questions that no longer matter, or that only the list knows, are left out.

    >>> answers = {"party": "defender", "seats": "4", "found": "gathered"}
    >>> dict(what_decides(Incident("revoke", answers=answers)).answers)
    {'found': 'gathered'}
    """
    answers: dict[str, Answer] = {}
    while asks := decide(replace(incident, answers=answers)).asks:
        if asks[0] not in incident.answers:
            break
        answers[asks[0]] = incident.answers[asks[0]]
    return replace(incident, answers=answers)
