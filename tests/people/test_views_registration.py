"""The pages of categories, teams, clubs, the register and the import."""

import io
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from scoring.models import Booking, Category, Club, Entry, Fees, Person, Team, Tournament
from tests.factories import make_entries, make_team, make_tournament
from tests.visitors import HTMX, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 8)
    return tournament


@pytest.fixture
def organizer(tournament: Tournament) -> Client:
    return member(tournament, "organizer")


def base(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}"


# Registration -----------------------------------------------------------------------------------


def test_answer_shows_payment_change_and_undo(tournament):
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")
    page = base(tournament) + "/entries/"
    answer = text(clerk.post(page + "add/", {"name": "Max Marder =20"}, headers=HTMX))
    assert "€17.00" in answer
    assert "gives €20.00 → €3.00 back" in answer
    assert "€33.00 back" in text(clerk.post(page + "add/", {"name": "=50"}, headers=HTMX))
    assert "not enough" in text(clerk.post(page + "add/", {"name": "=5"}, headers=HTMX))
    assert "pays later" in text(clerk.post(page + "add/", {"name": "Mia Meise =0"}, headers=HTMX))
    assert Booking.objects.count() == 1
    for _each in range(2):
        undone = clerk.post(page + "undo/", headers=HTMX)
    assert "Number 9 is removed." in text(undone)
    assert "€17.00 back" in text(undone)
    assert sum(Booking.objects.values_list("cents", flat=True)) == 0
    assert "Nobody is left" in text(clerk.post(page + "undo/", follow=True))


def test_money_alone_is_paid_by_who_was_typed_before(tournament):
    """The page names the token of his line; whoever else was entered since pays nothing."""
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")
    page = base(tournament) + "/entries/"
    mia, max_ = "token-of-mia", "token-of-max"
    clerk.post(page + "add/", {"name": "Mia Meise =0", "token": mia}, headers=HTMX)
    assert f'name="meant" value="{mia}"' in clerk.get(page).content.decode()
    clerk.post(page + "add/", {"name": "Max Marder =0", "token": max_}, headers=HTMX)
    answer = clerk.post(page + "add/", {"name": "=20", "meant": mia}, headers=HTMX)
    assert "Mia Meise" in text(answer)
    assert Booking.objects.get().entry.person.family == "Meise"
    for meant, why in (("token-of-nobody", "Not booked"), ("", "Nobody has been entered")):
        refused = clerk.post(page + "add/", {"name": "=20", "meant": meant}, headers=HTMX)
        assert refused.status_code == 422
        assert why in text(refused)
    clerk.post(page + "undo/", headers=HTMX)
    clerk.post(page + "add/", {"name": "Bea Biber =0", "token": "token-of-bea"}, headers=HTMX)
    refused = clerk.post(page + "add/", {"name": "=20", "meant": max_}, headers=HTMX)
    assert "Not booked" in text(refused), "his number is hers now"
    assert Booking.objects.count() == 1


def test_money_alone_behind_a_payment_is_of_who_paid(tournament):
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")
    page = base(tournament) + "/entries/"
    clerk.post(page + "add/", {"name": "Mia Meise"}, headers=HTMX)
    person = tournament.entries.first().person_id
    paid = {"name": "Ada Amsel", "person": person, "token": "token-of-ada"}
    clerk.post(page + "add/", paid, headers=HTMX)
    answer = clerk.post(page + "add/", {"name": "=20", "meant": "token-of-ada"}, headers=HTMX)
    assert "Ada Amsel" in text(answer)
    assert "€3.00 back" in text(answer)


@pytest.mark.parametrize("line", ["Mia Meise =5", "Ada Amsel =20"])
def test_line_that_arrives_again_is_answered_as_at_first(tournament, line):
    """Its answer was lost: who was entered by it owes by now, or who owed has paid."""
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")
    sent = {"name": line, "token": "token-of-the-line"}
    answers = [
        clerk.post(f"{base(tournament)}/entries/add/", sent, headers=HTMX) for _time in range(2)
    ]
    assert [each.status_code for each in answers] == [200, 200]
    first, again = map(text, answers)
    assert first == again
    assert tournament.entries.count() == (8 if "Amsel" in line else 9)
    assert Booking.objects.count() == 1


def test_registered_player_pays_by_the_same_line(tournament):
    """Eight were entered from a list; two letters find one of them, Enter takes his money."""
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    clerk = member(tournament, "clerk")
    page = base(tournament) + "/entries/"
    found = clerk.get(page + "suggest/", {"name": "am =20"})
    assert "plays with number 1 · owes €17.00" in text(found)
    person = tournament.entries.first().person_id
    answer = clerk.post(page + "add/", {"name": "Ada Amsel =20", "person": person}, headers=HTMX)
    assert "gives €20.00 → €3.00 back" in text(answer)
    assert tournament.entries.count() == 8
    assert Booking.objects.get().cents == 1_700
    again = clerk.get(page + "suggest/", {"name": "am"})
    assert 'aria-disabled="true"' in again.content.decode()
    refused = clerk.post(page + "add/", {"name": "Ada Amsel", "person": person}, headers=HTMX)
    assert refused.status_code == 422


def test_category_keys_are_listed_and_unknown_ones_reported(tournament, organizer: Client):
    organizer.post(base(tournament) + "/categories/add/", {"name": "Damen", "entry_cents": "12,50"})
    page = base(tournament) + "/entries/"
    assert "/d Damen €12.50" in text(organizer.get(page))
    refused = organizer.post(page + "add/", {"name": "Max Marder /x"}, headers=HTMX)
    assert refused.status_code == 422
    assert "“x” is no category" in text(refused)


@pytest.mark.parametrize(
    "line", ["Max Marder =2x", "Max Marder /200", "=20", "Max Marder /x =20", "Ada Amsel /x =20"]
)
def test_every_refusal_names_the_whole_line(tournament, line: str):
    Fees.objects.create(tournament=tournament, entry_cents=1_700)
    add = base(tournament) + "/entries/add/"
    refused = member(tournament, "clerk").post(add, {"name": line}, headers=HTMX)
    assert refused.status_code == 422
    assert f"<strong>{line}:</strong>" in refused.content.decode()


@pytest.mark.parametrize("number", ["12a", "100000"])
def test_a_refused_start_number_is_named_and_kept_with_its_line(tournament, number: str):
    add = base(tournament) + "/entries/add/"
    sent = {"name": "Max Marder", "club": "Kreuzbube", "start_number": number}
    refused = member(tournament, "clerk").post(add, sent, headers=HTMX)
    assert refused.status_code == 422
    assert f"Max Marder: Start number “{number}”: please type a whole number" in text(refused)
    for name, value in sent.items():
        assert f'data-{name}="{value}"' in refused.content.decode()


# Categories and teams ---------------------------------------------------------------------------


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


def test_a_line_for_teams_that_are_counted_no_longer_is_kept(tournament, organizer: Client):
    """The page was open when the kind was removed: 422 and the line, no page that follows."""
    add = base(tournament) + "/teams/add/"
    sent = {"kind": "tandem", "line": "Igel 1 <2>"}
    refused = organizer.post(add, sent, headers=HTMX)
    assert refused.status_code == 422
    assert refused["HX-Reswap"] == "none"
    assert "Igel 1 <2>: Teams of this kind are not counted" in text(refused)
    assert 'data-line="Igel 1 &lt;2&gt;"' in refused.content.decode()
    followed = organizer.post(add, sent, follow=True)
    assert "Igel 1 <2>: Teams of this kind are not counted" in text(followed)


def test_wishes_and_classes_of_a_player_are_kept(tournament, organizer: Client):
    category = Category.objects.create(tournament=tournament, name="Damen")
    entry = tournament.entries.first()
    organizer.post(
        f"/entries/{entry.pk}/change/",
        {
            "start_number": "1",
            "given": "Ada",
            "family": "Amsel",
            "from_series": "2",
            "until_series": "3",
            "fixed_table": "4",
            "three_seats": "on",
            "passport": "D-17",
            "birth_year": "1954",
            "categories": [category.pk],
        },
    )
    entry.refresh_from_db()
    assert (entry.from_series, entry.until_series, entry.fixed_table) == (2, 3, 4)
    assert entry.three_seats
    assert (entry.person.passport, entry.person.birth_year) == ("D-17", 1954)
    assert entry.in_categories.get().category == category
    page = text(organizer.get(base(tournament) + "/entries/"))
    assert "Ada Amsel Damen from series 2 until series 3 table 4" in page


# Clubs and the register -------------------------------------------------------------------------


def test_a_name_that_another_club_has_is_refused(tournament, organizer: Client):
    one, _other = (Club.objects.create(name=name) for name in ("Kreuzbube", "Kreuz Bube"))
    sent = {"club": one.pk, "name": "Kreuz Bube"}
    refused = organizer.post(f"{base(tournament)}/clubs/rename/", sent)
    assert refused.status_code == 422
    assert "Merge the two instead" in text(refused)


def test_merge_is_previewed(tournament, organizer: Client):
    gone, kept = Person.objects.create(family="Amsel", given="Ada"), tournament.entries.first()
    page = base(tournament) + "/register/"
    assert "Perhaps the same person 1" in text(organizer.get(page))
    query = {"person": gone.pk, "kept": kept.person_id}
    assert "No result changes" in text(organizer.get(page + "merge/", query))
    assert Person.objects.filter(pk=gone.pk).exists()
    organizer.post(page + "merge/", query)
    assert not Person.objects.filter(pk=gone.pk).exists()


def test_anonymising_too_early_shows_the_date(tournament, organizer: Client):
    person = tournament.entries.first().person
    page = base(tournament) + "/register/anonymise/"
    answer = organizer.get(page, {"person": person.pk})
    assert answer.status_code == 422
    assert "kept for six months" in text(answer)
    assert "TO 7.4.4" in text(answer)
    organizer.post(page, {"person": person.pk})
    person.refresh_from_db()
    assert person.anonymised_at is None


def test_anonymising_many_is_previewed(tournament, organizer: Client):
    page = base(tournament) + "/register/"
    assert "Choose all" not in text(organizer.get(page))
    Tournament.objects.filter(pk=tournament.pk).update(date=date(2020, 1, 1))
    answer = organizer.get(page)
    people = [entry.person_id for entry in tournament.entries.all()]
    assert "Choose all" in text(answer)
    assert answer.content.decode().count('name="person"') == len(people)
    chosen = people[:2]
    preview = organizer.post(page + "anonymise/many/", {"person": chosen})
    assert "Remove these 2 names for good" in text(preview)
    assert not Person.objects.exclude(anonymised_at=None).exists()
    done = organizer.post(page + "anonymise/many/", {"person": chosen, "seen": "1"}, follow=True)
    assert "2 names are removed; all results stay." in text(done)
    assert set(Person.objects.exclude(anonymised_at=None).values_list("pk", flat=True)) == set(
        chosen
    )


def test_already_removed_person_does_not_block_the_others(tournament, organizer: Client):
    """Whoever never played leaves no row behind when his name is removed at another desk."""
    gone = Person.objects.create(family="Uhu")
    person_ids = [gone.pk, Person.objects.create(family="Specht").pk]
    gone.delete()
    preview = organizer.post(base(tournament) + "/register/anonymise/many/", {"person": person_ids})
    assert "Remove this name for good" in text(preview)


# Import -----------------------------------------------------------------------------------------


def table(*rows: list[object]) -> SimpleUploadedFile:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return SimpleUploadedFile("players.xlsx", out.getvalue())


def hidden(html: str, name: str) -> str:
    return unescape(html.partition(f'name="{name}" value="')[2].partition('"')[0])


def test_a_table_is_shown_then_entered_and_the_second_time_nothing_is_left(tournament, organizer):
    page = base(tournament) + "/entries/import/"
    sent = [
        ["Verein", "Name", "Vorname"],
        ["SC", "Uhu", "Uwe"],
        ["", "Amsel", "Ada"],
        ["", "", "X"],
    ]
    for again in (False, True):
        shown = organizer.post(page, {"file": table(*sent)})
        assert "plays here already number 1" in text(shown)
        assert "A name is missing." in text(shown)
        if again:
            break
        assert Entry.objects.count() == 8, "nothing is written before it is confirmed"
        html = shown.content.decode()
        data = {"upload": hidden(html, "upload")}
        done = organizer.post(page, data | {"step": "enter"}, follow=True)
        assert "1 player entered." in text(done)
    assert Entry.objects.count() == 9
    assert "Nothing is left to do." in text(shown)


def test_an_ambiguous_row_is_answered_on_the_page(tournament, organizer: Client):
    people = [Person.objects.create(family="Otter", given="Otto") for _each in range(2)]
    page = base(tournament) + "/entries/import/"
    html = organizer.post(page, {"file": table(["Name"], ["Otto Otter"])}).content.decode()
    data = {"upload": hidden(html, "upload"), "who-2": people[1].pk}
    organizer.post(page, data | {"step": "enter"})
    assert tournament.entries.get(start_number=9).person == people[1]


def test_another_person_of_the_name_since_the_preview_is_shown_again(tournament, organizer):
    """As many players as were shown, but one of them would be somebody else."""
    page = base(tournament) + "/entries/import/"
    html = organizer.post(page, {"file": table(["Name"], ["Otto Otter"])}).content.decode()
    Person.objects.create(family="Otter", given="Otto")
    data = {"upload": hidden(html, "upload"), "step": "enter"}
    again = organizer.post(page, data)
    assert again.status_code == 409
    assert Entry.objects.count() == 8
    data["upload"] = hidden(again.content.decode(), "upload")
    assert organizer.post(page, data).status_code == 302
    assert Entry.objects.count() == 9


def test_a_table_that_is_gone_is_to_be_chosen_again(tournament, organizer: Client):
    """Another account's is as good as gone; so is a name that no page of ours carried."""
    page = base(tournament) + "/entries/import/"
    html = organizer.post(page, {"file": table(["Name"], ["Uwe Uhu"])}).content.decode()
    data = {"upload": hidden(html, "upload"), "step": "enter"}
    for client, upload in (
        (member(tournament, "clerk"), data["upload"]),
        (organizer, "../" + data["upload"]),
        (organizer, ""),
    ):
        answer = client.post(page, data | {"upload": upload})
        assert answer.status_code == 422
        assert "Please choose it again." in text(answer)
    assert Entry.objects.count() == 8


def test_what_is_no_table_is_one_clear_line(tournament, organizer: Client):
    page = base(tournament) + "/entries/import/"
    answer = organizer.post(page, {"file": SimpleUploadedFile("x.pdf", b"%PDF-1.7")})
    assert answer.status_code == 422
    assert "Tables can be read as .xlsx, .ods, .xls or .csv." in text(answer)


def test_a_final_result_offers_no_act_that_it_refuses(tournament, organizer: Client):
    """Players, teams and points change no final result; the pages say how it is opened again."""
    make_team(tournament, [1, 2], kind="tandem", size=2)
    forms = {
        "entries/": "/entries/add/",
        "teams/": "/teams/add/",
        "adjustments/": 'name="points"',
    }
    for final in (False, True):
        if final:
            Tournament.objects.update(state="final")
        for page, form in forms.items():
            answer = organizer.get(f"/tournaments/{tournament.pk}/{page}")
            assert (form in answer.content.decode()) is not final, page
            assert ("Take it back to review first." in text(answer)) is final, page
    team = organizer.get(f"/teams/{tournament.team_contests.get().teams.get().pk}/")
    assert "/remove/" not in team.content.decode()
