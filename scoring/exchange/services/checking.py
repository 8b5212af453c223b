"""Whether the parts of a document fit together, and every game and total the law.

Everything is recomputed: if a score or figure of the document differs, the import is refused with
the table, the seat and both figures. Malformed parts have a problem already and are left out here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scoring.exchange.fields import LARGEST_SMALL, Node, Problems, check_unique
from scoring.exchange.services.checking_draws import check_draws
from scoring.exchange.services.checking_log import check_log
from scoring.exchange.services.checking_lots import check_known, check_lots
from scoring.exchange.services.checking_office import check_office
from scoring.exchange.services.checking_sittings import seats_of, sittings_problems
from scoring.exchange.services.checking_states import check_states
from scoring.models.score_list import CLOSED, TALLY, Depth, ListState, tally_figures
from scoring.models.series import SeriesState
from scoring.models.tournament import Confirm
from scoring.rules import systems
from scoring.rules.bare_totals import BareTotal, check_totals, passed_in, tally_totals
from scoring.rules.checks import appraise
from scoring.rules.outline import read_sittings
from scoring.rules.problem import Problem, errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, SeatTotal, check_line, check_list, tally
from scoring.rules.stakes import read_agreed
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation

ValuedLine = tuple[Line, Valuation | None]
CONFIRMED = (ListState.CONFIRMED, ListState.FINAL)


@dataclass(frozen=True, slots=True)
class Contents:
    """A list recomputed: every seat's total, and its lines with their values.

    The lines of all lists together are ten times as large as the document: they are valued anew
    when their list is written.
    """

    value_lines: Callable[[], Sequence[ValuedLine]] = tuple
    totals: Sequence[SeatTotal] = ()


ContentsByPath = dict[str, Contents]  # by the path of the table


def check_document(document: Node, problems: Problems) -> ContentsByPath:
    """The contents of every sound table, by its path; problems are noted."""
    settings: Node = document.get("tournament") or Node("tournament")
    serieses: list[Node] = document.get("series", [])
    if settings.get("wenzels") is None:
        settings["wenzels"] = bool(settings.get("wenzel_bonus")) or names_wenzels(serieses)
    system = check_settings(settings, problems)
    memberships = [node for node in document.get("memberships", ()) if node.sound]
    check_unique(memberships, "user", "user-twice", problems)
    players = check_entries(document.get("entries", ()), problems)
    check_lots(document, players, problems)
    check_office(document, players, problems)
    contents = {}
    check_unique(serieses, "number", "series-twice", problems)
    for series in serieses:
        check_unique(series.get("draws", ()), "number", "draw-twice", problems)
        check_series(series, problems)
        check_seating(series, players, problems)
        for table in series.get("tables", ()):
            if system and settings.sound and is_sound(table):
                scheme = settings["scheme"]
                contents[table.path] = check_table(series, table, system, scheme, problems)
    check_log(document, problems)
    check_states(document, serieses, problems)
    check_draws(serieses, problems)
    return contents


def names_wenzels(serieses: Iterable[Node]) -> bool:
    """Whether a game of the document has queens or kings as wenzels (docs/formats.md)."""
    games = (
        game
        for series in serieses
        for table in series.get("tables", ())
        for game in table.get("games", ())
    )
    return any(isinstance(game, dict) and game.get("wenzel") in ("Q", "K") for game in games)


def is_sound(table: Node) -> bool:
    return table.sound and all(seat.sound for seat in table["seats"])


def check_settings(settings: Node, problems: Problems) -> System | None:
    """The rule system with its options, or None with a problem."""
    if settings.get("season_best_of") is not None and settings.get("season") is None:
        problems.note("field-missing", settings.path, key="season")
    if settings.get("sample") and settings.get("public"):
        problems.note("sample-public", settings.where("public"))
    check_stakes(settings, problems)
    check_phones(settings, problems)
    system = systems.find(settings.get("system", ""))
    if system is None:
        if "system" in settings:
            options = ", ".join(systems.SYSTEMS)
            problems.note("not-a-choice", settings.where("system"), options=options)
        return None
    settings["system"] = system.key
    hand_loss, ramsch = settings.get("hand_loss"), settings.get("ramsch", False)
    if hand_loss is not None and hand_loss not in system.hand_loss_options:
        problems.note("option-unknown", settings.where("hand_loss"), system=system.key)
        return None
    if ramsch and not system.ramsch_allowed:
        problems.note("option-unknown", settings.where("ramsch"), system=system.key)
        return None
    wenzels, bonus = settings["wenzels"], settings.get("wenzel_bonus", False)
    if bonus and not wenzels:
        problems.append(Problem("bonus-without-wenzels", settings.where("wenzel_bonus")))
        return None
    return systems.variant(
        system, hand_loss=hand_loss, ramsch=ramsch, wenzels=wenzels, wenzel_bonus=bonus
    )


def check_stakes(settings: Node, problems: Problems) -> None:
    """Whether the stakes can be read, and substitutes play in a league only (TO 9.7)."""
    try:
        read_agreed(settings.get("stakes", []))
    except ValueError:
        problems.note("not-stakes", settings.where("stakes"))
    if settings.get("substitutes") and not settings.get("league"):
        where = settings.where("substitutes")
        problems.append(Problem("substitutes-without-league", where, rule="TO 9.7"))


def check_phones(settings: Node, problems: Problems) -> None:
    """Whether signatures suffice only where lists are kept by phone and none is typed twice."""
    if not settings.get("signed_suffices"):
        return
    where = settings.where("signed_suffices")
    if not settings.get("phones"):
        problems.append(Problem("signatures-without-phones", where))
    if settings.get("confirm") == Confirm.BLIND:
        problems.append(Problem("signatures-beside-a-second-entry", where))


def check_entries(entries: Iterable[Node], problems: Problems) -> frozenset[int]:
    """The start numbers of the document, those of malformed entries included."""
    entries = list(entries)
    check_unique(entries, "start_number", "start-number-twice", problems)
    for entry in entries:
        until, since = entry.get("until_series"), entry.get("from_series")
        if until is not None and since is not None and until < since:
            problems.note("leaves-before-coming", entry.where("until_series"), since=since)
    return frozenset(entry["start_number"] for entry in entries if "start_number" in entry)


def check_series(series: Node, problems: Problems) -> None:
    """Whether the state of a series fits its content."""
    if not series.sound:
        return
    draft = series["state"] == SeriesState.DRAFT
    if not draft and series["draws"] and not series["tables"]:
        problems.append(Problem("verify-drawn-without-tables", series.where("tables")))
    for table in series["tables"]:
        if draft and table.get("depth", Depth.NONE) != Depth.NONE:
            problems.append(Problem("verify-entered-in-draft", table.where("depth")))


def check_seating(series: Node, players: frozenset[int], problems: Problems) -> None:
    """Each table once, each player once in a series, the seats of a table from 1 on."""
    tables: list[Node] = series.get("tables", [])
    check_unique(tables, "number", "table-twice", problems)
    seats = [seat for table in tables for seat in table.get("seats", ())]
    without = series.get("no_list", [])
    check_unique([*seats, *without], "player", "player-twice-a-series", problems)
    for seat in (*seats, *without):
        check_known(seat, players, problems)
    for table in tables:
        if not is_sound(table):
            continue
        count = seats_of(table)
        if count not in (3, 4) or {seat["position"] for seat in table["seats"]} != set(
            range(1, len(table["seats"]) + 1)
        ):
            problems.note("seats-not-3-or-4", table.where("seats"), table=table["number"])
            table.sound = False
        elif found := sittings_problems(table, count):
            problems.extend(replace(each, field=table.where("sittings")) for each in found)
            table.sound = False
        elif series.sound and table["games_due"] != count * series["rounds"]:
            due = count * series["rounds"]
            problems.note("games-due-differs", table.where("games_due"), due=due)
            table.sound = False
        elif table["games_played"] is not None and table["games_played"] > table["games_due"]:
            due = table["games_due"]
            problems.note("number-out-of-range", table.where("games_played"), low=0, high=due)
            table.sound = False


def check_table(
    series: Node, table: Node, system: System, scheme: Any, problems: Problems
) -> Contents:
    """Read, value and add up one list; every difference is noted."""
    check_confirmation(table, problems)
    seats = seats_of(table)
    outline = Outline(
        seats=seats,
        rounds=table["games_due"] // seats,
        ended_after=table["games_played"],
        stop_reason=table["stop_reason"],
        sittings=read_sittings(table["sittings"], seats),
    )
    if table["depth"] != Depth.GAMES and table["games"]:
        problems.note("games-without-depth", table.where("depth"), depth=table["depth"])
        return Contents()
    if table["depth"] == Depth.NONE:
        return check_empty(table, outline, problems)
    before = len(problems)
    if table["depth"] == Depth.GAMES:
        contents = check_games(table, outline, system, scheme, problems)
    else:
        contents = check_bare_totals(table, outline, system, scheme, problems)
    if len(problems) == before:
        check_controls(series, table, contents.totals, problems)
    return contents


def check_confirmation(table: Node, problems: Problems) -> None:
    """A confirmation belongs to a revision, and is made by another person than the typist."""
    confirmed = table["state"] in CONFIRMED
    if confirmed and table["confirmed_revision"] != table["revision"]:
        revision = table["revision"]
        problems.note(
            "confirmed-another-revision", table.where("confirmed_revision"), revision=revision
        )
    by = table["confirmed_by"]
    if by is not None and by == table["entered_by"] and not table["self_confirmed"]:
        problems.note("confirmed-by-typist", table.where("confirmed_by"))
    if confirmed and table["confirmed_at"] is None:
        problems.note("field-missing", table.path, key="confirmed_at")
    if table["state"] == ListState.OPEN and (by is not None or table["confirmed_at"] is not None):
        problems.append(Problem("verify-open-but-confirmed", table.where("state")))


def check_empty(table: Node, outline: Outline, problems: Problems) -> Contents:
    """A list without entry has no figures, and is open unless no game was begun."""
    if table["state"] in CLOSED and outline.games_due:
        problems.note("closed-but-empty", table.where("state"), table=table["number"])
    for seat in table["seats"]:
        for key in TALLY:
            if table["state"] not in CLOSED and seat[key] is not None:
                problems.note("figure-without-games", seat.where(key))
    nothing = [BareTotal(0, 0, 0)] * len(outline.positions)
    closed = table["state"] in CLOSED
    return Contents(totals=tally_totals(nothing, "plain") if closed else ())


def check_games(
    table: Node, outline: Outline, system: System, scheme: Any, problems: Problems
) -> Contents:
    """Value every game of a table as if it were typed now; each problem at its path."""
    path = table.where("games")
    before = len(problems)
    places: dict[int | None, str] = {}
    read = value_games(table, outline, system, problems, places)
    lines = [line for line, _ in read]
    if len(problems) == before:
        # An open list may have gaps and wrong running totals.
        found = check_list(lines, outline, complete=table["state"] in CLOSED)
        if table["state"] not in CLOSED:
            found = [problem for problem in found if problem.code in STRUCTURE]
        for problem in errors(found):
            if problem.number in places:
                problems.append(placed(problem, places[problem.number]))
            else:
                problems.append(replace(problem, field=path, number=None))
    again = partial(value_games, table, outline, system, Problems(), {})
    return Contents(again, tally(lines, outline, scheme))


def value_games(
    table: Node,
    outline: Outline,
    system: System,
    problems: Problems,
    places: dict[int | None, str],
) -> list[ValuedLine]:
    """The readable games with their values; their paths by number are put into `places`."""
    read: list[ValuedLine] = []
    for index, record in enumerate(table["games"]):
        place = f"{table.where('games')}[{index}]"
        if not isinstance(record, dict):
            continue
        line, valued, found = check_record(record, outline, system)
        problems.extend(placed(problem, place) for problem in errors(found))
        if line is not None:
            places[line.number] = place
            read.append((line, valued))
    return with_attempts(read)


STRUCTURE = frozenset({"number-twice"})


def with_attempts(read: Sequence[ValuedLine]) -> list[ValuedLine]:
    """The lines with attempts counted where several share number and attempt, as on paper."""
    given = Counter((line.number, line.attempt) for line, _ in read)
    mixed = {number for (number, _), count in given.items() if count > 1}
    dealt: Counter[int] = Counter()
    counted = []
    for line, valued in read:
        dealt[line.number] += 1
        if line.number in mixed:
            line = replace(line, attempt=dealt[line.number])
        counted.append((line, valued))
    return counted


def check_record(
    record: dict[str, Any], outline: Outline, system: System
) -> tuple[Line | None, Valuation | None, list[Problem]]:
    """One game: the record, its place in the list, the law."""
    found = [
        Problem("document-number-out-of-range", key, {"low": -LARGEST_SMALL, "high": LARGEST_SMALL})
        for key, value in record.items()
        if isinstance(value, int) and abs(value) > LARGEST_SMALL
    ]
    line, malformed = read_line(record, system=system)
    found += malformed
    found += unstored_problems(line, record, malformed, system)
    if line is None or errors(found):
        return None, None, found
    # An annulled game is checked too, but may stand after the end.
    all_games = replace(outline, ended_after=None) if line.annulled else outline
    found += check_line(replace(line, annulled=False), all_games)
    if line.game is None:
        return line, None, found
    appraisal = appraise(line.game)
    found.extend(appraisal.problems)
    return replace(line, game=appraisal.game), appraisal.valuation, found


def unstored_problems(
    line: Line | None, record: dict[str, Any], malformed: Iterable[Problem], system: System
) -> list[Problem]:
    """What a record contains and no row would store; reading alone only warns."""
    unknown = [problem.field for problem in malformed if problem.code == "unknown-field"]
    unknown += ["ruling"] if "ruling" in record else []
    found = [Problem("document-field-unknown", "", {"key": key}) for key in unknown]
    if line is not None and line.game is not None and line.game.system is not system:
        found.append(Problem("document-options-of-a-game", "options"))
    return found


def placed(problem: Problem, place: str) -> Problem:
    """The problem under its path in the document."""
    path = f"{place}.{problem.field}" if problem.field else place
    return replace(problem, field=path, number=None)


def check_bare_totals(
    table: Node, outline: Outline, system: System, scheme: Any, problems: Problems
) -> Contents:
    seats = sorted(table["seats"], key=lambda seat: seat["position"])
    missing = [
        (seat, key) for seat in seats for key in ("points", "won", "lost") if seat[key] is None
    ]
    for seat, key in missing:
        problems.note("field-missing", seat.path, key=key)
    if missing:
        return Contents()
    figures = [
        BareTotal(seat["points"], seat["won"], seat["lost"], seat["paper_total"]) for seat in seats
    ]
    passed = passed_in(outline.games_due, figures)
    for problem in errors(check_totals(figures, outline, passed, system, scheme)):
        problems.append(placed(problem, table.where("seats")))
    return Contents(totals=tally_totals(figures, scheme))


def check_controls(
    series: Node, table: Node, totals: Sequence[SeatTotal], problems: Problems
) -> None:
    """The document's figures against the computed ones."""
    by_position = {total.seat: total for total in totals}
    for seat in table["seats"]:
        computed = tally_figures(by_position[seat["position"]])
        for key, figure in zip(TALLY, computed, strict=True):
            if seat[key] is not None and seat[key] != figure:
                problems.note(
                    "control-differs",
                    seat.where(key),
                    series=series.get("number"),
                    table=table["number"],
                    seat=seat["position"],
                    figure=key,
                    told=seat[key],
                    computed=figure,
                )
