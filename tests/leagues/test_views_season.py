"""Every page of a league, reached by an account that is no superuser."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from scoring.exchange.reads.export import export_text
from scoring.leagues.urls import of_league, of_meeting
from scoring.models import LeagueTeam, Meeting, Season, Series, Tournament, Venue
from tests.factories import make_user
from tests.leagues_played import lineup, meeting_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LEADER = "staffelleiter"


class Leader:
    """His client, and the names of the addresses that were asked for."""

    def __init__(self) -> None:
        self.client = Client()
        self.client.force_login(make_user(LEADER))
        self.used: set[str] = set()

    def get(self, name: str, *args: object) -> None:
        assert self.client.get(reverse(name, args=args)).status_code == 200, name
        self.used.add(name)

    def send(self, where: str, /, *args: object, **fields: Any) -> None:
        """A form that is accepted: no error stands on the page that follows."""
        response = self.client.post(reverse(where, args=args), fields, follow=True)
        assert response.status_code == 200, (where, response.status_code)
        messages = (response.context or {}).get("messages") or ()
        assert not [str(each) for each in messages if each.level_tag in ("error", "danger")]
        self.used.add(where)

    def play(self, series: Series) -> None:
        """Draw, team-mates at different tables; everybody wins four games at 24 and loses one."""
        self.send("series-draw", series.pk)
        self.send("series-state", series.pk, to="playing")
        for score_list in series.lists.all():
            seats = score_list.seats
            names = score_list.seat_rows.values_list("entry__person__family", flat=True)
            assert len({name[:-1] for name in names}) == seats
            total = 4 * 24 - 2 * 24 + 50 * 3 + {3: 40, 4: 30}[seats] * (seats - 1)
            foot = {"points": 48, "won": 4, "lost": 1, "total": total}
            sent = {f"{key}_{seat}": foot[key] for key in foot for seat in range(1, seats + 1)}
            self.send("list-totals", score_list.pk, layout=score_list.layout, **sent)
        self.send("series-state", series.pk, to="closed")


FREE = {
    "name": "Freie Staffel", "level": 1, "size": 4, "series": 2, "rounds": 12, "promoted": 1,
    "promotion_playoff": 0, "relegation_playoff": 0, "relegated": 1, "per": "day",
    "points": "5 3 1 0", "ranked_by": "performance", "ties": "higher", "order": "firsts",
}  # fmt: skip


def test_a_leader_who_is_no_superuser_reaches_every_page_of_his_league():
    """Each address of a league is asked for once by him, and does what it says."""
    administrator, led = Client(), Leader()
    administrator.force_login(make_user("admin", superuser=True))
    names = "\n".join(f"SC {number}" for number in range(1, 5))
    sent = {"name": "Kreisliga", "division": "Staffel A", "teams": names}
    administrator.post(reverse("league-new"), sent)
    season = Season.objects.get()
    administrator.post(reverse("league-leader-add", args=[season.pk]), {"username": LEADER})
    at = season.pk
    make_user("vertreter")
    led.send("league-settings", at, name="Kreisliga Ost", public="on")
    led.send("league-leader-add", at, username="vertreter")
    deputy = get_user_model().objects.get(username="vertreter")
    page = led.client.get(reverse("league-settings", args=[at])).content.decode()
    assert 'title="Abberufen"' in page, "and not: rejected"
    led.send("league-leader-remove", at, deputy.pk)
    led.send("league-division-new", at, **{**FREE, "counter": "on", "teams": "Eins\nZwei"})
    led.send("league-division-remove", at, 2)
    led.send("league-division-change", at, 1, **{**FREE, "name": "Staffel A", "per": "series"})
    led.send("league-teams-add", at, 1, teams="Fünf")
    led.send("league-team-remove", at, 1, 5)
    led.send("league-team-change", at, 1, 1, name="SC 1", club="SC", home="Krug", cannot_host="on")
    led.send("league-team", at, 1, 1, players="Kai Spieler1a\nKai Spieler1b", from_day=1)
    led.send("league-schedule-make", at, 1, days=3, size=4, central=0, weeks=1, lot="")
    led.send("league-day", at, 1, date="2026-05-01")
    led.send("league-meeting-set", at, 1, day=3, number=1, venue="Stern", host=2, teams="1 2 3 4")
    stern = Venue.objects.get(name="Stern")
    led.send("league-venue", at, stern.pk, name="Stern", address="Am Markt 1")
    first, second, third = (meeting_of(season, day) for day in (1, 2, 3))
    led.send("league-meeting-remove", third.pk)
    equal = {f"t{team}_s1": "3000 20 2" for team in range(1, 5)}
    led.send("league-meeting-results", second.pk, **equal)
    led.send("league-lot", at, 1, order="2 1 4 3")
    led.send("league-team-penalty", at, 1, 2, match_points=-1, reason="spät")
    penalty = LeagueTeam.objects.get(division__season=season, number=2).penalties.get()
    led.send("league-penalty-reverse", at, penalty.pk, reason="doch nicht")
    players = {team: [str(name) for name in lineup(team, 6)] for team in range(1, 5)}
    present = {team: names[: 3 if team == 4 else 4] for team, names in players.items()}
    lineups = {f"team_{team}": "\n".join(names) for team, names in present.items()}
    led.send("league-meeting-lineup", first.pk, **lineups)
    made = Tournament.objects.get(season=season)
    led.send("league-meeting-late", first.pk, team=4, names=players[4][3], from_series=1)
    led.play(made.series.get(number=1))
    led.send("league-meeting-substitute", first.pk, out=2, name=players[1][5], from_series=2)
    led.send("league-meeting-absent", first.pk, team=4, absent="on", series=1, reason="spät")
    document = export_text(made).encode()
    Meeting.objects.filter(pk=first.pk).update(tournament=None)
    Tournament.objects.filter(pk=made.pk).update(season=None)
    led.send("league-meeting-import", first.pk, file=SimpleUploadedFile("ort.json", document))
    led.send("league-meeting-reported", first.pk, reported="on")
    led.send("league-team-withdraw", at, 1, 4, from_day=2, results="annul", reason="aufgelöst")
    led.get("leagues")
    for name, *args in (
        *(("",), ("-log",), ("-schedule",), ("-schedule-file", "pdf")),
        *(("-division", 1), ("-division-file", 1, "form", "xlsx")),
    ):
        led.get(f"league{name}", at, *args)
    for name, *kind in (("",), ("-report",), ("-file", "csv")):
        led.get(f"league-meeting{name}", second.pk, *kind)
    # What a computer reported is taken in: tests/reporting/test_leagues.py.
    assert led.used >= names_in([*of_league, *of_meeting]) - {"league-meeting-take"}


def names_in(patterns: Iterable[URLPattern | URLResolver]) -> set[str]:
    """The names of addresses, those inside others too."""
    found: set[str] = set()
    for each in patterns:
        found |= names_in(each.url_patterns) if isinstance(each, URLResolver) else {each.name}
    return found
