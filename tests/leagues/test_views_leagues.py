"""The pages of a league: from its name to the table, and what they refuse."""

import re
from collections import Counter
from datetime import date
from operator import itemgetter

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.exchange.reads.export import export_text
from scoring.leagues.reads.league import load_league
from scoring.leagues.services.schedule import make_schedule, remove_meeting
from scoring.models import Meeting, ReportedResult, Season, Tournament
from scoring.seating.schedule import ScheduleFormat
from scoring.series.reads.draw_request import usual_options
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from tests.drawn_texts import recorded_texts
from tests.factories import make_user
from tests.leagues_played import BY, TEAMS, make_league, meeting_of, play_all, prepared
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
LINEUPS = {f"team_{n}": "\n".join(f"Kai Spieler{n}{p}" for p in "abcd") for n in range(1, 5)}


@pytest.fixture
def leader(db: None) -> Client:
    client = Client()
    client.force_login(make_user("leader", superuser=True))
    return client


def played_league() -> tuple[Season, Meeting, Tournament]:
    season = make_league()
    meeting = meeting_of(season)
    made = prepared(meeting)
    play_all(made)
    return season, meeting, made


def test_a_league_goes_from_its_name_to_its_match_day(leader: Client):
    """Three forms: the teams, the schedule, the line-ups."""
    sent = {"name": "Oberliga", "division": "Staffel 1", "teams": "\n".join(TEAMS[:4])}
    response = leader.post("/leagues/new/", sent)
    season = Season.objects.get()
    assert response.url == f"/leagues/{season.pk}/divisions/1/schedule/"
    twice = leader.post("/leagues/new/", sent | {"name": "B", "teams": "Adler\nAdler"})
    assert twice.content.decode().count("heißt schon „Adler“") == 1
    form = {"days": 2, "size": 4, "central": 1, "first": "2026-10-03", "weeks": 4, "lot": "on"}
    for field, wrong in (("first", "2199-12-31"), ("first", "0001-01-01"), ("weeks", -(10**20))):
        assert leader.post(response.url, form | {field: wrong}).status_code == 422
        assert not Meeting.objects.exists(), "its dates are impossible, and nothing is stored"
    assert leader.post(response.url, form).status_code == 302
    days = season.match_days.values_list("date", flat=True)
    assert list(days) == [date(2026, 10, 3), date(2026, 10, 31)]
    assert "Spieltag 2 · " in leader.get(f"/leagues/{season.pk}/schedule/").content.decode()
    meeting = meeting_of(season)
    response = leader.post(f"/meetings/{meeting.pk}/lineup/", LINEUPS)
    made = Tournament.objects.get(season=season)
    assert response.url == f"/tournaments/{made.pk}/"
    # The second match day proposes who played on the first.
    again = leader.get(f"/meetings/{meeting_of(season, 2).pk}/lineup/").content.decode()
    assert "Kai Spieler1a" in again


@pytest.mark.parametrize("wrong", [{"teams": "A\nB\na"}, {"teams": "\u200b"}, {"division": "-"}])
def test_a_league_whose_division_is_refused_can_be_sent_again(leader, wrong):
    """The league stayed behind without a division, and its own name was taken."""
    terms = {"name": "Oberliga", "division": "Staffel 1", "teams": "Asse\nBuben"}
    refused = leader.post("/leagues/new/", terms | wrong)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == list(wrong)
    assert not Season.objects.exists()
    assert leader.post("/leagues/new/", terms).status_code == 302


def test_the_line_ups_ask_for_the_date_of_their_day_and_keep_every_name(leader: Client):
    """Sixteen names were typed, and lost on the way to the schedule that has the date."""
    season = make_league()
    season.match_days.update(date=None)
    address = f"/meetings/{meeting_of(season).pk}/lineup/"
    for typed in ("", "1066-10-14"):
        refused = leader.post(address, LINEUPS | {"date": typed})
        assert refused.status_code == 422
        assert refused.context["form"]["date"].errors
        for names in LINEUPS.values():
            assert names in refused.content.decode().replace("\r\n", "\n")
    twice = LINEUPS | {"team_2": LINEUPS["team_1"], "date": "2026-10-30"}
    refused = leader.post(address, twice)
    assert refused.context["form"]["date"].value() == "2026-10-30"
    assert meeting_of(season).match_day.date is None, "nothing of a refused form is stored"
    assert leader.post(address, LINEUPS | {"date": "2026-10-03"}).status_code == 302
    assert Tournament.objects.get(season=season).date == date(2026, 10, 3)
    assert meeting_of(season).match_day.date == date(2026, 10, 3)


def test_a_short_table_of_a_league_is_printed_in_large_type(leader: Client):
    """It hangs on the wall of the venue, and was set in 9 points however much paper was left."""
    season, *_others = played_league()
    settings = leader.get(f"/seasons/{season.pk}/settings/").content.decode()
    assert "Herausnehmen" not in settings, "its match days stay in it"
    tables = f"/leagues/{season.pk}/divisions/1"
    for what in (f"{tables}/table", f"{tables}/cross", f"/leagues/{season.pk}/schedule"):
        with recorded_texts() as drawn:
            leader.get(f"{what}.pdf")
        assert max(Counter(each.size for each in drawn).items(), key=itemgetter(1))[0] >= 10, what
    headings = leader.get(f"{tables}/cross.csv").content.decode("utf-8-sig").splitlines()[0]
    assert headings.split(";")[-2:] == ["WP", "Rang"]


def test_a_public_league_shows_nothing_of_what_is_not_released(leader: Client):
    season, meeting, _made = played_league()
    anybody = Client()
    assert anybody.get(f"/l/{season.pk}/").status_code == 404
    Season.objects.filter(pk=season.pk).update(public=True)
    page = anybody.get(f"/l/{season.pk}/")
    assert page.status_code == 200
    assert "Asse" in page.content.decode()
    table = anybody.get(f"/l/{season.pk}/1/table.csv").content.decode()
    assert ";0;0;0" in table or ",0,0,0" in table
    assert "state-provisional" in leader.get(f"/meetings/{meeting.pk}/").content.decode()
    leader.post(f"/meetings/{meeting.pk}/reported/", {"reported": "on"})
    assert "state-reported" in leader.get(f"/meetings/{meeting.pk}/").content.decode()
    table = anybody.get(f"/l/{season.pk}/1/table.csv").content.decode()
    assert ";0;0;0" not in table
    assert anybody.get(f"/l/{season.pk}/1/").status_code == 200


def test_typed_results_are_those_of_full_teams_by_the_figure_that_ranks_them(leader: Client):
    """Teams of six, ranked by game points; short ones are reckoned up."""
    season = make_league(size=6, scoring={"ranked_by": "points", "scale_short": True})
    address = f"/meetings/{meeting_of(season).pk}/results/"
    sent = {"t1_s1": "3900", "t2_s1": "4100 31 9", "t3_s1": "-100"}
    refused = leader.post(address, sent | {"t4_s1": "viel"})
    assert (refused.status_code, "viel" in refused.content.decode()) == (422, True)
    assert leader.post(address, sent).status_code == 302
    table = load_league(season).divisions[0].table
    ranks = [(row.team, row.match, row.game) for row in table[:3]]
    assert ranks == [(2, 3, 4100), (1, 2, 3900), (3, 1, -100)]
    ReportedResult.objects.filter(performance=3900).update(players=5, points=3000)
    leader.post(address, {"t1_s1": "3900 0 0", "t2_s1": "4200 31 9"})
    figures = ReportedResult.objects.values_list("performance", "points", "players")
    assert set(figures) == {(3900, 3000, 5), (4200, 4200, 6)}, "one cell was changed"


def test_a_day_to_which_no_team_came_is_reported_and_stays_in_the_schedule(leader: Client):
    meeting = meeting_of(make_league())
    meeting.teams.update(absent=True, reason="Glatteis")
    address = f"/meetings/{meeting.pk}/"
    assert 'name="reported"' in leader.get(address).content.decode()
    leader.post(f"{address}reported/", {"reported": "on"})
    assert f"{address}remove/" not in leader.get(address).content.decode()
    assert codes_of(remove_meeting, meeting, by=BY) == ["meeting-was-played"]
    plan = ScheduleFormat(days=2)
    assert codes_of(make_schedule, meeting.division, plan, by=BY) == ["division-was-played"]
    set_up = prepared(meeting_of(meeting.division.season, day=2)).meeting
    set_up.teams.update(absent=True, reason="Glatteis")
    leader.post(f"/meetings/{set_up.pk}/reported/", {"reported": "on"})
    assert Meeting.objects.exclude(reported_at=None).count() == 2, "its line-ups were there already"


def test_a_withdrawal_is_shown_as_it_was_decided(leader: Client):
    season = make_league()
    address = f"/leagues/{season.pk}/divisions/1/teams/4/"
    decision = {"from_day": 2, "results": "annul", "reason": "aufgelöst"}
    leader.post(f"{address}withdraw/", decision)
    form = leader.get(address).context["withdraw_form"]
    assert {name: form[name].value() for name in decision} == decision
    schedule = leader.get(f"/leagues/{season.pk}/divisions/1/schedule/").content.decode()
    assert "3 Mannschaften" in schedule, "it plays no more"


def test_a_division_keeps_of_its_scoring_what_its_page_does_not_ask(leader: Client):
    scoring = {
        "breakers": ["won"],
        "points": [[3, 2, 1, 0], [2, 1, 0]],
        "order": ["difference", "match", "lot"],
    }
    season = make_league(scoring=scoring)
    address = f"/leagues/{season.pk}/divisions/1/change/"
    fields = {field.name: field.value() for field in leader.get(address).context["form"]}
    data = {
        name: value
        for name, value in fields.items()
        if value not in (None, "") and value is not False
    }
    assert leader.post(address, data | {"name": "Staffel B"}).status_code == 302
    division = season.divisions.get()
    assert (division.name, division.scoring) == ("Staffel B", scoring)
    assert leader.post(address, data | {"points": "1e4 1"}).status_code == 422
    leader.post(address, data | {"points": "33.3333 0"})
    again = leader.get(address).context["form"]["points"].value()
    assert leader.post(address, data | {"points": again}).status_code == 302
    leader.post(address, data | {"points": "4 2 1 0", "order": "direct"})
    changed = {"points": [[4, 2, 1, 0]], "order": ["match", "direct", "game", "won", "lost", "lot"]}
    assert season.divisions.get().scoring == scoring | changed
    season.divisions.update(scoring={"order": ["match", "won", "lot"]})
    order = leader.get(address).context["form"]["order"]
    assert order.value() in dict(order.field.choices), "the browser would choose another one"


def test_the_file_of_another_venue_becomes_the_result_of_the_meeting(leader: Client):
    """Played elsewhere as a tournament that knows nothing of the league's people."""
    season, meeting, made = played_league()
    before = load_league(season).divisions[0].table
    document = export_text(made).encode()
    Meeting.objects.filter(pk=meeting.pk).update(tournament=None)
    Tournament.objects.filter(pk=made.pk).update(season=None)
    file = SimpleUploadedFile("venue.json", document)
    response = leader.post(f"/meetings/{meeting.pk}/import/", {"file": file})
    assert response.status_code == 302
    found = load_league(season).divisions[0]
    assert found.table == before
    assert len(found.forms) == 16
    # The people are those of the roster, not new ones.
    meeting.refresh_from_db()
    people = set(meeting.tournament.entries.values_list("person", flat=True))
    assert people == set(made.entries.values_list("person", flat=True))
    # Once more; and what is no such file.
    for content in (document, b"", b'{"tournament": 3}', b"\xff\xfe"):
        file = SimpleUploadedFile("x.json", content)
        response = leader.post(f"/meetings/{meeting.pk}/import/", {"file": file})
        assert response.status_code == 422, content


def test_a_substitution_begins_at_the_player_and_in_the_next_step(leader: Client):
    """It stood only in a fold at the foot of the meeting, and who looked for it found no teams."""
    meeting = meeting_of(make_league())
    made = prepared(meeting)
    series = made.series.get(number=1)
    draw_series(series, usual_options(series), by=BY, seed="substitute")
    move_series(series, "playing", by=BY)
    button = f'href="/meetings/{meeting.pk}/?out=3#substitute"'
    assert button in leader.get(f"/series/{series.pk}/seats/3/").content.decode()
    panel = leader.get(f"/tournaments/{made.pk}/").content.decode()
    assert f'href="/meetings/{meeting.pk}/?out=#substitute"' in panel
    page = leader.get(f"/meetings/{meeting.pk}/?out=3").content.decode()
    assert re.search(r'id="substitute" open', page)
    assert re.search(r'<option value="3" selected', page)
