"""A league of 8 teams over 5 match days at two venues, of which the second sends files."""

import os
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.exchange.reads import export_text
from scoring.models import Meeting, Season, Seat, TeamMember, Tournament
from tests.browser import accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_user
from tests.leagues_played import TEAMS, lineup, meeting_of, play, play_all, prepared

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
DAYS = 5
ABSENT_DAY, SUBSTITUTE_DAY = 3, 2


class Leader:
    """A league leader with a mouse; `clicks` counts them."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.clicks = page, address, 0

    def open(self, name: str, *args: object) -> None:
        self.page.goto(self.address + reverse(name, args=args))

    def press(self, name: str, role: str = "button") -> None:
        self.clicks += 1
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def unfold(self, summary: str) -> None:
        self.clicks += 1
        self.page.locator("summary", has_text=summary).click()


@pytest.fixture
def leader(desk: Page, live_server) -> Leader:
    user = make_user("leiter", superuser=True)
    return Leader(signed_in(desk, user, live_server.url), live_server.url)


def names(team: int) -> str:
    return "\n".join(str(each) for each in lineup(team))


def elsewhere(meeting: Meeting, folder: Path) -> Path:
    """The file of a venue: played on another computer, of which nothing is left here."""
    made = prepared(meeting)
    play_all(made)
    file = folder / f"day-{meeting.match_day.number}.json"
    file.write_text(export_text(made), encoding="utf-8")
    Meeting.objects.filter(pk=meeting.pk).update(tournament=None)
    Tournament.objects.filter(pk=made.pk).update(season=None)
    return file


def found_league(leader: Leader) -> Season:
    """From nothing to a schedule: two forms."""
    page = leader.page
    leader.open("league-new")
    page.get_by_label("Name der Liga").fill("Oberliga Nord 2026")
    page.get_by_label("Mannschaften, eine je Zeile").fill("\n".join(TEAMS))
    leader.press("Liga anlegen")
    page.get_by_label("Spieltage", exact=True).fill(str(DAYS))
    page.get_by_label("Letzte Spieltage an einem Ort ohne Gastgeber").fill("0")
    page.get_by_label("Erster Spieltag").fill("2026-03-07")
    leader.press("Spielplan aufstellen")
    expect(page.locator(".match-day")).to_have_count(DAYS)
    return Season.objects.get(name="Oberliga Nord 2026")


def play_here(leader: Leader, meeting: Meeting) -> None:
    """The line-ups typed on the first day and proposed on the others; then the lists."""
    page, day = leader.page, meeting.match_day.number
    leader.open("league-meeting", meeting.pk)
    numbers = list(meeting.teams.values_list("team__number", flat=True))
    if day == ABSENT_DAY:
        leader.unfold("Eine Mannschaft ist nicht angetreten")
        page.get_by_label("Mannschaft", exact=True).select_option(str(numbers[0]))
        page.locator('form[action$="absent/"]').get_by_label("Grund").fill("nicht erschienen")
        leader.press("Als nicht angetreten werten")
        numbers = numbers[1:]
    leader.press("Spieltag anlegen", "link")
    for number in numbers:
        field = page.locator(f"#id_team_{number}")
        if not field.input_value():
            field.fill(names(number))
    leader.press("Spieltag anlegen")
    expect(page.locator(".name-line")).to_contain_text(f"Spieltag {day}")
    meeting.refresh_from_db()
    assert meeting.tournament is not None
    for series in meeting.tournament.series.all():
        if day == SUBSTITUTE_DAY and series.number == 2:
            substitute_here(leader, meeting)
        play(series)


def substitute_here(leader: Leader, meeting: Meeting) -> None:
    page = leader.page
    leader.open("league-meeting", meeting.pk)
    leader.unfold("Spieler auswechseln")
    page.get_by_label("Geht hinaus").select_option("2")
    page.get_by_label("Kommt herein").fill("Nora Neu")
    page.locator("#substitute_from_series").select_option("2")
    leader.press("Auswechseln")
    expect(page.locator("#messages")).to_contain_text(
        "Nora Neu spielt mit der Nummer 17 ab Serie 2"
    )


def take_file(leader: Leader, meeting: Meeting, file: Path) -> None:
    page = leader.page
    leader.open("league-meeting", meeting.pk)
    leader.unfold("Ergebnisse des anderen Spielorts als Datei")
    page.get_by_label("Datei des Turniers").set_input_files(file)
    leader.press("Ergebnisse einlesen")
    expect(page.locator("#messages")).to_contain_text("eingelesen")


def report(leader: Leader, meeting: Meeting) -> None:
    leader.open("league-meeting", meeting.pk)
    leader.press("Spielbericht ist da")
    expect(leader.page.locator(".page-head .tag")).to_have_text("gemeldet")


def reckoned(season: Season) -> list[tuple[str, Fraction, Fraction, int]]:
    """Match points, counter-points and game points by hand, from the seats alone."""
    match: dict[str, Fraction] = defaultdict(Fraction)
    counter: dict[str, Fraction] = defaultdict(Fraction)
    game: dict[str, int] = defaultdict(int)
    for meeting in Meeting.objects.filter(division__season=season):
        rows = list(meeting.teams.select_related("team"))
        for series in range(1, 4):
            sums = {}
            for row in rows:
                members = TeamMember.objects.filter(
                    contest__tournament=meeting.tournament, team__name=row.team.name
                )
                own = [each.entry_id for each in members if each.plays(series)]
                seats = Seat.objects.filter(entry__in=own, series__number=series)
                if own and seats and not row.absent:
                    sums[row.team.name] = sum(each.performance for each in seats)
            for row in rows:
                name = row.team.name
                if name not in sums:
                    counter[name] += 3
                    continue
                behind = sum(
                    1 if other not in sums or sums[other] < sums[name] else 0
                    for other in (each.team.name for each in rows)
                    if other != name
                )
                equal = sum(sums[other] == sums[name] for other in sums) - 1
                match[name] += behind + Fraction(equal, 2)
                counter[name] += 3 - behind - Fraction(equal, 2)
                game[name] += sums[name]
    return sorted(
        ((name, match[name], counter[name], game[name]) for name in TEAMS),
        key=lambda each: (-each[1], -each[3]),
    )


def table_of(page: Page) -> list[tuple[str, Fraction, Fraction, int]]:
    """Team, match points, counter-points and game points as the page shows them."""
    heads = page.locator("table thead tr").last.locator("th, td").all_inner_texts()
    at = {head.strip(): place for place, head in enumerate(heads)}
    found = []
    for line in page.locator("table tbody tr").all():
        cells = [
            each.replace("\N{MINUS SIGN}", "-").strip()
            for each in line.locator("td").all_inner_texts()
        ]
        name, match, against, game = (
            cells[at[each]] for each in ("Mannschaft", "WP", "Gegen", "Spielpunkte")
        )
        figures = [Fraction(each.replace(",", ".")) for each in (match, against)]
        found.append((name, *figures, int(game.replace("\u202f", ""))))
    return found


def look(page: Page, name: str) -> None:
    """Keeps a picture where somebody asks for them: SHOTS=/tmp/pictures."""
    if folder := os.environ.get("SHOTS"):
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.long
def test_a_league_of_eight_teams_over_five_match_days_at_two_venues(
    leader: Leader, tmp_path: Path, counted: Callable[[str, int, int], None]
):
    """The season's table is the one that is reckoned from the seats alone."""
    page = leader.page
    season = found_league(leader)
    look(page, "schedule")
    counted("clicks from nothing to a schedule", leader.clicks, 2)
    for day in range(1, DAYS + 1):
        before = leader.clicks
        here, there = meeting_of(season, day, 1), meeting_of(season, day, 2)
        play_here(leader, here)
        take_file(leader, there, elsewhere(there, tmp_path))
        for meeting in (here, there):
            report(leader, meeting)
        counted(f"clicks of match day {day}", leader.clicks - before, 9)
    leader.open("league-meeting", meeting_of(season, SUBSTITUTE_DAY, 1).pk)
    assert accessibility_violations(page) == []
    look(page, "meeting")
    leader.open("league-division", season.pk, 1)
    assert accessibility_violations(page) == []
    look(page, "division")
    leader.open("league", season.pk)
    assert accessibility_violations(page) == []
    look(page, "league")
    leader.press("Saison abschließen")
    expect(page.get_by_text("endgültig", exact=True)).to_be_visible()
    assert table_of(page) == reckoned(season)
    leader.open("league-settings", season.pk)
    page.get_by_label("Öffentlich").check()
    leader.press("Speichern")
    leader.open("room-league", season.pk)
    assert table_of(page) == reckoned(season)
    look(page, "public")
