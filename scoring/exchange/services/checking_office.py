"""Whether memberships, players, categories, teams, adjustments, money, rulings and lots of a
document fit together: references to nothing, duplicates, and what does not cancel.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.exchange import document as parts
from scoring.exchange.document import MAX_LOGO, Document
from scoring.exchange.parts import MAX_SMALL
from scoring.exchange.reading import Problems
from scoring.models.money import PotKind
from scoring.models.names import Scope
from scoring.models.ruling import ObjectionState
from scoring.rules import systems
from scoring.rules.fees import ladder_problems
from scoring.rules.prizes import read_plan
from scoring.standings.reads.special import specials_in

PNG = b"\x89PNG\r\n\x1a\n"
REVERSED = ("kind", "player", "series", "table", "pot")


def check_office(document: Document, problems: Problems) -> None:
    """Everything of a document beside its series and its log."""
    OfficeCheck.of(document, problems).check(document)


@dataclass(frozen=True, slots=True)
class OfficeCheck:
    """The names in a document, and what is wrong in it."""

    players: frozenset[int]
    series: frozenset[int]
    tables: frozenset[tuple[int, int]]
    categories: frozenset[str]
    pots: frozenset[int]
    problems: Problems

    @classmethod
    def of(cls, document: Document, problems: Problems) -> "OfficeCheck":
        return cls(
            frozenset(each.start_number for each in document.entries),
            frozenset(each.number for each in document.series),
            frozenset(
                (one.number, table.number) for one in document.series for table in one.tables
            ),
            frozenset(each.name for each in document.categories),
            frozenset(each.number for each in document.pots),
            problems,
        )

    def check(self, document: Document) -> None:
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
        if document.logo is not None and not document.logo.startswith(PNG):
            self.problems.note("not-a-picture", "logo", megabytes=MAX_LOGO // 1024**2)
        self.once(document.print_copies, "paper", "paper-twice", "print_copies")
        self.check_lots(document)

    def once(self, rows: Sequence[Any], key: str, code: str, path: str) -> None:
        values = [getattr(row, key) for row in rows]
        self.problems.unique(values, code, f"{path}[{{}}].{key}")

    def names(self, row: Any, key: str, names: Collection[object], path: str) -> None:
        """Note a name of nothing, under the word for what it names."""
        code = {"one_of": "category"}.get(key, key)
        self.problems.among(getattr(row, key), names, f"{code}-unknown", f"{path}.{key}")

    def check_stay(self, row: Any, path: str) -> None:
        if row.until_series is not None and row.until_series < row.from_series:
            since, where = row.from_series, f"{path}.until_series"
            self.problems.note("leaves-before-coming", where, since=since)

    def check_entries(self, document: Document) -> None:
        self.once(document.entries, "start_number", "start-number-twice", "entries")
        optional = {each.number for each in document.pots if each.optional}
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
            self.names(contest, "one_of", self.categories, path)
            self.once(contest.teams, "number", "team-twice", f"{path}.teams")
            self.once(contest.teams, "name", "team-name-twice", f"{path}.teams")
            before: set[int] = set()
            for place, team in enumerate(contest.teams):
                self.check_team(contest, team, before, f"{path}.teams[{place}]")

    def check_team(
        self, contest: parts.ContestPart, team: parts.TeamPart, before: set[int], path: str
    ) -> None:
        """Nobody plays for two teams, and no more at a time than the contest allows."""
        self.once(team.members, "position", "position-twice", f"{path}.members")
        for at, member in enumerate(team.members):
            where = f"{path}.members[{at}]"
            self.names(member, "player", self.players, where)
            self.check_stay(member, where)
            if member.player in before:
                self.problems.note("plays-for-two-teams", f"{where}.player", value=member.player)
            before.add(member.player)
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
            self.names(row, "player", self.players, path)
            self.names(row, "series", self.series, path)
        self.check_reversals(rows, "adjustments", "points", "player", "series")

    def check_reversals(self, rows: Sequence[Any], path: str, figure: str, *same: str) -> None:
        """What takes an earlier row back has its figure with the other sign; rows are named by
        their places from 1.
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
            self.names(pot, "series", self.series, path)
            self.names(pot, "category", self.categories, path)
            if pot.kind == PotKind.CATEGORY and pot.category is None:
                self.problems.note("field-missing", path, key="category")
            self.once(pot.in_kind, "number", "prize-twice", f"{path}.in_kind")
            self.once(pot.in_kind, "player", "prize-twice", f"{path}.in_kind")
            for index, prize in enumerate(pot.in_kind):
                self.names(prize, "player", self.players, f"{path}.in_kind[{index}]")
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
            self.names(row, "player", self.players, path)
            self.names(row, "pot", self.pots, path)
            self.check_table(row, path)
        self.check_reversals(rows, "bookings", "cents", *REVERSED)

    def check_table(self, row: parts.BookingPart | parts.RulingPart, path: str) -> None:
        """Series and table together name a list."""
        place = (row.series, row.table)
        if place != (None, None) and place not in self.tables:
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
            self.names(objection, "player", self.players, f"{path}.objection")
            if objection.state != ObjectionState.LODGED and objection.decided_at is None:
                self.problems.note("field-missing", f"{path}.objection", key="decided_at")

    def check_decided(self, row: parts.RulingPart, path: str) -> None:
        """The types of what pages show of a ruling; `verify` checks that it follows."""
        texts = {"incident.row": row.incident.get("row", "")}
        texts |= {"decision.verdict": row.decision.get("verdict", "")}
        for key, text in texts.items():
            if not isinstance(text, str):
                self.problems.note("not-a-text", f"{path}.{key}")
        numbers = {"incident.series": row.incident.get("series", 0)}
        numbers |= {"decision.score": row.decision.get("score", 0)}
        for key, number in numbers.items():
            where = f"{path}.{key}"
            if type(number) is not int:
                self.problems.note("not-an-integer", where)
            elif abs(number) > MAX_SMALL:
                self.problems.note("number-out-of-range", where, low=-MAX_SMALL, high=MAX_SMALL)

    def check_lots(self, document: Document) -> None:
        """Lots belong to standings that exist, and to players or teams that take part; those of
        one drawing have the same standings and totals, and different places.
        """
        teams = {(one.kind, team.number) for one in document.contests for team in one.teams}
        scopes = scopes_of(document)
        before: set[tuple[object, ...]] = set()
        drawings: dict[int, tuple[str, str]] = {}
        for at, lot in enumerate(document.lots):
            path, of = f"lots[{at}]", "player" if lot.team is None else "team"
            if (lot.player is None) == (lot.team is None):
                self.problems.note("lot-of-nobody", path)
            elif lot.team is None:
                self.names(lot, "player", self.players, path)
            elif (lot.scope, lot.team) not in teams:
                self.problems.note("team-unknown", f"{path}.team", value=lot.team)
            self.problems.among(lot.scope, scopes, "lot-scope", f"{path}.scope")
            whose, place = (lot.scope, of, getattr(lot, of)), (lot.drawing, lot.order)
            if whose in before:
                self.problems.note("lot-twice", f"{path}.{of}", value=getattr(lot, of))
            together = (lot.scope, lot.totals)
            differs = drawings.setdefault(lot.drawing, together) != together
            if lot.drawing and (differs or place in before):
                self.problems.note("lot-drawing", f"{path}.drawing", value=lot.drawing)
            before |= {whose, place}


def scopes_of(document: Document) -> set[str]:
    """The standings that a document has."""
    system = systems.find(document.tournament.system)
    return {
        "overall",
        *(Scope.of("series", each.number) for each in document.series),
        *(Scope.of("day", each.day) for each in document.series if each.day),
        *(each.kind for each in document.contests),
        *(Scope.of("category", each.name) for each in document.categories if each.ranked),
        *(Scope.of("special", code) for code in specials_in(system.key if system else "")),
    }
