"""From a sound document to rows; runs inside the block of the import."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import QuerySet

from scoring.core.scope import accounts_known
from scoring.core.services import changing
from scoring.core.text import MOST_AT_ONCE, batched
from scoring.exchange.fields import Node
from scoring.exchange.services.reading import refusal
from scoring.exchange.services.staging import (
    TOURNAMENT,
    ReadyDocument,
    list_key,
    player_key,
    series_key,
    user_key,
)
from scoring.exchange.services.writing_office import (
    SEASON,
    ListIds,
    Rows,
    season_of,
    write_office,
)
from scoring.models import (
    Actor,
    Club,
    Entry,
    Lot,
    Membership,
    Person,
    ScoreList,
    Series,
    Tournament,
    User,
)
from scoring.models.account import stand_in_name
from scoring.models.host import Owned


@contextmanager
def import_block(by: Actor) -> Iterator[None]:
    """All of a document is written or nothing; raises Refused for what contradicts itself."""
    try:
        with changing(None, by):
            yield
    except IntegrityError as error:
        # The checks cover every constraint; this catches a missing one.
        raise refusal("contradicts", detail=str(error)[:120]) from error


def write_document(
    ready: ReadyDocument,
    host: int,
    people: Mapping[int, Person] | None = None,
    *,
    by: Actor,
) -> Tournament:
    """Every row of a new tournament of the host (an id).

    `people` are known already by start number, if any.
    """
    document = ready.document
    settings: Node = document["tournament"]
    season = season_of(settings, host)
    own = settings.without(*SEASON)
    tournament = Tournament.objects.create(host_id=host, **own, season=season)
    users = accounts(ready.names, tournament, by)
    Membership.objects.bulk_create(
        Membership(tournament=tournament, user=users[node["user"]], role=node["role"])
        for node in document["memberships"]
    )
    ids: dict[str | None, int] = {TOURNAMENT: tournament.pk}
    ids |= {user_key(name): user.pk for name, user in users.items()}
    players = write_entries(tournament, document["entries"], people or {})
    ids |= {player_key(number): entry.pk for number, entry in players.items()}
    lists = write_series(tournament, ready, ids)
    teams = write_office(Rows.of(tournament, document, players, users, lists), document)
    Lot.objects.bulk_create(
        Lot(
            tournament=tournament,
            entry=players.get(node["player"]),
            team=teams.get((node["scope"], node["team"])),
            **node.without("player", "team"),
        )
        for node in document["lots"]
    )
    ready.log.write(ids)
    return tournament


def accounts(names: Collection[str], owned: Owned, by: Actor) -> dict[str, User]:
    """The account of every user name, or who stands in for it.

    So the tournament keeps who entered and who confirmed, and nobody gains access.
    """
    users = {user.username: user for user in accounts_named(names, owned, by)}
    return users | stand_ins(sorted(set(names) - users.keys()))


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
    return stand_ins([name])[name]


def stand_ins(names: Sequence[str]) -> dict[str, User]:
    """Who stands in for each of these names of a document, that of an earlier one too: a closed
    account under a name with which nobody signs in, so that the name stays free.
    """
    wanted = {name: stand_in_name(name) for name in names}
    there = {
        user.username: user
        for some in batched(sorted(set(wanted.values())), MOST_AT_ONCE)
        for user in User.objects.filter(username__in=some)
    }
    closed = {"is_active": False, "password": make_password(None)}
    new = [User(username=each, **closed) for each in sorted({*wanted.values()} - there.keys())]
    there |= {user.username: user for user in User.objects.bulk_create(new)}
    return {name: there[each] for name, each in wanted.items()}


def write_entries(
    tournament: Tournament, nodes: Iterable[Node], people: Mapping[int, Person]
) -> dict[int, Entry]:
    """The entries by start number, each with a known or a new person."""
    nodes = list(nodes)
    unknown = [node for node in nodes if node["start_number"] not in people]
    taken = {person.pk for person in people.values()}
    found = find_people([node["person"] for node in unknown], tournament, taken)
    playing = {
        **people,
        **{node["start_number"]: each for node, each in zip(unknown, found, strict=True)},
    }
    entries = [
        Entry(
            tournament=tournament,
            person=playing[node["start_number"]],
            **node.without("categories", "person", "pots"),
        )
        for node in nodes
    ]
    Entry.objects.bulk_create(entries)
    return {entry.start_number: entry for entry in entries}


def find_people(nodes: Sequence[Node], owned: Owned, taken: Collection[int]) -> list[Person]:
    """The person of each node: the only one on record at the host who equals the document's, not
    only in a common name, and is not taken, or a new one.

    Without an equal club, passport or year of birth the import makes a new person: merging two
    later is easy, separating them is not.
    """
    here, gone = same_people(nodes, owned), set(taken)
    clubs = clubs_of(nodes, owned)
    people: list[Person] = []
    new: list[Person] = []
    for node in nodes:
        same = here.get(description(node), ()) if is_distinct(node) else ()
        found = [each for each in same if each.pk not in gone]
        if len(found) == 1:
            gone.add(found[0].pk)
        else:
            found = [new_person(node, owned, clubs)]
            new += found
        people += found
    Person.objects.bulk_create(new)
    return people


Description = tuple[object, ...]
DETAILS = ("family", "given", "passport", "birth_year")


def is_distinct(node: Mapping[str, Any]) -> bool:
    """Whether more than a name is known of who has not been anonymised."""
    details = (node["club"], node["passport"], node["birth_year"])
    return node["anonymised_at"] is None and any(details)


def description(node: Mapping[str, Any]) -> Description:
    """What has to be equal."""
    return (*(node[key] for key in DETAILS), node["club"])


def same_people(nodes: Iterable[Node], owned: Owned) -> dict[Description, list[Person]]:
    """Who is on record under the names of those who are described closely enough."""
    names = {node["family"] for node in nodes if is_distinct(node)}
    found = defaultdict[Description, list[Person]](list)
    for some in batched(sorted(names), MOST_AT_ONCE):
        on_record = Person.objects.of(owned).filter(family__in=some, anonymised_at=None)
        for each in on_record.select_related("club"):
            club = each.club.name if each.club else None
            found[(*(getattr(each, key) for key in DETAILS), club)].append(each)
    return found


def clubs_of(nodes: Iterable[Node], owned: Owned) -> dict[str, Club]:
    """The clubs of these people at the host, new ones too."""
    names = {node["club"] for node in nodes} - {None}
    clubs = {
        club.name: club
        for some in batched(sorted(names), MOST_AT_ONCE)
        for club in Club.objects.of(owned).filter(name__in=some)
    }
    new = [Club(host_id=owned.host_id, name=name) for name in sorted(names - clubs.keys())]
    return clubs | {club.name: club for club in Club.objects.bulk_create(new)}


def new_person(node: Mapping[str, Any], owned: Owned, clubs: Mapping[str, Club]) -> Person:
    club = None if node["club"] is None else clubs[node["club"]]
    person = Person(**{**node, "host_id": owned.host_id, "club": club})
    person.spell()
    return person


def write_series(
    tournament: Tournament, ready: ReadyDocument, ids: dict[str | None, int]
) -> ListIds:
    """The series with their lists, and all that stands in these; the ids of the lists."""
    made = Series.objects.bulk_create(
        Series(tournament=tournament, **node.without("draws", "no_list", "tables"))
        for node in ready.document["series"]
    )
    ids |= {series_key(each.number): each.pk for each in made}
    ready.lists.write(ids)
    rows = ScoreList.objects.filter(series__in=made).order_by()
    columns = rows.values_list("series__number", "table_number", "pk")
    lists: dict[tuple[int | None, int | None], int] = {}
    for number, table, pk in columns:
        lists[number, table] = pk
    ids |= {list_key(number, table): pk for number, table, pk in columns}
    for rows_of_lists in ready.of_lists:
        rows_of_lists.write(ids)
    return lists
