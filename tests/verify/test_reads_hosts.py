"""Whether `verify` finds what belongs to two hosts at once."""

import pytest
from django.apps import apps
from django.db.models import F
from django.utils import timezone

from scoring.core.text import Name
from scoring.leagues.services.match_days import RosterLine, set_roster
from scoring.models import (
    Actor,
    Club,
    ClubMember,
    Person,
    ReceivedReport,
    ReportKey,
    Season,
    SeasonMember,
    Tournament,
)
from scoring.verify.reads.office import PAIRS, host_problems
from tests.factories import make_host, make_tournament
from tests.leagues_played import make_league

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def a_row_of_each() -> None:
    """Rows of every pair, all of the first host."""
    club = Club.objects.create(name="SC Herz")
    person = Person.objects.create(family="Amsel", given="Ada", club=club)
    ClubMember.objects.create(club=club, person=person, number=1)
    season = Season.objects.create(name="2026")
    SeasonMember.objects.create(season=season, person=person, number=1)
    make_tournament(season=season).entries.create(person=person, start_number=1)
    team = make_league().divisions.get().teams.get(number=1)
    team.club = club
    team.save()
    set_roster(team, [RosterLine(Name("Amsel", "Ada"))], by=BY)
    a_report(make_tournament())


def a_report(tournament: Tournament) -> None:
    now, host = timezone.now(), tournament.host
    key = ReportKey.objects.create(host=host, name="Laptop", secret_hash="0", given_at=now)
    ReceivedReport.objects.create(
        host=host, key=key, ident="0", tournament=tournament, document=b"packed", at=now
    )


def test_rows_of_one_host_are_sound():
    a_row_of_each()
    assert all(model.objects.filter(**{f"{path}__isnull": False}) for model, path, _ in PAIRS)
    assert list(host_problems()) == []


@pytest.mark.parametrize("moved", [Club, Person, Season])
def test_what_names_something_of_another_host_is_found(moved):
    a_row_of_each()
    moved.objects.update(host=make_host())
    naming = {
        model._meta.db_table
        for model, named, namer in PAIRS
        if model.objects.filter(**{f"{named}__isnull": False}).exclude(**{named: F(namer)})
    }
    found = list(host_problems())
    assert {each.code for each in found} == {"verify-of-another-host"}
    assert {each.params["table"] for each in found} == naming
    assert len(naming) > 2


def test_every_table_of_a_host_is_asked():
    """Whoever gets a host is compared with what names it."""
    owned = {
        model.__name__
        for model in apps.get_app_config("scoring").get_models()
        if any(field.name == "host" and field.is_relation for field in model._meta.fields)
    }
    reporting = {"ReceivedReport", "ReportKey", "ReportTarget"}
    others = {"Club", "HostRole", "LogEntry", "Meeting", "Person", "Season", "Tournament"}
    # They name nothing else, and nothing names them.
    own = {"HostDefaults", "HostLogo", "RememberedColumns"}
    assert owned == others | reporting | own
