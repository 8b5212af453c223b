"""Where a value comes from: the sum of a game, step by step, as players say it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.core.labels_of_systems import name_of
from scoring.messages import step_label
from scoring.messages.amounts import MINUS
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import joined
from scoring.rules.systems import System
from scoring.rules.valuation import (
    Step,
    Valuation,
    class_of,
    complete,
    value_completed,
)

# Steps that no system has rules of its own for.
RULES_OF_STEPS = {"overbid": "SkO 5.4.1", "queens": "BT MP2", "kings": "BT MP2"}


@dataclass(frozen=True, slots=True)
class CalculationPart:
    """One thing that is counted: "hand 3", and the paragraph or custom that says so."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Calculation:
    """A game with its value (points), its score, and what the same contract costs when lost."""

    name: str
    parts: list[CalculationPart]
    total: str
    value: int
    score: int
    if_lost: int | None
    won: bool
    overbid: bool


def calculation(game: PlayedGame) -> Calculation | None:
    """The sum of a game; None where an error forbids it or nobody says whether it was won."""
    appraisal = appraise(game)
    valued, done = appraisal.valuation, appraisal.game
    if valued is None:
        return None
    return Calculation(
        name=name_of(done),
        parts=list(parts_of(done, valued)),
        total=sum_of(done, valued),
        value=valued.value,
        score=valued.score,
        if_lost=lost_score(done) if valued.won else None,
        won=valued.won,
        overbid=valued.overbid,
    )


def lost_score(done: PlayedGame) -> int:
    """What the contract costs when lost: what was announced counts, nothing that was reached."""
    lost = replace(
        done,
        won=False,
        schneider=None,
        schwarz=None,
        card_points=None,
        tricks=None,
        credited="",
        overbid=None,
        end="played",
    )
    return value_completed(complete(lost)).score


def parts_of(game: PlayedGame, valued: Valuation) -> Iterator[CalculationPart]:
    """Every step with the count so far, the base, the bid and the loss, each with its rule."""
    count = 0
    for step in valued.steps:
        count += step.count
        yield CalculationPart(step_text(step, count), rule_of_step(step, game.system))
    if class_of(game) is None:
        yield CalculationPart(f"{name_of(game)}: {valued.value}", game.system.citations.nulls)
    else:
        yield CalculationPart(f"× {valued.base}", game.system.citations.bases)
    if game.bid is not None and not valued.overbid:
        yield CalculationPart(_("bid %(bid)s covered") % {"bid": game.bid}, "SkO 3.4.2")
    if not valued.won:
        lost = _("lost: × %(factor)s") % {"factor": valued.factor}
        yield CalculationPart(lost, game.system.citations.losses)


def sum_of(game: PlayedGame, valued: Valuation) -> str:
    """The whole sum in one line.

    >>> from django.utils.translation import override
    >>> from scoring.rules.systems import ISKO
    >>> with override("en"):
    ...     game = complete(PlayedGame(ISKO, "hearts", 1, hand=True, bid=36, card_points=61))
    ...     sum_of(game, value_completed(game))
    'with 1, game 2, hand 3 × 10 = 30, bid 36: overbid → 40, lost −80'
    """
    own = [step for step in valued.steps if step.name != "overbid"]
    if own:
        counts = [sum(step.count for step in own[:place]) for place in range(1, len(own) + 1)]
        steps = [step_text(step, count) for step, count in zip(own, counts, strict=True)]
        said = [f"{', '.join(steps)} × {valued.base} = {counts[-1] * valued.base}"]
    else:
        said = [f"{name_of(game)} = {valued.value}"]
    if valued.overbid and game.bid is not None:
        figures = {"bid": game.bid, "value": valued.value}
        said.append(_("bid %(bid)s: overbid → %(value)s") % figures)
    elif valued.overbid:
        said.append(_("overbid → %(value)s") % {"value": valued.value})
    elif game.bid is not None:
        said.append(_("bid %(bid)s covered") % {"bid": game.bid})
    if valued.won:
        said.append(_("won %(score)s") % {"score": valued.score})
    else:
        said.append(_("lost %(score)s") % {"score": f"{MINUS}{-valued.score}"})
    return ", ".join(said)


def step_text(step: Step, count: int) -> str:
    """ "with 1", then "game 2", "hand 3": every step with the count that is reached with it."""
    name = step_label(step.name)
    return name if step.name.startswith("with") else f"{name} {count}"


def rule_of_step(step: Step, system: System) -> str:
    """What says that a step counts, and what it is: tops are the same in every system."""
    if step.name in RULES_OF_STEPS:
        return RULES_OF_STEPS[step.name]
    own = system.citations.step_of.get(step.name, system.citations.steps)
    return joined(["SkO 2.4.2", own]) if step.name.startswith("with") else own
