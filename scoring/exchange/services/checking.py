"""Whether a document fits together; its games and log rows are prepared for writing."""

from collections import Counter
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import msgspec

from scoring.core.forms import Refused
from scoring.core.log_rows import first_misfit
from scoring.exchange import document as parts
from scoring.exchange.document import MAX_LOGO, Document, LogRowPart, SettingsPart
from scoring.exchange.part import MAX_SMALL, Part, decoder, link_of
from scoring.exchange.reading import Problems, decode, shape_problem
from scoring.exchange.reads.office import draw_problems
from scoring.exchange.services.checking_lists import RECORD, CheckedTournament, Links, ListCheck
from scoring.lists.reads import FIRST_ENTRY_ACTS, writers_in
from scoring.models import LogEntry, Series, Tournament
from scoring.models.tournament import SeriesState
from scoring.prints.services import as_png
from scoring.rules import systems
from scoring.rules.problem import Problem
from scoring.rules.score_list import SCHEMES
from scoring.rules.settlement import read_agreed
from scoring.tournament.services.tournaments import option_problems, variant_problems

PNG = b"\x89PNG\r\n\x1a\n"
SmallSigned = Annotated[int, msgspec.Meta(ge=-MAX_SMALL, le=MAX_SMALL)]
Names = Mapping[str, Container[object]]  # by `link_of` a column


class ShownIncident(msgspec.Struct):
    row: str = ""
    series: SmallSigned = 0


class ShownDecision(msgspec.Struct):
    verdict: str = ""
    score: SmallSigned = 0


def check_office(document: Document, problems: Problems) -> None:
    """Note rows that refer to nothing, and those outside the lists that pages could not show."""
    check_parts(document, "", {}, problems)
    check_choices(document, problems)
    for at, contest in enumerate(document.contests):
        players = [member.player for team in contest.teams for member in team.members]
        problems.note_repeated(players, f"contests[{at}].teams")
    lists = {(series.number, table.number) for series in document.series for table in series.tables}
    for at, booking in enumerate(document.bookings):
        check_list_named(booking, lists, f"bookings[{at}]", problems)
    for at, ruling in enumerate(document.rulings):
        check_list_named(ruling, lists, f"rulings[{at}]", problems)
        # What pages show of a ruling; `verify` checks that the decision follows.
        for key, kind in (("incident", ShownIncident), ("decision", ShownDecision)):
            try:
                msgspec.convert(getattr(ruling, key), kind)
            except msgspec.ValidationError as error:
                problems.place(shape_problem(str(error), ""), f"rulings[{at}].{key}")
    if document.logo is not None and not is_printable_png(document.logo):
        problems.note("not-a-picture", "logo", megabytes=MAX_LOGO // 1024**2)
    check_lots(document, problems)


def check_choices(document: Document, problems: Problems) -> None:
    """Note unknown categories, pots that nobody can choose, and what is listed twice."""
    categories = document.names()["category"]
    optional = {pot.number for pot in document.pots if pot.optional}
    for at, entry in enumerate(document.entries):
        for index, name in enumerate(entry.categories):
            problems.note_unknown(name, categories, f"entries[{at}].categories[{index}]")
        problems.note_repeated(entry.categories, f"entries[{at}].categories[{{}}]")
        for index, number in enumerate(entry.pots):
            problems.note_unknown(number, optional, f"entries[{at}].pots[{index}]")
        problems.note_repeated(entry.pots, f"entries[{at}].pots[{{}}]")


def check_list_named(
    row: parts.BookingPart | parts.RulingPart,
    lists: Container[object],
    path: str,
    problems: Problems,
) -> None:
    """Note a row whose series and table do not name a list of the document together."""
    if (row.series is None) != (row.table is None):
        problems.note("field-missing", path, key="table" if row.table is None else "series")
    elif row.series is not None and (row.series, row.table) not in lists:
        problems.note("unknown", f"{path}.table", value=f"{row.series}/{row.table}")


def check_lots(document: Document, problems: Problems) -> None:
    """Note lots drawn twice, and those of teams that are not in the contest of their scope."""
    teams = {(contest.kind, team.number) for contest in document.contests for team in contest.teams}
    owners: set[tuple[str, str, int | None]] = set()
    for at, lot in enumerate(document.lots):
        if lot.team is not None and (lot.scope, lot.team) not in teams:
            problems.note("unknown", f"lots[{at}].team", value=lot.team)
        kind, number = ("player", lot.player) if lot.team is None else ("team", lot.team)
        if (lot.scope, kind, number) in owners:
            problems.note("twice", f"lots[{at}].{kind}", value=number)
        owners.add((lot.scope, kind, number))


def check_parts(part: Part, path: str, names: Names, problems: Problems) -> None:
    """Note what is wrong in a part, and in all parts below it.

    That is what contradicts itself, a name that the document does not have, a value that may occur
    once in a list and occurs twice, and a reversal of a row that does not stand before it.
    """
    for problem in part.contradictions():
        problems.place(problem, path)
    names = {**names, **part.names()}
    for field, column in part.columns().items():
        if (key := link_of(column)) in names and (field != column or field in part.PLACES):
            problems.note_unknown(getattr(part, field), names[key], f"{path}.{field}")
    for field in part.__struct_fields__:
        value = getattr(part, field)
        where = f"{path}.{field}" if path else field
        if isinstance(value, Part):
            check_parts(value, where, names, problems)
        elif isinstance(value, list) and value and isinstance(value[0], Part):
            for key in value[0].UNIQUE:
                problems.note_repeated([getattr(row, key) for row in value], f"{where}[{{}}].{key}")
            for at, row in enumerate(value):
                earlier = {**names, "reverses": range(1, at + 1)}
                check_parts(row, f"{where}[{at}]", earlier, problems)


def is_printable_png(logo: bytes) -> bool:
    """A broken or huge picture would make every print of the tournament fail."""
    with suppress(Refused):
        return bool(logo.startswith(PNG) and as_png(logo))
    return False


LOG_ROW = decoder(LogRowPart)


def check_document(document: Document, problems: Problems) -> CheckedTournament:
    """Prepare the rows of a document, and note its problems; draws are repeated if there are none.

    Raises Refused for the first game or log row that cannot be decoded.
    """
    rows = CheckedTournament(document)
    complete_settings(document, problems.prefix)
    tournament = check_settings(document.tournament, problems)
    check_office(document, problems)
    check_seating(document, problems)
    writers = check_log(rows, problems)
    if tournament is not None:
        check = ListCheck(rows, tournament, writers, problems)
        for at, part in enumerate(document.series):
            series = Series(
                tournament=tournament, number=part.number, rounds=part.rounds, state=part.state
            )
            for place, table in enumerate(part.tables):
                check.check_table(table, series, f"series[{at}].tables[{place}]")
    if not problems:
        check_draws(document, problems)
    return rows


def complete_settings(document: Document, prefix: str) -> None:
    """Fill in what older documents lack: the key of the system for its old name, and wenzels."""
    settings = document.tournament
    if system := systems.find(settings.system):
        settings.system = system.key
    if settings.wenzels is not None:
        return
    # Where the tournament does not say it, its games do (docs/formats.md).
    settings.wenzels = settings.wenzel_bonus or any(
        decode(RECORD, raw, f"{prefix}series[{at}].tables[{number}].games[{index}]").get("wenzel")
        in ("Q", "K")
        for at, series in enumerate(document.series)
        for number, table in enumerate(series.tables)
        for index, raw in enumerate(table.games)
    )


# Settings ---------------------------------------------------------------------------------------


def check_settings(settings: SettingsPart, problems: Problems) -> Tournament | None:
    """The row of the tournament; None, with a problem, if its games cannot be valued."""
    try:
        read_agreed(settings.stakes)
    except ValueError:
        problems.note("not-stakes", "tournament.stakes")
    if settings.scheme not in SCHEMES:
        problems.note("not-a-choice", "tournament.scheme", options=", ".join(SCHEMES))
    system = systems.find(settings.system)
    if system is None:
        problems.note("not-a-choice", "tournament.system", options=", ".join(systems.SYSTEMS))
    tournament = Tournament(**Links().fields(settings))
    misfits = variant_problems(tournament, system) if system else []
    for problem in option_problems(tournament) + misfits:
        problems.place(problem, "tournament")
    return None if system is None or misfits or settings.scheme not in SCHEMES else tournament


# The log ----------------------------------------------------------------------------------------


def check_log(rows: CheckedTournament, problems: Problems) -> dict[str, set[str]]:
    """Prepare the log rows, and return who wrote each list since it was last empty."""
    acts: list[tuple[str, str, str | None]] = []
    for at, raw in enumerate(rows.document.log):
        row = decode(LOG_ROW, raw, f"{problems.prefix}log[{at}]")
        if key := first_misfit(row.action, row.subject, row.old, row.new):
            problems.note("log-row", f"log[{at}].{key}", row=at + 1, logged=row.action, key=key)
        if row.action in FIRST_ENTRY_ACTS:
            acts.append((row.subject, row.action, row.user))
        if row.user is not None:
            rows.names.add(row.user)
        own = msgspec.structs.asdict(row)
        user = own.pop("user")
        rows.log.add(LogEntry(**own), tournament="tournament", user=user)
    return writers_in(acts)


# Series and lists -------------------------------------------------------------------------------


def check_seating(document: Document, problems: Problems) -> None:
    """Note series that were drawn and have no tables, and players who sit in one twice."""
    for at, series in enumerate(document.series):
        path = f"series[{at}]"
        players = [seat.player for table in series.tables for seat in table.seats]
        players += [row.player for row in series.no_list]
        if series.state != SeriesState.DRAFT and series.draws and not series.tables:
            problems.place(Problem("verify-drawn-without-tables", "tables"), path)
        for player, count in Counter(players).items():
            if count > 1:
                problems.note("player-twice-a-series", path, value=player)


# Draws ------------------------------------------------------------------------------------------


def check_draws(document: Document, problems: Problems) -> None:
    """Repeat every draw, and compare the tables with it."""
    draws = {
        (series.number, draw.number): draw for series in document.series for draw in series.draws
    }
    # A player who joined at a round was not drawn.
    seats = {
        series.number: {
            table.number: [
                seat.player for seat in table.seats if seat.position <= table.seats_at_start
            ]
            for table in series.tables
        }
        for series in document.series
        if series.tables
    }
    paths = {series.number: f"series[{at}].draws" for at, series in enumerate(document.series)}
    for number, problem in draw_problems(draws, seats):
        problems.place(replace(problem, field=""), paths[number])
