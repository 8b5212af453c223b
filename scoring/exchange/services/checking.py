"""Whether the parts of a document fit together, and every game and total the law.

Everything is recomputed: if a score or figure of the document differs, the import is refused with
the table, the seat and both figures. Games, seats and log become rows before the block that writes
them.
"""

from dataclasses import replace
from typing import Any

from scoring.core.log_rows import misfit
from scoring.exchange import document as parts
from scoring.exchange.document import Document, LogRowPart, SettingsPart
from scoring.exchange.parts import decoder
from scoring.exchange.reading import Problems, decode
from scoring.exchange.services.checking_lists import RECORD, CheckedRows, ListCheck, began
from scoring.exchange.services.checking_office import check_office
from scoring.models import Draw, LogEntry
from scoring.models.series import SeriesState
from scoring.models.tournament import Confirm
from scoring.rules import systems
from scoring.rules.problem import Problem
from scoring.rules.ranking import SCHEMES
from scoring.rules.score_list import Line
from scoring.rules.settlement import read_agreed
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation
from scoring.series.reads.list_states import ACTS, writers_in
from scoring.verify.reads.draws import findings_of

ValuedLine = tuple[Line, Valuation | None]
LOG_ROW = decoder(LogRowPart)


def check_document(document: Document, problems: Problems) -> CheckedRows:
    """The rows of a document; what is wrong is noted."""
    rows = CheckedRows(document, names=usernames(document))
    settings = document.tournament
    if settings.wenzels is None:
        settings.wenzels = settings.wenzel_bonus or names_wenzels(document, problems.prefix)
    system = check_settings(settings, problems)
    check_office(document, problems)
    check_seating(document, problems)
    writers = check_log(rows, problems)
    if system is not None:
        check = ListCheck(rows, system, writers, problems)
        for at, series in enumerate(document.series):
            check.check_series(series, f"series[{at}]")
    if not problems:
        check_draws(document, problems)
    return rows


def usernames(document: Document) -> set[str]:
    """Every account that is named, but for those of the log."""
    tables = [table for series in document.series for table in series.tables]
    names = {each.user for each in document.memberships}
    names |= {each.by for table in tables for each in table.rechecks}
    by: list[Any] = [*document.adjustments, *document.bookings, *document.till_counts]
    others = [each.by for each in (*by, *document.rulings)]
    others += [draw.drawn_by for series in document.series for draw in series.draws]
    others += [name for table in tables for name in (table.entered_by, table.confirmed_by)]
    others += [each.objection.decided_by for each in document.rulings if each.objection]
    others += [document.announcement.published_by] if document.announcement else []
    return names | {name for name in others if name is not None}


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
    settings.system = system.key
    wrong = {
        "hand_loss": settings.hand_loss not in (None, *system.hand_loss_options),
        "ramsch": settings.ramsch and not system.ramsch_allowed,
    }
    for key in filter(wrong.get, wrong):
        problems.note("option-unknown", f"tournament.{key}", system=system.key)
        return None
    if settings.wenzel_bonus and not settings.wenzels:
        problems.place(Problem("bonus-without-wenzels", "wenzel_bonus"), "tournament")
        return None
    return systems.variant(
        system,
        hand_loss=settings.hand_loss,
        ramsch=settings.ramsch,
        wenzels=bool(settings.wenzels),
        wenzel_bonus=settings.wenzel_bonus,
    )


def check_terms(settings: SettingsPart, problems: Problems) -> None:
    """Whether the stakes can be read, substitutes play in a league only (TO 9.7), and signatures
    suffice only where lists are kept by phone and none is typed twice.
    """
    try:
        read_agreed(settings.stakes)
    except ValueError:
        problems.note("not-stakes", "tournament.stakes")
    wrong = []
    if settings.substitutes and not settings.league:
        wrong.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    if settings.signed_suffices and not settings.phones:
        wrong.append(Problem("signatures-without-phones", "signed_suffices"))
    if settings.signed_suffices and settings.confirm == Confirm.BLIND:
        wrong.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    for problem in wrong:
        problems.place(problem, "tournament")


# The log ----------------------------------------------------------------------------------------


def check_log(rows: CheckedRows, problems: Problems) -> dict[str, set[str]]:
    """Make the rows of the log, each of which holds what its action writes; returns who wrote each
    list since it was last empty.
    """
    acts: list[tuple[str, str, str | None, int]] = []
    for at, raw in enumerate(rows.document.log):
        row = decode(LOG_ROW, raw, f"{problems.prefix}log[{at}]")
        if key := misfit(row.action, row.subject, row.old, row.new):
            problems.note("log-row", f"log[{at}].{key}", row=at + 1, logged=row.action, key=key)
        if row.action in ACTS:
            acts.append((row.subject, row.action, row.user, at + 1))
        if row.user is not None:
            rows.names.add(row.user)
        own = {name: getattr(row, name) for name in LogRowPart.__struct_fields__ if name != "user"}
        rows.log.add(LogEntry(**own), "tournament", row.user)
    return writers_in(acts)


# Series and lists -------------------------------------------------------------------------------


def check_seating(document: Document, problems: Problems) -> None:
    """Each series, draw and table once, each player once in a series."""
    problems.unique([each.number for each in document.series], "series-twice", "series[{}].number")
    for at, series in enumerate(document.series):
        path, tables = f"series[{at}]", series.tables
        draft = series.state == SeriesState.DRAFT
        if not draft and series.draws and not tables:
            problems.place(Problem("verify-drawn-without-tables", "tables"), path)
        numbers = [each.number for each in series.draws]
        problems.unique(numbers, "draw-twice", f"{path}.draws[{{}}].number")
        numbers = [each.number for each in tables]
        problems.unique(numbers, "table-twice", f"{path}.tables[{{}}].number")
        check_players(document, series, path, problems)


def check_players(
    document: Document, series: parts.SeriesPart, path: str, problems: Problems
) -> None:
    """Everybody at a table or without a list is a player, and that once."""
    players = {each.start_number for each in document.entries}
    seated = [
        (seat.player, f"{path}.tables[{at}].seats[{place}].player")
        for at, table in enumerate(series.tables)
        for place, seat in enumerate(table.seats)
    ]
    seated += [
        (each.player, f"{path}.no_list[{at}].player") for at, each in enumerate(series.no_list)
    ]
    before: set[int] = set()
    for player, where in seated:
        problems.among(player, players, "player-unknown", where)
        if player in before:
            problems.note("player-twice-a-series", where, value=player)
        before.add(player)


# Draws ------------------------------------------------------------------------------------------


def check_draws(document: Document, problems: Problems) -> None:
    """Repeat every draw, and compare the tables with it."""
    keys = ("number", "mode", "options", "entries_hash", "seed", "engine")
    draws = {
        (series.number, made.number): Draw(**{key: getattr(made, key) for key in keys})
        for series in document.series
        for made in series.draws
    }
    # Who joined at a round was not drawn.
    seats = {
        series.number: {
            table.number: [seat.player for seat in table.seats if seat.position <= began(table)]
            for table in series.tables
        }
        for series in document.series
        if series.tables
    }
    paths = {series.number: f"series[{at}].draws" for at, series in enumerate(document.series)}
    for number, problem in findings_of(draws, seats):
        problems.place(replace(problem, field=""), paths[number])
