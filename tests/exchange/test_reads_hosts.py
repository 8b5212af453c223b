"""Whether `verify` finds what belongs to two hosts or two tournaments at once."""

from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from scoring import models
from scoring.core.text import Name
from scoring.exchange.reads.office import PAIRS, host_problems
from scoring.leagues.services.match_days import RosterLine, set_roster
from tests.factories import make_host, make_lots, make_tournament, make_user, seated
from tests.leagues_played import make_league
from tests.office_rows import furnish

pytestmark = pytest.mark.django_db
BY = models.Actor(name="test")


def a_row_of_each() -> None:
    """Rows of every pair, all of the first host, and those of a tournament of one."""
    club = models.Club.objects.create(name="SC Herz")
    person = models.Person.objects.create(family="Amsel", given="Ada", club=club)
    models.ClubMember.objects.create(club=club, person=person, number=1)
    season = models.Season.objects.create(name="2026")
    models.SeasonMember.objects.create(season=season, person=person, number=1)
    make_tournament(season=season).entries.create(person=person, start_number=1)
    team = make_league().divisions.get().teams.get(number=1)
    team.club = club
    team.save()
    set_roster(team, [RosterLine(Name("Amsel", "Ada"))], by=BY)
    key = models.ReportKey.objects.create(
        host_id=1, name="Laptop", secret_hash="0", given_at=timezone.now()
    )
    models.ReceivedReport.objects.create(
        host_id=1, key=key, ident="0", tournament=make_tournament(), document=b"", at=key.given_at
    )
    tournament = seated(7, rounds=1).tournament
    furnish(tournament, make_user())
    make_lots(tournament, "overall", [tournament.entries.first()])
    models.PotChoice.objects.create(entry=tournament.entries.first(), pot=tournament.pots.first())


def test_rows_of_one_host_are_sound():
    a_row_of_each()
    empty = [
        (model.__name__, path)
        for model, path, _namer in PAIRS
        if not model.objects.filter(**{f"{path}__isnull": False})
    ]
    assert empty == []
    assert list(host_problems()) == []


@pytest.mark.parametrize(
    ("model", "owner", "naming"),
    [
        (models.Club, "host", "clubmember leagueteam person"),
        (models.Person, "host", "clubmember entry leagueplayer person seasonmember"),
        (models.Season, "host", "leagueplayer leagueteam seasonmember tournament"),
        (models.Category, "tournament", "entrycategory pot teamcontest"),
        (models.Pot, "tournament", "booking pot potchoice"),
        (models.Series, "tournament", "adjustment booking pot ruling seat"),
        (models.TeamContest, "tournament", "lot teamcontest teammember"),
    ],
)
def test_what_names_something_of_another_host_is_found(model: Any, owner: str, naming: str):
    a_row_of_each()
    other = make_host() if owner == "host" else make_tournament(name="Anderswo")
    model.objects.update(**{owner: other})
    problems = list(host_problems())
    assert {problem.code for problem in problems} == {"verify-of-another"}
    tables = {str(problem.params["table"]).removeprefix("scoring_") for problem in problems}
    assert tables == set(naming.split())


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
