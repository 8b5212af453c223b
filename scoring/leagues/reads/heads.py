"""The heads of the papers of a league."""

from django.utils import timezone

from scoring.core.head import Head, logo_of_host
from scoring.leagues.reads.league import LoadedDivision
from scoring.leagues.reads.listings import place_of
from scoring.models import Meeting, Season


def league_head(season: Season, found: LoadedDivision | None = None) -> Head:
    state = ""
    if found is not None:
        state = "provisional" if found.provisional else "final"
    logo = logo_of_host(season)
    return Head(tournament=season.name, state=state, printed_at=timezone.now(), logo=logo)


def meeting_head(meeting: Meeting) -> Head:
    return Head(
        club=meeting.division.name,
        tournament=meeting.division.season.name,
        place=place_of(meeting),
        day=meeting.match_day.date,
        state="final" if meeting.reported_at else "provisional",
        printed_at=timezone.now(),
        logo=logo_of_host(meeting.division.season),
    )
