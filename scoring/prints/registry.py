"""Every print and every table as a file, by the key in its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.accounts.reads import accounts_listing, everybody, members_listing
from scoring.backup import reads as backup
from scoring.backup.services import backups
from scoring.clubs import reads as register
from scoring.core.access import actor, ask_not_blind, ask_sums_not_blind, right_of
from scoring.core.files.pdf import listing_pdf
from scoring.core.files.pdf_join import joined
from scoring.core.files.pdf_poster import poster_pdf
from scoring.core.head import Head, head_of
from scoring.core.links import reachable
from scoring.core.listing import Listing, Text
from scoring.log.forms import LogForm
from scoring.log.reads.listings import log_listing
from scoring.log.reads.search import actors, log_rows
from scoring.models import Role, Series, Tournament
from scoring.models.series import SeriesState
from scoring.money.forms.till import LedgerForm
from scoring.money.reads.award import ceremony
from scoring.money.reads.handed_in import handed_in_listing, players_of
from scoring.money.reads.ledger import (
    bookings,
    ledger_listing,
    open_fees,
    open_listing,
    series_dues,
    series_listing,
)
from scoring.money.reads.prizes import awards
from scoring.money.reads.report import cash_report, pots_listing, report_listing, till_listing
from scoring.money.reads.till import counts_listing, till
from scoring.printed_list.files.pdf import score_lists_pdf
from scoring.printed_list.reads.papers import blank_list, papers_of
from scoring.prints.files.award import award_pdf, press_pdf
from scoring.prints.files.cards import place_cards_pdf, start_cards_pdf
from scoring.prints.files.certificates import DESIGNS, certificates_pdf
from scoring.prints.files.report import report_pdf
from scoring.prints.files.signs import number_signs_pdf, table_signs_pdf
from scoring.prints.reads import award
from scoring.prints.reads import prints as reads
from scoring.prints.reads.report import (
    corrections_listing,
    participants_listing,
    plan_listing,
    report_of,
)
from scoring.prints.reads.tables import results_listing, teams_listing
from scoring.public.files.announcement_pdf import announcement_pdf
from scoring.public.reads.announcement import announced_or_suggested, announcement_paper
from scoring.public.reads.releases import releases_listing
from scoring.series.reads import draw_report
from scoring.series.reads.series import SeriesView, one_series
from scoring.standings.reads.adjustments import adjustments_listing
from scoring.standings.reads.players import Standings, standings, standings_listing
from scoring.standings.reads.scopes import find_standings, kinds_of, ranking_listing
from scoring.standings.reads.teams import TeamStandings
from scoring.teams.reads.categories import categories_listing

ROUNDS = (12, 8, 6)
MOST_PLACES = 400


@dataclass(frozen=True, slots=True)
class Order:
    """A requested print: of which tournament and series, with the options of the address."""

    request: HttpRequest
    tournament: Tournament
    series: Series | None
    wanted: Mapping[str, str] = field(default_factory=dict)

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
        return right_of(self.request).organizer

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
    return table_signs_pdf(reads.table_signs(order.view, order.address), order.head)


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
    return poster_pdf(reads.by_name_listing(order.view), reads.seating_head(order.view))


def by_table(order: Order) -> bytes:
    return poster_pdf(reads.by_table_listing(order.view), reads.seating_head(order.view), blocks=1)


def series_lists(order: Order) -> bytes:
    """Every list of the series: with its names, and as far as it is filled."""
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


def result(order: Order) -> bytes:
    """The ranking of one series, to be posted when it is closed."""
    if order.series is None:
        raise Http404
    return poster_pdf(reads.short_standings(order.standings), order.head, blocks=1)


def classes(order: Order) -> bytes:
    """The standings of teams, pairs and categories, one after the other."""
    ask_sums_not_blind(order.request, order.tournament)
    scopes = [each.scope for each in kinds_of(order.tournament).classes if each.scope != "season"]
    found = [find_standings(order.tournament, scope) for scope in scopes]
    listings = [ranking_listing(each) for each in found if each]
    if not listings:
        raise Http404
    return joined([(listing_pdf(each, order.head), 1) for each in listings])


def fees(order: Order) -> bytes:
    """What each seat of a series owes for its lost games, with the sum of every table."""
    if order.series is None:
        raise Http404
    ask_not_blind(order.request, order.tournament, order.series)
    found = series_dues(order.series, drafts=order.drafts)
    return listing_pdf(series_listing(order.series, found), order.head)


def cash_paper(order: Order) -> bytes:
    return listing_pdf(cash(order.tournament), order.head)


def pots_paper(order: Order) -> bytes:
    return listing_pdf(pots_listing(awards(order.tournament)), order.head)


def missing(order: Order) -> bytes:
    return listing_pdf(reads.missing_listing(order.tournament), order.head)


def winners(order: Order) -> bytes:
    found = order.standings
    places = order.number("places", customary(found), MOST_PLACES)
    return poster_pdf(reads.winners_listing(found, places), order.head, blocks=1)


def certificates(order: Order) -> bytes:
    """Of the whole tournament, of the requested series, or `?of=` any ranking by its scope."""
    scope = order.wanted.get("of", "")
    if "\0" in scope:  # invalid in an address
        raise Http404
    ask_sums_not_blind(order.request, order.tournament)
    found = find_standings(order.tournament, scope) if scope else order.standings
    if not isinstance(found, Standings | TeamStandings):
        raise Http404
    design = order.wanted.get("design", "")
    honours = reads.certificates(found, order.number("places", 3, MOST_PLACES))
    return certificates_pdf(honours, order.head, design if design in DESIGNS else "framed")


def award_certificates(order: Order) -> bytes:
    """Of every ranking that a pot is won by."""
    ask_sums_not_blind(order.request, order.tournament)
    design = order.wanted.get("design", "")
    honours = award.award_certificates(order.tournament, order.number("places", 3, MOST_PLACES))
    return certificates_pdf(honours, order.head, design if design in DESIGNS else "framed")


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
        "result": Print(_("result of the series"), result),
        "interim": Print(_("standings"), interim),
        "classes": Print(_("teams and categories"), classes),
        "fees": Print(_("lost-game fees"), fees, Role.CLERK),
        "missing": Print(_("missing lists"), missing),
        "winners": Print(_("winners"), winners),
        "certificates": Print(_("certificates"), certificates),
        "pots": Print(_("pots and prizes"), pots_paper, Role.CLERK),
        "cash": Print(_("cash report"), cash_paper, Role.CLERK),
        "award": Print(_("award"), award_list, Role.CLERK),
        "award-certificates": Print(_("certificates"), award_certificates),
        "press": Print(_("press report"), press),
        "report": Print(_("tournament report"), report),
    }
)


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as PDF, workbook and csv, with the least role of its page.

    The page of prints lists it by its `title`, if it has one. `ask` raises StillBlind for the
    typist of a second entry, if the table would show the first.
    """

    build: Callable[[HttpRequest, Tournament], Listing]
    role: Role = Role.VIEWER
    title: Text = ""
    ask: Callable[[HttpRequest, Tournament], None] | None = None


def table(
    build: Callable[[Tournament], Listing],
    role: Role = Role.VIEWER,
    title: Text = "",
    ask: Callable[[HttpRequest, Tournament], None] | None = None,
) -> TableFile:
    """A table that depends on the tournament alone."""
    return TableFile(lambda _request, tournament: build(tournament), role, title, ask)


def log(request: HttpRequest, tournament: Tournament | None = None) -> Listing:
    """The rows that the form of the page searches; without a tournament those of all."""
    form = LogForm(request.GET, people=actors(tournament))
    return log_listing(log_rows(tournament, form.wanted()), with_tournament=tournament is None)


def people_on_record(request: HttpRequest, _tournament: Tournament) -> Listing:
    """The persons searched for; without a name those who may be anonymised."""
    sought = request.GET.get("q", "")[:80]
    if sought:
        return register.register_listing(register.found(sought), sought)
    return register.register_listing(
        register.may_be_forgotten(actor(request)), gettext("Names that may be removed")
    )


def ledger(request: HttpRequest, tournament: Tournament) -> Listing:
    """The bookings that the form of the page searches."""
    return ledger_listing(bookings(tournament, LedgerForm(request.GET).sought()))


def cash(tournament: Tournament) -> Listing:
    return report_listing(cash_report(tournament))


TABLES: Mapping[str, TableFile] = MappingProxyType(
    {
        "participants": table(participants_listing, title=_("Participants")),
        "teams": table(teams_listing, title=_("Teams")),
        "plan": table(plan_listing, title=_("Tournament plan")),
        "standings": table(
            lambda tournament: standings_listing(standings(tournament)),
            title=_("Standings"),
            ask=ask_sums_not_blind,
        ),
        "results": table(results_listing, title=_("Results"), ask=ask_not_blind),
        "money": table(cash, Role.CLERK, _("Money")),
        "corrections": table(corrections_listing, title=_("Corrections")),
        "missing": table(reads.missing_listing, title=_("Missing lists")),
        "categories": table(categories_listing),
        "adjustments": table(adjustments_listing),
        "clubs": table(register.clubs_listing, Role.CLERK),
        "log": TableFile(log, Role.REFEREE, ask=ask_not_blind),
        "people": table(members_listing, Role.ORGANIZER),
        "releases": table(releases_listing, Role.ORGANIZER),
        "register": TableFile(people_on_record, Role.ORGANIZER),
    }
)

MONEY: Mapping[str, TableFile] = MappingProxyType(
    {
        "report": table(cash, Role.CLERK),
        "pots": table(lambda tournament: pots_listing(awards(tournament)), Role.CLERK),
        "open": table(
            lambda tournament: open_listing(open_fees(tournament)), Role.CLERK, ask=ask_not_blind
        ),
        "handed-in": table(
            lambda tournament: handed_in_listing(players_of(tournament)), Role.CLERK
        ),
        "till": table(lambda tournament: till_listing(till(tournament)), Role.CLERK),
        "counts": table(counts_listing, Role.CLERK),
        "ledger": TableFile(ledger, Role.CLERK),
    }
)


def seating_report(series: Series, *, drafts: bool) -> Listing:
    """The report names players, as the seating does: not before it is released."""
    if series.state == SeriesState.DRAFT and not drafts:
        raise Http404
    return draw_report.report_listing(draw_report.seating_report(series), series.number)


# Tables of a series; drafts only with `drafts`.
SEATINGS: Mapping[str, Callable[..., Listing]] = MappingProxyType(
    {
        "names": lambda series, drafts: reads.by_name_listing(one_series(series, drafts=drafts)),
        "tables": lambda series, drafts: reads.by_table_listing(one_series(series, drafts=drafts)),
        "report": seating_report,
    }
)


# Tables of no tournament, for the administrator.
INSTALLATION: Mapping[str, Callable[[HttpRequest], Listing]] = MappingProxyType(
    {
        "accounts": lambda _request: accounts_listing(everybody()),
        "backups": lambda _request: backup.backups_listing(
            backups.kept(), copied=backups.second_folder() is not None
        ),
        "log": log,
    }
)
