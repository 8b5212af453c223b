"""What is to be printed at this moment of the day."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import ScoreList, Series, Tournament
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, Depth
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class PrintMoment:
    """The hour of the day as far as paper is concerned.

    `code` is "announcing" before any seating is out, "seating" until the first line of a series is
    typed, "playing" after it, "result" when all series are closed, "award" under review and when
    final. `seated` is the series whose seating is out, `played` the last one that is closed,
    `missing` how many lists do not count yet while one is played.
    """

    code: str
    seated: Series | None = None
    played: Series | None = None
    missing: int = 0

    @property
    def has_papers(self) -> bool:
        return self.code != "playing" or self.missing > 0

    @property
    def title(self) -> str:
        """What one button prints, in the active language."""
        if self.code == "award":
            return _("Print the papers of the award")
        if self.code == "playing":
            return ngettext(
                "Print the %(count)s missing list",
                "Print the %(count)s missing lists",
                self.missing,
            ) % {"count": self.missing}
        if self.seated and self.played:
            numbers = {"played": self.played.number, "seated": self.seated.number}
            return _("Print the result of series %(played)s and series %(seated)s") % numbers
        if self.seated:
            return _("Print everything for series %(number)s") % {"number": self.seated.number}
        if self.played:
            return _("Print the result of series %(number)s") % {"number": self.played.number}
        return _("Print announcement and plan")


def print_moment(tournament: Tournament) -> PrintMoment:
    """What the papers of this hour are about: two queries at most."""
    every = list(tournament.series.all())
    played = [series for series in every if series.state == SeriesState.CLOSED]
    last = played[-1] if played else None
    over = tournament.state in (TournamentState.REVIEW, TournamentState.FINAL)
    if last and (over or tournament.broken_off):
        return PrintMoment("award", played=last)
    at = next((series for series in every if series.state != SeriesState.CLOSED), None)
    if at is not None and at.state != SeriesState.DRAFT:
        found = ScoreList.objects.filter(series__tournament=tournament).aggregate(
            begun=Count("pk", filter=Q(series=at) & ~Q(depth=Depth.NONE)),
            missing=Count("pk", filter=is_missing(tournament)),
        )
        if found["begun"]:
            return PrintMoment("playing", at, last, found["missing"])
        return PrintMoment("seating", seated=at, played=last)
    return PrintMoment("result", played=last) if last else PrintMoment("announcing")


def is_missing(tournament: Tournament) -> Q:
    """The lists of series that are or were played which do not count yet."""
    played = Q(series__state__in=(SeriesState.PLAYING, SeriesState.CLOSED))
    return played & ~Q(state__in=(*COUNTED_STATES[tournament.what_counts], *SET_ASIDE))
