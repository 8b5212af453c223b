"""Results that were reported from elsewhere: pages that do nothing but change one lead away."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.messages import message
from scoring.models import Tournament
from scoring.rules.problem import Problem

# Names of the addresses that show a form which every service refuses for a reported result. A test
# opens all pages of one and finds none that is missing here.
CHANGING = frozenset((
    *("announcement", "attendance", "break-off", "book", "booking-reverse", "handed-in", "till"),
    *("money-fees", "pot-new", "pot-change", "series-new", "series-draw", "draw-by-hand", "logo"),
    *("entries-paste", "players-import", "entry-change", "results-import", "ruling-new"),
    *("list-annulment", "list-confirm", "list-decide", "list-players", "list-reset", "recheck"),
    *("correction-undo", "game-lowest", "phone-unsent"),
))  # fmt: skip


class ChangedElsewhere(Exception):
    """Somebody opens a page that would change a result which is changed where it was played."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        super().__init__(f"tournament {tournament.pk}")


def ask_changed_here(request: HttpRequest, tournament: Tournament) -> None:
    """Raises ChangedElsewhere before the form of a page that is none for a reported result."""
    if tournament.reported_at is None or request.method not in ("GET", "HEAD"):
        return
    if request.resolver_match and request.resolver_match.url_name in CHANGING:
        raise ChangedElsewhere(tournament)


class ReportedResults:
    """Leads to the overview of a reported result, which says why and from whom it came."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ChangedElsewhere):
            return None
        messages.info(request, message(Problem("tournament-is-reported")))
        url = reverse("tournament", args=[error.tournament.pk])
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204, headers={"HX-Redirect": url})
        return redirect(url)
