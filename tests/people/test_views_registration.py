"""The pages of the registration desk, categories, teams, clubs and the register."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.text import Register
from scoring.models import (
    Actor,
    Booking,
    Category,
    Entry,
    Fees,
    Membership,
    Person,
    Role,
    Team,
    Tournament,
)
from scoring.money.services.ledger import book
from scoring.money.services.pots import counter_book
from scoring.people.services import leaving
from tests.factories import make_entries, make_team, make_tournament
from tests.visitors import HTMX, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 8)
    return tournament


def base(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}"


@pytest.fixture
def desk(tournament: Tournament) -> Callable[..., HttpResponse]:
    """A clerk's line and its answer; an entry fee of 17 euros."""
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")

    def post(name: str, page: str = "add", **sent: object) -> HttpResponse:
        address = f"{base(tournament)}/entries/{page}/"
        return clerk.post(address, {"name": name, **sent}, headers=HTMX)

    post.client = clerk
    return post


def test_answer_shows_payment_change_and_undo(tournament, desk):
    answer = text(desk("Max Marder =20", token="token-of-max"))
    assert "€17.00" in answer
    assert "gives €20.00 → €3.00 back" in answer
    for amount, change in (("=50", "€33.00 back"), ("=5", "not enough")):
        assert change in text(desk(amount, meant="token-of-max"))
    counter_book(Booking.objects.get(), by=Actor(name="test"), reason="false money")
    desk("=17", meant="token-of-max")
    assert "pays later" in text(desk("Mia Meise =0"))
    assert Booking.objects.count() == 3
    for _each in range(2):
        undone = text(desk("", "undo"))
    assert "Number 9 is removed." in undone
    assert "€17.00 back" in undone
    assert sum(Booking.objects.values_list("cents", flat=True)) == 0
    assert not Person.objects.filter(family__in=("Marder", "Meise")).exists()
    undo = f"{base(tournament)}/entries/undo/"
    assert "No entry is left" in text(desk.client.post(undo, follow=True))
    desk("Max Marder")
    assert "Given back: €17.00." in text(desk.client.post(undo, follow=True))


def test_undo_removes_the_row_of_the_player_whom_it_took_back(desk, monkeypatch):
    """The same account may have entered another one since the request came."""
    desk("Max Marder")
    undo = leaving.undo_registration

    def undo_later(*args: object, **kwargs: object) -> object:
        desk("Mia Meise")
        return undo(*args, **kwargs)

    monkeypatch.setattr(leaving, "undo_registration", undo_later)
    answer = desk("", "undo").content.decode()
    assert "Number 10 is removed." in answer
    assert f'"entry-{Entry.objects.get(person__family="Marder").pk}"' not in answer


def test_the_register_is_searched_once_for_a_new_name(desk, monkeypatch):
    searched, near = [], Register.near
    monkeypatch.setattr(Register, "near", lambda *args: searched.append(1) or near(*args))
    desk("Max Marder")
    assert len(searched) == 1


def test_a_number_before_the_name_is_the_start_number(tournament, desk):
    """As in a pasted list; alone it is not somebody's name."""
    desk("41 Max Marder")
    entry = tournament.entries.get(start_number=41)
    assert str(entry.person) == "Max Marder"
    missing, taken = "A name is missing.", "41 is taken"
    # With an amount it is not the money of whoever was typed before.
    for line, sentence in (("41", missing), ("3 =20", missing), ("41 Mia Meise", taken)):
        assert sentence in text(desk(line))
    assert tournament.entries.count() == 9


def test_money_alone_is_paid_by_who_was_typed_before(tournament, desk):
    """The page names the token of his line; whoever else was entered since pays nothing."""
    mia, max_ = "token-of-mia", "token-of-max"
    desk("Mia Meise =0", token=mia)
    page = desk.client.get(f"{base(tournament)}/entries/").content.decode()
    assert f'name="meant" value="{mia}"' in page
    desk("Max Marder =0", token=max_)
    assert "Mia Meise" in text(desk("=20", meant=mia))
    assert Booking.objects.get().entry.person.family == "Meise"
    for meant, why in (("token-of-nobody", "Not booked"), ("", "Nobody has been entered")):
        refused = desk("=20", meant=meant)
        assert refused.status_code == 422
        assert why in text(refused)
    desk("", "undo")
    desk("Bea Biber =0", token="token-of-bea")
    assert "Not booked" in text(desk("=20", meant=max_)), "his number is hers now"
    assert Booking.objects.count() == 1
    desk("Ada Amsel", person=tournament.entries.first().person_id, token="token-of-ada")
    answer = text(desk("=20", meant="token-of-ada"))
    assert "Ada Amsel" in answer
    assert "€3.00 back" in answer, "a payment was typed before"
    leaving.remove_entry(tournament.entries.get(start_number=1), by=Actor(name="test"))
    assert "Not booked" in text(desk("=20", meant="token-of-ada")), "she is removed"
    assert "This was saved already" in text(desk("Ada Amsel", token="token-of-ada"))


@pytest.mark.parametrize(
    "line", ["Mia Meise =5", "Ada Amsel =20", "Ada Amsel! =17", "Ada Amsel /tom =17"]
)
def test_line_that_arrives_again_is_answered_as_at_first(tournament, desk, line):
    """Its answer was lost: who was entered by it owes by now, or who owed has paid.

    Whoever pays may choose a pot or initials by the same line.
    """
    raffle = {"title": "Tombola", "kind": "overall", "optional": True, "stake_cents": 500}
    tournament.pots.create(number=1, **raffle)
    answers = [desk(line, token="token-of-the-line") for _time in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    first, again = map(text, answers)
    assert first == again
    assert tournament.entries.count() == (8 if "Amsel" in line else 9)
    assert Booking.objects.count() == 1


def test_registered_player_pays_by_the_same_line(tournament, desk):
    """Eight were entered from a list; two letters find one of them, Enter takes his money."""
    suggest = f"{base(tournament)}/entries/suggest/"
    found = desk.client.get(suggest, {"name": "am =20"})
    assert "plays with number 1 · owes €17.00" in text(found)
    person = tournament.entries.first().person_id
    assert "gives €20.00 → €3.00 back" in text(desk("Ada Amsel =20", person=person))
    assert tournament.entries.count() == 8
    assert Booking.objects.get().cents == 1_700
    again = desk.client.get(suggest, {"name": "am"})
    assert 'aria-disabled="true"' in again.content.decode()
    assert desk("Ada Amsel", person=person).status_code == 422


def test_every_refusal_names_the_whole_line(desk):
    for line in ("Max Marder =2x", "Max Marder /200", "=20", "Ada Amsel /x", "Max Marder /x =20"):
        refused = desk(line)
        assert refused.status_code == 422
        assert f"<strong>{line}:</strong>" in refused.content.decode()
    assert "“x” is not a category" in text(refused)


@pytest.mark.parametrize("number", ["12a", "100000"])
def test_a_refused_start_number_is_named_and_kept_with_its_line(desk, number: str):
    sent = {"name": "Max Marder", "club": "Kreuzbube", "start_number": number}
    refused = desk(**sent)
    assert f"Max Marder: Start number “{number}”: please type a whole number" in text(refused)
    for name, value in sent.items():
        assert f'data-{name}="{value}"' in refused.content.decode()


def test_categories_are_made_changed_filled_and_removed(tournament, organizer: Client):
    page = base(tournament) + "/categories/"
    assert "No categories yet" in text(organizer.get(page))
    organizer.post(page + "suggested/")
    assert Category.objects.count() == 5
    category = Category.objects.first()
    data = {"category": category.pk, "name": "Frauen", "entry_cents": "5", "ranked": "on"}
    organizer.post(page + "change/", data)
    category.refresh_from_db()
    assert (category.name, category.entry_cents) == ("Frauen", 500)
    assert "/f Frauen €5.00" in text(organizer.get(base(tournament) + "/entries/"))
    sent = {"category": category.pk, "numbers": "1 3-5"}
    assert "4 players changed" in text(organizer.post(page + "assign/", sent, follow=True))
    wrong = organizer.post(page + "assign/", sent | {"numbers": "1 x"}, follow=True)
    assert "“x” cannot be read" in text(wrong)
    organizer.post(page + "remove/", {"category": category.pk})
    assert not Category.objects.filter(pk=category.pk).exists()
    gone = organizer.post(page + "remove/", {"category": category.pk}, follow=True)
    assert "has been removed" in text(gone)


def test_a_team_is_formed_by_a_line_and_mended_on_its_page(tournament, organizer: Client):
    page = base(tournament) + "/teams/"
    # The page was open when the kind was removed: 422 and the line, no page that follows.
    uncounted = {"kind": "tandem", "line": "Igel 1 <2>"}
    refused = organizer.post(page + "add/", uncounted, headers=HTMX)
    assert (refused.status_code, refused["HX-Reswap"]) == (422, "none")
    assert "Igel 1 <2>: Teams of this kind are not counted" in text(refused)
    assert 'data-line="Igel 1 &lt;2&gt;"' in refused.content.decode()
    organizer.post(page + "contest/", {"kind": "team", "size": "3"})
    organizer.post(page + "add/", {"kind": "team", "line": "Igel 1 2 3"})
    refused = organizer.post(page + "add/", {"kind": "team", "line": "Uhu 3 4"})
    assert refused.status_code == 422
    assert "Number 3 plays for “Igel”." in text(refused)
    assert 'value="Uhu 3 4"' in refused.content.decode()
    team = Team.objects.get()
    organizer.post(f"/teams/{team.pk}/", {"name": "Igel", "members": "1 2 3(–1) 4(2–)"})
    assert "from series 2" in text(organizer.get(f"/teams/{team.pk}/"))
    draw = {"kind": "team", "seed": "abc", "short": "on"}
    assert "1 team drawn." in text(organizer.post(page + "draw/", draw, follow=True))
    assert Team.objects.count() == 2, "nobody is a team alone"
    organizer.post(f"/teams/{team.pk}/remove/")
    assert not Team.objects.filter(pk=team.pk).exists()


def test_wishes_and_classes_of_a_player_are_kept(tournament, organizer: Client):
    category = Category.objects.create(tournament=tournament, name="Damen")
    entry = tournament.entries.first()
    sent = {"start_number": "1", "given": "Ada", "family": "Amsel", "categories": [category.pk]}
    sent |= {"from_series": "2", "until_series": "3", "fixed_table": "4", "three_seats": "on"}
    sent |= {"passport": "D-17", "birth_year": "1954"}
    organizer.post(f"/entries/{entry.pk}/change/", sent)
    entry.refresh_from_db()
    assert (entry.from_series, entry.until_series, entry.fixed_table) == (2, 3, 4)
    assert entry.three_seats
    assert (entry.person.passport, entry.person.birth_year) == ("D-17", 1954)
    assert entry.in_categories.get().category == category
    page = text(organizer.get(base(tournament) + "/entries/"))
    assert "Ada Amsel Damen from series 2 until series 3 table 4" in page


def test_merge_is_previewed(tournament, organizer: Client):
    gone, kept = Person.objects.create(family="Amsel", given="Ada"), tournament.entries.first()
    page = base(tournament) + "/register/"
    assert "Perhaps the same person 1" in text(organizer.get(page))
    query = {"person": gone.pk, "kept": kept.person_id}
    assert "No result changes" in text(organizer.get(page + "merge/", query))
    assert Person.objects.filter(pk=gone.pk).exists()
    organizer.post(page + "merge/", query)
    assert not Person.objects.filter(pk=gone.pk).exists()


def test_anonymising_is_previewed_and_too_early_shows_the_date(tournament, organizer: Client):
    page = base(tournament) + "/register/"
    assert "Choose all" not in text(organizer.get(page))
    people = [entry.person_id for entry in tournament.entries.all()]
    answer = organizer.get(page + "anonymise/", {"person": people[0]})
    assert answer.status_code == 422
    assert "kept for six months" in text(answer)
    organizer.post(page + "anonymise/", {"person": people[0], "seen": "1"})
    assert not Person.objects.exclude(anonymised_at=None).exists()
    Tournament.objects.filter(pk=tournament.pk).update(date=date(2020, 1, 1))
    answer = organizer.get(page)
    assert "Choose all" in text(answer)
    assert answer.content.decode().count('name="person"') == len(people)
    # Whoever never played leaves no row behind when his name is removed at another desk.
    chosen = [*people[:2], 4711]
    preview = organizer.post(page + "anonymise/", {"person": chosen})
    assert "Remove these 2 names for good" in text(preview)
    assert not Person.objects.exclude(anonymised_at=None).exists()
    done = organizer.post(page + "anonymise/", {"person": chosen, "seen": "1"}, follow=True)
    assert "2 names are removed; all results stay." in text(done)
    removed = Person.objects.exclude(anonymised_at=None).values_list("pk", flat=True)
    assert set(removed) == set(people[:2])


def test_a_final_result_offers_no_act_that_it_refuses(tournament, organizer: Client):
    """Players, teams and points change no final result; the pages say how it is opened again."""
    make_team(tournament, [1, 2], kind="tandem", size=2)
    forms = {"entries/": "/entries/add/", "teams/": "/teams/add/", "adjustments/": 'name="points"'}
    for final in (False, True):
        if final:
            Tournament.objects.update(state="final")
        for page, form in forms.items():
            answer = organizer.get(f"/tournaments/{tournament.pk}/{page}")
            assert (form in answer.content.decode()) is not final, page
            assert ("Take it back to review first." in text(answer)) is final, page
    team = organizer.get(f"/teams/{tournament.team_contests.get().teams.get().pk}/")
    assert "/remove/" not in team.content.decode()


@pytest.fixture
def entry():
    """Somebody who paid his fee, beside another player."""
    tournament = make_tournament("Herbstpokal", state="running")
    mine, _other = make_entries(tournament, 2)
    mine.person.family, mine.person.birth_year = "Becker", 1954
    mine.person.save()
    book(tournament, 1000, kind="entry_fee", entry=mine, by=Actor(name="test"), reason="bar")
    return mine


def asked(client, entry, tournament=None):
    address = reverse("person-data", args=[(tournament or entry.tournament).pk])
    return client.get(address, {"person": entry.person_id})


def test_everything_about_a_person_is_in_one_file(entry):
    pot = entry.tournament.pots.create(number=1, title="Sachpreise", kind="overall")
    pot.in_kind.create(number=1, title="Schinken", entry=entry)
    answer = asked(member(entry.tournament, Role.ORGANIZER), entry)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert (data["person"]["family"], data["person"]["birth_year"]) == ("Becker", 1954)
    assert data["entries"][0]["start_number"] == entry.start_number
    assert [(row["cents"], row["note"]) for row in data["booking"]] == [(1000, "bar")]
    assert [thing["title"] for thing in data["prizeinkind"]] == ["Schinken"]
    other = entry.tournament.entries.exclude(pk=entry.pk).get()
    assert other.person.family not in answer.content.decode()
    register = reverse("register", args=[entry.tournament_id])
    page = answer.client.get(register, {"q": "becker"}).content.decode()
    assert f"{answer.request['PATH_INFO']}?person={entry.person_id}" in page, "leads to it"


def test_of_tournaments_that_another_organizes_only_the_name_is_told(entry):
    mine = make_tournament("Sommerpokal")
    data = asked(member(mine, Role.ORGANIZER), entry, mine).json()
    assert (data["elsewhere"], data["entries"], "booking" in data) == (["Herbstpokal"], [], False)


def test_names_whose_six_months_are_over_are_a_step_after_a_tournament():
    """TO 7.4.4; docs/privacy.md "How long". At the door nobody counts them for every player."""
    old = make_tournament("Frühling", date=timezone.localdate() - timedelta(days=300))
    make_entries(old, 2)
    new = make_tournament("Herbst")
    client = member(new, Role.ORGANIZER)
    user = Membership.objects.get(tournament=new).user
    Membership.objects.create(user=user, tournament=old, role=Role.ORGANIZER)
    for state, asked in (("prepare", False), ("running", False), ("final", True)):
        Tournament.objects.update(state=state)
        page = text(client.get(reverse("tournament", args=[new.pk])))
        sentence = "2 people have not played for six months: remove their names"
        assert (sentence in page) is asked, state
