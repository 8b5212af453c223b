"""What stands above every printed page."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from scoring.models import HostLogo, Logo, Tournament
from scoring.models.host import Owned
from scoring.models.tournament import TournamentState

STATES = {"provisional": gettext_lazy("provisional"), "final": gettext_lazy("final")}


@dataclass(frozen=True, slots=True)
class Head:
    """Club, tournament, day and state above every page.

    `state` is "provisional", "final" or any words in the reader's language, `logo` a PNG.
    """

    club: str = ""
    tournament: str = ""
    place: str = ""
    day: date | None = None
    state: str = ""
    printed_at: datetime | None = None
    logo: bytes = b""

    @property
    def state_text(self) -> str:
        return str(STATES.get(self.state, self.state))

    @property
    def day_text(self) -> str:
        return date_format(self.day, "DATE_FORMAT") if self.day else ""

    @property
    def printed_text(self) -> str:
        if self.printed_at is None:
            return ""
        return date_format(timezone.localtime(self.printed_at), "DATETIME_FORMAT")


def head_of(tournament: Tournament) -> Head:
    is_final = tournament.state == TournamentState.FINAL
    return Head(
        club=tournament.organizer,
        tournament=tournament.title,
        place=tournament.place,
        day=tournament.date,
        state="final" if is_final else "provisional",
        printed_at=timezone.now(),
        logo=logo_of(tournament),
    )


def logo_of(tournament: Tournament) -> bytes:
    """The logo as a PNG: its own, else that of its host; empty where none was given."""
    return own_logo(tournament) or logo_of_host(tournament)


def own_logo(tournament: Tournament) -> bytes:
    png = Logo.objects.filter(tournament=tournament).values_list("png", flat=True).first()
    return bytes(png or b"")


def logo_of_host(owned: Owned) -> bytes:
    png = HostLogo.objects.filter(host=owned.host_id).values_list("png", flat=True).first()
    return bytes(png or b"")
