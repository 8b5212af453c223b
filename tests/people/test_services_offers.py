"""A member goes to a club of another host: offered by the one, taken by the other."""

from datetime import date

import pytest

from scoring.models import Actor, Club, ClubMember, LogEntry, MemberOffer, Person, Tournament
from scoring.people.services.offers import offer_member, take_member, withdraw_offer
from tests.factories import make_host, make_member, make_tournament, make_user
from tests.refusals import codes_of
from tests.visitors import browser, host_member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
NEW_YEAR = date(2027, 1, 1)


@pytest.fixture
def ours() -> Tournament:
    return make_tournament("Unser Pokal")


@pytest.fixture
def theirs() -> Tournament:
    return make_tournament("Ihr Pokal", host=make_host("SC Nachbar"))


@pytest.fixture
def member(ours: Tournament) -> ClubMember:
    club = Club.objects.create(name="Herz Dame")
    person = on_record(ours, "Amsel", passport="4711", birth_year=1954, club=club)
    return ClubMember.objects.create(club=club, person=person, number=7, joined=date(2019, 3, 1))


@pytest.fixture
def club(theirs: Tournament) -> Club:
    return Club.objects.create(name="Karo Ass", host=theirs.host)


@pytest.fixture
def offer(ours: Tournament, theirs: Tournament, member: ClubMember) -> MemberOffer:
    offer_member(ours, member, theirs.host, on=NEW_YEAR, by=BY)
    return MemberOffer.objects.get()


def test_who_is_taken_leaves_the_day_before_and_is_known_to_both(ours, theirs, member, club, offer):
    """Before that nothing changes; both hosts have it in their logs."""
    member.refresh_from_db()
    assert member.left is None
    assert not Person.objects.of(theirs).exists()
    ours.entries.create(person=member.person, start_number=1)
    anna = make_user("anna")
    taken = take_member(theirs, offer, club, by=Actor(anna))
    member.refresh_from_db()
    assert (member.left, taken.joined, taken.number) == (date(2026, 12, 31), NEW_YEAR, 1)
    person = taken.person
    assert person != member.person
    assert (str(person), person.passport, person.birth_year) == ("Ada Amsel", "4711", 1954)
    assert (person.host, person.club) == (theirs.host, club)
    assert not person.entries.exists()
    assert not MemberOffer.objects.exists()
    rows = LogEntry.objects.filter(action__in=("member.taken", "member.gone")).order_by("action")
    # Whose account took him is known there alone.
    assert [
        (row.action, row.subject, row.tournament, row.host, row.actor, row.user) for row in rows
    ] == [
        ("member.gone", "club/Herz Dame", None, ours.host, "SC Nachbar", None),
        ("member.taken", "club/Karo Ass", theirs, None, "anna", anna),
    ]
    old = {"member_number": 7, "joined": "2019-03-01"}
    assert rows[0].old == old
    assert rows[0].new == {**old, "left": "2026-12-31", "of_host": "SC Nachbar"}


def test_who_is_refused_stays_and_his_host_reads_why(ours, theirs, member, club, offer):
    here, there = (browser(make_member(each, "organizer")) for each in (ours, theirs))
    page = f"/tournaments/{theirs.pk}/offered/"
    sent = {"offer": offer.pk, "reason": "Beitrag ist offen"}
    assert f'action="{page}refuse/"' in there.get(page).content.decode()
    answer = there.post(f"{page}refuse/", sent, follow=True)
    assert "The host that offered the member is told." in text(answer)
    rows = LogEntry.objects.filter(action="member.offer.refused").order_by("pk")
    assert [(row.tournament, row.host, row.new["of_host"]) for row in rows] == [
        (theirs, None, "Skat"),
        (None, ours.host, "SC Nachbar"),
    ]
    assert rows[1].actor == "SC Nachbar"
    assert {row.reason for row in rows} == {"Beitrag ist offen"}
    assert there.get(page).status_code == 404
    assert "was refused" in text(here.get(f"/tournaments/{ours.pk}/clubs/"))
    for address in (f"members/{member.pk}/", "offered/"):
        assert "Beitrag ist offen" in text(here.get(f"/tournaments/{ours.pk}/{address}")), address
    for address in ("", "refuse/"):
        again = {"offer": offer.pk, "club": club.pk}
        answer = there.post(f"{page}{address}", again, follow=True)
        assert "This offer has been withdrawn, taken or refused." in text(answer)
    withdraw_offer(ours, member, by=BY)
    assert "was refused" not in text(here.get(f"/tournaments/{ours.pk}/clubs/"))
    offer_member(ours, member, theirs.host, on=NEW_YEAR, by=BY)
    assert take_member(theirs, MemberOffer.objects.get(), club, by=BY).club == club


def test_a_host_without_a_tournament_and_a_club_is_told_and_takes_him(ours, member):
    host = make_host("SC Neu")
    offer_member(ours, member, host, on=NEW_YEAR, by=BY)
    client = host_member(host, "organizer")
    offered = f"/hosts/{host.pk}/offered/"
    for address in ("/tournaments/", f"/hosts/{host.pk}/"):
        page = client.get(address)
        assert "1 member is offered to SC Neu" in text(page), address
        assert offered in page.content.decode()
    assert "Ada Amsel" in text(client.get(offered))
    sent = {"offer": MemberOffer.objects.get().pk, "club": "SC Neu"}
    assert client.post(offered, sent)["Location"] == f"/hosts/{host.pk}/"
    taken = ClubMember.objects.get(club__host=host)
    assert (taken.club.name, taken.joined) == ("SC Neu", NEW_YEAR)
    rows = LogEntry.objects.filter(host=host).order_by("pk")
    assert [row.action for row in rows] == ["member.taken", "club.added"]


def test_a_host_refuses_on_its_own_page(ours, theirs, offer):
    page = f"/hosts/{theirs.host_id}/offered/"
    client = host_member(theirs.host, "organizer")
    sent = {"offer": offer.pk, "reason": "Nein"}
    assert f'action="{page}refuse/"' in client.get(page).content.decode()
    assert client.post(f"{page}refuse/", sent).status_code == 302
    assert client.get(page).status_code == 404
    ours_too = host_member(ours.host, "administrator")
    assert "whom Skat offered was refused" in text(ours_too.get("/tournaments/"))


def test_the_first_host_is_offered_nobody_as_long_as_it_is_not_used(theirs, club):
    member = ClubMember.objects.create(club=club, person=on_record(theirs, "Amsel"), number=1)
    client, third = browser(make_user("chief", superuser=True)), make_host("SC Drei")
    address = f"/tournaments/{theirs.pk}/members/{member.pk}/"

    def offered() -> set[str]:
        return {each.name for each in client.get(address).context["offer"].fields["to"].queryset}

    assert offered() == {"SC Drei"}
    make_tournament("Der erste")
    assert offered() == {"Skat", third.name}


def test_what_cannot_be_offered_is_refused(ours, theirs, member, offer):
    for to, on, code in (
        (ours.host, NEW_YEAR, "same-club"),
        (theirs.host, date(2019, 3, 1), "member-leaves-before-entering"),
        (theirs.host, NEW_YEAR, "member-offered"),
    ):
        assert codes_of(offer_member, ours, member, to, on=on, by=BY) == [code]


@pytest.mark.parametrize(
    ("days", "code"),
    [
        ({"left": date(2026, 6, 30)}, "member-offer-ended"),
        ({"joined": date(2027, 3, 1)}, "member-offer-later"),
    ],
)
def test_whose_membership_changed_after_the_offer_is_not_taken(
    theirs, member, club, offer, days, code
):
    """As he who went to another club of his host."""
    ClubMember.objects.update(**days)
    offer = MemberOffer.objects.get()
    assert codes_of(take_member, theirs, offer, club, by=BY, number=12) == [code]
    assert not club.members.exists()
    assert MemberOffer.objects.exists()


def test_who_comes_back_is_the_person_on_record_there(theirs, member, club, offer):
    earlier = Club.objects.create(name="Kreuz Bube", host=theirs.host)
    known = on_record(theirs, "AMSEL", birth_year=1954, club=earlier)
    there = ClubMember.objects.create(club=club, person=known, number=3)
    assert codes_of(take_member, theirs, offer, club, by=BY) == ["member-already"]
    member.refresh_from_db()
    assert member.left is None
    there.left = date(2020, 12, 31)
    there.save()
    assert take_member(theirs, offer, club, by=BY).person == known
    known.refresh_from_db()
    # What was missing is filled in, what they wrote themselves stays.
    assert (known.family, known.passport, known.birth_year) == ("AMSEL", "4711", 1954)
    assert known.club == club
    assert Person.objects.of(theirs).count() == 1


@pytest.mark.parametrize(
    "there",
    [
        [{}],
        [{"birth_year": 1955}],
        [{"passport": "9999", "birth_year": 1954}],
        [{"birth_year": 1954}, {"birth_year": 1954}],
    ],
    ids=["name-alone", "other-year", "other-passport", "two-of-them"],
)
def test_a_namesake_there_who_may_be_another_is_left_alone(theirs, club, offer, there):
    namesakes = [on_record(theirs, "Amsel", **details) for details in there]
    taken = take_member(theirs, offer, club, by=BY)
    assert taken.person not in namesakes
    assert (taken.person.passport, taken.person.birth_year) == ("4711", 1954)


def on_record(tournament: Tournament, family: str, **details: object) -> Person:
    return Person.objects.create(host=tournament.host, family=family, given="Ada", **details)


def test_it_is_offered_on_the_page_here_and_taken_on_the_page_there(ours, theirs, member, club):
    here, there = (browser(make_member(each, "organizer")) for each in (ours, theirs))
    page = f"/tournaments/{ours.pk}/members/{member.pk}/"
    assert "Goes to a club elsewhere" in text(here.get(page))
    assert there.get(f"/tournaments/{theirs.pk}/offered/").status_code == 404
    here.post(f"{page}offer/", {"to": theirs.host_id, "on": "2027-01-01"})
    assert "To a club of SC Nachbar" in text(here.get(page))
    assert "1 member is offered" in text(there.get(f"/tournaments/{theirs.pk}/clubs/"))
    words = text(there.get(f"/tournaments/{theirs.pk}/offered/"))
    assert "Ada Amsel" in words
    assert "Herz Dame" in words
    sent = {"offer": MemberOffer.objects.get().pk, "club": club.pk, "number": "12"}
    answer = there.post(f"/tournaments/{theirs.pk}/offered/", sent)
    assert answer.status_code == 302
    assert ClubMember.objects.get(club=club).number == 12


def test_nobody_else_answers_an_offer(theirs, club, offer):
    third = make_tournament("Dritter Pokal", host=make_host("SC Drei"))
    other, page = browser(make_member(third, "organizer")), f"/tournaments/{third.pk}/offered/"
    assert other.get(page).status_code == 404
    own = Club.objects.create(name="SC Drei", host=third.host)
    other.post(page, {"offer": offer.pk, "club": own.pk})
    clerk = host_member(theirs.host, "clerk")
    assert "is offered" not in text(clerk.get(f"/hosts/{theirs.host_id}/"))
    for address in ("", "refuse/"):
        assert clerk.post(f"/hosts/{theirs.host_id}/offered/{address}").status_code == 403
    assert MemberOffer.objects.exists()
