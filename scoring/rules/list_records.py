"""A whole score list as a JSON document (docs/formats.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.decoding import LIST, Mismatch, list_of, whole
from scoring.rules.bare_totals import BareTotal, check_totals, tally_totals
from scoring.rules.checks import appraise
from scoring.rules.outline import check_sittings, read_sittings
from scoring.rules.problem import Problem
from scoring.rules.records import (
    SYSTEM_FIELDS,
    RecordReader,
    read_line,
    read_system,
    unknown_fields,
)
from scoring.rules.score_list import Line, Outline, Scheme, SeatTotal, check_list, tally
from scoring.rules.systems import System

ROUNDS = 12  # where the document does not say
MAX_ROUNDS = 100
MAX_POINTS = 1_000_000  # far above any list; larger figures are refused before any computation
FIGURES = ("game_points", "won", "lost", "others_lost", "performance")
BARE_FIGURES = ("game_points", "won", "lost")

FIGURE = whole(-MAX_POINTS, MAX_POINTS)

KNOWN_FIELDS = (
    *SYSTEM_FIELDS,
    *("edition", "seats", "rounds", "games", "totals", "passed", "ended_early", "sittings"),
)

Given = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ListReport:
    """The computed totals of a list and every problem, in the order of the games."""

    totals: tuple[SeatTotal, ...]
    passed: int
    problems: tuple[Problem, ...]


class ListRecord(RecordReader):
    """The readable part of a document; `problems` name the rest.

    `lines` is None if only totals are given, `given` if no totals are.
    """

    def __init__(self, document: Mapping[str, object]) -> None:
        super().__init__(document)
        self.problems += unknown_fields(document, KNOWN_FIELDS)
        self.system = self._system()
        self.outline = self._outline()
        self.lines = self._lines()
        self.given = self._totals()
        self.passed = self.read("passed", whole(0, MAX_POINTS))

    def refuse_value(self, key: str, mismatch: Mismatch) -> None:
        self.refuse(f"{key}-malformed", key)

    def _system(self) -> System | None:
        system = read_system(self.document, self.problems)
        edition = self.document.get("edition")
        if system is not None and edition is not None and edition not in system.editions:
            params = {"edition": str(edition)[:40], "known": ", ".join(system.editions)}
            problem = Problem("edition-unknown", "edition", params, "TO 6.2", severity="warning")
            self.problems.append(problem)
        return system

    def _outline(self) -> Outline | None:
        seats = list_of(str).of(self.document.get("seats"))
        rounds: int | None = ROUNDS
        if self.document.get("rounds") is not None:
            rounds = self.read("rounds", whole(1, MAX_ROUNDS))
        after, reason = self._ending()
        if seats is None or len(seats) not in (3, 4):
            self.refuse("seats-malformed", "seats")
            return None
        if rounds is None:
            return None
        before = len(self.problems)
        try:
            sittings = read_sittings(self.read("sittings", list_of(dict), []), len(seats))
        except ValueError:
            self.refuse("sittings-malformed", "sittings")
            return None
        if sittings:
            self.problems += check_sittings(sittings, len(seats), rounds)
        if len(self.problems) > before:
            return None
        return Outline(len(seats), rounds, after, reason, sittings)

    def _lines(self) -> tuple[Line, ...] | None:
        if self.document.get("games") is None:
            if self.document.get("totals") is None:
                self.refuse("games-and-totals-missing", "games")
            return None
        read = (self._line(record) for record in self.read("games", LIST, []))
        return tuple(line for line in read if line is not None)

    def _totals(self) -> tuple[Given, ...] | None:
        entries = self.read("totals", list_of(dict))
        if entries is None:
            return None
        bare = self.document.get("games") is None
        return tuple(self._figures(seat, entry, bare) for seat, entry in enumerate(entries, 1))

    def _ending(self) -> tuple[int | None, str]:
        ending = self.document.get("ended_early")
        if ending is None:
            return None, ""
        given = ending if isinstance(ending, dict) else {}
        after, reason = FIGURE.of(given.get("after")), given.get("reason", "")
        if after is None or not isinstance(reason, str):
            self.refuse("ended-early-malformed", "ended_early")
            return None, ""
        return after, reason

    def _line(self, record: object) -> Line | None:
        """One game; its problems get its number."""
        line, problems = read_line(record, system=self.system)
        number = FIGURE.of(record.get("number")) if isinstance(record, dict) else None
        if line is None and number is not None and isinstance(record, dict):
            # The row of an unreadable record is kept, so that no game counts as missing.
            attempt = whole(1, MAX_POINTS).of(record.get("attempt")) or 1
            annulled = record.get("annulled") is True
            line = Line(number, unread=True, attempt=attempt, annulled=annulled)
        elif line is not None and line.game is not None and not line.annulled:
            # An annulled game may have stopped anywhere (SkO 3.2.11, docs/law.md "A score list").
            problems = [*problems, *appraise(line.game).problems]
        self.problems += [replace(problem, number=number) for problem in problems]
        return line

    def _figures(self, seat: int, entry: Mapping[str, object], bare: bool) -> Given:
        read: dict[str, int] = {}
        if (given := entry.get("seat")) not in (None, seat):
            self.refuse("totals-entry-moved", "seat", seat=seat, given=str(given)[:40])
        for key in FIGURES:
            needed = bare and key in BARE_FIGURES
            if entry.get(key) is None and not needed:
                continue
            number = FIGURE.of(entry.get(key))
            if number is None:
                self.refuse("totals-entry-malformed", key, seat=seat)
            else:
                read[key] = number
        return read


def report(record: ListRecord, scheme: Scheme | None = None) -> ListReport:
    """The totals, empty if the list cannot be understood, and everything that is wrong.

    The scheme is the system's own unless given.
    """
    list_report = ListReport((), _passed_count(record), ())
    if record.system is not None and record.outline is not None:
        scheme = scheme or record.system.scheme
        if record.lines is None:
            list_report = _judge_totals(record, record.system, record.outline, scheme)
        else:
            list_report = _judge_lines(record, record.lines, record.outline, scheme)
    problems = [*record.problems, *list_report.problems]
    problems.sort(key=lambda problem: (problem.number is not None, problem.number or 0))
    return replace(list_report, problems=tuple(problems))


def _passed_count(record: ListRecord) -> int:
    if record.lines is None:
        return record.passed or 0
    return sum(line.passed and not line.annulled for line in record.lines)


def _judge_lines(
    record: ListRecord, lines: Sequence[Line], outline: Outline, scheme: Scheme
) -> ListReport:
    totals, passed = tally(lines, outline, scheme), _passed_count(record)
    refused = {problem.number for problem in record.problems if problem.severity == "error"}
    problems = [
        problem
        for problem in check_list(lines, outline)
        # The reader has reported why a record could not be read.
        if problem.code != "line-unread" or problem.number not in refused
    ]
    if record.given is not None:
        problems += _differences(record.given, totals)
    if record.passed is not None and record.passed != passed:
        params = {"given": record.passed, "computed": passed}
        problems.append(Problem("passed-differs", "passed", params, "TO 7.2.1"))
    return ListReport(totals, passed, tuple(problems))


def _judge_totals(
    record: ListRecord, system: System, outline: Outline, scheme: Scheme
) -> ListReport:
    given, passed = record.given, _passed_count(record)
    if given is None or any(key not in foot for foot in given for key in BARE_FIGURES):
        return ListReport((), passed, ())  # reported by the reader
    figures = [
        BareTotal(foot["game_points"], foot["won"], foot["lost"], foot.get("performance"))
        for foot in given
    ]
    problems = check_totals(figures, outline, passed, system, scheme)
    if len(figures) != outline.seats:
        return ListReport((), passed, tuple(problems))
    totals = tally_totals(figures, scheme)
    # `check_totals` has compared the performance.
    rest = [{key: foot[key] for key in foot if key != "performance"} for foot in given]
    return ListReport(totals, passed, (*problems, *_differences(rest, totals)))


def _differences(given: Sequence[Given], totals: Sequence[SeatTotal]) -> list[Problem]:
    """Figures of the paper's foot that are not the computed ones."""
    if len(given) != len(totals):
        params = {"given": len(given), "seats": len(totals)}
        return [Problem("seats-unfit", "totals", params, "TO 8.12")]
    return [
        Problem(
            "total-differs",
            key,
            {"seat": total.seat, "given": figures[key], "computed": getattr(total, key)},
            "TO 8.12",
        )
        for figures, total in zip(given, totals, strict=True)
        for key in FIGURES
        if key in figures and figures[key] != getattr(total, key)
    ]
