"""Every print, by the key in its address."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.access import ask_not_blind, ask_sums_not_blind, right_of
from scoring.core.files.pdf import (
    listing_pdf,
    listings_pdf,
    poster_pdf,
    posting_pdf,
    to_be_read_pdf,
)
from scoring.core.head import Head, head_of
from scoring.core.links import reachable
from scoring.core.listing import Text
from scoring.models import Role, Series, Tournament
from scoring.models.tournament import TournamentState
from scoring.money.reads.award import ceremony
from scoring.money.reads.ledger import (
    series_dues,
    series_listing,
)
from scoring.phone.reads.access import addresses_of
from scoring.printed_list.files.pdf import score_lists_pdf
from scoring.printed_list.reads.papers import blank_list, papers_of
from scoring.prints.files.cards import place_cards_pdf, start_cards_pdf
from scoring.prints.files.certificates import DESIGNS, certificates_pdf
from scoring.prints.files.report import award_pdf, press_pdf, report_pdf
from scoring.prints.files.signs import number_signs_pdf, table_signs_pdf
from scoring.prints.reads import award
from scoring.prints.reads import prints as reads
from scoring.prints.reads.prints import Certificate
from scoring.prints.reads.report import class_listings, plan_listing, report_of
from scoring.prints.table_files import MONEY
from scoring.public.files.announcement_pdf import announcement_pdf
from scoring.public.reads.announcement import announced_or_suggested, announcement_paper
from scoring.referee.reads import no_open_objections, upheld_without_correction
from scoring.series.reads.series import SeriesView, one_series
from scoring.standings.reads.players import Standings, standings
from scoring.standings.reads.scopes import find_standings
from scoring.standings.reads.teams import TeamStandings

ROUNDS = (12, 8, 6)
MOST_PLACES = 400


@dataclass(frozen=True, slots=True)
class Order:
    """A requested print: of which tournament and series, with the options of the address.

    With `released_only` even the organizer's print shows no seating that is not released.
    """

    request: HttpRequest
    tournament: Tournament
    series: Series | None
    wanted: Mapping[str, str] = field(default_factory=dict)
    released_only: bool = False

    @property
    def head(self) -> Head:
        return head_of(self.tournament)

    @property
    def view(self) -> SeriesView:
        """The series of the request. Raises Http404 without one."""
        if self.series is None:
            raise Http404
        return one_series(self.series, drafts=self.drafts)

    @property
    def drafts(self) -> bool:
        return right_of(self.request).organizer and not self.released_only

    @property
    def standings(self) -> Standings:
        ask_sums_not_blind(self.request, self.tournament)
        return standings(self.tournament, self.series)

    def address(self, page: str, pk: int) -> str:
        """The address for a QR code; "" where a phone in the hall would find nothing."""
        if page == "room-player":
            is_open = self.tournament.public and not self.tournament.sample
            args = [self.tournament.pk, pk]
            return reachable(self.request, reverse(page, args=args)) if is_open else ""
        return reachable(self.request, reverse(page, args=[pk]))

    @property
    def phones(self) -> dict[int, str]:
        """The secret addresses of the lists of the series, by their ids.

        For those alone who may write these lists: whoever has the paper has the list.
        """
        if self.series is None or not right_of(self.request).clerk:
            return {}
        found = {pk: reachable(self.request, path) for pk, path in addresses_of(self.series)}
        return {pk: url for pk, url in found.items() if url}

    def number(self, key: str, usual: int, most: int) -> int:
        """A small number from the address, or the usual one."""
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
    signs = reads.table_signs(order.view, order.address, order.phones)
    return table_signs_pdf(signs, order.head)


def number_signs(order: Order) -> bytes:
    """A sign for every table, with its number alone: for all series, and the next event too."""
    most = reads.most_tables(order.tournament)
    return number_signs_pdf(range(1, order.number("tables", most, MOST_PLACES) + 1), order.head)


def announcement(order: Order) -> bytes:
    """The announcement as far as it is worded, published or not (TO 6.2)."""
    found = announced_or_suggested(order.tournament)
    state = "" if found.published_at else gettext("draft")
    return announcement_pdf(announcement_paper(found), replace(order.head, state=state))


def by_name(order: Order) -> bytes:
    listing = reads.by_name_listing(order.view)
    return posting_pdf(listing, reads.seating_head(order.view), by="name")


def by_table(order: Order) -> bytes:
    listing = reads.by_table_posting(order.view)
    return posting_pdf(listing, reads.seating_head(order.view), by="table")


def series_lists(order: Order) -> bytes:
    """Every list of the series: with its names, and as far as it is filled."""
    if order.series is None or not order.view.tables:
        raise Http404
    ask_not_blind(order.request, order.tournament, order.series)
    papers = papers_of(order.series, lambda pk: order.address("list", pk), order.phones)
    return score_lists_pdf(papers)


def blank_lists(order: Order) -> bytes:
    rounds = order.number("rounds", ROUNDS[0], 24)
    seats = 3 if order.wanted.get("seats") == "3" else 4
    return score_lists_pdf([blank_list(order.tournament, seats, rounds)])


def plan(order: Order) -> bytes:
    return listing_pdf(plan_listing(order.tournament), replace(order.head, state=""))


def interim(order: Order) -> bytes:
    listing = reads.short_standings(order.standings)
    if order.wanted.get("type") == "large":
        return posting_pdf(listing, order.head, by="rank")
    return poster_pdf(listing, order.head)


def result(order: Order) -> bytes:
    """The ranking of one series, to be posted when it is closed."""
    if order.series is None:
        raise Http404
    return posting_pdf(reads.short_standings(order.standings), order.head, by="rank")


def classes(order: Order) -> bytes:
    """The standings of teams, pairs and categories, one below the other; none that is empty."""
    ask_sums_not_blind(order.request, order.tournament)
    listings = class_listings(order.tournament)
    if not listings:
        raise Http404
    ranked = [each for each in listings if each.rows] or listings[:1]
    return listings_pdf(ranked, gettext("Teams and categories"), order.head)


def fees(order: Order) -> bytes:
    """What each seat of a series owes for its lost games, with the sum of every table."""
    if order.series is None:
        raise Http404
    ask_not_blind(order.request, order.tournament, order.series)
    found = series_dues(order.series, drafts=order.drafts)
    return listing_pdf(series_listing(order.series, found), order.head)


def money(order: Order, key: str) -> bytes:
    return listing_pdf(MONEY[key].build(order.request, order.tournament), order.head)


def missing(order: Order) -> bytes:
    return listing_pdf(reads.missing_listing(order.tournament), order.head)


def winners(order: Order) -> bytes:
    found = order.standings
    places = order.number("places", customary(found), MOST_PLACES)
    return to_be_read_pdf(reads.winners_listing(found, places), order.head)


def certificates(order: Order) -> bytes:
    """Of the whole tournament, of the requested series, or `?of=` any ranking by its scope."""
    scope = order.wanted.get("of", "")
    if "\0" in scope:  # invalid in an address
        raise Http404
    ask_sums_not_blind(order.request, order.tournament)
    found = find_standings(order.tournament, scope) if scope else order.standings
    if not isinstance(found, Standings | TeamStandings):
        raise Http404
    return designed(order, reads.certificates(found, order.number("places", 3, MOST_PLACES)))


def designed(order: Order, honours: Sequence[Certificate]) -> bytes:
    """Certificates of the design that was chosen."""
    design = order.wanted.get("design", "")
    return certificates_pdf(
        honours, certificate_head(order), design if design in DESIGNS else "framed"
    )


def certificate_head(order: Order) -> Head:
    """The head of a certificate, which says nothing of its state once the review is over.

    Prizes are handed out before the result is declared final.
    """
    at = order.tournament
    over = at.state == TournamentState.REVIEW and at.review_over
    is_settled = over and not (no_open_objections(at) + upheld_without_correction(at))
    return replace(order.head, state="final") if is_settled else order.head


def award_certificates(order: Order) -> bytes:
    """Of every ranking that a pot is won by."""
    ask_sums_not_blind(order.request, order.tournament)
    places = order.number("places", 3, MOST_PLACES)
    return designed(order, award.award_certificates(order.tournament, places))


def award_list(order: Order) -> bytes:
    ask_sums_not_blind(order.request, order.tournament)
    return award_pdf(ceremony(order.tournament), order.head)


def press(order: Order) -> bytes:
    ask_sums_not_blind(order.request, order.tournament)
    return press_pdf(award.press_report(order.tournament), order.head)


def report(order: Order) -> bytes:
    ask_sums_not_blind(order.request, order.tournament)
    right = right_of(order.request)
    found = report_of(order.tournament, money=right.clerk, rulings=right.referee)
    return report_pdf(found, order.head)


def customary(found: Standings) -> int:
    """The usual number of prizes: one for every fourth player."""
    return max(3, -(-len(found.rows) // 4))


@dataclass(frozen=True, slots=True)
class Print:
    """A document as PDF; `name` is part of its file name."""

    name: Text
    pdf: Callable[[Order], bytes]
    role: Role = Role.VIEWER


PRINTS: Mapping[str, Print] = MappingProxyType(
    {
        "announcement": Print(_("announcement"), announcement),
        "start-cards": Print(_("start cards"), start_cards),
        "place-cards": Print(_("place cards"), place_cards),
        "table-signs": Print(_("table signs"), table_signs),
        "number-signs": Print(_("table numbers"), number_signs),
        "by-name": Print(_("seating by name"), by_name),
        "by-table": Print(_("seating by table"), by_table),
        "lists": Print(_("score lists"), series_lists),
        "blank-lists": Print(_("blank lists"), blank_lists),
        "plan": Print(_("tournament plan"), plan),
        "result": Print(_("result"), result),
        "interim": Print(_("standings"), interim),
        "classes": Print(_("teams and categories"), classes),
        "fees": Print(_("lost-game fees"), fees, Role.CLERK),
        "missing": Print(_("missing lists"), missing),
        "winners": Print(_("winners"), winners),
        "certificates": Print(_("certificates"), certificates),
        "pots": Print(_("pots and prizes"), partial(money, key="pots"), Role.CLERK),
        "cash": Print(_("cash report"), partial(money, key="report"), Role.CLERK),
        "award": Print(_("award"), award_list, Role.CLERK),
        "award-certificates": Print(_("certificates"), award_certificates),
        "press": Print(_("press report"), press),
        "report": Print(_("tournament report"), report),
    }
)
