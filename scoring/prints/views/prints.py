"""What is printed: the page that lists it by the hour of the day, and every document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from scoring.core.access import ask_not_blind, ask_sums_not_blind, right_of, tournament_for
from scoring.core.files.download import attachment
from scoring.core.files.pdf import listing_pdf
from scoring.core.files.pdf_poster import poster_pdf
from scoring.core.head import Head, head_of
from scoring.models import Series, Tournament
from scoring.models.series import current_series
from scoring.printed_list.files.pdf import score_lists_pdf
from scoring.printed_list.reads.papers import blank_list, papers_of
from scoring.prints.files.cards import place_cards_pdf, start_cards_pdf
from scoring.prints.files.certificates import DESIGNS, certificates_pdf
from scoring.prints.files.report import report_pdf
from scoring.prints.files.signs import table_signs_pdf
from scoring.prints.reads import prints as reads
from scoring.prints.reads.report import plan_listing, report_of
from scoring.series.reads.series import SeriesView, one_series
from scoring.standings.reads.players import Standings, standings
from scoring.standings.reads.scopes import find_standings, kinds_of
from scoring.standings.reads.teams import TeamStandings

LANGUAGES = ("de", "en")
ROUNDS = (12, 8, 6)
MOST_PLACES = 400


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants printed: of which tournament, and in which of its forms."""

    request: HttpRequest
    tournament: Tournament
    series: Series | None
    wanted: Mapping[str, str] = field(default_factory=dict)

    @property
    def head(self) -> Head:
        return head_of(self.tournament)

    @property
    def view(self) -> SeriesView:
        """The series that is asked for. Raises Http404 where there is none."""
        if self.series is None:
            raise Http404
        return one_series(self.series, drafts=self.drafts)

    @property
    def drafts(self) -> bool:
        return right_of(self.request).organizer

    @property
    def standings(self) -> Standings:
        ask_sums_not_blind(self.request, self.tournament)
        return standings(self.tournament, self.series)

    def address(self, page: str, pk: int) -> str:
        args = [self.tournament.pk, pk] if page == "room-player" else [pk]
        return self.request.build_absolute_uri(reverse(page, args=args))

    def number(self, key: str, usual: int, most: int) -> int:
        """A small number from the address; what is none is taken for the usual."""
        text = self.wanted.get(key, "")
        if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most:
            return int(text)
        return usual


def start_cards(order: Order) -> bytes:
    cards = reads.start_cards(order.tournament, order.address, drafts=order.drafts)
    return start_cards_pdf(cards, order.head)


def place_cards(order: Order) -> bytes:
    return place_cards_pdf(reads.place_cards(order.view, order.address), order.head)


def table_signs(order: Order) -> bytes:
    return table_signs_pdf(reads.table_signs(order.view, order.address), order.head)


def by_name(order: Order) -> bytes:
    return poster_pdf(reads.by_name_listing(order.view), reads.seating_head(order.view))


def by_table(order: Order) -> bytes:
    return poster_pdf(reads.by_table_listing(order.view), reads.seating_head(order.view), blocks=1)


def series_lists(order: Order) -> bytes:
    """Every list of the series: blank with its names, or as far as it is filled."""
    drawn = order.view.tables
    if order.series is None or not drawn:
        raise Http404
    ask_not_blind(order.request, order.tournament, order.series)
    papers = papers_of(order.series, lambda pk: order.address("list", pk))
    return score_lists_pdf(papers)


def blank_lists(order: Order) -> bytes:
    rounds = order.number("rounds", ROUNDS[0], 24)
    seats = 3 if order.wanted.get("seats") == "3" else 4
    return score_lists_pdf([blank_list(order.tournament, seats, rounds)])


def plan(order: Order) -> bytes:
    return listing_pdf(plan_listing(order.tournament), replace(order.head, state=""))


def interim(order: Order) -> bytes:
    large = order.wanted.get("type") == "large"
    listing = reads.short_standings(order.standings)
    return poster_pdf(listing, order.head, blocks=1 if large else 2)


def missing(order: Order) -> bytes:
    return listing_pdf(reads.missing_listing(order.tournament), order.head)


def winners(order: Order) -> bytes:
    found = order.standings
    places = order.number("places", customary(found), MOST_PLACES)
    return poster_pdf(reads.winners_listing(found, places), order.head, blocks=1)


def certificates(order: Order) -> bytes:
    """Of the whole tournament, of the series asked for, or `?of=` any ranking by its scope."""
    scope = order.wanted.get("of", "")
    if "\0" in scope:  # no address holds one
        raise Http404
    ask_sums_not_blind(order.request, order.tournament)
    found = find_standings(order.tournament, scope) if scope else order.standings
    if not isinstance(found, Standings | TeamStandings):
        raise Http404
    design = order.wanted.get("design", "")
    honours = reads.certificates(found, order.number("places", 3, MOST_PLACES))
    return certificates_pdf(honours, order.head, design if design in DESIGNS else "framed")


def report(order: Order) -> bytes:
    ask_sums_not_blind(order.request, order.tournament)
    right = right_of(order.request)
    told = report_of(order.tournament, money=right.clerk, rulings=right.referee)
    return report_pdf(told, order.head)


def customary(found: Standings) -> int:
    """Every fourth player wins something, as is the custom."""
    return max(3, -(-len(found.rows) // 4))


PRINTS: Mapping[str, Callable[[Order], bytes]] = MappingProxyType(
    {
        "start-cards": start_cards,
        "place-cards": place_cards,
        "table-signs": table_signs,
        "by-name": by_name,
        "by-table": by_table,
        "lists": series_lists,
        "blank-lists": blank_lists,
        "plan": plan,
        "interim": interim,
        "missing": missing,
        "winners": winners,
        "certificates": certificates,
        "report": report,
    }
)
NAMES = {
    "start-cards": _("start cards"),
    "place-cards": _("place cards"),
    "table-signs": _("table signs"),
    "by-name": _("seating by name"),
    "by-table": _("seating by table"),
    "lists": _("score lists"),
    "blank-lists": _("blank lists"),
    "plan": _("tournament plan"),
    "interim": _("standings"),
    "missing": _("missing lists"),
    "winners": _("winners"),
    "certificates": _("certificates"),
    "report": _("tournament report"),
}

TABLES = (
    ("participants", _("Participants")),
    ("teams", _("Teams")),
    ("plan", _("Tournament plan")),
    ("standings", _("Standings")),
    ("results", _("Results")),
    ("money", _("Money")),
    ("corrections", _("Corrections")),
    ("missing", _("Missing lists")),
)


@require_GET
def show_prints(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything that can be printed, of the series that the day is at or another."""
    tournament = tournament_for(request, tournament_id)
    every = list(tournament.series.all())
    number = request.GET.get("series", "")
    chosen = next((each for each in every if str(each.number) == number), None)
    language = request.GET.get("language")
    context = {
        "tournament": tournament,
        "every": every,
        "series": chosen or current_series(tournament),
        "language": language if language in LANGUAGES else translation.get_language(),
        "rounds": ROUNDS,
        "tables": [each for each in TABLES if right_of(request).clerk or each[0] != "money"],
        "kinds": kinds_of(tournament),
    }
    return render(request, "prints/page.html", context)


@require_GET
def print_document(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """One document as PDF; `?series=2` of that series, `?language=en` in English."""
    tournament = tournament_for(request, tournament_id)
    if what not in PRINTS:
        raise Http404
    number = request.GET.get("series")
    series = None
    if number:
        series = next((s for s in tournament.series.all() if str(s.number) == number), None)
        if series is None:
            raise Http404
    wanted = request.GET.get("language")
    language = wanted if wanted in LANGUAGES else translation.get_language()
    with translation.override(language):
        content = PRINTS[what](Order(request, tournament, series, request.GET))
        name = [tournament.name, str(NAMES[what]), f"{series.number}" if series else ""]
    return attachment(content, "pdf", *name)
