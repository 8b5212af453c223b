"""Who sits at the table of a list on our own sheet: by start number and name.

A sheet may have neither, like the blank one for a side venue: then somebody is asked. So he is
where the sheet's own sums are not those of its games.
"""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from scoring.core.spreadsheets.cells import LONGEST, Spot
from scoring.imports.files.identity import Identity, PlayerFinder, unique
from scoring.imports.reads.answers import Answers, Asked, Option, Question
from scoring.messages import label
from scoring.printed_list.incoming import Incoming, SheetSum
from scoring.rules.performance import Scheme
from scoring.rules.problem import Problem
from scoring.rules.score_list import Outline, scored, total

GAMES = "games"  # the answer that the games count and not the sums of the sheet
MOST_SUMS = 6


@dataclass(slots=True)
class SeatReader:
    """Settles the players of lists; `asked` are the questions about their sums."""

    finder: PlayerFinder
    answers: Answers
    asked: list[Asked] = field(default_factory=list)

    def settled(self, incoming: Incoming, key: str) -> Incoming:
        """The list with the start number of every seat, as far as they stand there."""
        # A sheet that nobody can read as a list has a key all the same: it may be left out.
        is_left = self.answers.is_left(key)
        pairs = zip(incoming.starts, incoming.names, strict=True)
        starts, waits = list[int | None](), False
        for seat, (number, name) in enumerate(pairs, 1):
            found = self.found(incoming, number, name)
            if found.problem is not None and not is_left:
                about = (number, name) if name else (key, seat)
                text = described(number, name) or f"{label('results_column', 'seat')} {seat}"
                spot = Spot(incoming.sheet, cell_of(incoming, seat), found.problem)
                answer = self.finder.ask(about, text, spot, found.options, may_leave=False)
                waits = waits or not answer.isdigit()
                number = int(answer) if answer.isdigit() else number
            starts.append(found.player if found.player is not None else number)
        if not is_left and not incoming.spots:
            waits = not self.is_agreed(incoming, f"sums-{key}") or waits
        return replace(
            incoming,
            starts=tuple(starts),
            names=tuple(map(described, incoming.starts, incoming.names)),
            key=key,
            is_left=is_left,
            waits=waits,
        )

    def is_agreed(self, incoming: Incoming, name: str) -> bool:
        """Whether the sheet's own sums are those of its games, or somebody takes these in spite."""
        differing = differing_sums(incoming, self.finder.known.scheme)
        if not differing:
            return True
        answer = self.answers.of(name, (GAMES,))
        (first, ours), *others = differing
        problem = Problem("incoming-sum-differs", "", {"found": first.figure, "expected": ours})
        options = (Option(GAMES, _("Yes, as the games give it")),)
        sample = (f"{each.cell}: {each.figure} / {figure}" for each, figure in others)
        text = _("Take the list all the same?")
        question = Question(name, text, options, answer, tuple(sample)[:MOST_SUMS])
        self.asked.append(Asked(incoming.sheet, first.cell, problem, (question,), not answer))
        return bool(answer)

    def found(self, incoming: Incoming, number: int | None, name: str) -> Identity:
        """Who sits at a seat; a number alone is judged with the list."""
        if name:
            return self.finder.named(number, name)
        planned = self.finder.known.table(incoming.series, incoming.table)
        if number is None and planned and not incoming.spots:
            return Identity(None, Problem("incoming-seat-unnamed"), unique(planned))
        return Identity()


def differing_sums(incoming: Incoming, scheme: Scheme) -> list[tuple[SheetSum, int]]:
    """The sheet's own sums that the games do not give, and what they give; totals first."""
    games = list(scored(incoming.lines))
    ours = {("plus" if game.won else "minus", game.number): abs(game.score) for game in games}
    for seat in total(games, Outline(len(incoming.starts), 1), scheme):
        figures = {"points": seat.game_points, "won": seat.won, "lost": seat.lost}
        figures["total"] = seat.performance
        ours |= {(key, seat.seat): figure for key, figure in figures.items()}
    differing = [
        (each, ours[each.key, each.at])
        for each in incoming.sums
        if ours.get((each.key, each.at), each.figure) != each.figure
    ]
    return sorted(differing, key=lambda pair: pair[0].key != "total")


def cell_of(incoming: Incoming, seat: int) -> str:
    return incoming.cells.get(f"seat{seat}/start", "")


def described(number: int | None, name: str) -> str:
    """Whom a seat names, as the sheet says it."""
    return " · ".join(filter(None, ("" if number is None else str(number), name[:LONGEST])))
