"""The table of infractions: what can happen, and what decides it (docs/law.md "Infractions")."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import Answer, Facts, Impossible, Incident, Unknown
from scoring.rules.problem import Problem
from scoring.rules.systems import System

Phase = Literal["deal", "auction", "announcement", "play", "end", "table"]
PHASES: tuple[Phase, ...] = get_args(Phase)
Decide = Callable[[Facts], Decision]


@dataclass(frozen=True, slots=True)
class Infraction:
    """A row of the table: when it happens, its paragraphs, how it is decided.

    `named`: no valid game was announced, and the soloist names the one that he loses. `own_rule`
    gives the paragraphs where they differ by system.
    """

    key: str
    phase: Phase
    rule: str
    decide: Decide
    named: bool = False
    own_rule: Callable[[System], str] | None = None

    def cite(self, system: System) -> str:
        return self.own_rule(system) if self.own_rule else self.rule


ROWS: dict[str, Infraction] = {}  # filled by `before_play` and `play`, in their order


def infraction(
    key: str,
    phase: Phase,
    rule: str,
    *,
    named: bool = False,
    own_rule: Callable[[System], str] | None = None,
) -> Callable[[Decide], Decide]:
    """Add a row that the decorated function decides."""

    def add(decide: Decide) -> Decide:
        ROWS[key] = Infraction(key, phase, rule, decide, named, own_rule)
        return decide

    return add


def decide(incident: Incident) -> Decision:
    """The decision of an incident, or the question that has to be answered first.

    >>> from scoring.rules.game import PlayedGame
    >>> from scoring.rules.systems import ISKO
    >>> answers = {"found": "at_once", "party": "defender", "demand": False}
    >>> spades = PlayedGame(ISKO, "spades", tops=1, hand=True, bid=72)
    >>> decide(Incident("revoke", ISKO, spades, answers)).score
    -154
    >>> decide(Incident("revoke", ISKO, spades)).asks
    'found'
    """
    row = ROWS.get(incident.row)
    if row is None:
        return Decision("", problems=(Problem("incident-unknown", "row"),))
    if problems := incident.problems():
        return Decision("", problems=tuple(problems))
    try:
        decision = row.decide(Facts(incident))
    except Unknown as unknown:
        return Decision("", asks=unknown.key)
    except Impossible as impossible:
        return Decision("", problems=impossible.problems)
    rule = row.cite(incident.system)
    return decision.because(Ground(f"row-{row.key.replace('_', '-')}", rule))


# What a list knows of its players and nobody is asked; it decides where the rounds do.
NEVER_ASKED = ("left_after", "joined_with")


def what_decides(incident: Incident) -> Incident:
    """The incident with only those answers that its decision depends on, in the order asked.

    >>> answers = {"party": "defender", "seats": "4", "found": "gathered"}
    >>> dict(what_decides(Incident("revoke", answers=answers)).answers)
    {'found': 'gathered'}
    """
    unasked = {key: incident.answers[key] for key in NEVER_ASKED if key in incident.answers}
    answers: dict[str, Answer] = {}
    while asks := decide(replace(incident, answers=answers | unasked)).asks:
        if asks not in incident.answers:
            break
        answers[asks] = incident.answers[asks]
    if "rounds" in answers:
        answers |= unasked
    return replace(incident, answers=answers)
