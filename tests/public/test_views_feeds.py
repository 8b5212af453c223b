"""Feeds, read by a program that knows docs/formats.md "Feeds" and nothing of this one."""

import csv
import json
import re
from datetime import date, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring.models import Division, LeagueTeam, MatchDay, Season, Tournament
from scoring.public import services
from scoring.public.reads.feeds import ResultsFeed, escape_text, folded_line
from scoring.simulation.services import SimulationPlan, play_series, register
from tests.factories import make_category, make_team, make_tournament
from tests.simulated import BY, DAY
from tests.visitors import browser

PLAN = SimulationPlan(8, 2, "feeds", "Herbstpokal; Kehl, am Rhein", DAY, rounds=3)
SCHEMA = Path("docs/results.schema.json")
FEEDS = ("results.json", "standings.csv", "calendar.ics", "snippet.html")

pytestmark = pytest.mark.django_db


def played() -> Tournament:
    """A public tournament of a public season; the first of two series is released."""
    tournament = register(PLAN, by=BY)
    play_series(PLAN, tournament, 1, by=BY)
    make_category(tournament, "Damen", range(1, 5))
    make_team(tournament, range(1, 5))
    services.set_public(tournament, True, by=BY)
    tournament.refresh_from_db()
    tournament.season = Season.objects.create(name="2026", public=True)
    tournament.place = "Gasthof Ährenkranz, " + "sehr lange Straße " * 5
    tournament.save()
    later = make_tournament("Winterpokal", date=DAY + timedelta(days=40), public=True)
    later.season = tournament.season
    later.save()
    return tournament


def fetch(address: str) -> str:
    return browser().get(address).content.decode("utf-8-sig")


def read_calendar(content: str) -> list[dict[str, str]]:
    """The events of an iCalendar: RFC 5545, 3.1 and 3.3.11."""
    assert content.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    *lines, end, _rest = content.replace("\r\n ", "").split("\r\n")
    assert end == "END:VCALENDAR"
    events: list[dict[str, str]] = []
    for name, value in (re.split("[:;]", line, maxsplit=1) for line in lines[3:]):
        if name == "BEGIN":
            events.append({})
        elif events and name != "END":
            assert name not in events[-1], "each property once"
            events[-1][name] = re.sub(r"\\(.)", r"\1", value.removeprefix("VALUE=DATE:"))
    for event in events:
        assert {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY"} <= set(event)
        assert re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"])
    assert len({event["UID"] for event in events}) == len(events)
    return events


def test_a_foreign_program_reads_results_standings_and_days():
    tournament = played()
    base, season = (
        reverse(name, args=[pk])
        for name, pk in (("room", tournament.pk), ("room-season", tournament.season_id))
    )
    answer = browser().get(base + "results.json")
    results = json.loads(answer.content)
    msgspec.convert(results, ResultsFeed)  # whose schema stands in the papers
    assert answer["Content-Type"] == "application/json"
    about = (results["name"], results["url"], results["results"])
    assert about == (PLAN.name, f"http://testserver{base}", "provisional")
    scopes = [ranking["scope"] for ranking in results["rankings"]]
    assert scopes == ["overall", "team", "category/Damen"]
    overall = results["rankings"][0]["rows"]
    assert [row["rank"] for row in overall] == list(range(1, 9))

    rows = list(csv.DictReader(StringIO(fetch(base + "standings.csv")), delimiter=","))
    headings = {each["key"]: each["heading"] for each in results["rankings"][0]["columns"]}
    points = [int(row[headings["performance"]]) for row in rows]
    assert points == [row["performance"] for row in overall]

    [event] = read_calendar(fetch(base + "calendar.ics"))
    assert (event["SUMMARY"], event["DTSTART"]) == (PLAN.name, f"{DAY:%Y%m%d}")
    both = read_calendar(fetch(season + "calendar.ics"))
    assert [each["SUMMARY"] for each in both] == [PLAN.name, "Winterpokal"]
    assert json.loads(fetch(season + "results.json"))["rankings"][0]["scope"] == "season"
    page = fetch(base + "webmaster/")
    assert all(f"http://testserver{base}{name}" in page for name in FEEDS)
    assert "http://testserver/s/" in fetch(season + "webmaster/")


def test_what_a_program_has_is_not_sent_again_until_it_changes_and_nothing_that_is_not_public():
    tournament = played()
    family = tournament.entries.get(start_number=1).person.family
    addresses = [reverse("room-feed", args=[tournament.pk, name]) for name in FEEDS]
    before = [browser().get(address) for address in addresses]
    for address, answer in zip(addresses, before, strict=True):
        assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=5")
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert not answer.cookies
        same = browser().get(address, headers={"If-None-Match": answer["ETag"]})
        assert same.status_code == 304
    assert [family in fetch(address) for address in addresses] == [True, True, False, True]
    services.set_part_public(tournament.series.get(number=1), "results", False, by=BY)
    statuses = []
    for address, answer in zip(addresses, before, strict=True):
        changed = browser().get(address, headers={"If-None-Match": answer["ETag"]})
        statuses.append(changed.status_code)
        assert family not in changed.content.decode()
    del statuses[FEEDS.index("calendar.ics")]  # has neither names nor results
    assert statuses == [200, 404, 200]
    services.set_public(tournament, False, by=BY)
    assert {browser().get(address).status_code for address in addresses} == {404}


def test_a_league_has_its_match_days_and_tables():
    season = Season.objects.create(name="Bezirksliga", kind="league", public=True)
    division = Division.objects.create(season=season, number=1, name="Nord")
    LeagueTeam.objects.create(division=division, number=1, name="SC Herz")
    for number, day in enumerate((date(2026, 9, 1), date(2026, 9, 2), None), 1):
        MatchDay.objects.create(season=season, number=number, date=day)
    base = reverse("room-league", args=[season.pk])
    events = read_calendar(fetch(base + "calendar.ics"))
    assert [event["DTSTART"] for event in events] == ["20260901", "20260902"]
    results = json.loads(fetch(base + "results.json"))
    assert results["rankings"][0]["scope"] == "division/1"
    page = fetch(base + "webmaster/")
    assert "calendar.ics" in page
    assert "standings.csv" not in page


def test_the_schema_in_the_papers_is_that_of_the_program():
    schema = msgspec.json.schema(ResultsFeed)
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(schema))


def test_lines_of_a_calendar_are_folded_between_letters():
    for words in ("ä" * 100, "x" * 74, "x" * 75, "", "🂡" * 40):
        line = folded_line(escape_text(words))
        assert all(len(part.encode()) <= 75 for part in line.split("\r\n"))
        assert line.replace("\r\n ", "") == words + "\r\n"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_lines_for_a_club_show_the_first_ten_in_a_page_of_another_site(
    desk: Page, live_server: Any, tmp_path: Path
):
    tournament = played()
    desk.goto(live_server.url + reverse("room-feed", args=[tournament.pk, "webmaster/"]))
    lines = desk.locator("#snippet").input_value()
    (tmp_path / "club.html").write_text(f"<!doctype html><meta charset=utf-8>{lines}", "utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as club:
        Thread(target=club.serve_forever, daemon=True).start()
        desk.goto(f"http://127.0.0.1:{club.server_port}/club.html")
        desk.locator(".skatturnier table tbody tr").first.wait_for()
        club.shutdown()
    desk.locator(".skatturnier table tbody tr").first.wait_for()
    assert desk.locator(".skatturnier table").first.locator("tbody tr").count() == 8
