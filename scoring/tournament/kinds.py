"""The kinds of tournaments that are asked for first: what each needs, and what is typical of it."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import Season
from scoring.models.season import SeasonKind
from scoring.models.tournament import Confirm


@dataclass(frozen=True, slots=True)
class TournamentKind:
    """What a new tournament of this kind is made with; everything can be changed afterwards.

    `series`: how many, 0 where the host's proposal holds; `fees`: with those of the host;
    `asks_handed_in`: signatures, lists and start cards are asked for at the end; `confirm`: who
    confirms lists; `league`: teams by match points, with substitutes; `in_season`: it counts in the
    season of the club.
    """

    word: str | Promise
    hint: str | Promise
    series: int = 0
    fees: bool = True
    asks_handed_in: bool = True
    confirm: Confirm = Confirm.SECOND
    league: bool = False
    in_season: bool = False


PREISSKAT, EVENING, MATCH_DAY, CHAMPIONSHIP = "preisskat", "evening", "match-day", "championship"
KINDS = {
    PREISSKAT: TournamentKind(
        _("Open tournament with prizes"),
        _("Fees, pots and prizes; no papers to hand in."),
        asks_handed_in=False,
    ),
    EVENING: TournamentKind(
        _("Club evening"),
        _("Two series that count in the season of the club; no papers to hand in."),
        series=2,
        asks_handed_in=False,
        confirm=Confirm.SELF,
        in_season=True,
    ),
    MATCH_DAY: TournamentKind(
        _("Match day of a league"),
        _("Teams of four by match points, with substitutes, without money."),
        series=3,
        fees=False,
        asks_handed_in=False,
        league=True,
    ),
    CHAMPIONSHIP: TournamentKind(
        _("Championship"),
        _("Lists and start cards are handed in before a prize is paid."),
    ),
}


def season_to_join(host: int) -> str:
    """The name of the season of the club in which an evening of this host counts."""
    seasons = Season.objects.filter(host=host, kind=SeasonKind.CLUB, closed_at__isnull=True)
    newest = seasons.order_by("-pk").values_list("name", flat=True).first()
    return newest or gettext("Club championship %(year)s") % {"year": timezone.localdate().year}
