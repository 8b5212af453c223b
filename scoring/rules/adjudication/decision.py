"""A referee's decision: verdict, entry, reasons, or the next question."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from dataclasses import field as with_default

from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import citations, join_rules
from scoring.rules.problem import Problem
from scoring.rules.records import write_line
from scoring.rules.score_list import Line
from scoring.rules.valuation import valuation

# After these the game has its entry in the list.
ENTERED = ("won", "lost", "passed")
CHANGES_THE_LIST = (*ENTERED, "annulment")


@dataclass(frozen=True, slots=True)
class Ground:
    """One reason of a decision: a code with the figures its sentence needs, and its paragraphs."""

    code: str
    rule: str = ""
    params: Mapping[str, object] = with_default(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of an incident; the words of each verdict stand in `messages.referee`.

    `entry` is the game as it goes on the list. `void` are the numbers of an annulment,
    `replay_from` the game with which play goes on. Without enough facts there is no verdict: `asks`
    is the key of the next question, `problems` are the impossible answers.
    """

    verdict: str
    grounds: tuple[Ground, ...] = ()
    entry: PlayedGame | None = None
    void: tuple[int, ...] = ()
    replay_from: int | None = None
    asks: str = ""
    problems: tuple[Problem, ...] = ()

    def because(self, *grounds: Ground) -> "Decision":
        """The same decision with more reasons before its own."""
        return replace(self, grounds=(*grounds, *self.grounds))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of all reasons, each once, in their order."""
        return citations(join_rules(ground.rule for ground in self.grounds))

    @property
    def score(self) -> int | None:
        """The score of the entry in points; None if there is no entry yet."""
        return None if self.entry is None else valuation(self.entry).score

    def as_record(self) -> dict[str, object]:
        """The decision as JSON, for a stored ruling."""
        record: dict[str, object] = {
            "verdict": self.verdict,
            "grounds": [asdict(ground) for ground in self.grounds],
        }
        if self.entry is not None:
            record["entry"] = write_line(Line(0, self.entry))
            record["score"] = self.score
        if self.replay_from is not None:
            record["void"] = list(self.void)
            record["replay_from"] = self.replay_from
        return record


def read_grounds(record: object) -> list[Ground]:
    """The reasons of a stored decision; empty for an invalid record."""
    grounds = record.get("grounds") if isinstance(record, Mapping) else None
    if not isinstance(grounds, list):
        return []
    return [
        Ground(str(ground.get("code", "")), str(ground.get("rule", "")), dict(params))
        for ground in grounds
        if isinstance(ground, Mapping) and isinstance(params := ground.get("params", {}), Mapping)
    ]
