"""From a sound document to rows; runs inside the block of the import."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import QuerySet

from scoring.core.locks import block, lock_register
from scoring.core.scope import accounts_known
from scoring.exchange.fields import Node
from scoring.exchange.services.checking import Contents, ContentsByPath
from scoring.exchange.services.checking_sittings import seats_of
from scoring.exchange.services.reading import refusal
from scoring.exchange.services.writing_office import (
    SEASON,
    Rows,
    office_usernames,
    season_of,
    write_office,
)
from scoring.models import (
    Actor,
    Club,
    Draw,
    Entry,
    Game,
    LogEntry,
    Lot,
    Membership,
    NoListReason,
    Person,
    Recheck,
    ScoreList,
    Seat,
    Series,
    Tournament,
    User,
)
from scoring.models.account import stand_in_name
from scoring.models.game import place_fields, row_fields
from scoring.models.host import Owned
from scoring.models.score_list import TALLY, Depth, tally_figures
from scoring.rules.outline import joined_by_fourth
from scoring.rules.score_list import Outline, SeatTotal

BATCH = 2_000
NOTHING = Contents()


@contextmanager
def import_block() -> Iterator[None]:
    """All of a document is written or nothing; raises Refused for what contradicts itself."""
    try:
        with block():
            lock_register()
            yield
    except IntegrityError as error:
        # The checks cover every constraint; this catches a missing one.
        raise refusal("contradicts", detail=str(error)[:120]) from error


def write_document(
    document: Node,
    contents: ContentsByPath,
    host: int,
    people: Mapping[int, Person] | None = None,
    *,
    by: Actor,
) -> Tournament:
    """Every row of a new tournament of the host (an id).

    `people` are known already by start number, if any.
    """
    settings: Node = document["tournament"]
    season = season_of(settings, host)
    own = settings.without(*SEASON)
    tournament = Tournament.objects.create(host_id=host, **own, season=season)
    users = accounts(document, tournament, by)
    Membership.objects.bulk_create(
        Membership(tournament=tournament, user=users[node["user"]], role=node["role"])
        for node in document["memberships"]
    )
    players = write_entries(tournament, document["entries"], people or {})
    for node in document["series"]:
        write_series(tournament, node, contents, players, users)
    teams = write_office(Rows.of(tournament, document, players, users), document)
    Lot.objects.bulk_create(
        Lot(
            tournament=tournament,
            entry=players.get(node["player"]),
            team=teams.get((node["scope"], node["team"])),
            **node.without("player", "team"),
        )
        for node in document["lots"]
    )
    LogEntry.objects.bulk_create(
        (
            LogEntry(tournament=tournament, **{**node, "user": users.get(node["user"])})
            for node in document["log"]
        ),
        batch_size=BATCH,
    )
    return tournament


def accounts(document: Node, owned: Owned, by: Actor) -> dict[str, User]:
    """The account of every user name, or who stands in for it.

    So the tournament keeps who entered and who confirmed, and nobody gains access.
    """
    names = set(usernames(document))
    users = {user.username: user for user in accounts_named(names, owned, by)}
    for name in sorted(names - users.keys()):
        users[name] = stand_in(name)
    return users


def accounts_named(names: Iterable[str], owned: Owned, by: Actor) -> QuerySet[User]:
    """The accounts of these names that a document may speak of.

    Who organizes one host writes what he likes into a document, and would learn who has an account
    of another: he gets those of his own. What another computer calls an account is none of this
    server's.
    """
    if by.elsewhere:
        return User.objects.none()
    if by.user is None or by.user.is_superuser:
        return User.objects.filter(username__in=names)
    return accounts_known(owned).filter(username__in=names)


def stand_in(name: str) -> User:
    """Who stands in for this name of a document, that of an earlier one too: a closed account under
    a name with which nobody signs in, so that the name stays free.
    """
    closed = {"is_active": False, "password": make_password(None)}
    return User.objects.get_or_create(username=stand_in_name(name), defaults=closed)[0]


def usernames(document: Node) -> Iterable[str]:
    for membership in document["memberships"]:
        yield membership["user"]
    for series in document["series"]:
        nodes = [(draw, "drawn_by") for draw in series["draws"]]
        nodes += [(table, key) for table in series["tables"] for key in BY]
        nodes += [(each, "by") for table in series["tables"] for each in table["rechecks"]]
        yield from (node[key] for node, key in nodes if node[key] is not None)
    yield from {log["user"] for log in document["log"]} - {None}
    yield from (name for name in office_usernames(document) if name is not None)


BY = ("entered_by", "confirmed_by")


def write_entries(
    tournament: Tournament, nodes: Iterable[Node], people: Mapping[int, Person]
) -> dict[int, Entry]:
    """The entries by start number, each with a known or a new person."""
    known_clubs: dict[str, Club] = {}
    taken = {person.pk for person in people.values()}
    entries = []
    for node in nodes:
        person = people.get(node["start_number"]) or find_person(node["person"], tournament, taken)
        person = person or new_person(node["person"], tournament, known_clubs)
        taken.add(person.pk)
        fields = node.without("categories", "person", "pots")
        entries.append(Entry(tournament=tournament, person=person, **fields))
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    return {entry.start_number: entry for entry in entries}


def find_person(node: Mapping[str, Any], owned: Owned, taken: set[int]) -> Person | None:
    """The only person on record at the host who equals the document's, not only in a common name.

    Without an equal club, passport or year of birth the import makes a new person: merging two
    later is easy, separating them is not.
    """
    details = (node["club"], node["passport"], node["birth_year"])
    if node["anonymised_at"] is not None or not any(details):
        return None
    club, passport, birth_year = details
    same = Person.objects.of(owned).filter(
        family=node["family"],
        given=node["given"],
        passport=passport,
        birth_year=birth_year,
        anonymised_at=None,
    )
    same = same.filter(club__name=club) if club is not None else same.filter(club=None)
    found = [person for person in same[:3] if person.pk not in taken]
    return found[0] if len(found) == 1 else None


def new_person(node: Mapping[str, Any], owned: Owned, known_clubs: dict[str, Club]) -> Person:
    name = node["club"]
    if name is not None and name not in known_clubs:
        known_clubs[name] = Club.objects.get_or_create(host_id=owned.host_id, name=name)[0]
    club = None if name is None else known_clubs[name]
    return Person.objects.create(**{**node, "host_id": owned.host_id, "club": club})


def write_series(
    tournament: Tournament,
    node: Node,
    contents: ContentsByPath,
    players: Mapping[int, Entry],
    users: Mapping[str, User],
) -> None:
    own = node.without("draws", "no_list", "tables")
    series = Series.objects.create(tournament=tournament, **own)
    NoListReason.objects.bulk_create(
        NoListReason(series=series, entry=players[each["player"]], reason=each["reason"])
        for each in node["no_list"]
    )
    Draw.objects.bulk_create(
        Draw(series=series, **{**draw, "drawn_by": users.get(draw["drawn_by"])})
        for draw in node["draws"]
    )
    games: list[Game] = []
    seats: list[Seat] = []
    for table in node["tables"]:
        checked = contents.get(table.path, NOTHING)
        score_list = new_list(series, table, users)
        seats += [new_seat(score_list, seat, players, checked.totals) for seat in table["seats"]]
        games += new_games(score_list, checked)
        Recheck.objects.bulk_create(
            Recheck(list=score_list, **{**each, "by": users[each["by"]]})
            for each in table["rechecks"]
        )
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    Game.objects.bulk_create(games, batch_size=BATCH)


OWN = ("number", "seats", "games", "rechecks")


def new_list(series: Series, table: Node, users: Mapping[str, User]) -> ScoreList:
    names = {key: users.get(table[key]) for key in BY}
    return ScoreList.objects.create(
        series=series,
        table_number=table["number"],
        seats=seats_of(table),
        began_as_three=joined_by_fourth(table["sittings"]),
        **table.without(*OWN, *BY),
        **names,
    )


def new_seat(
    score_list: ScoreList, node: Node, players: Mapping[int, Entry], totals: Iterable[SeatTotal]
) -> Seat:
    """The seat with its tally as computed."""
    fields = node.without("player", *TALLY)
    mine = next((total for total in totals if total.seat == node["position"]), None)
    if mine is not None:
        fields |= zip(TALLY, tally_figures(mine), strict=True)
    return Seat(list=score_list, series=score_list.series, entry=players[node["player"]], **fields)


def new_games(score_list: ScoreList, contents: Contents) -> list[Game]:
    outline: Outline = score_list.outline
    return [
        Game(
            list=score_list,
            number=line.number,
            attempt=line.attempt,
            **place_fields(line, outline),
            **row_fields(line, line.dealer or outline.dealer(line.number), valued),
        )
        for line, valued in contents.lines
        if score_list.depth == Depth.GAMES
    ]
