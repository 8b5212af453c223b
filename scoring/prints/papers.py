"""Every paper, by the key in its address: how it is made, who gets it, and when it is due."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.access import Right, require_not_blind, require_sums_not_blind, right_of
from scoring.core.files.pdf import listing_pdf, listings_pdf, to_be_read_pdf
from scoring.core.files.pdf_style import join_documents
from scoring.core.files.pdf_wall import poster_pdf, posting_pdf
from scoring.core.forms import parse_number
from scoring.core.links import reachable_url
from scoring.core.listing import FINAL, Head, Text, head_of
from scoring.lists.phone.reads import addresses_of
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.reads.papers import blank_list, papers_of
from scoring.models import Role, Series, Tournament
from scoring.models.tournament import ROUNDS, SeriesState, TournamentSource
from scoring.money.reads.award import ceremony, games_of_the_evening
from scoring.money.reads.dues import fees_of
from scoring.money.reads.ledger import series_dues, series_listing
from scoring.prints.files import cards
from scoring.prints.files.award import DESIGNS, award_pdf, certificates_pdf, press_pdf, report_pdf
from scoring.prints.reads import papers as reads
from scoring.prints.reads.papers import Certificate
from scoring.prints.reads.report import class_listings, plan_listing, tournament_report
from scoring.prints.table_files import TABLES
from scoring.public.files import announcement_pdf
from scoring.public.reads.announcement import announced_or_suggested, announced_parts
from scoring.series.reads.series import PrintMoment, SeriesView, one_series
from scoring.standings.reads.players import Standings, standings
from scoring.standings.reads.scopes import TeamStandings, find_standings

ROUND_CHOICES = (12, 8, 6)  # of blank lists
MAX_PLACES = 400  # that an address may ask for


@dataclass(frozen=True, slots=True)
class Order:
    """A requested print: of which tournament and series, with the options of the address."""

    request: HttpRequest
    tournament: Tournament
    series: Series | None
    options: Mapping[str, str] = field(default_factory=dict)
    released_only: bool = False  # shows no draft of a seating, even to the organizer

    @property
    def head(self) -> Head:
        return head_of(self.tournament)

    @property
    def series_or_404(self) -> Series:
        """The series of the request. Raises Http404 without one."""
        if self.series is None:
            raise Http404
        return self.series

    @property
    def view(self) -> SeriesView:
        return one_series(self.series_or_404, drafts=self.drafts)

    @property
    def drafts(self) -> bool:
        return right_of(self.request).organizer and not self.released_only

    @property
    def standings(self) -> Standings:
        return standings(self.tournament, self.series)

    def address(self, page: str, pk: int) -> str:
        """The address for a QR code; "" where a phone in the hall would find nothing."""
        if page == "room-player":
            is_open = self.tournament.is_public and not self.tournament.sample
            args = [self.tournament.pk, pk]
            return reachable_url(self.request, reverse(page, args=args)) if is_open else ""
        return reachable_url(self.request, reverse(page, args=[pk]))

    @property
    def phones(self) -> dict[int, str]:
        """The secret addresses of the lists of the series by id, for readers who may write them."""
        if self.series is None or not right_of(self.request).clerk:
            return {}
        urls = {pk: reachable_url(self.request, path) for pk, path in addresses_of(self.series)}
        return {pk: url for pk, url in urls.items() if url}

    def number(self, key: str, usual: int, most: int) -> int:
        """The number under `key` in the address, or the usual one if it is not 1 to `most`."""
        number = parse_number(self.options.get(key, ""), digits=5) or 0
        return number if 1 <= number <= most else usual


def start_cards(order: Order) -> bytes:
    rows = reads.start_cards(order.tournament, order.address, drafts=order.drafts)
    return cards.start_cards_pdf(rows, order.head)


def place_cards(order: Order) -> bytes:
    return cards.place_cards_pdf(reads.place_cards(order.view, order.address), order.head)


def table_signs(order: Order) -> bytes:
    return cards.table_signs_pdf(reads.table_signs(order.view, order.phones), order.head)


def number_signs(order: Order) -> bytes:
    """A sign for every table, with its number alone: for all series, and the next event too."""
    return cards.number_signs_pdf(range(1, reads.most_tables(order.tournament) + 1), order.head)


def announcement(order: Order) -> bytes:
    """The announcement, published or a draft with suggestions (TO 6.2)."""
    announced = announced_or_suggested(order.tournament)
    state = "" if announced.published_at else gettext("draft")
    return announcement_pdf(announced_parts(announced), replace(order.head, state=state))


def by_name(order: Order) -> bytes:
    view = order.view
    return posting_pdf(reads.by_name_listing(view), reads.seating_head(view), by="name")


def by_table(order: Order) -> bytes:
    view = order.view
    return posting_pdf(reads.by_table_posting(view), reads.seating_head(view), by="table")


def series_lists(order: Order) -> bytes:
    if not order.view.tables:
        raise Http404
    series = order.series_or_404
    require_not_blind(order.request, order.tournament, series)
    return score_lists_pdf(papers_of(series, lambda pk: order.address("list", pk), order.phones))


def blank_lists(order: Order) -> bytes:
    rounds = order.number("rounds", ROUND_CHOICES[0], ROUNDS[-1])
    seats = 3 if order.options.get("seats") == "3" else 4
    return score_lists_pdf([blank_list(order.tournament, seats, rounds)])


def plan(order: Order) -> bytes:
    return listing_pdf(plan_listing(order.tournament), replace(order.head, state=""))


def interim(order: Order) -> bytes:
    """The ranking in large type, to be posted: of all series, or of one when it is closed."""
    return posting_pdf(reads.short_standings(order.standings), order.head, by="rank")


def columns(order: Order) -> bytes:
    """The ranking in two columns: 160 players on a page."""
    return poster_pdf(reads.short_standings(order.standings), order.head)


def classes(order: Order) -> bytes:
    """The standings of teams, pairs and categories, one below the other."""
    listings = class_listings(TournamentSource(order.tournament))
    if not listings:
        raise Http404
    ranked = [listing for listing in listings if listing.rows] or listings[:1]
    return listings_pdf(ranked, gettext("Teams and categories"), order.head)


def fees(order: Order) -> bytes:
    """What each seat of a series owes for its lost games, with the sum of every table."""
    series = order.series_or_404
    require_not_blind(order.request, order.tournament, series)
    return listing_pdf(series_listing(series, series_dues(series, drafts=order.drafts)), order.head)


def table(order: Order, key: str) -> bytes:
    return listing_pdf(TABLES[key].build(order.request, order.tournament), order.head)


def winners(order: Order) -> bytes:
    return to_be_read_pdf(reads.winners_listing(order.standings), order.head)


def certificates(order: Order) -> bytes:
    """Of the whole tournament, of the requested series, or `?of=` any ranking by its scope."""
    scope = order.options.get("of", "")
    if "\0" in scope:  # invalid in an address
        raise Http404
    ranking = find_standings(order.tournament, scope) if scope else order.standings
    if not isinstance(ranking, Standings | TeamStandings):
        raise Http404
    places = order.number("places", 3, MAX_PLACES)
    return certificates_of_design(order, reads.certificates(ranking, places))


def certificates_of_design(order: Order, honours: Sequence[Certificate]) -> bytes:
    """Final once the review is over: prizes are handed out before the final result."""
    is_decided, design = reads.is_decided(order.tournament), order.options.get("design", "")
    head = replace(order.head, state=FINAL) if is_decided else order.head
    return certificates_pdf(honours, head, design if design in DESIGNS else "framed")


def award_certificates(order: Order) -> bytes:
    beyond_prizes = bool(order.options.get("beyond_prizes"))
    honours = reads.award_certificates(order.tournament, beyond_prizes=beyond_prizes)
    return certificates_of_design(order, honours)


def award_list(order: Order) -> bytes:
    games = games_of_the_evening(order.tournament)
    return award_pdf(ceremony(TournamentSource(order.tournament)), order.head, games)


def press(order: Order) -> bytes:
    return press_pdf(reads.press_report(TournamentSource(order.tournament)), order.head)


def report(order: Order) -> bytes:
    right = right_of(order.request)
    content = tournament_report(order.tournament, money=right.clerk, rulings=right.referee)
    return report_pdf(content, order.head)


def has_classes(tournament: Tournament) -> bool:
    """Whether teams, pairs or categories are ranked."""
    ranked = tournament.categories.filter(ranked=True)
    return tournament.team_contests.exists() or ranked.exists()


def has_pots(tournament: Tournament) -> bool:
    return tournament.pots.exists()


def has_lost_game_fees(tournament: Tournament) -> bool:
    fees = fees_of(tournament)
    return bool(fees.lost_ladder or fees.passed_cents)


@dataclass(frozen=True, slots=True)
class Print:
    """A document as PDF; `name` stands on its button and in the name of its file."""

    name: Text
    draw: Callable[[Order], bytes]
    role: Role = Role.VIEWER
    of_series: bool = False
    needed: Callable[[Tournament], bool] = lambda _tournament: True  # for "Print for this moment"
    sums: bool = False  # shows sums of lists, which the typist of a second entry must not see

    def pdf(self, order: Order) -> bytes:
        """Raises Http404 without the series that it needs, StillBlind for a second typist."""
        if self.of_series and order.series is None:
            raise Http404
        if self.sums:
            require_sums_not_blind(order.request, order.tournament)
        return self.draw(order)


PRINTS: Mapping[str, Print] = MappingProxyType(
    {
        "announcement": Print(_("announcement"), announcement),
        "plan": Print(_("tournament plan"), plan),
        "start-cards": Print(_("start cards"), start_cards),
        "number-signs": Print(_("table numbers"), number_signs),
        "by-name": Print(_("seating by name"), by_name, of_series=True),
        "by-table": Print(_("seating by table"), by_table, of_series=True),
        "table-signs": Print(_("table signs"), table_signs, of_series=True),
        "place-cards": Print(_("place cards"), place_cards, of_series=True),
        "lists": Print(_("score lists"), series_lists, of_series=True),
        "blank-lists": Print(_("blank lists"), blank_lists),
        "result": Print(_("result"), interim, of_series=True, sums=True),
        "interim": Print(_("standings"), interim, sums=True),
        "columns": Print(_("standings in two columns"), columns, sums=True),
        "classes": Print(_("teams and categories"), classes, needed=has_classes, sums=True),
        "missing": Print(_("missing lists"), partial(table, key="missing")),
        "fees": Print(
            _("lost-game fees"), fees, Role.CLERK, of_series=True, needed=has_lost_game_fees
        ),
        # Without pots the winners of the ranking are read aloud in order.
        "winners": Print(_("winners"), winners, needed=lambda row: not has_pots(row), sums=True),
        "series-winners": Print(_("winners of the series"), winners, of_series=True, sums=True),
        "award": Print(_("award"), award_list, Role.CLERK, needed=has_pots, sums=True),
        "press": Print(_("press report"), press, sums=True),
        "certificates": Print(_("certificates"), certificates, sums=True),
        "award-certificates": Print(_("certificates"), award_certificates, sums=True),
        "cash": Print(_("cash report"), partial(table, key="money"), Role.CLERK),
        "pots": Print(
            _("pots and prizes"), partial(table, key="pots"), Role.CLERK, needed=has_pots
        ),
        "report": Print(_("tournament report"), report, sums=True),
    }
)


@dataclass(frozen=True, slots=True)
class Group:
    """Prints that stand together on the page, under a title and what they are good for."""

    title: Text
    hint: Text
    keys: tuple[str, ...]

    @property
    def prints(self) -> list[tuple[str, Print]]:
        return [(key, PRINTS[key]) for key in self.keys]


def visible_groups(order: Order, *, seated: bool) -> dict[str, list[Group]]:
    """What this reader may print in each part of the page; papers of a series if it is `seated`."""
    right, words = right_of(order.request), {"number": order.series.number if order.series else ""}
    keys = {
        key
        for key, paper in PRINTS.items()
        if paper.role in right.roles
        and (seated or not paper.of_series)
        and (key != "classes" or has_classes(order.tournament))
    }
    return {
        part: [
            Group(str(group.title) % words, group.hint, visible)
            for group in groups
            if (visible := tuple(key for key in group.keys if key in keys))
        ]
        for part, groups in PAGE.items()
    }


PAGE: Mapping[str, tuple[Group, ...]] = MappingProxyType(
    {
        "before": (
            Group(
                _("Announcement and plan"),
                _(
                    "What is played, for what money, and how it is reckoned; to be posted "
                    "(TO 6.2, 6.3)."
                ),
                ("announcement", "plan"),
            ),
            Group(
                _("Start cards"),
                _("Eight on a page, with number, name and seats."),
                ("start-cards",),
            ),
            Group(
                _("Table numbers"),
                _("The number alone, one a page, to be folded: used at every event."),
                ("number-signs",),
            ),
            Group(
                _("Seating of series %(number)s"),
                _("To be posted, with the proof of the draw."),
                ("by-name", "by-table"),
            ),
            Group(
                _("Tables of series %(number)s"),
                _("Signs with the names, one a page, to be folded; cards, eight a page."),
                ("table-signs", "place-cards"),
            ),
            Group(
                _("Score lists of series %(number)s"),
                _("As a rule one page each, with names, dealers and what has been entered."),
                ("lists",),
            ),
        ),
        "during": (
            Group(_("Result of series %(number)s"), _("In large type, to be posted."), ("result",)),
            Group(
                _("Interim standings"),
                _("Two columns hold 160 players on a page; large type can be read from afar."),
                ("interim", "columns", "classes"),
            ),
            Group(_("Missing lists"), _("Which tables have not handed in theirs."), ("missing",)),
            Group(
                _("Fees of series %(number)s"),
                _("What every seat owes for its lost games, with the sum of each table."),
                ("fees",),
            ),
        ),
        "after": (
            Group(
                _("Award"),
                _(
                    "The winners to be read aloud, the best comes last; those of all pots with "
                    "the sums per person; and one page for the press."
                ),
                ("winners", "series-winners", "award", "press"),
            ),
            Group(
                _("Money"),
                _("What came in, what went out, and who is paid what; to be signed."),
                ("cash", "pots"),
            ),
            Group(
                _("Tournament report"),
                _("Ranking, prizes, plan, corrections and plots in one document."),
                ("report",),
            ),
        ),
    }
)

# "Print for this moment": the papers of each moment, in the order in which they are wanted. Those
# of `ONCE` are needed before the first series only.
ONCE = ("start-cards", "number-signs")
SEATED = ("lists", "by-name", "by-table")
PLAYED = ("result", "interim", "classes", "fees")
AWARD = ("interim", "classes", "award", "winners", "award-certificates", "press", "pots", "cash")


@dataclass(frozen=True, slots=True)
class DuePaper:
    """One document of the moment: its key in PRINTS, its series if it is of one, its copies."""

    key: str
    series: Series | None
    copies: int

    @property
    def name(self) -> str:
        """In the active language, with the number of its series."""
        name = str(PRINTS[self.key].name)
        if self.series is None:
            return name
        words = {"paper": name, "number": self.series.number}
        return gettext("%(paper)s of series %(number)s") % words


def papers_now(tournament: Tournament, moment: PrintMoment, right: Right) -> list[DuePaper]:
    """The papers that this reader may print now, each with its number of copies."""
    copies = dict(tournament.print_copies.values_list("paper", "copies"))
    return [
        DuePaper(key, series if PRINTS[key].of_series else None, copies.get(key, 1))
        for key, series in due(tournament, moment)
        if PRINTS[key].role in right.roles and PRINTS[key].needed(tournament)
    ]


def due(tournament: Tournament, moment: PrintMoment) -> Iterator[tuple[str, Series | None]]:
    """The keys of the moment's papers, each with its series."""
    if moment.code == "announcing":
        yield from (("announcement", None), ("plan", None))
    elif moment.code == "playing" and moment.missing:
        yield "missing", None
    elif moment.code == "award":
        yield from ((key, None) for key in AWARD)
    if moment.code in ("result", "seating") and moment.played:
        is_first = tournament.series.filter(state=SeriesState.CLOSED).count() < 2
        # The standings after the first series are its result.
        yield from ((key, moment.played) for key in PLAYED if key != "interim" or not is_first)
    if moment.code == "seating" and moment.seated:
        keys = SEATED if moment.played else (*ONCE, *SEATED)
        yield from ((key, moment.seated) for key in keys)


def moment_pdf(papers: Sequence[DuePaper], order: Order, title: str) -> bytes:
    """All these papers in their copies as one document; 0 copies leave one out."""
    documents = [
        (PRINTS[row.key].pdf(replace(order, series=row.series, released_only=True)), row.copies)
        for row in papers
        if row.copies
    ]
    return join_documents(documents, title)
