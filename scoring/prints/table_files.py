"""Every table as a file, by the key in its address; the workbook of a whole tournament."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.accounts.reads import accounts_listing, all_accounts, members_listing
from scoring.backup import reads as backup
from scoring.backup.services import backups
from scoring.core.access import actor, require_not_blind, require_sums_not_blind
from scoring.core.files.xlsx import LiveBook
from scoring.core.forms import search_text
from scoring.core.heavy import ReportLine, needs_child_process, workbook_by_child_process
from scoring.core.listing import Listing, Text, head_of
from scoring.lists.printed.files.xlsx_sheet import add_lists
from scoring.lists.printed.reads.papers import live_lists
from scoring.log.forms import LogForm
from scoring.log.reads import LogScope, actors, log_listing, log_rows
from scoring.models import Role, ScoreList, Series, Tournament
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.forms import LedgerForm
from scoring.money.reads import ledger
from scoring.money.reads.award import handed_in_listing, seated_players
from scoring.money.reads.prizes import awards
from scoring.people.reads import register
from scoring.prints.files.tournament_xlsx import add_index, links_to
from scoring.prints.reads import papers as reads
from scoring.prints.reads.report import (
    corrections_listing,
    participants_listing,
    plan_listing,
    results_listing,
    teams_listing,
)
from scoring.public.reads.pages import releases_listing
from scoring.series.reads import draw_report
from scoring.series.reads.series import one_series
from scoring.series.reads.teams import categories_listing
from scoring.standings.files.xlsx_ranking import add_standings
from scoring.standings.reads.live import live_results
from scoring.standings.reads.player import adjustments_listing
from scoring.standings.reads.players import standings


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as PDF, workbook and csv, with the least role of its page."""

    build: Callable[[HttpRequest, Tournament], Listing]
    role: Role = Role.VIEWER
    title: Text = ""  # on the page of prints
    ask: Callable[[HttpRequest, Tournament], None] | None = None  # raises StillBlind


def table(
    build: Callable[[Tournament], Listing], role: Role = Role.VIEWER, **options: Any
) -> TableFile:
    """A table that depends on the tournament alone."""
    return TableFile(lambda _request, tournament: build(tournament), role, **options)


def log(request: HttpRequest, scope: LogScope = None) -> Listing:
    """The rows that the form of the page searches: of a tournament, of a host, or all."""
    rows = log_rows(scope, **LogForm(request.GET, people=actors(scope)).filters())
    return log_listing(rows, with_tournament=not isinstance(scope, Tournament))


def people_on_record(request: HttpRequest, tournament: Tournament) -> Listing:
    """The persons searched for; without a name those who may be anonymised."""
    if query := search_text(request):
        return register.register_listing(register.matching_people(tournament, query), query)
    rows = register.register_rows(register.forgettable(actor(request), tournament))
    return register.register_listing(rows, gettext("Names that may be removed"))


def bookings(request: HttpRequest, tournament: Tournament) -> Listing:
    """The bookings that the form of the page searches."""
    filters = LedgerForm(request.GET).filters()
    return ledger.ledger_listing(ledger.filtered_bookings(tournament, **filters))


def cash(tournament: Tournament) -> Listing:
    return ledger.report_listing(ledger.cash_report(TournamentSource(tournament)))


TABLES: Mapping[str, TableFile] = MappingProxyType(
    {
        "participants": table(participants_listing, title=_("Participants")),
        "teams": table(teams_listing, title=_("Teams")),
        "plan": table(plan_listing, title=_("Tournament plan")),
        "standings": table(
            lambda row: standings(row).listing(), title=_("Standings"), ask=require_sums_not_blind
        ),
        "results": table(results_listing, title=_("Results"), ask=require_not_blind),
        "money": table(cash, Role.CLERK, title=_("Money")),
        "corrections": table(corrections_listing, title=_("Corrections")),
        "missing": table(reads.missing_listing, title=_("Missing lists")),
        "categories": table(categories_listing),
        "adjustments": table(adjustments_listing),
        "clubs": table(register.clubs_listing, Role.CLERK),
        "log": TableFile(log, Role.REFEREE, ask=require_not_blind),
        "people": table(members_listing, Role.ORGANIZER),
        "releases": table(releases_listing, Role.ORGANIZER),
        "register": TableFile(people_on_record, Role.ORGANIZER),
        "pots": table(lambda row: ledger.pots_listing(awards(TournamentSource(row))), Role.CLERK),
        "open": table(
            lambda row: ledger.open_listing(ledger.open_fees(TournamentSource(row))),
            Role.CLERK,
            ask=require_not_blind,
        ),
        "handed-in": table(lambda row: handed_in_listing(seated_players(row)), Role.CLERK),
        "till": table(
            lambda row: ledger.till_listing(ledger.till_of(TournamentSource(row))), Role.CLERK
        ),
        "counts": table(ledger.counts_listing, Role.CLERK),
        "ledger": TableFile(bookings, Role.CLERK, ask=require_not_blind),
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
        "accounts": lambda _request: accounts_listing(all_accounts()),
        "backups": lambda _request: backup.backups_listing(backups.list_backups()),
        "log": log,
    }
)


# The workbook of a whole tournament.

MAX_LISTS = 250  # in one file


def whole_workbook(tournament: Tournament, *, clerk: bool, report: ReportLine) -> bytes:
    """For clerks with money and lists; a child process writes a large workbook (docs/adr/0008)."""
    lists = count_lists(tournament) if clerk else 0
    written = lists if lists <= MAX_LISTS else 0
    if needs_child_process(written, tournament.entries.count()):
        options = ["--clerk"] if clerk else []
        return workbook_by_child_process(tournament.pk, *options, report=report)
    return whole_workbook_here(tournament, clerk=clerk, report=report)


def count_lists(tournament: Tournament) -> int:
    return ScoreList.objects.filter(series__tournament=tournament).count()


def whole_workbook_here(tournament: Tournament, *, clerk: bool, report: ReportLine) -> bytes:
    """The same, written by this process. It reports "12/250" after the twelfth of 250 lists."""
    book, ranking, written = LiveBook(head_of(tournament)), standings(tournament), []
    count = count_lists(tournament) if clerk else 0
    has_too_many = count > MAX_LISTS
    lists = live_lists(tournament) if clerk and not has_too_many else ()
    for score_list in add_lists(book.workbook, lists, book.writer):
        written.append(score_list)
        report(f"{len(written)}/{count}")
    book.add(corrections_listing(tournament), at=0)
    if clerk:
        book.add(cash(tournament), at=0)
    add_standings(book, ranking, live_results(ranking), linked=links_to(written))
    for listing_of in (plan_listing, teams_listing, participants_listing):
        book.add(listing_of(tournament), at=0)
    note = gettext("The lists stand in the workbooks of their series.")
    add_index(book, written, [note] if has_too_many else [])
    return book.save(tournament.title)
