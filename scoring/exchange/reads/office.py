"""Whether teams, money, seasons, leagues and draws are as services write them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any

from django.db.models import Count, F, QuerySet, Sum

from scoring.core.log_rows import are_numbers, are_tables, is_plan
from scoring.exchange.document import DrawPart
from scoring.models import (
    Adjustment,
    Booking,
    ClubMember,
    Draw,
    Entry,
    EntryCategory,
    Fees,
    LeaguePlayer,
    LeagueTeam,
    Lot,
    Meeting,
    MeetingTeam,
    Objection,
    Person,
    Pot,
    PotChoice,
    ReceivedReport,
    Ruling,
    Season,
    SeasonMember,
    Seat,
    TeamContest,
    TeamMember,
    TeamPenalty,
    Tournament,
)
from scoring.models.league import MAX_DAYS
from scoring.models.money import BookingKind
from scoring.models.names import Scope
from scoring.models.season import SeasonKind
from scoring.models.team import TeamKind, max_lineup
from scoring.models.tournament import TournamentSource
from scoring.money.reads.prizes import PotAward, awards
from scoring.rules.fees import ladder_problems
from scoring.rules.problem import Problem
from scoring.seating.plan import SeatingPlan, draw
from scoring.seating.report import read_request
from scoring.seating.request import ENGINE, UnusableRequest
from scoring.series.reads.draw_request import MANUAL, Tables, hand_acts
from scoring.series.states import SEAT_ACTIONS
from scoring.standings.reads.scopes import kinds_of


def office_problems(tournament: Tournament) -> Iterator[Problem]:
    yield from team_problems(tournament)
    yield from lot_scope_problems(tournament)
    yield from drawing_problems(tournament)
    yield from adjustment_problems(tournament)
    yield from ledger_problems(tournament)
    fees = Fees.objects.filter(tournament=tournament).first()
    if fees and ladder_problems(fees.lost_ladder):
        yield Problem("verify-ladder", "fees")


def team_problems(tournament: Tournament) -> Iterator[Problem]:
    """No team is larger than its contest allows, or has lots of another one."""
    contests = TeamContest.objects.filter(tournament=tournament)
    for contest in contests.prefetch_related("teams__members"):
        for team in contest.teams.all():
            playing = max_lineup(list(team.members.all()))
            if playing > contest.size:
                params = {"team": team.number, "stored": playing, "computed": contest.size}
                yield Problem("verify-team-size", "contests", params)
    lots = Lot.objects.filter(team__contest__tournament=tournament)
    for lot in lots.exclude(scope=F("team__contest__kind")).select_related("team"):
        number = lot.team.number if lot.team else 0
        yield Problem("verify-lot-of-a-team", "lots", {"team": number, "scope": lot.scope})


def lot_scope_problems(tournament: Tournament) -> Iterator[Problem]:
    """Lots were drawn for standings that the tournament has."""
    days = tournament.series.exclude(day=None).values_list("day", flat=True)
    scopes = {
        *(kind.scope for kind in kinds_of(tournament).every),
        *(Scope.of("day", day) for day in days if day),
    }
    for scope in sorted(set(tournament.lots.values_list("scope", flat=True)) - scopes):
        yield Problem("verify-lot-scope", "lots", {"scope": scope})


def drawing_problems(tournament: Tournament) -> Iterator[Problem]:
    """Lots of one drawing have the same standings and totals, and different places."""
    drawn = Lot.objects.filter(tournament=tournament).exclude(drawing=0)
    drawings = (
        drawn.order_by("drawing")
        .values("drawing")
        .annotate(
            lots=Count("id"),
            places=Count("order", distinct=True),
            scopes=Count("scope", distinct=True),
            figures=Count("totals", distinct=True),
        )
    )
    for drawing in drawings:
        if drawing["lots"] != drawing["places"] or drawing["scopes"] > 1 or drawing["figures"] > 1:
            yield Problem("verify-lot-drawing", "lots", {"number": drawing["drawing"]})


def adjustment_problems(tournament: Tournament) -> Iterator[Problem]:
    """Adjustments reverse exactly."""
    rows = Adjustment.objects.filter(entry__tournament=tournament, reverses__isnull=False)
    for row in rows.select_related("entry", "reverses"):
        if not reverses_exactly(row, ("entry_id", "series_id"), ("points",)):
            params = {"number": row.entry.start_number}
            yield Problem("verify-adjustment-reversal", "adjustments", params)


def reverses_exactly(row: Any, same: Sequence[str], figures: Sequence[str]) -> bool:
    """Whether a row has the figures of the row that it reverses with the other sign.

    The columns `same` are equal in both, and the other one reverses nothing.
    """
    other = row.reverses
    return (
        other.reverses_id is None
        and all(getattr(row, key) == getattr(other, key) for key in same)
        and all(getattr(row, key) == -getattr(other, key) for key in figures)
    )


# Whether everything that belongs together belongs to one host, and to one tournament.

# What is named, and by whom: both paths lead to the same host, tournament, series, contest or
# division.
PAIRS: Sequence[tuple[type[Any], str, str]] = (
    (Entry, "person__host", "tournament__host"),
    (Person, "club__host", "host"),
    (ClubMember, "person__host", "club__host"),
    (Tournament, "season__host", "host"),
    (SeasonMember, "person__host", "season__host"),
    (LeaguePlayer, "person__host", "season__host"),
    (LeagueTeam, "club__host", "division__season__host"),
    (ReceivedReport, "tournament__host", "host"),
    (ReceivedReport, "key__host", "host"),
    (EntryCategory, "category__tournament", "entry__tournament"),
    (PotChoice, "pot__tournament", "entry__tournament"),
    (TeamMember, "entry__tournament", "contest__tournament"),
    (TeamMember, "team__contest", "contest"),
    (TeamContest, "one_of__tournament", "tournament"),
    (Adjustment, "series__tournament", "entry__tournament"),
    (Pot, "series__tournament", "tournament"),
    (Pot, "category__tournament", "tournament"),
    (Booking, "entry__tournament", "tournament"),  # of a removed entry the old id stays
    (Booking, "list__series__tournament", "tournament"),
    (Booking, "pot__tournament", "tournament"),
    (Ruling, "list__series__tournament", "tournament"),
    (Objection, "by_entry__tournament", "ruling__tournament"),
    (Lot, "entry__tournament", "tournament"),
    (Lot, "team__contest__tournament", "tournament"),
    (Seat, "entry__tournament", "series__tournament"),
    (Seat, "list__series", "series"),
    (MeetingTeam, "team__division", "meeting__division"),
)


def host_problems() -> Iterator[Problem]:
    """Rows that name something of another host or tournament, which no service writes."""
    for model, named, namer in PAIRS:
        rows: QuerySet[Any] = model.objects.filter(**{f"{named}__isnull": False})
        for pk in rows.exclude(**{named: F(namer)}).values_list("pk", flat=True).order_by("pk"):
            params = {"table": model._meta.db_table, "row": pk}
            yield Problem("verify-of-another", params=params)


def season_member_problems() -> Iterator[Problem]:
    """Members of seasons whose names were removed."""
    for member in SeasonMember.objects.exclude(person__anonymised_at=None).select_related("season"):
        params = {"name": member.season.name, "number": member.number}
        yield Problem("verify-season-member", params=params)


# Whether leagues say what their tournaments say: the same teams, the same people, one roster each.
#
# Tables are reckoned from the lists whenever they are shown; only what is stored can be wrong.


def league_problems() -> Iterator[Problem]:
    for season in Season.objects.filter(kind=SeasonKind.LEAGUE).order_by("pk"):
        yield from meeting_problems(season)
        yield from roster_problems(season)
        yield from penalty_problems(season)


def meeting_problems(season: Season) -> Iterator[Problem]:
    """Tournaments of another season, or with other teams or people."""
    played = Meeting.objects.filter(division__season=season, tournament__isnull=False)
    for meeting in played.select_related("tournament", "match_day"):
        params = {"name": season.name, "day": meeting.match_day.number}
        if meeting.tournament and meeting.tournament.season_id != season.pk:
            yield Problem("verify-league-tournament", params=params)
        yield from people_problems(season, meeting)


def people_problems(season: Season, meeting: Meeting) -> Iterator[Problem]:
    """Players of a team are in its roster on that day, and their team takes part in the meeting."""
    day = meeting.match_day.number
    rosters: dict[int, set[int]] = {
        number: set() for number in meeting.teams.values_list("team__number", flat=True)
    }
    players = LeaguePlayer.objects.filter(team__meetings__meeting=meeting)
    for player in players.select_related("team"):
        if player.plays(day):
            rosters[player.team.number].add(player.person_id)
    members = TeamMember.objects.filter(
        contest__tournament=meeting.tournament_id, contest__kind=TeamKind.TEAM
    )
    for member in members.select_related("team", "entry"):
        params = {"name": season.name, "day": day}
        if member.team.number not in rosters:
            yield Problem("verify-league-team", params={**params, "number": member.team.number})
        elif member.entry.person_id not in rosters[member.team.number]:
            yield Problem(
                "verify-league-stranger", params={**params, "number": member.entry.start_number}
            )


def roster_problems(season: Season) -> Iterator[Problem]:
    """Nobody is in two rosters on one match day."""
    stays: dict[int, list[LeaguePlayer]] = defaultdict(list)
    for stay in LeaguePlayer.objects.filter(season=season).order_by("from_day", "pk"):
        stays[stay.person_id].append(stay)
    for person, own in stays.items():
        for before, after in pairwise(own):
            if (before.until_day or MAX_DAYS) >= after.from_day:
                params = {"name": season.name, "person": person, "day": after.from_day}
                yield Problem("verify-league-player", params=params)


def penalty_problems(season: Season) -> Iterator[Problem]:
    """What takes a penalty back has its figures with the other sign."""
    rows = TeamPenalty.objects.filter(team__division__season=season, reverses__isnull=False)
    figures = ("match_points", "counter_points", "points")
    for row in rows.select_related("reverses", "team"):
        if not reverses_exactly(row, ("team_id",), figures):
            yield Problem(
                "verify-league-penalty", params={"name": season.name, "team": row.team.name}
            )


# Whether the ledger adds up (docs/law.md "Money of a tournament").


def ledger_problems(tournament: Tournament) -> Iterator[Problem]:
    """Numbers without a gap, reversals that cancel, plans that can be read."""
    bookings = list(tournament.bookings.select_related("reverses").order_by("number"))
    for expected, booking in enumerate(bookings, 1):
        if booking.number != expected:
            yield Problem("verify-booking-number", "number", {"number": expected})
            break
    same = ("tournament_id", "kind", "entry_id", "list_id", "pot_id")
    for booking in bookings:
        if (other := booking.reverses) and not (
            other.number < booking.number and reverses_exactly(booking, same, ("cents",))
        ):
            yield Problem("verify-reversal", "reverses", {"booking": booking.number})
    for pot in tournament.pots.all():
        if not is_plan(pot.plan):
            yield Problem("verify-pot-plan", "plan", {"pot": pot.number})


def pot_problems(tournament: Tournament) -> Iterator[Problem]:
    """The pots hold no more than was paid in, and nothing is paid twice."""
    pots = list(tournament.pots.all())
    if not pots or not all(is_plan(pot.plan) for pot in pots):
        return
    bookings = tournament.bookings.exclude(kind=BookingKind.PAYOUT)
    came_in = bookings.aggregate(cents=Sum("cents"))["cents"] or 0
    pot_awards = awards(TournamentSource(tournament))
    for award in pot_awards:
        yield from payout_problems(award)
    income = sum(award.award.income for award in pot_awards)
    if income > max(0, came_in):
        yield Problem("verify-pots-exceed", "plan", {"cents": income - came_in})


def payout_problems(award: PotAward) -> Iterator[Problem]:
    """Payments above the prize: paid twice, or before a correction."""
    over = [
        (winner.contender.entry_id, winner.paid - (winner.prize.cents or 0))
        for winner in award.winners
    ]
    for entry, cents in (*over, *award.overpaid.items()):
        if cents > 0:
            paid = award.pot.bookings.filter(entry=entry).values_list("start_number", flat=True)
            params = {"number": paid.first() or 0, "pot": award.pot.number, "cents": cents}
            yield Problem("verify-paid-too-much", "bookings", params)


# Repeat every draw from its stored request: the same hash, and the same tables.

# Rows, or their parts of a document, by the numbers of their series and their own.
AnyDraw = Draw | DrawPart
Draws = Mapping[tuple[int, int], AnyDraw]


def draw_findings(tournament: Tournament) -> Iterator[tuple[int, Problem]]:
    """Series and problem of every draw that cannot be reproduced from its row."""
    drawn = Draw.objects.filter(series__tournament=tournament).select_related("series")
    draws = {(draw.series.number, draw.number): draw for draw in drawn}
    if draws:
        rows = Seat.objects.from_the_beginning().filter(list__series__tournament=tournament)
        columns = ("list__series__number", "list__table_number", "entry__start_number")
        seats: dict[int, Tables] = {}
        for series, table, player in rows.values_list(*columns):
            seats.setdefault(series, {}).setdefault(table, []).append(player)
        yield from draw_problems(draws, seats)


def draw_problems(draws: Draws, seats: Mapping[int, Tables]) -> Iterator[tuple[int, Problem]]:
    """As `draw_findings`; `seats` by series and table.

    Draws of another engine version are left out.
    """
    readable = {place: row for place, row in draws.items() if is_readable(row)}
    repeater = Repeater(readable)
    newest: dict[int, AnyDraw] = {}
    for (series, number), row in sorted(draws.items(), key=itemgetter(0)):
        if (series, number) not in readable or not repeater.is_reproduced(series, row):
            yield series, Problem("verify-draw-differs", "draws", {"draw": number})
        if row.seed or row.mode == MANUAL:
            newest[series] = row
    for series, row in newest.items():
        if (series, row.number) in readable and series in seats:
            for problem in seating_problems(repeater, series, seats[series], row):
                yield series, problem


def is_readable(row: AnyDraw) -> bool:
    """Whether the options of a draw are readable: another version may have written them."""
    options = row.options
    acts, place = options.get("acts", []), options.get("plan_of")
    return (
        isinstance(options.get("request", {}), dict)
        and isinstance(acts, list)
        and all(map(is_act, acts))
        and (place is None or (are_numbers(place) and len(place) == 2))
        and (row.mode != MANUAL or are_tables(options.get("seating")))
    )


def is_act(act: Any) -> bool:
    return (
        isinstance(act, dict)
        and act.get("act") in SEAT_ACTIONS
        and are_numbers(act.get("players"))
        and are_tables(act.get("tables"))
    )


class Repeater:
    """Repeats draws; the series of one plan are drawn together."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.plans: dict[tuple[int, int, str], SeatingPlan | None] = {}

    def first(self, series: int, row: AnyDraw) -> tuple[int, int]:
        """Series and number of the draw that has the request."""
        place = row.options.get("plan_of")
        return (place[0], place[1]) if place else (series, row.number)

    def is_reproduced(self, series: int, row: AnyDraw) -> bool:
        """Whether the draw's own request and seed give its hash again."""
        if not row.seed or row.engine != ENGINE:
            return True
        plan = self.plan(series, row)
        return plan is not None and plan.fingerprint == row.entries_hash

    def plan(self, series: int, row: AnyDraw) -> SeatingPlan | None:
        """The plan from request and seed of a draw; None without a request."""
        place = self.first(series, row)
        key = (*place, row.seed)
        if key not in self.plans:
            first = self.draws.get(place)
            document = first.options.get("request") if first else None
            try:
                self.plans[key] = draw(read_request(document, seed=row.seed)) if document else None
            except UnusableRequest:
                self.plans[key] = None
        return self.plans[key]

    def tables(self, series: int, row: AnyDraw) -> Tables | None:
        """The tables that a draw made; None if this version cannot tell."""
        if row.mode == MANUAL:
            return {int(table): seated for table, seated in row.options["seating"].items()}
        plan = self.plan(series, row) if row.engine == ENGINE else None
        if plan is None:
            return None
        place = series - self.first(series, row)[0]
        tables = plan.series[place] if 0 <= place < len(plan.series) else ()
        return {
            number: [int(player) for player in table if str(player).isdecimal()]
            for number, table in enumerate(tables, 1)
        }


def seating_problems(
    repeater: Repeater, series: int, seated: Tables, row: AnyDraw
) -> Iterator[Problem]:
    """Tables that differ from the draw with its later changes by hand.

    Tables without a place in the draw were opened for drawn cards. Seats within a table may change.
    """
    expected = repeater.tables(series, row)
    if expected is None:
        return
    for act in hand_acts(row.options):
        expected |= {table: list(players) for table, players in act.tables.items()}
    for table, players in expected.items():
        if sorted(players) != sorted(seated.get(table, [])):
            params = {"draw": row.number, "table": table}
            yield Problem("verify-seated-otherwise", "tables", params)
