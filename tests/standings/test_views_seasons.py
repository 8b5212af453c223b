"""The pages of seasons: who sees what, what they refuse, and their files."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.models import Club, ClubMember, Membership, Person, Recheck, Role, Season, Tournament
from tests.factories import make_member, make_tournament, make_user
from tests.prints.test_views_table_files import cells_of
from tests.snapshots import built_once
from tests.visitors import browser, text
from tests.years import club_year

pytestmark = pytest.mark.django_db


@built_once
def a_year() -> Season:
    return club_year(12, 5, 2)


@pytest.fixture
def season() -> Season:
    return a_year()


@pytest.fixture
def organizer(season):
    user = make_member(season.tournaments.first(), Role.ORGANIZER)
    for each in season.tournaments.exclude(memberships__user=user):
        Membership.objects.create(user=user, tournament=each, role=Role.ORGANIZER)
    return browser(user)


def url(name: str, season: Season, *more: object) -> str:
    return reverse(name, args=[season.pk, *more])


def test_everybody_sees_the_seasons_in_which_he_has_a_role(season, organizer, chief):
    stranger = browser(make_user())
    assert season.name not in text(stranger.get(reverse("seasons")))
    assert "There is no season yet" in text(stranger.get(reverse("seasons")))
    Season.objects.create(host_id=season.host_id, name="2031/32")  # has no tournament yet
    for client, names in ((organizer, [season.name]), (chief, [season.name, "2031/32"])):
        page = client.get(reverse("seasons")).context["page"]
        assert [each.name for each in page] == names
    assert stranger.get(url("season", season)).status_code == 404


def test_the_total_stands_beside_the_name(season, organizer):
    page = text(organizer.get(url("season", season)))
    assert "Rank Name Performance Average Played" in page
    assert "Last evening Vereinsabend 5" in page
    assert "Records of the season Most visits 5" in page
    assert "Next evening" in page
    season.tournaments.update(league=True)  # match points, in a club's season too
    assert "Next evening" in text(organizer.get(url("season", season)))
    Season.objects.update(kind="league")  # its schedule makes the days
    assert "Next evening" not in text(organizer.get(url("season", season)))


def test_only_who_organizes_every_evening_changes_a_season(season):
    client = browser(make_member(season.tournaments.first(), Role.ORGANIZER))
    assert "Prepare the next evening" not in text(client.get(url("season", season)))
    acts = "settings members members-fill member-add public close join remove"
    for act in acts.split():
        assert client.post(url(f"season-{act}", season)).status_code == 403, act


def test_a_member_has_a_page_with_his_pictures(season, organizer):
    page = text(organizer.get(url("season-person", season, Person.objects.first().pk)))
    assert "Evening after evening" in page
    assert "Series after series" in page
    assert organizer.get(url("season-person", season, 987_654)).status_code == 404


@pytest.mark.parametrize("kind", ["pdf", "xlsx", "csv"])
def test_tables_of_a_season_are_files(season, organizer, kind):
    person = Person.objects.first().pk
    season.members.create(person_id=person, number=1)
    for name in ("season-file", "season-days-file", "season-members-file"):
        content = organizer.get(url(name, season, kind)).content
        live = name == "season-file" and kind == "xlsx"  # its ranking are formulas
        assert ("Vereinsjahr 2026" if live else "Spieler") in "".join(cells_of(content, kind))
    assert organizer.get(url("season-person-file", season, person, kind)).status_code == 200
    assert organizer.get(reverse("honours-file", args=[kind])).status_code == 200


def test_a_year_of_forty_evenings_prints_fourteen_a_sheet(organizer, chief):
    """The sums on two sheets, then sixty people on two more for each of 14, 14 and 12 evenings."""
    season = club_year(60, 40, 1, name="Langes Jahr")
    content = chief.get(url("season-file", season, "pdf")).content
    assert "40: Vereinsabend 40" in " ".join(" ".join(cells_of(content, "pdf")).split())
    assert len(PdfReader(BytesIO(content)).pages) == 2 + 3 * 2 + 1  # the notes stand on the last
    assert chief.get(url("season-poster", season)).content.startswith(b"%PDF")
    book = load_workbook(BytesIO(chief.get(url("season-file", season, "xlsx")).content))
    assert [each.page_setup.fitToWidth for each in book.worksheets] == [4, 4, 1]
    assert book.worksheets[0].print_title_cols == "$A:$C"


def test_the_workbook_speaks_of_no_brackets_it_does_not_have(season, organizer):
    Season.objects.update(best_of=3)
    book = organizer.get(url("season-file", season, "xlsx")).content
    words = " ".join(cells_of(book, "xlsx"))
    assert "The best 3 tournaments of each person count" in words
    assert "brackets" not in words


def test_a_season_is_set_up_before_its_first_evening(chief):
    sent = {"name": "2027", "kind": "club", "order": "average", "best_of": "7", "least": "3"}
    made = chief.post(reverse("season-new"), sent)
    season = Season.objects.get()
    assert made.url == url("season", season)
    page = text(chief.get(made.url))
    for words in ("How the season begins", "Prepare the first evening", "provisional"):
        assert words in page
    members = chief.get(url("season-members", season))
    assert "everybody who has played here" not in text(members), "nobody has"
    assert url("season-members-fill", season) not in members.content.decode()
    Season.objects.create(name="2028")
    [link] = re.findall('href="(/tournaments/new/[^"]*)"', chief.get(made.url).content.decode())
    form = chief.get(unescape(link)).context["form"]
    assert form["name"].value() == "Club evening 1"
    evening = {key: form[key].value() for key in form.fields if form[key].value() is not None}
    chief.post(unescape(link), evening | {"kind": "evening", "series": "2"})
    first = Tournament.objects.get()
    assert (first.season, first.series.count(), season.best_of) == (season, 2, 7)
    again = chief.post(reverse("season-new"), {**sent, "best_of": "0"})
    assert again.status_code == 422
    assert 'value="2027"' in again.content.decode(), "what was typed stays"


def test_settings_show_what_an_evening_takes_over(season, organizer):
    page = text(organizer.get(url("season-settings", season)))
    assert "How an evening is played" in page
    assert "2 series of 12 rounds" in page
    sent = {"name": "Neuer Name", "kind": "cup", "order": "points", "best_of": "", "least": ""}
    organizer.post(url("season-settings", season), sent)
    season.refresh_from_db()
    assert (season.name, season.kind, season.order) == ("Neuer Name", "cup", "points")


def test_tournaments_join_and_leave_on_the_page_of_the_season(season, organizer, chief):
    other = make_tournament("Sommerfest")
    # The organizer of the season does not organize the tournament.
    for client, act, joined in (
        (chief, "join", season),
        (chief, "leave", None),
        (organizer, "join", None),
    ):
        answer = client.post(url(f"season-{act}", season), {"tournament": other.pk}, follow=True)
        other.refresh_from_db()
        assert other.season == joined
    assert "alert" in answer.content.decode()
    chief.post(url("season-remove", season))
    assert Season.objects.exists(), "it is not empty"
    led = Season.objects.create(name="Liga", kind="league")
    led.leaders.create(user=(leader := make_user("leader")))
    day = {"tournament": make_tournament(season=led).pk}
    assert browser(leader).post(url("season-leave", led), day).url == url("season-settings", led)
    led.leaders.create(user=make_user("deputy"))
    dismissed = browser(leader).post(url("league-leader-remove", led, leader.pk))
    assert dismissed.url == reverse("leagues"), "the settings are not for him any more"


def test_members_are_taken_over_numbered_and_named(season, organizer):
    Person.objects.last().entries.update(state="no_show")
    organizer.post(url("season-members-fill", season), {"source": ""})
    assert season.members.count() == 11
    first = season.members.first()
    numbers = {f"number_{each.person_id}": each.number for each in season.members.all()}
    sent = {**numbers, f"number_{first.person_id}": 2}
    twice = organizer.post(url("season-members", season), sent)
    assert twice.status_code == 422
    assert "Number 2 is given to several members." in text(twice)
    organizer.post(url("season-members", season), {**numbers, f"number_{first.person_id}": ""})
    assert season.members.count() == 10
    sent = {"names": f"77 {first.person}"}
    organizer.post(url("season-member-add", season), sent)
    assert season.members.get(person=first.person).number == 77
    Person.objects.update(club=Club.objects.create(name="SC Grün", host=season.host))
    long = ("Ada Neu; " + "x" * 121, "club")
    for name, said in (("Niemand", "Nobody on record"), ("Spieler", "(SC Grün)"), long):
        page = organizer.post(url("season-member-add", season), {"names": name})
        assert page.status_code == 422
        at_its_form = page.content.decode().partition("Add members")[2]
        assert "alert-danger" in at_its_form
        assert said in at_its_form


def test_a_member_added_meanwhile_stays_when_numbers_are_saved(season, organizer):
    first, second, late = Person.objects.all()[:3]
    for number, person in enumerate((first, second, late), 1):
        season.members.create(person=person, number=number)
    shown = {f"number_{first.pk}": 9, f"number_{second.pk}": ""}
    organizer.post(url("season-members", season), shown)
    assert set(season.members.values_list("person", "number")) == {(first.pk, 9), (late.pk, 3)}


def test_a_new_club_pastes_its_members_with_numbers(season, organizer):
    """Nobody of them has played or is on record: a table from a spreadsheet, and lines as typed."""
    table = "Nr.\tVorname\tNachname\tVerein\n12\tHans\tRohde\tSC Rehfelde\n\tUdo\tVoß\tSC Rehfelde"
    organizer.post(url("season-member-add", season), {"names": table})
    organizer.post(url("season-member-add", season), {"names": "7 Ada Becker\nro, ha"})
    members = [(each.number, str(each.person), each.person.club) for each in season.members.all()]
    club = Club.objects.get(name="SC Rehfelde")
    assert members == [(1, "Udo Voß", club), (7, "Ada Becker", None), (12, "Hans Rohde", club)]


def test_the_list_of_honours_names_champions_of_closed_seasons(season, organizer):
    assert "provisional" in text(organizer.get(reverse("honours")))
    assert "Take out" in text(organizer.get(url("season-settings", season)))
    organizer.post(url("season-close", season), {"on": "yes"})
    assert "Take out" not in text(organizer.get(url("season-settings", season)))
    page = organizer.get(reverse("honours"))
    assert season.name in text(page)
    assert "provisional" not in text(page)
    assert "sort=" not in page.content.decode()  # the seasons have one order
    Tournament.objects.update(state="running")
    assert "provisional" in text(organizer.get(reverse("honours")))


def test_members_of_a_club_keep_their_numbers_and_people_get_them_in_german_order(
    season, organizer
):
    """DIN 5007: ä as a; Böttcher stands before Busch."""
    club = Club.objects.create(name="Pik Dame")
    for family in ("Busch", "Kuhn", "Köhler", "Böttcher"):
        Person.objects.create(family=family, given="Ada", club=club)
    organizer.post(url("season-members-fill", season), {"source": club.pk})
    families = season.members.order_by("number").values_list("person__family", flat=True)
    assert list(families) == ["Böttcher", "Busch", "Köhler", "Kuhn"]
    season.members.all().delete()
    club = Club.objects.create(name="Kreuz Bube")
    for number, person in enumerate(Person.objects.filter(club=None)[:3], 31):
        ClubMember.objects.create(club=club, person=person, number=number)
    Person.objects.filter(memberships__club=club).update(club=club)
    organizer.post(url("season-members-fill", season), {"source": club.pk})
    assert list(season.members.values_list("number", flat=True)) == [31, 32, 33]
    again = organizer.post(url("season-members-fill", season), {"source": 987_654}, follow=True)
    assert "alert" in again.content.decode()
    assert season.members.count() == 3


def test_who_types_a_second_entry_sees_no_sum_of_the_first(season, organizer):
    user = Membership.objects.filter(role=Role.ORGANIZER).first().user
    assert organizer.get(url("season-document", season)).json()["season"]["name"] == season.name
    found = season.tournaments.first().series.first().lists.first()
    Recheck.objects.create(list=found, by=user, started_at=timezone.now())
    for name in ("season", "season-document", "season-poster"):
        assert organizer.get(url(name, season)).url == reverse("recheck-leave", args=[found.pk])
    assert organizer.get(reverse("honours")).url == reverse("recheck-leave", args=[found.pk])


def test_a_league_has_its_own_page(season, chief):
    page, league = url("season", season), url("league", season)
    assert league not in chief.get(page).content.decode()
    Season.objects.update(kind="league")
    assert league in chief.get(page).content.decode()
    assert season.name not in text(chief.get(reverse("honours"))), "teams win a league"
