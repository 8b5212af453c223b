"""The rows of a checked document; runs inside the block of the import."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import Model, QuerySet

from scoring.core.scope import all_accounts_of
from scoring.core.services import changing
from scoring.core.text import batched
from scoring.exchange import document as parts
from scoring.exchange.document import Document
from scoring.exchange.part import Part, children
from scoring.exchange.reading import refusal, refuse_first
from scoring.exchange.reads.office import office_problems
from scoring.exchange.services.checking_lists import CheckedTournament, Links
from scoring.models import (
    Actor,
    Club,
    Entry,
    EntryCategory,
    Logo,
    Person,
    PotChoice,
    ScoreList,
    Season,
    Team,
    Tournament,
    User,
)
from scoring.models.account import stand_in_name
from scoring.models.host import Owned
from scoring.models.spelling import PublishedAs


@contextmanager
def import_block(by: Actor) -> Iterator[None]:
    """A block that writes all of a document or nothing; raises Refused for a broken constraint."""
    try:
        with changing(None, by):
            yield
    except IntegrityError as error:
        # The checks cover every constraint; this catches a missing one.
        raise refusal("contradicts", detail=str(error).partition("\n")[0][:120]) from error


def write_document(
    rows: CheckedTournament, host: int, people: Mapping[int, Person] | None = None, *, by: Actor
) -> Tournament:
    """Write every row of a new tournament of the host (an id).

    `people` by start number were created or matched before, if any. Raises Refused for problems
    that `verify` would find outside its lists and draws (`office_problems`).
    """
    document = rows.document
    columns = Links().fields(document.tournament)
    season = None
    if (name := document.tournament.season) is not None:
        best_of = {"best_of": document.tournament.season_best_of}
        season, _new = Season.objects.get_or_create(host_id=host, name=name, defaults=best_of)
    tournament = Tournament.objects.create(host_id=host, season=season, **columns)
    users = accounts_by_name(rows.names, tournament, by)
    links = Links(
        tournament={"tournament": tournament.pk},
        username={name: user.pk for name, user in users.items()},
        start_number=write_entries(tournament, document.entries, people or {}),
    )
    for name, kind in children(Document).items():  # series come before what names their lists
        if name == "lots":
            teams = Team.objects.filter(contest__tournament=tournament)
            links.ids["team"] = ids_by_name(teams, "contest__kind", "number")
        if kind is not parts.EntryPart:
            write_parts(links, kind, [(part, tournament) for part in parts_in(document, name)])
        if kind is parts.SeriesPart:
            lists = ScoreList.objects.filter(series__tournament=tournament)
            links.ids["list"] = ids_by_name(lists, "series__number", "table_number")
    write_choices(document.entries, links)
    if document.logo is not None:
        Logo.objects.create(tournament=tournament, png=document.logo)
    rows.games.write(links)
    rows.log.write(links)
    refuse_first(office_problems(tournament))
    return tournament


def ids_by_name(rows: QuerySet[Any], above: str, own: str) -> dict[tuple[Any, Any], int]:
    return {(first, second): pk for first, second, pk in rows.values_list(above, own, "pk")}


def write_parts(links: Links, kind: type[Part], placed: Sequence[tuple[Part, Model]]) -> None:
    """Write the rows of parts, each below its row, and all rows below them."""
    manager = kind.MODEL._default_manager
    if "reverses" in kind.__struct_fields__:  # an earlier row of the list
        rows = []
        earlier: dict[int, int] = {}
        links.ids["reverses"] = earlier
        for place, (part, owner) in enumerate(placed, 1):
            rows.append(manager.create(**links.fields(part), **fields_of_owner(kind, owner)))
            earlier[place] = rows[-1].pk
    else:
        rows = manager.bulk_create(
            kind.MODEL(**links.fields(part), **fields_of_owner(kind, owner))
            for part, owner in placed
        )
    new_parts = [part for part, _owner in placed]
    for key in kind.LINKS:
        names = (getattr(part, kind.UNIQUE[0]) for part in new_parts)
        links.ids[key] = {name: row.pk for name, row in zip(names, rows, strict=True)}
    write_below(links, kind, list(zip(new_parts, rows, strict=True)))


def fields_of_owner(kind: type[Part], owner: Model) -> dict[str, Any]:
    above = {} if "__" in kind.OWNER else {kind.OWNER: owner}
    return above | {column: attrgetter(path)(owner) for column, path in kind.COPIED.items()}


def write_below(links: Links, kind: type[Part], owners: Sequence[tuple[Part, Model]]) -> None:
    """Write the rows below those of parts: of all together, unless some refer to others."""
    below = children(kind)
    refer = any(child.LINKS or "reverses" in child.__struct_fields__ for child in below.values())
    for group in [[owner] for owner in owners] if refer else [owners]:
        for name, child in below.items():
            placed = [(part, row) for above, row in group for part in parts_in(above, name)]
            write_parts(links, child, placed)


def parts_in(part: Part, name: str) -> list[Part]:
    """The parts in a field that holds a list of them, or one or none."""
    value = getattr(part, name)
    return value if isinstance(value, list) else [value] if value is not None else []


# Accounts ---------------------------------------------------------------------------------------


def accounts_by_name(names: Collection[str], owned: Owned, by: Actor) -> dict[str, User]:
    """The account of every user name, or a stand-in for it.

    The tournament keeps the names of those who entered and confirmed, and nobody gains access. An
    organizer can write any name into a document and must not learn who has an account at another
    host, so only accounts of the own host match. Accounts in a report from another computer match
    none of this server's.
    """
    if by.elsewhere:
        accounts = User.objects.none()
    elif by.user is None or by.user.is_superuser:
        accounts = User.objects.all()
    else:
        accounts = all_accounts_of(owned)
    users = named_users(accounts, names)
    return users | get_or_create_stand_ins(sorted(set(names) - users.keys()))


def named_users(accounts: QuerySet[User], names: Iterable[str]) -> dict[str, User]:
    return {
        user.username: user
        for batch in batched(sorted(set(names)))
        for user in accounts.filter(username__in=batch)
    }


def get_or_create_stand_ins(names: Sequence[str]) -> dict[str, User]:
    """The stand-in for each of these names, created once for all documents.

    It is a closed account under a name that nobody can sign in with, so that the name stays free.
    """
    stand_in_names = {name: stand_in_name(name) for name in names}
    users = named_users(User.objects.all(), stand_in_names.values())
    missing = sorted({*stand_in_names.values()} - users.keys())
    closed = {"is_active": False, "password": make_password(None)}
    new = User.objects.bulk_create(User(username=username, **closed) for username in missing)
    users |= {user.username: user for user in new}
    return {name: users[stand_in] for name, stand_in in stand_in_names.items()}


# People -----------------------------------------------------------------------------------------


def write_entries(
    tournament: Tournament, entries: Sequence[parts.EntryPart], people: Mapping[int, Person]
) -> dict[int, int]:
    """Write the entries; returns their ids by start number."""
    strangers = [entry for entry in entries if entry.start_number not in people]
    used_ids = {person.pk for person in people.values()}
    new_people = find_people([stranger.person for stranger in strangers], tournament, used_ids)
    numbers = [stranger.start_number for stranger in strangers]
    everybody = {**people, **dict(zip(numbers, new_people, strict=True))}
    rows = Entry.objects.bulk_create(
        Entry(tournament=tournament, person=everybody[entry.start_number], **Links().fields(entry))
        for entry in entries
    )
    return {row.start_number: row.pk for row in rows}


def write_choices(entries: Iterable[parts.EntryPart], links: Links) -> None:
    """Write the categories of the players, and the optional pots that they chose."""
    numbers, ids = links.ids["start_number"], links.ids
    EntryCategory.objects.bulk_create(
        EntryCategory(entry_id=numbers[entry.start_number], category_id=ids["category"][name])
        for entry in entries
        for name in entry.categories
    )
    PotChoice.objects.bulk_create(
        PotChoice(entry_id=numbers[entry.start_number], pot_id=ids["pot"][number])
        for entry in entries
        for number in entry.pots
    )


def find_people(
    people: Sequence[parts.PersonPart], owned: Owned, used_ids: Collection[int]
) -> list[Person]:
    """The person on record at the host whom each of these describes, or a new one.

    A match has the same name, club, passport and year of birth, at least one of them besides the
    name, and is the only one that nobody here was matched with before. Otherwise a new person is
    created: merging two later is easy, separating them is not.
    """
    candidates, used = same_people(people, owned), set(used_ids)
    clubs = get_or_create_clubs_of(people, owned)
    rows: list[Person] = []
    new: list[Person] = []
    for person in people:
        equals = candidates.get(description(person, person.club), ()) if is_distinct(person) else ()
        unused = [equal for equal in equals if equal.pk not in used]
        if len(unused) == 1:
            [row] = unused
            used.add(row.pk)
            # No name is published here that its club does not publish.
            if row.published_as == PublishedAs.NAME != person.published_as:
                row.published_as = person.published_as
                row.save(update_fields=["published_as"])
        else:
            row = Person(host_id=owned.host_id, **Links(club=clubs).fields(person))
            row.spell()
            new.append(row)
        rows.append(row)
    Person.objects.bulk_create(new)
    return rows


Description = tuple[object, ...]


def is_distinct(person: parts.PersonPart) -> bool:
    """Whether more than a name is known of somebody who was not anonymised."""
    details = (person.club, person.passport, person.birth_year)
    return person.anonymised_at is None and any(details)


def description(person: Any, club: str | None) -> Description:
    return person.family, person.given, person.passport, person.birth_year, club


def same_people(
    people: Iterable[parts.PersonPart], owned: Owned
) -> dict[Description, list[Person]]:
    """By description, the people on record who share a family name with somebody distinct."""
    names = {person.family for person in people if is_distinct(person)}
    rows = defaultdict[Description, list[Person]](list)
    for batch in batched(sorted(names)):
        on_record = Person.objects.of(owned).filter(family__in=batch, anonymised_at=None)
        for row in on_record.select_related("club"):
            rows[description(row, row.club.name if row.club else None)].append(row)
    return rows


def get_or_create_clubs_of(people: Iterable[Any], owned: Owned) -> dict[str, int]:
    """The ids of the clubs of these people or teams at the host; new clubs are created."""
    names = {person.club for person in people if person.club is not None}
    clubs = [
        club
        for batch in batched(sorted(names))
        for club in Club.objects.of(owned).filter(name__in=batch)
    ]
    new = names - {club.name for club in clubs}
    clubs += Club.objects.bulk_create(
        Club(host_id=owned.host_id, name=name) for name in sorted(new)
    )
    return {club.name: club.pk for club in clubs}
