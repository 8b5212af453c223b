"""Whether the parts of a document fit together, and whether every game and total is right.

Everything is recomputed: if a score or figure of the document differs, the import is refused with
the table, the seat and both figures. Games, seats and log rows are prepared here, before the block
that writes them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from scoring.core.forms import Refused
from scoring.core.log_rows import first_misfit
from scoring.exchange import document as parts
from scoring.exchange.document import MAX_LOGO, Document, LogRowPart, SettingsPart
from scoring.exchange.parts import MAX_SMALL, decoder
from scoring.exchange.reading import Problems, decode
from scoring.exchange.services.checking_lists import RECORD, CheckedRows, ListCheck, seats_at_start
from scoring.models import Draw, LogEntry
from scoring.models.money import PotKind
from scoring.models.names import Scope
from scoring.models.ruling import ObjectionState
from scoring.models.tournament import Confirm, SeriesState
from scoring.prints.services import as_png
from scoring.rules import systems
from scoring.rules.fees import ladder_problems
from scoring.rules.prizes import read_plan
from scoring.rules.problem import Problem
from scoring.rules.score_list import SCHEMES, Line
from scoring.rules.settlement import read_agreed
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation
from scoring.series.reads.list_states import ACTS, writers_in
from scoring.standings.reads.special import specials_in
from scoring.verify.reads.office import findings_of

# The office: references that lead nowhere, rows that stand twice, reversals that do not cancel.

PNG = b"\x89PNG\r\n\x1a\n"
REVERSED = ("kind", "player", "series", "table", "pot")


@dataclass(frozen=True, slots=True)
class OfficeCheck:
    """The check of everything in a document except its series and its log."""

    document: Document
    players: frozenset[int]
    series: frozenset[int]
    tables: frozenset[tuple[int, int]]
    categories: frozenset[str]
    pots: frozenset[int]
    problems: Problems

    @classmethod
    def of(cls, document: Document, problems: Problems) -> "OfficeCheck":
        return cls(
            document,
            frozenset(entry.start_number for entry in document.entries),
            frozenset(series.number for series in document.series),
            frozenset(
                (series.number, table.number)
                for series in document.series
                for table in series.tables
            ),
            frozenset(category.name for category in document.categories),
            frozenset(pot.number for pot in document.pots),
            problems,
        )

    def check(self) -> None:
        document = self.document
        self.once(document.memberships, "user", "user-twice", "memberships")
        self.check_entries(document)
        self.once(document.categories, "name", "category-twice", "categories")
        self.check_contests(document.contests)
        self.check_adjustments(document.adjustments)
        if document.fees is not None and ladder_problems(document.fees.lost_ladder):
            self.problems.note("not-a-ladder", "fees.lost_ladder")
        self.check_pots(document.pots)
        self.check_bookings(document.bookings)
        self.check_rulings(document.rulings)
        if document.logo is not None and not is_printable_png(document.logo):
            self.problems.note("not-a-picture", "logo", megabytes=MAX_LOGO // 1024**2)
        self.once(document.print_copies, "paper", "paper-twice", "print_copies")
        self.check_lots(document)

    def once(self, rows: Sequence[Any], key: str, code: str, path: str) -> None:
        values = [getattr(row, key) for row in rows]
        self.problems.unique(values, code, f"{path}[{{}}].{key}")

    def note_unknown(
        self, row: Any, key: str, code: str, names: Collection[object], path: str
    ) -> None:
        self.problems.among(getattr(row, key), names, code, f"{path}.{key}")

    def check_stay(self, row: Any, path: str) -> None:
        if row.until_series is not None and row.until_series < row.from_series:
            since, where = row.from_series, f"{path}.until_series"
            self.problems.note("leaves-before-coming", where, since=since)

    def check_entries(self, document: Document) -> None:
        self.once(document.entries, "start_number", "start-number-twice", "entries")
        optional = {pot.number for pot in document.pots if pot.optional}
        for at, entry in enumerate(document.entries):
            path = f"entries[{at}]"
            self.check_stay(entry, path)
            for index, name in enumerate(entry.categories):
                self.problems.among(
                    name, self.categories, "category-unknown", f"{path}.categories[{index}]"
                )
            for index, number in enumerate(entry.pots):
                self.problems.among(number, optional, "pot-unknown", f"{path}.pots[{index}]")
            self.problems.unique(entry.categories, "category-twice", f"{path}.categories[{{}}]")
            self.problems.unique(entry.pots, "pot-twice", f"{path}.pots[{{}}]")

    def check_contests(self, contests: Sequence[parts.ContestPart]) -> None:
        self.once(contests, "kind", "contest-twice", "contests")
        for at, contest in enumerate(contests):
            path = f"contests[{at}]"
            self.note_unknown(contest, "one_of", "category-unknown", self.categories, path)
            self.once(contest.teams, "number", "team-twice", f"{path}.teams")
            self.once(contest.teams, "name", "team-name-twice", f"{path}.teams")
            seen: set[int] = set()
            for place, team in enumerate(contest.teams):
                self.check_team(contest, team, seen, f"{path}.teams[{place}]")

    def check_team(
        self, contest: parts.ContestPart, team: parts.TeamPart, seen: set[int], path: str
    ) -> None:
        """Nobody plays for two teams, and no more at a time than the contest allows."""
        self.once(team.members, "position", "position-twice", f"{path}.members")
        for at, member in enumerate(team.members):
            where = f"{path}.members[{at}]"
            self.note_unknown(member, "player", "player-unknown", self.players, where)
            self.check_stay(member, where)
            if member.player in seen:
                self.problems.note("plays-for-two-teams", f"{where}.player", value=member.player)
            seen.add(member.player)
        stays = [(each.from_series, each.until_series) for each in team.members]
        playing = [
            sum(since <= number and (until is None or number <= until) for since, until in stays)
            for number, _until in stays
        ]
        if (count := max(playing, default=0)) > contest.size:
            self.problems.note("team-too-large", f"{path}.members", count=count, most=contest.size)

    def check_adjustments(self, rows: Sequence[parts.AdjustmentPart]) -> None:
        for at, row in enumerate(rows):
            path = f"adjustments[{at}]"
            self.note_unknown(row, "player", "player-unknown", self.players, path)
            self.note_unknown(row, "series", "series-unknown", self.series, path)
        self.check_reversals(rows, "adjustments", "points", "player", "series")

    def check_reversals(self, rows: Sequence[Any], path: str, figure: str, *same: str) -> None:
        """A reversal has the figure of the earlier row with the other sign.

        Rows are named by their places from 1.
        """
        self.once(rows, "reverses", "reversed-twice", path)
        for place, row in enumerate(rows, 1):
            where = f"{path}[{place - 1}]"
            if not getattr(row, figure):
                self.problems.note("changes-nothing", f"{where}.{figure}")
            if row.reverses is None:
                continue
            other = rows[row.reverses - 1] if row.reverses < place else None
            if (
                other is None
                or other.reverses is not None
                or getattr(row, figure) != -getattr(other, figure)
                or any(getattr(row, key) != getattr(other, key) for key in same)
            ):
                self.problems.note("reverses-another", f"{where}.reverses", value=row.reverses)

    def check_pots(self, pots: Sequence[parts.PotPart]) -> None:
        self.once(pots, "number", "pot-twice", "pots")
        for at, pot in enumerate(pots):
            path = f"pots[{at}]"
            self.note_unknown(pot, "series", "series-unknown", self.series, path)
            self.note_unknown(pot, "category", "category-unknown", self.categories, path)
            if pot.kind == PotKind.CATEGORY and pot.category is None:
                self.problems.note("field-missing", path, key="category")
            self.once(pot.in_kind, "number", "prize-twice", f"{path}.in_kind")
            self.once(pot.in_kind, "player", "prize-twice", f"{path}.in_kind")
            for index, prize in enumerate(pot.in_kind):
                self.note_unknown(
                    prize, "player", "player-unknown", self.players, f"{path}.in_kind[{index}]"
                )
            try:
                read_plan(pot.plan)
            except ValueError as error:
                self.problems.note("not-a-plan", f"{path}.plan", detail=str(error)[:120])

    def check_bookings(self, rows: Sequence[parts.BookingPart]) -> None:
        self.once(rows, "number", "booking-twice", "bookings")
        for place, row in enumerate(rows, 1):
            path = f"bookings[{place - 1}]"
            if row.number != place:
                self.problems.note("booking-gap", f"{path}.number", value=place)
            self.note_unknown(row, "player", "player-unknown", self.players, path)
            self.note_unknown(row, "pot", "pot-unknown", self.pots, path)
            self.check_table(row, path)
        self.check_reversals(rows, "bookings", "cents", *REVERSED)

    def check_table(self, row: parts.BookingPart | parts.RulingPart, path: str) -> None:
        """Series and table together name a list."""
        if (row.series is None) != (row.table is None):
            self.problems.note(
                "field-missing", path, key="table" if row.table is None else "series"
            )
        elif row.series is not None and row.series not in self.series:
            self.problems.note("series-unknown", f"{path}.series", value=row.series)
        elif row.series is not None and (row.series, row.table) not in self.tables:
            self.problems.note("table-unknown", f"{path}.table", value=row.table)

    def check_rulings(self, rows: Sequence[parts.RulingPart]) -> None:
        self.once(rows, "number", "ruling-twice", "rulings")
        for at, row in enumerate(rows):
            path = f"rulings[{at}]"
            self.check_table(row, path)
            self.check_decided(row, path)
            objection = row.objection
            if objection is None:
                continue
            self.note_unknown(
                objection, "player", "player-unknown", self.players, f"{path}.objection"
            )
            if objection.state != ObjectionState.LODGED and objection.decided_at is None:
                self.problems.note("field-missing", f"{path}.objection", key="decided_at")

    def check_decided(self, row: parts.RulingPart, path: str) -> None:
        """The types of what pages show of a ruling; `verify` checks that the decision follows."""
        for key, text in (
            ("incident.row", row.incident.get("row", "")),
            ("decision.verdict", row.decision.get("verdict", "")),
        ):
            if not isinstance(text, str):
                self.problems.note("not-a-text", f"{path}.{key}")
        for key, number in (
            ("incident.series", row.incident.get("series", 0)),
            ("decision.score", row.decision.get("score", 0)),
        ):
            where = f"{path}.{key}"
            if type(number) is not int:
                self.problems.note("not-an-integer", where)
            elif abs(number) > MAX_SMALL:
                self.problems.note("number-out-of-range", where, low=-MAX_SMALL, high=MAX_SMALL)

    def check_lots(self, document: Document) -> None:
        """Lots belong to existing standings, and to players or teams that take part.

        Lots of one drawing have the same standings and totals, and different places.
        """
        teams = {(one.kind, team.number) for one in document.contests for team in one.teams}
        scopes = scopes_of(document)
        owners: set[tuple[str, str, int | None]] = set()
        places: set[tuple[int, int]] = set()
        drawings: dict[int, tuple[str, str]] = {}
        for at, lot in enumerate(document.lots):
            path, of = f"lots[{at}]", "player" if lot.team is None else "team"
            if (lot.player is None) == (lot.team is None):
                self.problems.note("lot-of-nobody", path)
            elif lot.team is None:
                self.note_unknown(lot, "player", "player-unknown", self.players, path)
            elif (lot.scope, lot.team) not in teams:
                self.problems.note("team-unknown", f"{path}.team", value=lot.team)
            self.problems.among(lot.scope, scopes, "lot-scope", f"{path}.scope")
            owner, place = (lot.scope, of, getattr(lot, of)), (lot.drawing, lot.order)
            if owner in owners:
                self.problems.note("lot-twice", f"{path}.{of}", value=getattr(lot, of))
            together = (lot.scope, lot.totals)
            differs = drawings.setdefault(lot.drawing, together) != together
            if lot.drawing and (differs or place in places):
                self.problems.note("lot-drawing", f"{path}.drawing", value=lot.drawing)
            owners.add(owner)
            places.add(place)


def is_printable_png(logo: bytes) -> bool:
    """A broken or huge picture would make every print of the tournament fail."""
    if not logo.startswith(PNG):
        return False
    try:
        as_png(logo)
    except Refused:
        return False
    return True


def scopes_of(document: Document) -> set[str]:
    """The standings that a document has."""
    system = systems.find(document.tournament.system)
    return {
        "overall",
        *(Scope.of("series", each.number) for each in document.series),
        *(Scope.of("day", each.day) for each in document.series if each.day),
        *(contest.kind for contest in document.contests),
        *(
            Scope.of("category", category.name)
            for category in document.categories
            if category.ranked
        ),
        *(Scope.of("special", code) for code in specials_in(system.key if system else "")),
    }


ValuedLine = tuple[Line, Valuation | None]
LOG_ROW = decoder(LogRowPart)


def check_document(document: Document, problems: Problems) -> CheckedRows:
    """Prepare the rows of a document; every problem is noted."""
    rows = CheckedRows(document, names=usernames(document))
    complete_settings(document, problems.prefix)
    system = check_settings(document.tournament, problems)
    OfficeCheck.of(document, problems).check()
    check_seating(document, problems)
    writers = check_log(rows, problems)
    if system is not None:
        check = ListCheck(rows, system, writers, problems)
        for at, series in enumerate(document.series):
            check.check_series(series, f"series[{at}]")
    if not problems:
        check_draws(document, problems)
    return rows


def complete_settings(document: Document, prefix: str) -> None:
    """Fill in what older documents lack: the key of the system for its old name, and wenzels."""
    settings = document.tournament
    if system := systems.find(settings.system):
        settings.system = system.key
    if settings.wenzels is None:
        settings.wenzels = settings.wenzel_bonus or names_wenzels(document, prefix)


def usernames(document: Document) -> set[str]:
    """The names of all accounts in the document, except those in the log."""
    tables = [table for series in document.series for table in series.tables]
    names = {membership.user for membership in document.memberships}
    names |= {recheck.by for table in tables for recheck in table.rechecks}
    signed_rows: list[Any] = [*document.adjustments, *document.bookings, *document.till_counts]
    others = {row.by for row in (*signed_rows, *document.rulings)}
    others |= {draw.drawn_by for series in document.series for draw in series.draws}
    others |= {name for table in tables for name in (table.entered_by, table.confirmed_by)}
    others |= {ruling.objection.decided_by for ruling in document.rulings if ruling.objection}
    others |= {document.announcement.published_by} if document.announcement else set()
    return names | (others - {None})


def names_wenzels(document: Document, prefix: str) -> bool:
    """Whether a game of the document has queens or kings as wenzels (docs/formats.md)."""
    return any(
        decode(RECORD, raw, f"{prefix}series[{at}].tables[{number}].games[{index}]").get("wenzel")
        in ("Q", "K")
        for at, series in enumerate(document.series)
        for number, table in enumerate(series.tables)
        for index, raw in enumerate(table.games)
    )


# Settings ---------------------------------------------------------------------------------------


def check_settings(settings: SettingsPart, problems: Problems) -> System | None:
    """The rule system with its options, or None with a problem."""
    if settings.season_best_of is not None and settings.season is None:
        problems.note("field-missing", "tournament", key="season")
    if settings.sample and settings.public:
        problems.note("sample-public", "tournament.public")
    check_terms(settings, problems)
    if settings.scheme not in SCHEMES:
        problems.note("not-a-choice", "tournament.scheme", options=", ".join(SCHEMES))
    system = systems.find(settings.system)
    if system is None:
        options = ", ".join(systems.SYSTEMS)
        problems.note("not-a-choice", "tournament.system", options=options)
    if system is None or settings.scheme not in SCHEMES:
        return None
    refused_options = {
        "hand_loss": settings.hand_loss not in (None, *system.hand_loss_options),
        "ramsch": settings.ramsch and not system.ramsch_allowed,
    }
    for key in filter(refused_options.get, refused_options):
        problems.note("option-unknown", f"tournament.{key}", system=system.key)
    bonus_alone = settings.wenzel_bonus and not settings.wenzels
    if bonus_alone:
        problems.place(Problem("bonus-without-wenzels", "wenzel_bonus"), "tournament")
    if bonus_alone or any(refused_options.values()):
        return None
    return systems.variant(
        system,
        hand_loss=settings.hand_loss,
        ramsch=settings.ramsch,
        wenzels=bool(settings.wenzels),
        wenzel_bonus=settings.wenzel_bonus,
    )


def check_terms(settings: SettingsPart, problems: Problems) -> None:
    """Whether the terms fit together.

    Stakes must be readable. Only leagues have substitutes (TO 9.7). Signatures suffice only where
    lists are kept by phone and no second entry is required.
    """
    try:
        read_agreed(settings.stakes)
    except ValueError:
        problems.note("not-stakes", "tournament.stakes")
    conflicts = []
    if settings.substitutes and not settings.league:
        conflicts.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    if settings.signed_suffices and not settings.phones:
        conflicts.append(Problem("signatures-without-phones", "signed_suffices"))
    if settings.signed_suffices and settings.confirm == Confirm.BLIND:
        conflicts.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    for problem in conflicts:
        problems.place(problem, "tournament")


# The log ----------------------------------------------------------------------------------------


def check_log(rows: CheckedRows, problems: Problems) -> dict[str, set[str]]:
    """Prepare the log rows, and return who wrote each list since it was last empty."""
    acts: list[tuple[str, str, str | None, int]] = []
    for at, raw in enumerate(rows.document.log):
        row = decode(LOG_ROW, raw, f"{problems.prefix}log[{at}]")
        if key := first_misfit(row.action, row.subject, row.old, row.new):
            problems.note("log-row", f"log[{at}].{key}", row=at + 1, logged=row.action, key=key)
        if row.action in ACTS:
            acts.append((row.subject, row.action, row.user, at + 1))
        if row.user is not None:
            rows.names.add(row.user)
        own = msgspec.structs.asdict(row)
        user = own.pop("user")
        rows.log.add(LogEntry(**own), "tournament", user)
    return writers_in(acts)


# Series and lists -------------------------------------------------------------------------------


def check_seating(document: Document, problems: Problems) -> None:
    """Every series, draw and table occurs once, and every player once in a series.

    A series that was drawn has tables.
    """
    problems.unique([each.number for each in document.series], "series-twice", "series[{}].number")
    for at, series in enumerate(document.series):
        path, tables = f"series[{at}]", series.tables
        draft = series.state == SeriesState.DRAFT
        if not draft and series.draws and not tables:
            problems.place(Problem("verify-drawn-without-tables", "tables"), path)
        numbers = [draw.number for draw in series.draws]
        problems.unique(numbers, "draw-twice", f"{path}.draws[{{}}].number")
        numbers = [table.number for table in tables]
        problems.unique(numbers, "table-twice", f"{path}.tables[{{}}].number")
        check_players(document, series, path, problems)


def check_players(
    document: Document, series: parts.SeriesPart, path: str, problems: Problems
) -> None:
    """Everybody at a table or without a list is a player, and occurs once."""
    players = {entry.start_number for entry in document.entries}
    seated = [
        (seat.player, f"{path}.tables[{at}].seats[{place}].player")
        for at, table in enumerate(series.tables)
        for place, seat in enumerate(table.seats)
    ]
    seated += [
        (each.player, f"{path}.no_list[{at}].player") for at, each in enumerate(series.no_list)
    ]
    seen: set[int] = set()
    for player, where in seated:
        problems.among(player, players, "player-unknown", where)
        if player in seen:
            problems.note("player-twice-a-series", where, value=player)
        seen.add(player)


# Draws ------------------------------------------------------------------------------------------


def check_draws(document: Document, problems: Problems) -> None:
    """Repeat every draw, and compare the tables with it."""
    keys = ("number", "mode", "options", "entries_hash", "seed", "engine")
    draws = {
        (series.number, draw.number): Draw(**{key: getattr(draw, key) for key in keys})
        for series in document.series
        for draw in series.draws
    }
    # Who joined at a round was not drawn.
    seats = {
        series.number: {
            table.number: [
                seat.player for seat in table.seats if seat.position <= seats_at_start(table)
            ]
            for table in series.tables
        }
        for series in document.series
        if series.tables
    }
    paths = {series.number: f"series[{at}].draws" for at, series in enumerate(document.series)}
    for number, problem in findings_of(draws, seats):
        problems.place(replace(problem, field=""), paths[number])
