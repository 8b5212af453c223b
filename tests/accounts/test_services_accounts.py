"""Accounts are opened by one-time links; the last superuser and organizer cannot be removed."""

import pytest

from scoring.accounts.reads import members_without_password
from scoring.accounts.services import accounts
from scoring.models import AccountLink, Actor, HostRole, LogEntry, Membership, User
from tests.factories import make_member, make_tournament, make_user
from tests.refusals import codes_of

BY = Actor(name="test")
PASSWORD = "drei kleine worte"
pytestmark = pytest.mark.django_db


def test_only_the_newest_first_link_works_once_and_before_the_first_account():
    old, new = accounts.create_first_link(), accounts.create_first_link()
    assert accounts.find_link(old) is None
    link = accounts.find_link(new)
    opened = accounts.use_link(link, password=PASSWORD, full_name="Wilma Winter")
    assert str(opened) == "Wilma Winter"
    assert accounts.find_link(new) is None
    assert accounts.create_first_link() is None
    # Two people send the form at the same moment: both found the link valid.
    second = {"password": PASSWORD, "full_name": "Egon Eindringling"}
    assert codes_of(accounts.use_link, link, **second) == ["link-used"]
    assert User.objects.count() == 1


def test_new_link_invalidates_the_old_keeps_the_password_and_ends_with_its_account():
    user, old = accounts.create_account("Klaus Klerk", by=BY)
    accounts.use_link(accounts.find_link(old), password=PASSWORD)
    second = accounts.renew_link(user, by=BY)
    third = accounts.renew_link(user, by=BY)
    assert accounts.find_link(second) is None
    assert accounts.find_link(third)
    assert User.objects.get().check_password(PASSWORD)
    stored = str([*AccountLink.objects.values(), *LogEntry.objects.values()])
    assert third not in stored  # only its hash is
    accounts.set_active(user, False, by=BY)
    assert accounts.find_link(third) is None


def test_what_is_stored_while_the_password_is_hashed_stays(monkeypatch):
    user, token = accounts.create_account("Ada Becker", by=BY)
    set_password = User.set_password

    def set_slowly(account: User, password: str) -> None:
        set_password(account, password)
        accounts.set_email(user, "ada@example.org", by=BY)

    monkeypatch.setattr(User, "set_password", set_slowly)
    accounts.use_link(accounts.find_link(token), password=PASSWORD)
    user.refresh_from_db()
    assert user.email == "ada@example.org"
    assert user.check_password(PASSWORD)


def test_sign_in_names_are_derived_from_names_and_unique():
    names = [accounts.create_account("Jürgen von Groß", by=BY)[0].username for _each in range(3)]
    assert names == ["juergen.von.gross", "juergen.von.gross2", "juergen.von.gross3"]
    assert accounts.create_account("♣", by=BY)[0].username == "konto"


def test_invalid_sign_in_name_is_refused():
    make_user("wilma.winter")
    for name, code in (("WILMA.winter", "taken"), ("a b", "malformed"), ("x" * 61, "malformed")):
        found = codes_of(accounts.create_account, "Klaus Klerk", username=name, by=BY)
        assert set(found) == {f"username-{code}"}


def test_a_role_is_changed_in_place_and_logged(tournament):
    user = make_member(tournament, "viewer")
    accounts.give_role(tournament, user, "clerk", by=BY)
    assert Membership.objects.get().role == "clerk"
    log = LogEntry.objects.last()
    assert (log.action, log.old, log.new) == ("role.given", {"role": "viewer"}, {"role": "clerk"})
    accounts.give_role(tournament, user, "clerk", by=BY)
    assert LogEntry.objects.last() == log, "nothing changed"


def test_a_closed_account_gets_no_role():
    tournament, user = make_tournament(), make_user()
    User.objects.update(is_active=False)  # meanwhile
    assert codes_of(accounts.give_role, tournament, user, "clerk", by=BY) == ["account-inactive"]


def test_organizer_renews_only_unused_links_of_his_own_helpers():
    """A link for any other account would allow taking it over."""
    tournament, other = make_tournament(), make_tournament("Frühlingspokal")
    fresh, elsewhere, above, opened = (make_member(tournament) for _each in range(4))
    accounts.give_role(other, elsewhere, "organizer", by=BY)
    HostRole.objects.create(user=above, host=tournament.host, role="viewer")
    opened.set_password(PASSWORD)
    opened.save()
    chief = make_member(tournament, "organizer")
    User.objects.filter(pk=chief.pk).update(is_superuser=True)
    User.objects.update(made_by=tournament.host)
    assert list(members_without_password(tournament)) == [fresh]
