"""The players page: registration by name, suggestions, corrections, undo."""

import gc

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Actor, Entry, LogEntry, Person, Tournament
from scoring.people.services.leaving import leave_after
from scoring.templatetags import shell
from tests.factories import make_category, make_entries, make_tournament, seated
from tests.refusals import codes_of
from tests.visitors import HTMX, member, text

pytestmark = pytest.mark.django_db


def add(clerk: Client, tournament: Tournament, **fields: object):
    return clerk.post(f"/tournaments/{tournament.pk}/entries/add/", fields, headers=HTMX)


def test_without_javascript_the_page_comes_back(clerk: Client, tournament: Tournament):
    address = f"/tournaments/{tournament.pk}/entries/add/"
    assert "1 · Max Marder" in text(clerk.post(address, {"name": "Max Marder"}, follow=True))
    again = clerk.post(address, {"name": "Max Marder"})
    assert again.status_code == 422
    assert "entered already, with number 1" in text(again)
    assert "New: Max Marder" in text(again)
    assert 'value="Max Marder"' in again.content.decode(), "the input is kept"
    for invalid in ("", "\x00", ",", "x" * 163, "…"):
        assert clerk.post(address, {"name": invalid}).status_code == 422


def test_the_first_clubs_by_name_are_suggested(tournament: Tournament, monkeypatch):
    monkeypatch.setattr(shell, "MAX_CLUBS", 1)
    for entry, club in zip(make_entries(tournament, 2), ("Zwickau", "Aachen"), strict=True):
        Entry.objects.filter(pk=entry.pk).update(club_name=club)
    assert shell.known_clubs(tournament) == ["Aachen"]


def test_of_two_namesakes_on_record_one_is_chosen_by_a_button(clerk, tournament: Tournament):
    """Two letters suggest them; an entry made by mistake is removed again."""
    people = [Person.objects.create(family="Marder", given="Änne") for _each in range(2)]
    suggest = f"/tournaments/{tournament.pk}/entries/suggest/"
    assert "Änne Marder" in text(clerk.get(suggest, {"name": "än"}))
    assert text(clerk.get(suggest, {"name": " "})) == ""
    refused = add(clerk, tournament, name="Änne Marder")
    for person in people:
        assert f'name="person" value="{person.pk}"' in refused.content.decode()
    added = add(clerk, tournament, name="Änne Marder", person=people[1].pk)
    entry = Entry.objects.get()
    assert entry.person == people[1]
    assert "1 · Änne Marder" in text(added)
    assert '<tbody id="rows" hx-swap-oob="beforeend">' in added.content.decode()
    assert 'placeholder="2"' in added.content.decode(), "the field shows the next free number"
    response = clerk.post(f"/entries/{entry.pk}/remove/", headers=HTMX)
    assert "Number 1 is removed." in text(response)
    assert f'<tr id="entry-{entry.pk}" hx-swap-oob="delete">' in response.content.decode()
    assert not Entry.objects.exists()


def test_seated_player_is_not_removed():
    tournament = seated(4).tournament
    clerk, entry = member(tournament, "clerk"), tournament.entries.first()
    refused = clerk.post(f"/entries/{entry.pk}/remove/", headers=HTMX)
    assert refused.status_code == 422
    assert f"{entry}: " in text(refused)
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_the_list_is_searched_by_name_club_and_number(clerk: Client, tournament: Tournament):
    make_entries(tournament, 20)
    address = f"/tournaments/{tournament.pk}/entries/"
    assert text(clerk.get(address, {"q": "krahe"})).count("Käthe Krähe") >= 1
    assert "Ada Amsel" not in text(clerk.get(address, {"q": "krahe"}))
    assert len(clerk.get(address, {"q": "7"}).context["page"].object_list) == 1
    assert "Nobody of that name plays here." in text(clerk.get(address, {"q": "zzz"}))
    assert "quick-add" not in member(tournament, "viewer").get(address).content.decode()


def test_clerk_withdraws_and_referee_expels(clerk: Client, tournament: Tournament):
    """TO 6.2: a clerk has no right to expel."""
    referee = member(tournament, "referee")
    [entry] = make_entries(tournament, 1)
    address = f"/entries/{entry.pk}/state/"
    clerk.post(address, {"state": "withdrawn"})
    assert Entry.objects.get().state == "withdrawn"
    assert clerk.post(address, {"state": "expelled", "reason": "no"}).status_code == 403
    assert "Please give the reason" in text(
        referee.post(address, {"state": "expelled"}, follow=True)
    )
    referee.post(address, {"state": "expelled", "reason": "threw cards"})
    assert Entry.objects.get().state == "expelled"
    assert LogEntry.objects.filter(action="entry.state").last().reason == "threw cards"
    assert clerk.post(address, {"state": "present"}).status_code == 403


def test_shared_person_is_not_renamed_and_input_is_kept(clerk, tournament):
    [entry] = make_entries(tournament, 1)
    earlier = make_tournament("Oktoberpokal")
    Entry.objects.create(tournament=earlier, person=entry.person, start_number=4)
    sent = {"start_number": "1", "given": "Ada", "family": "Ameise", "from_series": "1"}
    answer = clerk.post(f"/entries/{entry.pk}/change/", sent)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'id="id_family_error"' in html
    assert "Oktoberpokal" in html
    assert html.count("Ameise") == html.count('value="Ameise"') == 1, "not as his name"
    assert Person.objects.get().family == "Amsel"


def test_a_refused_category_keeps_the_name_unchanged(clerk, tournament: Tournament):
    [entry] = make_entries(tournament, 1)
    ladies = make_category(tournament, "Damen", ())
    Tournament.objects.update(state="final")
    sent = {"start_number": "7", "family": "Ameise", "from_series": "1", "categories": ladies.pk}
    refused = clerk.post(f"/entries/{entry.pk}/change/", sent)
    html = refused.content.decode()
    assert (refused.status_code, html.count("Ameise")) == (422, html.count('value="Ameise"'))
    entry.refresh_from_db()
    assert (entry.person.family, entry.start_number) == ("Amsel", 1)
    Tournament.objects.update(state="prepare")
    assert clerk.post(f"/entries/{entry.pk}/change/", sent).status_code == 302
    assert set(LogEntry.objects.filter(action="entry.categories").values_list("subject")) == {
        ("entry/7",)
    }


def test_a_page_of_players_leaves_no_more_of_them_in_memory_than_it_shows(
    clerk: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
):
    """Rows that refer to each other stay there until the next full search for such circles."""
    monkeypatch.setattr("scoring.people.views.registration.PER_PAGE", 2)
    make_entries(tournament, 5)
    page = f"/tournaments/{tournament.pk}/entries/"
    assert 'href="?page=2"' in clerk.get(page).content.decode()
    gc.collect()
    gc.disable()
    try:
        before = {id(each) for each in gc.get_objects() if type(each) is Entry}
        clerk.get(page)
        after = {id(each) for each in gc.get_objects() if type(each) is Entry}
    finally:
        gc.enable()
    assert len(after - before) <= 2


# Present, absent and leaving beside a name in a series


def test_a_player_leaves_after_the_series_of_the_page_and_stays_after_all():
    series = seated(8)
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    address = reverse("entry-leave", args=[entry.pk])
    answer = clerk.post(address, {"series": str(series.pk)})
    assert answer.headers["Location"] == reverse("series-seat", args=[series.pk, 3])
    entry.refresh_from_db()
    assert (entry.until_series, entry.plays(1), entry.plays(2)) == (1, True, False)
    assert LogEntry.objects.get(action="entry.changed").new == {"until_series": 1}
    clerk.post(address, {"series": str(series.pk), "stays": "yes"})
    entry.refresh_from_db()
    assert entry.until_series is None
    for unknown in ("", "9" * 40):
        assert clerk.post(address, {"series": unknown}).status_code == 404
    Entry.objects.filter(pk=entry.pk).update(from_series=2, start_number=77)  # meanwhile
    leave_after(entry, 2, by=Actor(name="test"))
    assert LogEntry.objects.latest("id").subject == "entry/77"
    assert codes_of(leave_after, entry, 1, by=Actor(name="test")) == ["leaves-before-coming"]


def test_a_state_set_beside_a_name_leads_back_to_it_and_names_the_vacated_seat():
    series = seated(8)
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    sent = {"state": "no_show", "series": str(series.pk)}
    page = clerk.post(reverse("entry-state", args=[entry.pk]), sent, follow=True)
    assert page.request["PATH_INFO"] == reverse("series-seat", args=[series.pk, 3])
    assert "no. 3 has a seat and is not there" in text(page)
    assert "Is here again" in text(page)
