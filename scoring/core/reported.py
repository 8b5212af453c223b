"""Results that were reported from elsewhere: pages that do nothing but change one lead away."""

from django.http import HttpRequest

from scoring.core.elsewhere import LedElsewhere
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


class ChangedElsewhere(LedElsewhere):
    """Somebody opens a page that would change a result which is changed where it was played.

    The overview says why, and from whom it came.
    """

    def __init__(self, tournament: Tournament) -> None:
        super().__init__("tournament", tournament.pk, Problem("tournament-is-reported"))


def ask_changed_here(request: HttpRequest, tournament: Tournament) -> None:
    """Raises ChangedElsewhere before the form of a page that is none for a reported result."""
    if tournament.reported_at is None or request.method not in ("GET", "HEAD"):
        return
    if request.resolver_match and request.resolver_match.url_name in CHANGING:
        raise ChangedElsewhere(tournament)
