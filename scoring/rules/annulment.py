"""Games dealt out of turn are void and played again (SkO 3.2.11-13, docs/law.md "A score list")."""

from dataclasses import dataclass

from scoring.rules.outline import Outline


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

    A round is finished when its last game is entered, and then it stands (3.2.11): where the wrong
    deal lies in one, only the current round is replayed, from seat 1 (3.2.13). A wrong deal of the
    very last game alone can be corrected after that, until all have signed (3.2.11).

    >>> annulled_from(Outline(seats=4, rounds=12), wrong_number=6, played=7)
    Annulment(void=range(6, 8), replay_from=6, rule='SkO 3.2.12')
    """
    if played >= outline.games_due:
        if is_last_game(outline, wrong_number, played) and not signed:
            return Annulment(range(played, played + 1), played, "SkO 3.2.11")
        return Annulment(range(0), played + 1, "SkO 3.2.11")
    first = outline.round_begins(played + 1)
    if wrong_number is not None and wrong_number >= first:
        return Annulment(range(wrong_number, played + 1), wrong_number, "SkO 3.2.12")
    return Annulment(range(first, played + 1), first, "SkO 3.2.13")


def is_last_game(outline: Outline, wrong_number: int | None, played: int) -> bool:
    """Whether the wrong deal was that of the very last game of the last round, which is entered.

    Only there the signatures decide (SkO 3.2.11). A list that ended early ends with the last game
    that was begun.
    """
    return wrong_number == played == outline.games_due
