"""Categories, teams, money and rulings of a document as rows; inside the block of the import."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.exchange.fields import Node
from scoring.models import (
    Adjustment,
    Announcement,
    Booking,
    Category,
    Entry,
    EntryCategory,
    Fees,
    Logo,
    Objection,
    Pot,
    PotChoice,
    PrintCopies,
    PrizeInKind,
    Ruling,
    Season,
    Series,
    Team,
    TeamContest,
    TeamMember,
    TillCount,
    Tournament,
    User,
)
from scoring.rules.problem import Problem

ListIds = Mapping[tuple[int | None, int | None], int]  # by series and table
SEASON = ("season", "season_best_of")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that others refer to, by their names in the document."""

    tournament: Tournament
    players: Mapping[int, Entry]
    users: Mapping[str, User]
    series: Mapping[int | None, Series]
    lists: ListIds
    categories: Mapping[str | None, Category]

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        document: Node,
        players: Mapping[int, Entry],
        users: Mapping[str, User],
        lists: ListIds,
    ) -> "Rows":
        categories = [
            Category.objects.create(tournament=tournament, **node)
            for node in document["categories"]
        ]
        return cls(
            tournament,
            players,
            users,
            {series.number: series for series in tournament.series.all()},
            lists,
            {category.name: category for category in categories},
        )


def closed_problems(node: Node, host: int) -> list[Problem]:
    """A closed season of the host (an id) takes in no tournament: its table is final.

    Asked inside the block of the import: who closes a season waits for it.
    """
    found = Season.objects.filter(host=host, name=node.get("season") or "", closed_at__isnull=False)
    return [
        Problem("document-season-closed", node.where("season"), {"name": each.name})
        for each in found
    ]


def season_of(node: Node, host: int) -> Season | None:
    """The season of this name at the host (an id); its number of tournaments was checked before."""
    name = node["season"]
    if name is None:
        return None
    defaults = {"best_of": node["season_best_of"]}
    return Season.objects.get_or_create(host_id=host, name=name, defaults=defaults)[0]


def write_office(rows: Rows, document: Node) -> dict[tuple[str, int], Team]:
    """Every row of the office; returns the teams by the kind of their contest and number."""
    EntryCategory.objects.bulk_create(
        EntryCategory(entry=rows.players[node["start_number"]], category=rows.categories[name])
        for node in document["entries"]
        for name in node["categories"]
    )
    teams = dict(write_contests(rows, document))
    write_adjustments(rows, document)
    write_money(rows, document)
    for node in document["rulings"]:
        write_ruling(rows, node)
    if (announcement := document["announcement"]) is not None:
        by = rows.users.get(announcement["published_by"])
        Announcement.objects.create(
            tournament=rows.tournament, **{**announcement, "published_by": by}
        )
    if document["logo"] is not None:
        Logo.objects.create(tournament=rows.tournament, png=document["logo"])
    PrintCopies.objects.bulk_create(
        PrintCopies(tournament=rows.tournament, **node) for node in document["print_copies"]
    )
    return teams


def write_contests(rows: Rows, document: Node) -> Iterator[tuple[tuple[str, int], Team]]:
    for node in document["contests"]:
        contest = TeamContest.objects.create(
            tournament=rows.tournament,
            one_of=rows.categories.get(node["one_of"]),
            **node.without("one_of", "teams"),
        )
        for each in node["teams"]:
            team = Team.objects.create(contest=contest, number=each["number"], name=each["name"])
            TeamMember.objects.bulk_create(
                TeamMember(
                    team=team,
                    contest=contest,
                    entry=rows.players[member["player"]],
                    **member.without("player"),
                )
                for member in each["members"]
            )
            yield (contest.kind, team.number), team


def write_adjustments(rows: Rows, document: Node) -> None:
    made: list[Adjustment] = []
    for node in document["adjustments"]:
        target = node["reverses"]
        made.append(
            Adjustment.objects.create(
                entry=rows.players[node["player"]],
                series=rows.series.get(node["series"]),
                reverses=made[target - 1] if target else None,
                by=rows.users.get(node["by"]),
                **node.without("player", "series", "reverses", "by"),
            )
        )


def write_money(rows: Rows, document: Node) -> None:
    tournament = rows.tournament
    if document["fees"] is not None:
        Fees.objects.create(tournament=tournament, **document["fees"])
    pots: dict[int | None, Pot] = {}
    for node in document["pots"]:
        series, category = rows.series.get(node["series"]), rows.categories.get(node["category"])
        fields = {**node.without("in_kind"), "series": series, "category": category}
        pot = pots[node["number"]] = Pot.objects.create(tournament=tournament, **fields)
        PrizeInKind.objects.bulk_create(
            PrizeInKind(pot=pot, entry=rows.players.get(each["player"]), **each.without("player"))
            for each in node["in_kind"]
        )
    PotChoice.objects.bulk_create(
        PotChoice(entry=rows.players[node["start_number"]], pot=pots[number])
        for node in document["entries"]
        for number in node["pots"]
    )
    booked: dict[int | None, Booking] = {}
    for node in document["bookings"]:
        booked[node["number"]] = Booking.objects.create(
            tournament=tournament,
            entry=rows.players.get(node["player"]),
            list_id=rows.lists.get((node["series"], node["table"])),
            pot=pots.get(node["pot"]),
            reverses=booked.get(node["reverses"]),
            by=rows.users.get(node["by"]),
            **node.without("player", "series", "table", "pot", "reverses", "by"),
        )
    TillCount.objects.bulk_create(
        TillCount(tournament=tournament, **{**node, "by": rows.users.get(node["by"])})
        for node in document["till_counts"]
    )


def write_ruling(rows: Rows, node: Node) -> None:
    ruling = Ruling.objects.create(
        tournament=rows.tournament,
        list_id=rows.lists.get((node["series"], node["table"])),
        by=rows.users.get(node["by"]),
        **node.without("series", "table", "by", "objection"),
    )
    if (objection := node["objection"]) is not None:
        Objection.objects.create(
            ruling=ruling,
            by_entry=rows.players.get(objection["player"]),
            decided_by=rows.users.get(objection["decided_by"]),
            **objection.without("player", "decided_by"),
        )


def office_usernames(document: Node) -> Iterator[str | None]:
    """Every account named in the office."""
    for key in ("adjustments", "bookings", "till_counts", "rulings"):
        yield from (node["by"] for node in document[key])
    if document["announcement"] is not None:
        yield document["announcement"]["published_by"]
    yield from (
        node["objection"]["decided_by"] for node in document["rulings"] if node["objection"]
    )
