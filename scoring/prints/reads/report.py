"""The report of a tournament, and the tables of its members and results."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.core.chart import Chart
from scoring.core.labels_of_systems import numbering_of, options_of
from scoring.core.listing import (
    AT,
    BY,
    CLUB,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    RANK,
    REASON,
    SEAT,
    SERIES,
    START_NUMBER,
    TABLE,
    WON,
    Column,
    Listing,
    Row,
    code_column,
    rows_of,
    without_empty,
)
from scoring.log.reads import late_changes
from scoring.messages.labels import label
from scoring.models import Adjustment, Seat, TeamMember, Tournament
from scoring.models.names import list_numbers
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.reads.ledger import (
    CashReport,
    pots_listing,
    prize_or_lot,
    report_listing,
    till_of,
)
from scoring.money.reads.prizes import OF_TEAMS, PotAward, awards
from scoring.public.reads.pages import chart_of_games
from scoring.referee.reads import rulings_listing
from scoring.standings.reads.players import NARROW, Standings, standings
from scoring.standings.reads.scopes import find_standings, kinds_of


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """The tables of the report in their order, none empty, and its plots."""

    tables: tuple[Listing, ...]
    charts: tuple[Chart, ...]


# What the report shows of a ranking; the reasons and the rest stand in the ranking's own file.
OVERALL = ("rank", "start_number", "name", "won", "lost", "performance")
OF_CLASS = ("rank", "start_number", "name", "members", "match", "performance")
MAX_PRIZES = 60  # listed one by one; of more, only the first of each pot
FIRST_OF_POT = 3


def tournament_report(tournament: Tournament, *, money: bool, rulings: bool) -> TournamentReport:
    """The report; `money` and `rulings` say whether its reader may see these."""
    source = TournamentSource(tournament)
    ranking, pots = standings(tournament, source=source), tuple(awards(source))
    series = [f"series_{number}" for number in ranking.numbers]
    columns = OVERALL if len(series) > NARROW else (*OVERALL, "club")
    tables = [
        with_prizes(with_columns(ranking.listing(), *columns, *series), pots),
        prizes_listing(pots),
        *class_listings(source),
        plan_listing(tournament),
        *([report_listing(CashReport(till_of(source), pots)), pots_listing(pots)] if money else []),
        without_result(tournament, ranking),
        corrections_listing(tournament),
        *([rulings_listing(tournament)] if rulings else []),
    ]
    return TournamentReport(
        tables=tuple(replace(table, signatures=()) for table in tables if table.rows),
        charts=tuple(filter(None, (points_chart(ranking), chart_of_games(tournament)))),
    )


def with_columns(listing: Listing, *keys: str) -> Listing:
    return replace(listing, columns=[column for column in listing.columns if column.key in keys])


def with_prizes(ranking: Listing, pots: Sequence[PotAward]) -> Listing:
    """The ranking with the sum of the prizes that each player won alone, if anybody won one."""
    won: Counter[object] = Counter()
    for pot in pots:
        if pot.pot.kind not in OF_TEAMS:
            for winner in pot.winners:
                won[winner.contender.entry_id] += winner.prize.cents or 0
    if not any(won.values()):
        return ranking
    prize = Column("prizes", _("Prizes"), "cents", width=8)
    rows = [{**row, "prizes": won[row["entry_id"]] or None} for row in ranking.rows]
    return replace(ranking, columns=[*ranking.columns, prize], rows=rows)


def class_listings(source: TournamentSource) -> list[Listing]:
    """The standings of teams, pairs and categories, each with few columns."""
    tournament = source.tournament
    scopes = (kind.scope for kind in kinds_of(tournament).classes if kind.scope != "season")
    rankings = (find_standings(tournament, scope, source=source) for scope in scopes)
    return [with_columns(ranking.listing(), *OF_CLASS) for ranking in rankings if ranking]


def prizes_listing(pots: Sequence[PotAward]) -> Listing:
    """Who wins what, pot by pot; of more than `MAX_PRIZES` only the first of each pot."""
    columns = [
        Column("pot", _("Pot"), width=14),
        RANK.of("prize.rank"),
        NAME.of("contender.name"),
        Column("cents", _("Prize"), "cents", width=9, value=prize_or_lot),
    ]
    most = FIRST_OF_POT if sum(len(pot.winners) for pot in pots) > MAX_PRIZES else None
    rows = [
        {**row, "pot": pot.pot.title if index == 0 else ""}
        for pot in pots
        for index, row in enumerate(rows_of(columns[1:], pot.winners[:most]))
    ]
    note = _("The first three of each pot; everybody's sum stands in the ranking.")
    return Listing(_("Prizes"), columns, rows, notes=[note] if most else [])


def without_result(tournament: Tournament, ranking: Standings) -> Listing:
    """Those who entered and are not ranked."""
    ranked = {row.entry_id for row in ranking.rows}
    participants = participants_listing(tournament)
    rows = [row for row in participants.rows if row["id"] not in ranked]
    return replace(participants, title=_("Entered, without a result"), rows=rows)


def plan_listing(tournament: Tournament) -> Listing:
    """The tournament plan: rules, and the series with their days."""
    columns = [
        SERIES.of("number"),
        Column("day", _("Day"), "date", width=11, value=lambda row: row.day or tournament.date),
        Column("four", _("Games at four"), "int", width=9, value=lambda row: 4 * row.rounds),
        Column("three", _("Games at three"), "int", width=9, value=lambda row: 3 * row.rounds),
        Column("tables", _("Tables"), "int", width=8, value=lambda row: row.tables or None),
        Column("players", _("Players"), "int", width=8, value=lambda row: row.players or None),
        code_column("state", pgettext("series", "State"), "series_state", 22),
    ]
    drawn = ~Q(state=SeriesState.DRAFT)  # a draft must not show how many tables of three it has
    all_series = tournament.series.annotate(
        tables=Count("lists", filter=drawn, distinct=True),
        players=Count("lists__seat_rows", filter=drawn, distinct=True),
    )
    return Listing(
        _("Tournament plan"), columns, rows_of(columns, all_series), "", terms_lines(tournament)
    )


def terms_lines(tournament: Tournament) -> list[str]:
    """The rules and the scoring in sentences; then the announcement, published or a draft."""
    schemes = {
        "seeger-fabian": _(
            "Every game won counts 50 points more, every game lost 50 less; for "
            "each game that another player at the table lost, 30 points at four, "
            "40 at three."
        ),
        "seeger": _("Every game won counts 50 points more, every game lost 50 less."),
        "plain": _("The game points alone count."),
    }
    shared = tournament.ties == "share"
    tie = _("rank and prize are shared") if shared else _("lots are drawn")
    words = {"system": label("system", tournament.system), "edition": tournament.edition}
    lines = [_("Rules: %(system)s, edition %(edition)s.") % words]
    if note := numbering_of(tournament):
        lines.append(note)
    if options := options_of(tournament.rule_system):
        lines.append(_("Agreed: %(options)s.") % {"options": "; ".join(options)})
    scheme = _("Reckoning: %(scheme)s.") % {"scheme": label("scheme", tournament.scheme)}
    ranking = _(
        "Ranking: total, then more games won, then fewer games lost; then %(tie)s (TO 5.1)."
    )
    lines += [f"{scheme} {schemes[tournament.scheme]}", ranking % {"tie": tie}]
    if tournament.best_of:
        best = ngettext(
            "The best series of every player counts.",
            "The best %(count)s series of every player count.",
            tournament.best_of,
        )
        lines.append(best % {"count": tournament.best_of})
    announcement = getattr(tournament, "announcement", None)
    items = announcement.items if announcement else {}
    named = ((label("announcement_item", key), text) for key, text in sorted(items.items()))
    return lines + [announced_line(heading, text) for heading, text in named if text]


def announced_line(heading: str, text: str) -> str:
    """An item of the announcement in one line: "Entry fee: 15.00 €; cards 1.00 €"."""
    line = "; ".join(text.splitlines())
    return line if line.startswith(heading) else f"{heading}: {line}"


def participants_listing(tournament: Tournament) -> Listing:
    columns = [
        Column("start_number", _("No."), "rank", width=5),
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", 26),
        Column("categories", _("Categories"), width=16).of(
            lambda entry: ", ".join(member.category.name for member in entry.in_categories.all())
        ),
        code_column("state", pgettext("player", "State"), "entry_state", 12),
    ]
    entries = tournament.entries.select_related("person").prefetch_related(
        "in_categories__category"
    )
    rows = rows_of(columns, entries, id="pk")
    return Listing(_("Participants"), without_empty(columns, rows, "categories"), rows)


def corrections_listing(tournament: Tournament) -> Listing:
    """Adjustments, and changes of lists after their series was closed."""
    columns = [
        AT,
        Column("subject", _("What"), width=24),
        Column("act", _("Action"), width=26),
        Column("points", _("Points"), "points", width=7),
        REASON,
        BY,
    ]
    adjusted = Adjustment.objects.filter(entry__tournament=tournament)
    rows: list[Row] = [
        {
            "at": adjustment.at,
            "subject": str(adjustment.entry),
            "act": _("Points given or taken"),
            "points": adjustment.points,
            "reason": adjustment.reason,
            "by": adjustment.by and str(adjustment.by),
        }
        for adjustment in adjusted.select_related("entry__person", "by")
    ]
    for change in late_changes(tournament).order_by("id"):
        series, table = list_numbers(change.subject)
        row: Row = {
            "at": change.at,
            "subject": _("Series %(series)s, table %(table)s") % {"series": series, "table": table},
            "act": label("action", change.action),
            "reason": change.reason,
            "by": change.actor,
        }
        rows.append(row)
    return Listing(_("Corrections"), columns, rows)


def points_chart(ranking: Standings) -> Chart | None:
    """Least, mean and most points of every series."""
    by_series = [
        [row.results[number].performance for row in ranking.rows if number in row.results]
        for number in ranking.numbers
    ]
    if not by_series:
        return None
    lines = (
        (_("least"), tuple(map(min, by_series))),
        (_("mean"), tuple(round(sum(points) / len(points)) for points in by_series)),
        (_("most"), tuple(map(max, by_series))),
    )
    labels, along = tuple(map(str, ranking.numbers)), pgettext("one of several", "Series")
    return Chart("bars", _("Points by series"), labels, lines, along, _("Points"))


# The members of teams, and the results of every list, as tables.


def teams_listing(tournament: Tournament) -> Listing:
    columns = [
        Column("kind", _("Kind"), width=12, value=lambda row: row.team.contest.get_kind_display()),
        Column("number", _("No."), "int", width=5, value="team.number"),
        Column("team", _("Team"), width=26, value="team.name"),
        NAME.of("entry.person.sorted_name"),
        Column("start_number", _("Start number"), "int", width=8, value="entry.start_number"),
        Column("from_series", _("from series"), "int", width=8),
        Column("until_series", _("until series"), "int", width=8),
    ]
    members = TeamMember.objects.filter(team__contest__tournament=tournament).select_related(
        "team__contest", "entry__person"
    )
    ordered = members.order_by("team__contest", "team__number", "position")
    return Listing(_("Teams"), columns, rows_of(columns, ordered))


def results_listing(tournament: Tournament) -> Listing:
    """The results of every list, whether it counts yet or not."""
    columns = [
        Column("series", pgettext("column", "Series"), "int", width=7, value="series.number"),
        TABLE.of("list.table_number", 7),
        SEAT.of("chair", 7),
        START_NUMBER.of("entry.start_number", 7),
        NAME.of("entry.person.sorted_name"),
        POINTS,
        WON.of(width=7),
        LOST.of(width=7),
        Column("others_lost", _("Lost by others"), "int", width=9),
        PERFORMANCE,
        code_column("state", _("State of the list"), "list_state", 12, "list.progress"),
    ]
    seats = Seat.objects.filter(series__tournament=tournament, performance__isnull=False)
    ordered = seats.select_related("entry__person", "list", "series").order_by(
        "series__number", "list__table_number", "position"
    )
    return Listing(_("Results"), columns, rows_of(columns, ordered))
