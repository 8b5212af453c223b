"""The office of a tournament as values of the exchange document: no row's id among them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.exchange.fields import Object
from scoring.exchange.layout_office import (
    ADJUSTMENT,
    ANNOUNCEMENT,
    BOOKING,
    CATEGORY,
    FEES,
    MEMBER,
    OBJECTION,
    POT,
    RULING,
    TILL_COUNT,
)
from scoring.models import (
    Adjustment,
    Announcement,
    Booking,
    Category,
    Entry,
    EntryCategory,
    Fees,
    Logo,
    Pot,
    Ruling,
    TeamContest,
    TeamMember,
    TillCount,
    Tournament,
)

Row = dict[str, Any]


def fields_of(row: object, shape: Object, **instead: object) -> Row:
    """The fields of a row that its shape names; `instead` are those that have another name."""
    same = (field.key for field in shape.fields if field.key not in instead)
    return {**{key: getattr(row, key) for key in same}, **instead}


def name(user: Any) -> str | None:
    return user.username if user else None


def category_names(tournament: Tournament) -> Mapping[int, list[str]]:
    """By entry: the categories that a player is in, in the order of the categories."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = EntryCategory.objects.filter(entry__tournament=tournament).order_by("category_id")
    for entry, called in rows.values_list("entry_id", "category__name"):
        found[entry].append(called)
    return found


def office_rows(tournament: Tournament) -> Row:
    """Categories, teams, adjustments, money, announcement, logo and rulings."""
    logo = Logo.objects.filter(tournament=tournament).first()
    announcement = Announcement.objects.filter(tournament=tournament).first()
    fees = Fees.objects.filter(tournament=tournament).first()
    categories = Category.objects.filter(tournament=tournament).order_by("id")
    return {
        "categories": [fields_of(row, CATEGORY) for row in categories],
        "contests": contests(tournament),
        "adjustments": adjustments(tournament),
        "fees": fields_of(fees, FEES) if fees else None,
        "pots": pots(tournament),
        "bookings": bookings(tournament),
        "till_counts": [
            fields_of(row, TILL_COUNT, by=name(row.by))
            for row in TillCount.objects.filter(tournament=tournament)
            .select_related("by")
            .order_by("id")
        ],
        "announcement": fields_of(
            announcement, ANNOUNCEMENT, published_by=name(announcement.published_by)
        )
        if announcement
        else None,
        "logo": bytes(logo.png) if logo else None,
        "rulings": rulings(tournament),
    }


def contests(tournament: Tournament) -> list[Row]:
    found = TeamContest.objects.filter(tournament=tournament).select_related("one_of")
    members: dict[int, list[Row]] = defaultdict(list)
    rows = TeamMember.objects.filter(contest__in=found).select_related("entry")
    for row in rows.order_by("position"):
        members[row.team_id].append(fields_of(row, MEMBER, player=row.entry.start_number))
    return [
        {
            "kind": contest.kind,
            "size": contest.size,
            "scaled": contest.scaled,
            "one_of": contest.one_of.name if contest.one_of else None,
            "teams": [
                {"number": team.number, "name": team.name, "members": members[team.pk]}
                for team in contest.teams.order_by("number")
            ],
        }
        for contest in found.order_by("id")
    ]


def adjustments(tournament: Tournament) -> list[Row]:
    rows = list(
        Adjustment.objects.filter(entry__tournament=tournament)
        .select_related("entry", "series", "by")
        .order_by("id")
    )
    places = {row.pk: place for place, row in enumerate(rows, 1)}
    return [
        fields_of(
            row,
            ADJUSTMENT,
            player=row.entry.start_number,
            by=name(row.by),
            series=row.series.number if row.series else None,
            reverses=places[row.reverses_id] if row.reverses_id else None,
        )
        for row in rows
    ]


def pots(tournament: Tournament) -> list[Row]:
    rows = Pot.objects.filter(tournament=tournament).select_related("series", "category")
    return [
        fields_of(
            row,
            POT,
            series=row.series.number if row.series else None,
            category=row.category.name if row.category else None,
        )
        for row in rows.order_by("number")
    ]


def bookings(tournament: Tournament) -> list[Row]:
    """Who was booked may be registered no more: then only his start number is left."""
    registered = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "start_number"))
    rows = Booking.objects.filter(tournament=tournament).select_related(
        "list__series", "pot", "reverses", "by"
    )
    return [
        fields_of(
            row,
            BOOKING,
            player=registered.get(row.entry_id or 0),
            by=name(row.by),
            **place(row.list),
            pot=row.pot.number if row.pot else None,
            reverses=row.reverses.number if row.reverses else None,
        )
        for row in rows.order_by("number")
    ]


def place(score_list: Any) -> Mapping[str, int | None]:
    """Series and table of a list; neither where there is none."""
    if score_list is None:
        return {"series": None, "table": None}
    return {"series": score_list.series.number, "table": score_list.table_number}


def rulings(tournament: Tournament) -> list[Row]:
    rows: Iterable[Ruling] = (
        Ruling.objects.filter(tournament=tournament)
        .select_related("list__series", "by", "objection__by_entry", "objection__decided_by")
        .order_by("number")
    )
    return [
        fields_of(row, RULING, by=name(row.by), **place(row.list), objection=objection_of(row))
        for row in rows
    ]


def objection_of(ruling: Ruling) -> Row | None:
    found = getattr(ruling, "objection", None)
    if found is None:
        return None
    player = found.by_entry.start_number if found.by_entry else None
    return fields_of(found, OBJECTION, player=player, decided_by=name(found.decided_by))
