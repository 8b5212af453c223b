"""Whole seasons through the pages, led by an account that is no superuser.

Every figure is typed into the pages; the tables that come out are those of the law's second
reading (tests/oracle/law_league.py).
"""

import csv
import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.utils.translation import override

from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.leagues.urls import of_league, of_meeting
from scoring.models import LeagueTeam, Meeting, Season, Tournament, Venue
from tests.factories import make_user
from tests.leagues.led import Led, meetings_on, player, teams_of
from tests.oracle.law_league import figures, table
from tests.oracle.test_league import PAPER

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LEADER = "staffelleiter"


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with override("de"):
        yield


def led_league(name: str, teams: int) -> tuple[Led, Season]:
    """The administrator creates the league and names its leader; all else is done by him."""
    administrator = Client()
    administrator.force_login(make_user("admin", superuser=True))
    leader = make_user(LEADER)
    names = "\n".join(f"SC {number}" for number in range(1, teams + 1))
    sent = {"name": name, "division": "Staffel A", "teams": names}
    administrator.post(reverse("league-new"), sent)
    season = Season.objects.get(name=name)
    administrator.post(reverse("league-leader-add", args=[season.pk]), {"username": LEADER})
    client = Client()
    client.force_login(leader)
    return Led(client, random.Random(name)), season


def second_reading(led: Led, season: Season, **decided: Any) -> dict[str, Any]:
    """The season as the oracle wants it: what was typed, and what the schedule says."""
    teams = LeagueTeam.objects.filter(division__season=season)
    return {
        "teams": list(teams.values_list("number", flat=True)),
        "meetings": [
            {"day": day, "teams": teams_of(each), "series": led.results[day, each.number]}
            for day in sorted(season.match_days.values_list("number", flat=True))
            for each in meetings_on(season, day)
        ],
        "withdrawn": {},
        **decided,
        "rules": PAPER,
    }


def rows_of(led: Led, season: Season, what: str) -> list[dict[str, str]]:
    """A table of the division as it is downloaded."""
    text = led.get("league-division-file", season.pk, 1, what, "csv").lstrip("\ufeff")
    lines = text.splitlines()
    head = next(place for place, line in enumerate(lines) if line.count(";") > 3)
    return list(csv.DictReader(lines[head:], delimiter=";"))


def figure(text: str) -> Fraction:
    return Fraction(text.replace("\N{MINUS SIGN}", "-").replace(",", ".") or 0)


def compare(led: Led, season: Season, reading: dict[str, Any]) -> None:
    """Ranks and points of the pages are those of the second reading."""
    ranked, without = table(reading)
    places: dict[int, int | None] = dict.fromkeys(without)
    for equals in ranked:
        places |= dict.fromkeys(equals, 1 + sum(each is not None for each in places.values()))
    number_of = dict(
        LeagueTeam.objects.filter(division__season=season).values_list("name", "number")
    )
    shown = {number_of[row["Mannschaft"]]: row for row in rows_of(led, season, "table")}
    for team, row in shown.items():
        own = figures(reading, team)
        assert row["Rang"] == str(places[team] or ""), team
        for column, key in (("WP", "match"), ("Gegen", "counter"), ("Spielpunkte", "game")):
            assert figure(row[column]) == own[key], (team, column)


def compare_way(led: Led, season: Season) -> None:
    """The way of the teams ends at their places in the table."""
    way, league_table = rows_of(led, season, "way"), rows_of(led, season, "table")
    assert [row.pop("Spieltag") for row in way] == ["1", "2", "3", "4", "5"]
    last = {heading.partition(". ")[2]: rank for heading, rank in way[-1].items()}
    assert last == {row["Mannschaft"]: row["Rang"] for row in league_table}
    assert all(sorted(map(int, row.values()))[0] == 1 for row in way)


def test_the_tables_of_a_season_are_those_of_the_law():
    """One meeting is played here, a team of it being short; a series is lost, points are taken."""
    led, season = led_league("Oberliga 2026", 8)
    form = {"days": 5, "size": 4, "central": 1, "weeks": 4, "lot": "on"}
    led.send("league-schedule-make", season.pk, 1, first="2026-03-07", **form)
    first, *others = (each for day in range(1, 6) for each in meetings_on(season, day))
    played(led, first, (4, 4, 4, 3))
    for meeting in others:
        led.type_report(meeting)
    assert "vorläufig" in led.get("league", season.pk)
    team = teams_of(others[0])[0]
    lost = {"team": team, "series": 2, "absent": "on", "reason": "falsche Aufstellung"}
    led.send("league-meeting-absent", others[0].pk, **lost)
    penalty = {"match_points": -2, "points": -500, "day": 3, "reason": "zu spät gemeldet"}
    led.send("league-team-penalty", season.pk, 1, 7, **penalty)
    for meeting in (first, *others):
        led.report(meeting)
    led.send("season-close", season.pk, on="yes")
    assert " endgültig</span>" in led.get("league", season.pk)
    decided = {"forfeits": [(team, 1, 2)], "penalties": [(7, -2, 0, -500)]}
    compare(led, season, second_reading(led, season, **decided))
    compare_way(led, season)
    assert verify() == []


def played(led: Led, meeting: Meeting, present: tuple[int, ...]) -> None:
    """A match day on which nothing happens."""
    made = led.line_up(meeting, dict(zip(teams_of(meeting), present, strict=True)))
    for series in made.series.all():
        led.seat(series)
        led.play(meeting, series.number)


FREE = {
    "name": "Freie Staffel", "level": 1, "size": 4, "series": 2, "rounds": 12, "promoted": 1,
    "promotion_playoff": 0, "relegation_playoff": 0, "relegated": 1, "per": "day",
    "points": "5 3 1 0", "ranked_by": "performance", "ties": "higher", "order": "firsts",
}  # fmt: skip


def test_a_leader_who_is_no_superuser_reaches_every_page_of_his_league():
    """Each address of a league is asked for once by him, and does what it says."""
    led, season = led_league("Kreisliga", 4)
    at = season.pk
    make_user("vertreter")
    led.send("league-settings", at, name="Kreisliga Ost", public="on")
    led.send("league-leader-add", at, username="vertreter")
    deputy = get_user_model().objects.get(username="vertreter")
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
    first, second, third = (meetings_on(season, day)[0] for day in (1, 2, 3))
    led.send("league-meeting-remove", third.pk)
    equal = {f"t{team}_s1": "3000 20 2" for team in teams_of(second)}
    led.send("league-meeting-results", second.pk, **equal)
    led.send("league-lot", at, 1, order="2 1 4 3")
    led.send("league-team-penalty", at, 1, 2, match_points=-1, reason="spät")
    penalty = LeagueTeam.objects.get(division__season=season, number=2).penalties.get()
    led.send("league-penalty-reverse", at, penalty.pk, reason="doch nicht")
    made = led.line_up(first, {1: 4, 2: 4, 3: 4, 4: 3})
    led.send("league-meeting-late", first.pk, team=4, names=player(4, 3), from_series=1)
    led.seat(made.series.get(number=1))
    led.play(first, 1)
    led.send("league-meeting-substitute", first.pk, out=2, name=player(1, 5), from_series=2)
    led.send("league-meeting-absent", first.pk, team=4, absent="on", series=1, reason="spät")
    document = export_text(made).encode()
    Meeting.objects.filter(pk=first.pk).update(tournament=None)
    Tournament.objects.filter(pk=made.pk).update(season=None)
    led.send("league-meeting-import", first.pk, file=SimpleUploadedFile("ort.json", document))
    led.send("league-meeting-reported", first.pk, reported="on")
    led.send("league-team-withdraw", at, 1, 4, from_day=2, results="annul", reason="aufgelöst")
    for name, args in READ.items():
        led.get(name, *(at if arg is None else arg for arg in args))
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


# The pages that are only read; `None` stands for the id of the league.
READ: dict[str, tuple[object, ...]] = {
    "leagues": (),
    "league": (None,),
    "league-log": (None,),
    "league-schedule": (None,),
    "league-schedule-file": (None, "pdf"),
    "league-division": (None, 1),
    "league-division-file": (None, 1, "form", "xlsx"),
}
