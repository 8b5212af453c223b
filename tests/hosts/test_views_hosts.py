"""The pages of hosts: not there for one, a tree and roles for several."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.hosts.reads import tree
from scoring.models import Host, HostRole, LogEntry, User
from tests.factories import first_host, make_host, make_tournament, make_user
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db


def role(user: User, host: Host, name: str) -> User:
    HostRole.objects.create(user=user, host=host, role=name)
    return user


def test_the_command_makes_the_second_and_then_there_are_pages(chief: Client, capsys):
    for address in ("/hosts/", f"/hosts/{first_host().pk}/"):
        assert chief.get(address).status_code == 404
    for address in ("/accounts/", "/tournaments/new/", "/seasons/new/", "/leagues/new/", "/log/"):
        words = text(chief.get(address))
        assert ("host" in words.lower(), "Held by" in words) == (False, False), address
    call_command("add_host", "LV Nord", kind="state")
    call_command("add_host", "SC Nachbar", below="LV Nord")
    assert '"name": "SC Nachbar"' in capsys.readouterr().out
    assert Host.objects.get(name="SC Nachbar").parent.name == "LV Nord"
    with pytest.raises(CommandError, match="Another host has this name"):
        call_command("add_host", " SC  Nachbar ")
    assert text(chief.get("/hosts/")).count("SC Nachbar") == 2  # list and choice
    assert "Hosts" in text(chief.get("/tournaments/"))


def test_the_administrator_of_the_server_adds_and_moves_hosts(chief: Client):
    above = make_host("LV Nord", kind="state")
    assert "Give it its name" in text(chief.get("/hosts/"))
    named = {"name": "SC Herz", "kind": "club", "parent": ""}
    assert chief.post(f"/hosts/{first_host().pk}/", named).status_code == 302
    assert "Give it its name" not in text(chief.get("/hosts/"))
    sent = {"name": "SC Neu", "kind": "club", "parent": above.pk}
    assert chief.post("/hosts/", sent).status_code == 302
    made = Host.objects.get(name="SC Neu")
    assert (made.parent, made.kind) == (above, "club")
    again = chief.post("/hosts/", sent)
    assert again.status_code == 422
    assert "Another host has this name." in text(again)
    circle = {"name": "LV Nord", "kind": "state", "parent": made.pk}
    refused = chief.post(f"/hosts/{above.pk}/", circle)
    assert refused.status_code == 422
    assert "below itself" in text(refused)
    moved = chief.post(f"/hosts/{made.pk}/", {"name": "SC Alt", "kind": "league", "parent": ""})
    assert moved.status_code == 302
    row = LogEntry.objects.filter(action="host.changed").latest("pk")
    assert (row.old["name"], row.new["name"]) == ("SC Neu", "SC Alt")
    assert row.new["host_kind"] == "league"


def test_the_register_is_that_of_one_host(chief: Client):
    page = f"/tournaments/{make_tournament().pk}/register/"
    assert "all tournaments of this installation" in text(chief.get(page))
    role(make_user("erna"), make_host("SC Eins"), "administrator")
    assert "with Skat is remembered here" in text(chief.get(page))
    assert "administrator · SC Eins" in text(chief.get("/accounts/"))
    assert "SC Eins" in chief.get("/installation/accounts.csv").content.decode()


def test_an_administrator_of_a_host_gives_roles_in_it_and_nowhere_else():
    host, other = make_host("SC Eins"), make_host("SC Zwei")
    erna = role(make_user("erna"), host, "administrator")
    client = browser(erna)
    own = client.post(f"/hosts/{host.pk}/roles/{erna.pk}/", {"role": "none"}, follow=True)
    assert "Nobody would be administrator" in text(own)
    assert host.roles.filter(user=erna).exists()
    known = role(make_user("karl"), host, "clerk")
    address = f"/hosts/{host.pk}/roles/{known.pk}/"
    assert client.post(address, {"role": "organizer"}).status_code == 302
    assert host.roles.get(user=known).role == "organizer"
    client.post(address, {"role": "organizer"})
    [given] = LogEntry.objects.filter(action="host.role.given")  # the second changed nothing
    assert (given.old["role"], given.new["role"]) == ("clerk", "organizer")
    assert client.post(address, {"role": "none"}).status_code == 302
    assert not host.roles.filter(user=known).exists()
    stranger = role(make_user("fremd"), other, "clerk")
    client.post(f"/hosts/{host.pk}/roles/", {"user": stranger.pk, "role": "clerk"})
    assert not host.roles.filter(user=stranger).exists()
    for method in (client.get, client.post):
        assert method(f"/hosts/{other.pk}/").status_code == 404
    assert client.post(f"/hosts/{other.pk}/roles/{stranger.pk}/").status_code == 404
    organizer = role(make_user(), host, "organizer")
    seeing, sent = browser(organizer), {"user": organizer.pk, "role": "administrator"}
    for page in ("/hosts/", f"/hosts/{host.pk}/"):
        assert seeing.get(page).status_code == 200
    for giving in (f"/hosts/{host.pk}/roles/", f"/hosts/{host.pk}/roles/{organizer.pk}/"):
        assert seeing.post(giving, sent).status_code == 403
    nobody = browser(make_user())
    for page in ("/hosts/", f"/hosts/{host.pk}/"):
        assert nobody.get(page).status_code == 404
    assert browser().get("/hosts/").status_code == 302
    assert client.post(f"/hosts/{host.pk}/", {"name": "Neu", "kind": "club"}).status_code == 403
    assert client.post("/hosts/", {"name": "Neu", "kind": "club"}).status_code == 403


def test_what_is_new_is_asked_for_its_host_only_where_there_is_a_choice(chief: Client):
    host = make_host()
    alone = browser(role(make_user("erna"), host, "organizer"))
    assert "Held by" not in text(alone.get("/tournaments/new/"))
    sent = {"name": "Neu", "date": "2026-11-21", "series": 1, "rounds": 12}
    made = alone.post("/tournaments/new/", sent)
    assert made.status_code == 302
    assert host.tournaments.get().name == "Neu"
    foreign = {**sent, "name": "Fremd", "held_by": first_host().pk}
    assert alone.post("/tournaments/new/", foreign).status_code == 302
    assert host.tournaments.filter(name="Fremd").exists()
    assert "Held by" in text(chief.get("/tournaments/new/"))
    season = {"name": "2026", "kind": "club", "order": "total"}
    assert chief.post("/seasons/new/", season | {"held_by": host.pk}).status_code == 302
    assert host.seasons.get().name == "2026"
    assert chief.post("/seasons/new/", season | {"held_by": 987}).status_code == 422


def test_hosts_stand_in_german_order_below_their_parent():
    """Özil under O, Łukasz under L: not behind Z."""
    names = ["Zander", "Łukasz", "Özil"]
    hosts = [Host(pk=pk, name=name, parent_id=9) for pk, name in enumerate(names, 1)]
    branches = tree([*hosts, Host(pk=9, name="Nord")])
    assert [branch.host.name for branch in branches] == ["Nord", "Łukasz", "Özil", "Zander"]
