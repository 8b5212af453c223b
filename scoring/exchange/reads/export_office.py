"""Categories, teams, money and rulings of a tournament as values of the exchange document."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from scoring.exchange.fields import Many, Object
from scoring.exchange.layout_office import (
    ADJUSTMENT,
    ANNOUNCEMENT,
    BOOKING,
    CATEGORY,
    CONTEST,
    FEES,
    MEMBER,
    OBJECTION,
    POT,
    PRINT_COPIES,
    PRIZE_IN_KIND,
    RULING,
    TEAM,
    TILL_COUNT,
)
from scoring.models import (
    Adjustment,
    Announcement,
    EntryCategory,
    Fees,
    Logo,
    Objection,
    PotChoice,
    PrizeInKind,
    Team,
    TeamMember,
    Tournament,
)
from scoring.models.account import called

Row = dict[str, Any]
# Columns of the list of a row.
PLACE = {"series": "list__series__number", "table": "list__table_number"}


def values_of(rows: QuerySet[Any], shape: Object, /, **columns: str) -> list[Row]:
    """The fields of the rows by their shape, without its lists and objects.

    `columns` are those with another name in the database, or other values for the caller; the
    document has only the fields of its shape.
    """
    plain = [field.key for field in shape.fields if not isinstance(field, Many | Object)]
    named = {key: key for key in plain} | columns
    values = rows.values_list(*named.values()).iterator()
    found = [dict(zip(named, each, strict=True)) for each in values]
    for key in [key for key, column in named.items() if column.endswith("username")]:
        for row in found:
            row[key] = row[key] and called(row[key])
    return found


def grouped(
    rows: QuerySet[Any], shape: Object, owner: str, /, **columns: str
) -> dict[int, list[Row]]:
    """The same rows by the id of their owner."""
    found: dict[int, list[Row]] = defaultdict(list)
    for row in values_of(rows, shape, **{owner: owner}, **columns):
        found[row[owner]].append(row)
    return found


def category_names(tournament: Tournament) -> Mapping[int, list[str]]:
    """The categories of each entry in their order, by its id."""
    rows = EntryCategory.objects.filter(entry__tournament=tournament).order_by("category_id")
    return by_entry(rows, "category__name")


def pot_numbers(tournament: Tournament) -> Mapping[int, list[int]]:
    """The optional pots that each entry chose, by its id."""
    rows = PotChoice.objects.filter(entry__tournament=tournament).order_by("pot__number")
    return by_entry(rows, "pot__number")


def by_entry(rows: QuerySet[Any], column: str) -> dict[int, list[Any]]:
    """The values of a column of these rows by the id of their entry, in their order."""
    found: dict[int, list[Any]] = defaultdict(list)
    for entry, value in rows.values_list("entry_id", column):
        found[entry].append(value)
    return found


def office_rows(tournament: Tournament) -> Row:
    """Categories, teams, adjustments, money, announcement, logo and rulings."""
    logo = Logo.objects.filter(tournament=tournament).first()
    announced = Announcement.objects.filter(tournament=tournament)
    announcements = values_of(announced, ANNOUNCEMENT, published_by="published_by__username")
    fees = Fees.objects.filter(tournament=tournament)
    pots, till_counts = tournament.pots.order_by("number"), tournament.till_counts.order_by("id")
    return {
        "categories": values_of(tournament.categories.order_by("id"), CATEGORY),
        "contests": contests(tournament),
        "adjustments": adjustments(tournament),
        "fees": next(iter(values_of(fees, FEES)), None),
        "pots": with_things(
            values_of(pots, POT, pk="pk", series="series__number", category="category__name")
        ),
        "bookings": bookings(tournament),
        "till_counts": values_of(till_counts, TILL_COUNT, by="by__username"),
        "announcement": next(iter(announcements), None),
        "logo": bytes(logo.png) if logo else None,
        "print_copies": values_of(tournament.print_copies.order_by("id"), PRINT_COPIES),
        "rulings": rulings(tournament),
    }


def with_things(pots: list[Row]) -> list[Row]:
    """The pots with their prizes in kind."""
    rows = PrizeInKind.objects.filter(pot__in=[pot["pk"] for pot in pots]).order_by("number")
    things = grouped(rows, PRIZE_IN_KIND, "pot", player="entry__start_number")
    return [{**pot, "in_kind": things[pot["pk"]]} for pot in pots]


def contests(tournament: Tournament) -> list[Row]:
    rows = tournament.team_contests.order_by("id")
    of_contests = Team.objects.filter(contest__in=rows).order_by("number")
    teams = grouped(of_contests, TEAM, "contest", pk="pk")
    of_teams = TeamMember.objects.filter(contest__in=rows).order_by("position")
    members = grouped(of_teams, MEMBER, "team", player="entry__start_number")
    return [
        {**row, "teams": [{**team, "members": members[team["pk"]]} for team in teams[row["pk"]]]}
        for row in values_of(rows, CONTEST, pk="pk", one_of="one_of__name")
    ]


def adjustments(tournament: Tournament) -> list[Row]:
    columns = {"player": "entry__start_number", "series": "series__number", "by": "by__username"}
    found = Adjustment.objects.filter(entry__tournament=tournament).order_by("id")
    rows = values_of(found, ADJUSTMENT, pk="pk", **columns)
    places = {row["pk"]: place for place, row in enumerate(rows, 1)}
    return [{**row, "reverses": row["reverses"] and places[row["reverses"]]} for row in rows]


def bookings(tournament: Tournament) -> list[Row]:
    """Bookings by number; of a removed entry only the start number is left."""
    columns = PLACE | {
        "player": "entry__start_number",
        "pot": "pot__number",
        "reverses": "reverses__number",
        "by": "by__username",
    }
    return values_of(tournament.bookings.order_by("number"), BOOKING, **columns)


def rulings(tournament: Tournament) -> list[Row]:
    rows = tournament.rulings.order_by("number")
    columns = PLACE | {"by": "by__username"}
    of_rulings = Objection.objects.filter(ruling__in=rows)
    player, decided_by = "by_entry__start_number", "decided_by__username"
    objections = grouped(of_rulings, OBJECTION, "ruling", player=player, decided_by=decided_by)
    return [
        {**row, "objection": next(iter(objections[row["pk"]]), None)}
        for row in values_of(rows, RULING, pk="pk", **columns)
    ]
