"""Everything of one host, and one account for every kind of visitor: for tests of all addresses."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import Model, QuerySet
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from scoring import models
from scoring.core.services import write_log
from scoring.leagues.services.results import give_penalty
from scoring.lists.phone.reads import secret_of
from scoring.models.host import FIRST_HOST
from scoring.money.services.ledger import collect_entries, set_fees
from scoring.money.services.pots import PotTerms, add_prizes, create_pot
from scoring.referee.services import make_ruling
from scoring.rules.adjudication.incident import Incident
from scoring.rules.prizes import PrizePlan
from tests.factories import make_tournament, make_user, seated
from tests.leagues_played import make_league, meeting_of
from tests.papers import LOGO
from tests.snapshots import built_once

ROLES = ("viewer", "clerk", "referee", "organizer")


@dataclass
class World:
    """A running tournament, and one account for every kind of visitor."""

    tournament: models.Tournament
    series: models.Series
    score_list: models.ScoreList
    entry: models.Entry
    people: dict[str, models.User]
    act: models.LogEntry
    team: models.Team
    meeting: models.Meeting
    penalty: models.TeamPenalty
    sessions: dict[str, str]  # by role

    def url(self, name: str, /, **changed: object) -> str:
        known = {**self.at_hand(name), **changed}
        asked = parameters(name)
        return reverse(
            name, kwargs={key: known[key] if key in known else self.found(key) for key in asked}
        )

    def at_hand(self, name: str) -> dict[str, object]:
        return {
            "tournament_id": self.tournament.pk,
            "series_id": self.series.pk,
            "season_id": self.tournament.season_id or 0,
            "list_id": self.score_list.pk,
            "entry_id": self.entry.pk,
            "person_id": self.entry.person_id,
            "log_id": self.act.pk,
            "row_id": self.act.pk,
            "team_id": self.team.pk,
            "user_id": self.people["leader" if "league" in name else "viewer"].pk,
            **dict.fromkeys(("number", "key_id", "target_id", "refused_id", "team_number"), 1),
            "host_id": FIRST_HOST,
            "league_id": self.meeting.division.season_id,
            "meeting_id": self.meeting.pk,
            "penalty_id": self.penalty.pk,
            "link_token": "no-such-link",
            "session_id": 987_654,
            "name": "no-such-law" if name == "phone-law" else "no-such-backup.sqlite3",
            "feed": "results.json",
            "version": "0",
            "subject": "list/1/1",
            "what": "table" if name == "league-division-file" else "missing",
            "act": "paper",
            "scope": "special/most-won",
            "table_number": 1,
            "kind": "pdf",
            "order": "names",
            "part": "history",
            "seats": 4,
            "rounds": 12,
            "language": "de",
            "picture_name": "list",
            "key": "line",
        }

    def found(self, key: str) -> object:
        """The part of an address that is looked up in the database; 0 if there is no such row."""
        if key == "venue_id":
            return self.meeting.division.season.venues.get().pk
        if key == "secret":
            return secret_of(self.of_list(models.TableAccess).values_list("seed", flat=True)[0])
        if key == "club_id":
            return self.members.values_list("club", flat=True).first() or 0
        rows = {
            "member_id": self.members,
            "pot_id": self.tournament.pots,
            "prize_id": models.PrizeInKind.objects.filter(pot__tournament=self.tournament),
            "booking_id": self.tournament.bookings,
            "call_id": self.of_list(models.TableCall),
            "unsent_id": self.of_list(models.UnsentGames),
        }
        return rows[key].values_list("pk", flat=True).first() or 0

    @property
    def members(self) -> QuerySet[models.ClubMember]:
        return models.ClubMember.objects.filter(club__host=self.tournament.host_id)

    def of_list(self, model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(list=self.score_list)

    def client(self, who: str) -> Client:
        client = Client(raise_request_exception=True)
        if who != "anonymous":
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client


@cache
def parameters(name: str) -> list[str]:
    """The variable parts of an address."""
    [(_form, keys)] = get_resolver().reverse_dict.getlist(name)[0][0]
    return keys


def names() -> set[str]:
    return {name for name in get_resolver().reverse_dict if isinstance(name, str)}


@built_once
def a_world(host: int = FIRST_HOST, of: str = "") -> World:
    """Everything of one host (an id); `of` begins the names of its accounts."""
    series = seated(4, phones=True, host_id=host)
    tournament = series.tournament
    tournament.season = models.Season.objects.create(name="2026/27", host_id=host)
    tournament.save()
    people = {role: make_user(f"{of}{role}") for role in ROLES}
    for role, user in people.items():
        models.Membership.objects.create(user=user, tournament=tournament, role=models.Role(role))
    people |= {
        "stranger": make_user(f"{of}stranger"),
        "superuser": make_user(f"{of}chief", superuser=True),
    }
    score_list = series.lists.get()
    models.Logo.objects.create(tournament=tournament, png=LOGO)
    act = write_log(
        "list.game.recorded",
        score_list.subject,
        by=models.Actor(name="test"),
        tournament=tournament,
        new={"number": 1, "passed": True},
    )
    make_ruling(
        tournament,
        Incident("hand_not_announced"),
        by=models.Actor(name="test"),
        score_list=score_list,
    )
    now = timezone.now()
    models.TableCall.objects.create(list=score_list, at=now)
    models.UnsentGames.objects.create(
        list=score_list, name="Handy", games=[{"number": 1, "passed": True}], at=now
    )
    contest = models.TeamContest.objects.create(tournament=tournament, kind="tandem", size=2)
    team = models.Team.objects.create(contest=contest, number=1, name="Erste")
    models.Category.objects.create(tournament=tournament, name="Damen", entry_cents=500)
    with_money(tournament)
    entry = tournament.entries.first()
    club = models.Club.objects.create(name="SC Herz", host_id=host)
    models.ClubMember.objects.create(club=club, person=entry.person, number=7)
    meeting, penalty = a_league(people, host, of)
    people["leader"] = meeting.division.season.leaders.get().user
    sessions = {who: signed_in(user) for who, user in people.items()}
    return World(
        tournament, series, score_list, entry, people, act, team, meeting, penalty, sessions
    )


def a_league(
    people: dict[str, models.User], host: int, of: str
) -> tuple[models.Meeting, models.TeamPenalty]:
    """A league with a penalty; everybody has the role in its one tournament that he has above."""
    season = make_league(host=host)
    meeting = meeting_of(season)
    at = make_tournament("Spieltag", season=season, league=True, host_id=host)
    for role in ROLES:
        models.Membership.objects.create(user=people[role], tournament=at, role=models.Role(role))
    models.LeagueLeader.objects.create(season=season, user=make_user(f"{of}leader"))
    team = season.divisions.get().teams.get(number=1)
    give_penalty(team, match_points=-1, reason="zu spät", by=models.Actor(name="test"))
    season.venues.create(name="Krug")
    return meeting, team.penalties.get()


def signed_in(user: models.User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def with_money(tournament: models.Tournament) -> None:
    """Fees, a pot, and a paid fee of the first player."""
    by = models.Actor(name="test")
    set_fees(tournament, models.Fees(entry_cents=1500, lost_ladder=[[1, 50], [4, 100]]), by=by)
    pot = create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=by)
    add_prizes(pot, ["Schinken"], by=by)
    collect_entries(tournament, list(tournament.entries.all()[:1]), by=by)
