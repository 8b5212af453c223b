"""Whether categories, teams, adjustments and bookings refer to their own tournament only."""

from collections.abc import Iterator

from django.db.models import Count, F, Q

from scoring.models import (
    Adjustment,
    Booking,
    Entry,
    EntryCategory,
    Fees,
    Lot,
    Pot,
    PotChoice,
    Ruling,
    ScoreList,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.rules.fees import ladder_problems
from scoring.rules.problem import Problem
from scoring.teams.reads.teams import fullest


def office_problems(tournament: Tournament) -> Iterator[Problem]:
    """Everything in the office of a tournament that no service can make."""
    yield from category_problems(tournament)
    yield from choice_problems(tournament)
    yield from team_problems(tournament)
    yield from adjustment_problems(tournament)
    yield from foreign_money(tournament)
    rulings = Ruling.objects.filter(tournament=tournament)
    foreign = ~Q(list=None) & ~Q(list__series__tournament=tournament)
    for ruling in rulings.filter(
        foreign
        | (Q(objection__by_entry__isnull=False) & ~Q(objection__by_entry__tournament=tournament))
    ):
        yield Problem("verify-ruling-foreign", "rulings", {"number": ruling.number})


def category_problems(tournament: Tournament) -> Iterator[Problem]:
    rows = EntryCategory.objects.filter(category__tournament=tournament)
    foreign = rows.exclude(entry__tournament=tournament)
    for name, number in foreign.values_list("category__name", "entry__start_number"):
        yield Problem("verify-category-member", "categories", {"name": name, "number": number})


def choice_problems(tournament: Tournament) -> Iterator[Problem]:
    """Optional pots are chosen by players of the same tournament."""
    rows = PotChoice.objects.filter(pot__tournament=tournament)
    foreign = rows.exclude(entry__tournament=tournament)
    for title, number in foreign.values_list("pot__title", "entry__start_number"):
        yield Problem("verify-pot-choice", "pots", {"title": title, "number": number})


def team_problems(tournament: Tournament) -> Iterator[Problem]:
    """Members belong to this tournament and their team's contest, and fit its size."""
    rows = TeamMember.objects.filter(team__contest__tournament=tournament)
    strange = rows.filter(
        ~Q(entry__tournament=tournament) | ~Q(contest=F("team__contest"))
    ).select_related("team", "entry")
    for row in strange:
        params = {"number": row.entry.start_number, "team": row.team.number}
        yield Problem("verify-team-member", "contests", params)
    contests = TeamContest.objects.filter(tournament=tournament).select_related("one_of")
    for contest in contests.prefetch_related("teams__members"):
        if contest.one_of and contest.one_of.tournament_id != tournament.pk:
            yield Problem("verify-contest-category", "contests", {"name": contest.one_of.name})
        for team in contest.teams.all():
            playing = fullest(list(team.members.all()))
            if playing > contest.size:
                params = {"team": team.number, "stored": playing, "computed": contest.size}
                yield Problem("verify-team-size", "contests", params)
    lots = Lot.objects.filter(team__contest__tournament=tournament)
    for lot in lots.exclude(scope=F("team__contest__kind")).select_related("team"):
        number = lot.team.number if lot.team else 0
        yield Problem("verify-lot-of-a-team", "lots", {"team": number, "scope": lot.scope})
    yield from drawing_problems(tournament)


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
    for each in drawings:
        if each["lots"] != each["places"] or each["scopes"] > 1 or each["figures"] > 1:
            yield Problem("verify-lot-drawing", "lots", {"number": each["drawing"]})


def adjustment_problems(tournament: Tournament) -> Iterator[Problem]:
    """Adjustments belong to series of this tournament, and reverse exactly."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    for row in rows.select_related("entry", "series", "reverses"):
        params = {"number": row.entry.start_number}
        if row.series and row.series.tournament_id != tournament.pk:
            yield Problem("verify-adjustment-series", "adjustments", params)
        if row.reverses and not takes_back(row, row.reverses):
            yield Problem("verify-adjustment-reversal", "adjustments", params)


def takes_back(row: Adjustment, other: Adjustment) -> bool:
    same = all(getattr(row, key) == getattr(other, key) for key in ("entry_id", "series_id"))
    return same and row.points == -other.points and other.reverses_id is None


def foreign_money(tournament: Tournament) -> Iterator[Problem]:
    """Pots of its own series and categories; bookings of its own players, lists and pots."""
    fees = Fees.objects.filter(tournament=tournament).first()
    if fees and ladder_problems(fees.lost_ladder):
        yield Problem("verify-ladder", "fees")
    own_series = Q(series=None) | Q(series__tournament=tournament)
    own_category = Q(category=None) | Q(category__tournament=tournament)
    for pot in Pot.objects.filter(tournament=tournament).exclude(own_series & own_category):
        yield Problem("verify-pot-foreign", "pots", {"pot": pot.number})
    bookings = Booking.objects.filter(tournament=tournament)
    # Bookings of a removed entry keep its old id.
    foreign = Entry.objects.exclude(tournament=tournament)
    lists = ScoreList.objects.exclude(series__tournament=tournament)
    for booking in bookings.filter(
        Q(entry__in=foreign) | Q(list__in=lists) | (~Q(pot=None) & ~Q(pot__tournament=tournament))
    ):
        yield Problem("verify-booking-foreign", "bookings", {"booking": booking.number})
