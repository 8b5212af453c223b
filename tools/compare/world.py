"""The database that is asked: documents of fixtures/, an evening, a championship, a league."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.test import Client

FIXTURES = ("after-series-1", "registered", "finished")
TOURNAMENTS = (*FIXTURES, "sample", "championship", "league")
ROLES = ("organizer", "clerk")


@dataclass
class World:
    """Tournaments by their names, and a client for every kind of visitor."""

    tournaments: dict[str, Any]
    clients: dict[str, Client]


def fill(names: list[str]) -> World:
    """Fill an empty database by the checkout's own commands and services."""
    from scoring.models import Membership, Role, Tournament, User

    call_command("migrate", verbosity=0)
    tournaments = {}
    for name in names or TOURNAMENTS:
        make(name)
        tournaments[name] = Tournament.objects.order_by("pk").last()
        at = Tournament.objects.filter(pk=tournaments[name].pk)
        at.update(public=True, sample=False, phones=True)
        address_lists(tournaments[name])
    users = {}
    for role in ("chief", *ROLES, "stranger"):
        users[role] = User.objects.create(username=role, is_superuser=role == "chief")
        if role in ROLES:
            for tournament in Tournament.objects.all():
                Membership.objects.create(user=users[role], tournament=tournament, role=Role(role))
    return World(tournaments, {"anonymous": client_of(None), **clients(users)})


def make(name: str) -> None:
    if name in FIXTURES:
        call_command("import_tournament", str(Path("fixtures", f"{name}.json")), verbosity=0)
    elif name == "sample":
        call_command("demo", verbosity=0)
    elif name == "championship":
        from tests.championship import played_to_its_end

        played_to_its_end()
    elif name == "league":
        from tests.leagues_played import make_league, meeting_of, play_all, prepared

        play_all(prepared(meeting_of(make_league())))


def address_lists(tournament: Any) -> None:
    """Addresses of lists that are kept by phone; the same in every recording."""
    from django.utils import timezone

    from scoring.lists.phone.reads import hash_secret, secret_of
    from scoring.models import ScoreList, TableAccess

    TableAccess.objects.filter(list__series__tournament=tournament).delete()
    for score_list in ScoreList.objects.filter(series__tournament=tournament).order_by("pk"):
        seed = f"{score_list.pk:032d}"
        TableAccess.objects.create(
            list=score_list,
            seed=seed,
            secret_hash=hash_secret(secret_of(seed)),
            issued_at=timezone.now(),
        )


def clients(users: dict[str, Any]) -> dict[str, Client]:
    return {role: client_of(user) for role, user in users.items()}


def client_of(user: Any) -> Client:
    client = Client(raise_request_exception=False, headers={"accept-language": "de"})
    if user is not None:
        client.force_login(user)
    return client


def values_of(tournament: Any) -> dict[str, list[Any]]:
    """What stands in addresses for this tournament: the first and the last row of each kind."""
    from scoring import models

    def ends(model: str, **where: Any) -> list[int]:
        rows = getattr(models, model).objects.filter(**where).order_by("pk")
        keys = list(rows.values_list("pk", flat=True))
        return sorted({*keys[:1], *keys[-1:]})

    at = {"tournament": tournament}
    league = tournament.season_id if tournament.league else None
    lists = ends("ScoreList", series__tournament=tournament)
    lists += ends("ScoreList", series__tournament=tournament, state="open")
    from scoring.lists.phone.reads import secret_of

    return {
        "tournament_id": [tournament.pk],
        "series_id": ends("Series", **at),
        "list_id": sorted(set(lists)),
        "secret": [secret_of(f"{pk:032d}") for pk in sorted(set(lists))],
        "entry_id": ends("Entry", **at),
        "person_id": ends("Person", entries__tournament=tournament),
        "team_id": ends("Team", contest__tournament=tournament),
        "pot_id": ends("Pot", **at),
        "prize_id": ends("PrizeInKind", pot__tournament=tournament),
        "booking_id": ends("Booking", **at),
        "log_id": ends("LogEntry", **at),
        "row_id": ends("LogEntry", **at, action="series.seating.changed"),
        "season_id": [tournament.season_id] if tournament.season_id else [],
        "league_id": [league] if league else [],
        "meeting_id": ends("Meeting", division__season=league) if league else [],
        "club_id": ends("Club", members__isnull=False)[:1] or ends("Club")[:1],
        "user_id": ends("User", username="clerk"),
        "host_id": [1],
        "number": [1, 2],
        "table_number": [1],
        "team_number": [1],
        "kind": ["pdf", "xlsx", "csv"],
        "seats": [3, 4],
        "rounds": [12],
    }
