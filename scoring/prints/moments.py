"""Print for this moment: which papers in one document, in which order, in how many copies."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from scoring.core.access import Right
from scoring.core.files.pdf import joined
from scoring.models import Category, Series, TeamContest, Tournament
from scoring.models.series import SeriesState
from scoring.money.reads.dues import fees_of
from scoring.prints.registry import PRINTS, Order
from scoring.series.reads.print_moment import PrintMoment

# The keys of PRINTS that each moment may need, in the order in which they are wanted.
ONCE = ("start-cards", "number-signs")
OF_SERIES = ("lists", "by-name", "by-table")
AWARD = ("interim", "classes", "award", "winners", "award-certificates", "press", "pots", "cash")

# Postings are read from afar.
LARGE: Mapping[str, str] = {"type": "large"}


@dataclass(frozen=True, slots=True)
class Paper:
    """One document of the moment: its key in PRINTS, its series if it is of one, its copies."""

    key: str
    series: Series | None
    copies: int

    @property
    def name(self) -> str:
        """In the active language, with the number of its series."""
        name = str(PRINTS[self.key].name)
        if self.series is None:
            return name
        words = {"paper": name, "number": self.series.number}
        return gettext("%(paper)s of series %(number)s") % words


def papers_of(tournament: Tournament, moment: PrintMoment, right: Right) -> list[Paper]:
    """The papers that this reader may print now; 0 copies leave one out."""
    copies = copies_of(tournament)
    return [
        Paper(key, series, copies.get(key, 1))
        for key, series in wanted(tournament, moment)
        if right.covers(PRINTS[key].role)
    ]


def copies_of(tournament: Tournament) -> Mapping[str, int]:
    return dict(tournament.print_copies.values_list("paper", "copies"))


def wanted(tournament: Tournament, moment: PrintMoment) -> Iterator[tuple[str, Series | None]]:
    """The keys of the moment's papers, each with the series that it is of."""
    if moment.code == "announcing":
        yield from (("announcement", None), ("plan", None))
    elif moment.code == "playing" and moment.missing:
        yield "missing", None
    elif moment.code == "award":
        left_out = without(tournament)
        yield from ((key, None) for key in AWARD if key not in left_out)
    if moment.code in ("result", "seating") and moment.played:
        yield from of_played(tournament, moment.played)
    if moment.code == "seating" and moment.seated:
        first = moment.played is None
        if first:
            yield from ((key, None) for key in ONCE)
        yield from ((key, moment.seated) for key in OF_SERIES)


def of_played(tournament: Tournament, played: Series) -> Iterator[tuple[str, Series | None]]:
    """Its result; the standings, if an earlier series counts too; its fees, if it has some."""
    yield "result", played
    if tournament.series.filter(state=SeriesState.CLOSED).count() > 1:
        yield "interim", None
    if has_classes(tournament):
        yield "classes", None
    fees = fees_of(tournament)
    if fees.lost_ladder or fees.passed_cents:
        yield "fees", played


def without(tournament: Tournament) -> set[str]:
    """The papers of the award that this tournament has nothing for.

    Where there are pots their winners are read aloud in order, else those of the ranking.
    """
    left_out = set() if has_classes(tournament) else {"classes"}
    return left_out | ({"winners"} if tournament.pots.exists() else {"award", "pots"})


def has_classes(tournament: Tournament) -> bool:
    """Whether teams, pairs or categories are ranked."""
    teams = TeamContest.objects.filter(tournament=tournament)
    return teams.exists() or Category.objects.filter(tournament=tournament, ranked=True).exists()


def moment_pdf(papers: list[Paper], order: Order, title: str) -> bytes:
    """All papers in their copies as one document."""
    orders = (
        (each, replace(order, series=each.series, wanted=LARGE, released_only=True))
        for each in papers
    )
    documents = [(PRINTS[each.key].pdf(of), each.copies) for each, of in orders if each.copies]
    return joined(documents, title)
