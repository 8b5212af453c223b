"""Two hosts on one server, whose rows have ids of their own: one number is an id of every kind.

The rows of each host have ids from a number on, of every table the same one. A field that is sent
with `THEIRS` names a row of the other host, whatever kind of row it names.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from scoring.lists.services.games import record_game
from scoring.models import (
    Actor,
    Booking,
    Club,
    ClubMember,
    Entry,
    Host,
    HostRole,
    LogEntry,
    MemberOffer,
    Person,
    Pot,
    TillCount,
    Tournament,
    User,
)
from scoring.models.host import FIRST_HOST
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.prizes import PrizePlan
from tests.factories import line, make_host, make_user
from tests.papers import LOGO
from tests.snapshots import built_once
from tests.world import World, a_world, signed_in

THEIRS, MINE, END = 70_001, 80_001, 90_001

SECRET = "Verborgen"  # stands in every text of theirs
TEXTS = ("address", "club_name", "device", "family", "given", "last_name", "name", "note")
TEXTS += ("organizer", "passport", "place", "reason", "text", "title", "totals")
# What somebody types who fishes for them, and what most forms need to be read at all.
NEEDED = {
    **dict.fromkeys(("name", "line", "q", "text", "typed", "full_name", "players"), SECRET[:-1]),
    **dict.fromkeys(("date", "day", "on", "joined"), "2026-12-01"),
    **dict.fromkeys(("family", "given", "title"), "Neu"),
    "reason": "Test",
    "role": "organizer",
}
FISHING = NEEDED | {
    **dict.fromkeys(("confirmed", "seen", "another", "public"), "on"),
    "number": "77",
    "start_number": "1",
    "action": "link",
}
# Written by signing in; nothing names them by a number.
NO_ID = {"SignInFailures", "SignedIn"}


@dataclass
class Neighbours:
    """The reader administers the host of `mine` and organizes its tournament."""

    mine: World
    theirs: World
    session: str

    @property
    def client(self) -> Client:
        client = Client(raise_request_exception=True, headers={"accept-language": "en"})
        client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        return client

    def url(self, name: str) -> str:
        """An address of one's own."""
        host = self.mine.tournament.host_id
        return self.mine.url(name, host_id=host, key_id=MINE)


def is_told(response: Any) -> bool:
    """Whether an answer holds a text of the other host."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return SECRET.encode() in content


@built_once
def numbered_hosts() -> Neighbours:
    """Both hosts are others than the first one, to which rows fall that nobody names a host for."""
    # Somebody is there already: what a world takes from snapshots has ids of its own.
    make_user("somebody")
    number_rows(THEIRS)
    theirs = filled(make_host("SC Drüben"), "their-", THEIRS)
    hide()
    number_rows(MINE)
    mine = filled(make_host("SC Hüben"), "my-", MINE)
    organizer = mine.people["organizer"]
    HostRole.objects.create(user=organizer, host_id=mine.tournament.host_id, role="administrator")
    # Somebody of the first host is offered to this one.
    person = Person.objects.create(family="Angebot", given="Otto", host_id=FIRST_HOST)
    club = Club.objects.create(name="SC Dritter", host_id=FIRST_HOST)
    member = ClubMember.objects.create(club=club, person=person, number=1)
    MemberOffer.objects.create(
        member=member, to_id=mine.tournament.host_id, on=timezone.localdate()
    )
    return Neighbours(mine, theirs, signed_in(organizer))


def filled(host: Host, of: str, first: int) -> World:
    """A world with at least one row of every table."""
    world, by = a_world(host.pk, of), Actor(name="test")
    User.objects.filter(pk__gte=first).update(made_by=host)
    record_game(world.score_list, line(1), by=by, revision=1)
    choice = PotTerms("Wahl", "overall", PrizePlan(), stake_cents=100, optional=True)
    create_pot(world.tournament, choice, by=by)
    for model in kinds():
        if not belonging(model, first).filter(pk=first).exists():
            model._default_manager.create(**values(model, first))
    return world


# Ids ---------------------------------------------------------------------------------------------


def number_rows(first: int) -> None:
    """New rows of every table have ids from `first` on."""
    with connection.cursor() as cursor:
        for model in kinds():
            table = model._meta.db_table
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, first - 1])
            else:
                # Never back: what other tests have stored keeps its ids.
                cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
                [sequence] = cursor.fetchone()
                cursor.execute(f"SELECT last_value FROM {sequence}")
                assert cursor.fetchone()[0] < END
                cursor.execute("SELECT setval(%s, %s)", [sequence, first - 1])


@cache
def kinds() -> list[type[models.Model]]:
    """Every kind of row that has an id of its own, what is named before what names it."""
    found: list[type[models.Model]] = []

    def add(model: type[models.Model]) -> None:
        for field in model._meta.concrete_fields:
            of = field.related_model
            if of not in (None, model, *found) and of._meta.app_label == "scoring":
                add(of)
        if model not in found:
            found.append(model)

    for model in apps.get_app_config("scoring").get_models():
        if model.__name__ not in NO_ID:
            add(model)
    return [model for model in found if model._meta.pk.name == "id"]


def belonging(model: type[models.Model], first: int = THEIRS) -> models.QuerySet[Any]:
    return model._default_manager.filter(pk__gte=first, pk__lt=first + MINE - THEIRS)


def pointing(model: type[models.Model]) -> models.Q:
    """Rows of theirs, and rows that name one of them."""
    found = models.Q()
    for field in model._meta.concrete_fields:
        of = model if field.primary_key else field.related_model
        if of in kinds():
            found |= models.Q((f"{field.attname}__gte", THEIRS), (f"{field.attname}__lt", MINE))
    return found


def rows_of_theirs(tables: set[str]) -> dict[str, list[Any]]:
    """What belongs to the other host or names what does, in these tables."""
    return {
        model._meta.db_table: list(
            model._default_manager.filter(pointing(model)).order_by("pk").values_list()
        )
        for model in kinds()
        if model._meta.db_table in tables
    }


# Rows --------------------------------------------------------------------------------------------


def values(model: type[models.Model], first: int) -> dict[str, Any]:
    """The columns of a row of this kind in a host: its first rows are named, texts are any."""
    special = SPECIAL.get(model.__name__, {})
    found = {
        field.name: value(field, first)
        for field in model._meta.concrete_fields
        if not field.has_default() and not (field.null or field.primary_key)
    }
    return found | {name: each(first) if callable(each) else each for name, each in special.items()}


def value(field: Any, first: int) -> Any:
    if field.related_model:
        return first_of(field.related_model, first)
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.DateTimeField):
        return timezone.now() + timedelta(days=1)
    if isinstance(field, models.DateField):
        return timezone.localdate()
    if isinstance(field, models.UUIDField):
        return UUID(int=first)
    if isinstance(field, models.CharField | models.TextField):
        return f"{field.name}{first}"[: field.max_length or 40]
    if isinstance(field, models.JSONField):
        return {}
    return 1


def played(first: int) -> Tournament:
    """The tournament of the league: what is reported there does not close the other one."""
    return belonging(Tournament, first).order_by("pk").last()


def first_of(model: type[models.Model], first: int) -> Any:
    return belonging(model, first).order_by("pk").first()


# What the columns of these rows need to be, where any value will not do.
SPECIAL: dict[str, dict[str, Any]] = {
    "HostDefaults": {"scheme": "", "edition": "", "language": ""},
    "HostLogo": {"png": LOGO},
    "ListPhoto": {"jpeg": LOGO},
    "Lot": {"entry": partial(first_of, Entry)},
    # A third host: what is offered to the reader's, he may see.
    "MemberOffer": {"to_id": FIRST_HOST},
    "PotChoice": {"pot": lambda first: belonging(Pot, first).get(optional=True)},
    "ReceivedReport": {"tournament": played, "document": b"packed", "ident": "it", "refusal": ""},
    "Report": {"tournament": played},
}


def hide() -> None:
    """Put the secret into every text of theirs that a page could show."""
    # Append-only; and the names of hosts are told to whoever offers them a member.
    unchanged = (Booking, Host, LogEntry, TillCount)
    for model in set(kinds()).difference(unchanged):
        texts = [
            field.name
            for field in model._meta.concrete_fields
            if field.name in TEXTS and isinstance(field, models.CharField | models.TextField)
        ]
        for row in belonging(model) if texts else ():
            for name in texts:
                setattr(row, name, f"{SECRET} {model.__name__} {row.pk}")
            row.save(update_fields=None if model in (Club, Person) else texts)
