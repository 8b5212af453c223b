"""The day of a tournament at a glance."""

from dataclasses import dataclass

from django.db.models import Count, Q

from scoring.models import Tournament
from scoring.models.person import EntryState
from scoring.models.series import SeriesState
from scoring.series.reads.series import SeriesView, series_view, with_tables


@dataclass(frozen=True, slots=True)
class Overview:
    tournament: Tournament
    entries: int
    present: int
    series: tuple[SeriesView, ...]

    @property
    def current_first(self) -> list[SeriesView]:
        """The series that is played or comes next first; those that are closed behind the rest."""
        return sorted(self.series, key=lambda view: view.series.state == SeriesState.CLOSED)


def overview(tournament: Tournament, *, drafts: bool = True) -> Overview:
    """Everything the first page of a tournament shows: seven queries, however many tables.

    Without `drafts` a seating that is not released yet is not shown: it may still change.
    """
    counted = tournament.entries.aggregate(
        entries=Count("pk"), present=Count("pk", filter=Q(state=EntryState.PRESENT))
    )
    every = with_tables(tournament.series.all())
    series = tuple(series_view(each, drafts=drafts) for each in every)
    return Overview(tournament, counted["entries"], counted["present"], series)
