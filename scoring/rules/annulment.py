"""Games dealt out of turn are void and played again (SkO 3.2.11-13, docs/law.md "A score list")."""

from dataclasses import dataclass

from scoring.rules.score_list import Outline


@dataclass(frozen=True, slots=True)
class Annulment:
    """The numbers that are void, passed-in games too, and the game with which play goes on."""

    void: range
    replay_from: int
    rule: str


def annulled_from(
    outline: Outline, wrong_number: int | None, played: int, *, signed: bool = False
) -> Annulment:
    """What is void after a deal out of turn was noticed.

    `wrong_number` is the game dealt by the wrong person, None where unknown; `played`
    is the number of the last game entered (0: none), `signed` whether all have signed the list.

    A finished round stands (3.2.11): where the wrong deal lies in one, only the current round
    is replayed, from seat 1 (3.2.13). The last round is finished by the signatures.

    >>> annulled_from(Outline(seats=4, rounds=12), wrong_number=6, played=7)
    Annulment(void=range(6, 8), replay_from=6, rule='SkO 3.2.12')
    """
    if signed:
        return Annulment(range(0), played + 1, "SkO 3.2.11")
    first = _first_of_current_round(outline, played)
    if wrong_number is not None and wrong_number >= first:
        return Annulment(range(wrong_number, played + 1), wrong_number, "SkO 3.2.12")
    return Annulment(range(first, played + 1), first, "SkO 3.2.13")


def _first_of_current_round(outline: Outline, played: int) -> int:
    """The first game of the round in play; the last round stays in play until it is signed."""
    upcoming = min(played + 1, outline.games_due)
    return (outline.round_of(max(upcoming, 1)) - 1) * outline.seats + 1
