"""Factories: accounts, tournaments, players and tables with invented names."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import count
from typing import Any

from django.utils import timezone

from scoring.models import (
    Actor,
    Category,
    Entry,
    EntryCategory,
    Host,
    Membership,
    Person,
    Role,
    ScoreList,
    Series,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
    User,
)
from scoring.models.host import FIRST_HOST
from scoring.people.services.entries import add_entries
from scoring.people.services.matching import Newcomer
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from tests.snapshots import built_once

NAMES = (
    *("Ada Amsel", "Bruno Buchfink", "Carla Celan", "Dietmar Dachs", "Edda Elster", "Fritz Falke"),
    *("Gerda Grünspecht", "Horst Habicht", "Ilse Igel", "Jakob Jaguar"),
    *("Käthe Krähe", "Ludwig Luchs"),
)
counter = count(1)


def first_host() -> Host:
    """The host of everything for which a test names no other."""
    return Host.objects.get(pk=FIRST_HOST)


def make_host(name: str = "SC Nachbar", **fields: object) -> Host:
    return Host.objects.create(name=name, **fields)


def make_user(
    name: str = "", *, superuser: bool = False, password: str = "", email: str = ""
) -> User:
    """An account; without a password it can only be signed in by `client.force_login`."""
    name = name or f"account-{next(counter)}"
    user = User(username=name, is_superuser=superuser, email=email)
    if password:
        user.set_password(password)
    else:
        user.set_unusable_password()
    user.save()
    return user


def make_member(tournament: Tournament, role: str = Role.CLERK, name: str = "") -> User:
    user = make_user(name)
    Membership.objects.create(user=user, tournament=tournament, role=role)
    return user


def make_tournament(name: str = "Herbstpokal", **fields: object) -> Tournament:
    """Prizes wait for no lists and start cards, unless a test asks for it."""
    usual = {"name": name, "date": date(2026, 11, 21), "ask_handed_in": False}
    return Tournament.objects.create(**{**usual, **fields})


def make_entries(tournament: Tournament, players: int) -> list[Entry]:
    """That many players with start numbers from 1."""
    entries = []
    for number in range(1, players + 1):
        given, family = NAMES[(number - 1) % len(NAMES)].split()
        person = Person.objects.create(given=given, family=family, host_id=tournament.host_id)
        entry = Entry.objects.create(tournament=tournament, person=person, start_number=number)
        entries.append(entry)
    return entries


def add_entry(tournament: Tournament, newcomer: Newcomer, **options: Any) -> Entry:
    """A player entered alone, as at the desk."""
    return add_entries(tournament, [newcomer], **options)[0]


def make_series(tournament: Tournament, *, rounds: int = 12, number: int | None = None) -> Series:
    number = number or tournament.series.count() + 1
    return Series.objects.create(tournament=tournament, number=number, rounds=rounds)


def undrawn(players: int, *, rounds: int = 12, **fields: object) -> Series:
    """The first series of a new tournament, in which nobody has a seat yet."""
    tournament = make_tournament(**fields)
    make_entries(tournament, players)
    return make_series(tournament, rounds=rounds)


@built_once
def seated(players: int = 4, *, rounds: int = 12, **fields: object) -> Series:
    """A series of a new tournament, drawn and released, so that games can be typed."""
    series = undrawn(players, rounds=rounds, **fields)
    draw_series(series, by=Actor(name="test"), seed="fixed")
    move_series(series, "released", by=Actor(name="test"))
    return series


@built_once
def open_list(players: int = 4, *, rounds: int = 12, **fields: object) -> ScoreList:
    """The empty list of one table, ready for games."""
    return ScoreList.objects.select_related("series__tournament").get(
        series=seated(players, rounds=rounds, **fields)
    )


def line(number: int, soloist: int | None = None, game: str = "hearts", **fields: object) -> Line:
    """A line of ISkO: by default hearts with 1, won; without a soloist passed."""
    if soloist is None:
        return Line(number=number, passed=True)
    values = {"tops": 0 if game == "null" else 1, "won": True, **fields}
    return Line(number=number, soloist=soloist, game=PlayedGame(ISKO, game, **values))


def make_team(
    tournament: Tournament, numbers: Iterable[int], *, kind: str = "team", **contest: object
) -> Team:
    """A team of these start numbers, in a contest that is made with the first of its kind."""
    of = TeamContest.objects.filter(tournament=tournament, kind=kind).first()
    of = of or TeamContest.objects.create(tournament=tournament, kind=kind, **contest)
    number = of.teams.count() + 1
    team = Team.objects.create(contest=of, number=number, name=f"Skatbrüder {number}")
    for position, start_number in enumerate(numbers, 1):
        entry = tournament.entries.get(start_number=start_number)
        TeamMember.objects.create(team=team, contest=of, entry=entry, position=position)
    return team


def make_category(tournament: Tournament, name: str, numbers: Iterable[int]) -> Category:
    category = Category.objects.create(tournament=tournament, name=name)
    for entry in tournament.entries.filter(start_number__in=list(numbers)):
        EntryCategory.objects.create(entry=entry, category=category)
    return category


def adjust(tournament: Tournament, number: int, points: int, series: Series | None = None) -> None:
    """An adjustment of a start number, of the total or of one series."""
    entry, reason = tournament.entries.get(start_number=number), "board"
    entry.adjustments.create(series=series, points=points, reason=reason, at=timezone.now())


def make_lots(tournament: Tournament, scope: str, order: Sequence[Entry] | Sequence[Team]) -> None:
    """Lots of one drawing in this order, as drawn when all of these were equal."""
    last = tournament.lots.order_by("-drawing").first()
    drawing = last.drawing + 1 if last else 1
    for place, each in enumerate(order, 1):
        of = {"team": each} if isinstance(each, Team) else {"entry": each}
        tournament.lots.create(scope=scope, order=place, totals="0 500 9 2", drawing=drawing, **of)
