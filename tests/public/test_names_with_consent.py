"""Who does not want to stand on the web by name is named there by initials, or not at all."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.timezone import localdate
from openpyxl import load_workbook

from scoring.exchange.reads.export import export_bytes
from scoring.exchange.services.tournament import import_tournament
from scoring.models import Entry, Host, LogEntry, Person, Role, Season, Tournament
from scoring.people.services.entries import publish_name
from scoring.people.services.register import merge_people
from scoring.public import services
from scoring.public.services import set_public_until
from tests.effort import repeats
from tests.prints.test_views_table_files import cells_of
from tests.public.test_views_pages import BY, PAGES, announce, release, url
from tests.public.test_views_pages import tournament as tournament_of_pages  # noqa: F401
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(tournament_of_pages: Tournament) -> Tournament:  # noqa: F811
    """Everything is released; number 1 plays in a season, a team and a category."""
    release(tournament_of_pages, "seating", 1, 2, 3)
    release(tournament_of_pages, "results", 1, 2, 3)
    announce(tournament_of_pages)
    services.publish_announcement(tournament_of_pages, by=BY)
    tournament_of_pages.season = Season.objects.create(name="2026", public=True)
    tournament_of_pages.save()
    return tournament_of_pages


def first_player(tournament: Tournament) -> Entry:
    return tournament.entries.get(start_number=1)


def addresses(tournament: Tournament) -> list[str]:
    """Every public page and file about number 1."""
    table = first_player(tournament).seats.get(series__number=3).list.table_number
    season = tournament.season_id
    own = [url(tournament, name) for name in PAGES]
    own += [reverse(name, args=[season]) for name in ("room-season", "room-honours")]
    for kind in ("pdf", "xlsx"):
        for scope in ("overall", "team", "category/Damen"):
            own.append(url(tournament, "room-standings-file", scope, kind))
        own.append(url(tournament, "room-list-file", 3, table, kind))
        own.append(reverse("room-season-file", args=[season, "season", kind]))
    return own


def words(address: str) -> str:
    """All text of a page or a file."""
    response = browser().get(address)
    assert response.status_code == 200, address
    if address.endswith(".pdf"):
        return " ".join(cells_of(response.content, "pdf"))
    if address.endswith(".xlsx"):
        book = load_workbook(BytesIO(response.content))
        return " ".join(str(cell) for sheet in book for row in sheet.values for cell in row)
    return text(response)


@pytest.mark.parametrize(("choice", "name"), repeats(("nobody", "N. N."), ("initials", "V.")))
def test_no_public_page_or_file_has_a_name_that_its_owner_does_not_publish(
    tournament: Tournament, choice: str, name: str
):
    """GDPR, article 21; docs/privacy.md "Who sees it"."""
    shown = [address for address in addresses(tournament) if "Vogel1x" in words(address)]
    assert len(shown) > 15, "the walk sees the name while it is published"
    publish_name(first_player(tournament), choice, by=BY)
    pages = {address: words(address) for address in addresses(tournament)}
    assert [address for address, page in pages.items() if "Vogel1x" in page] == []
    assert [address for address in shown if name not in pages[address]] == []


def test_the_choice_is_made_at_the_door_and_on_the_page_of_the_player(tournament: Tournament):
    clerk = member(tournament, Role.CLERK)
    page = text(clerk.get(reverse("entries", args=[tournament.pk])))
    assert "names and results are on the web" in page
    clerk.post(reverse("entry-add", args=[tournament.pk]), {"name": "Zora Zander!"})
    assert Person.objects.get(family="Zander").published_as == "initials"
    entry = first_player(tournament)
    clerk.post(reverse("entry-publish", args=[entry.pk]), {"published_as": "nobody"})
    assert Person.objects.get(pk=entry.person_id).published_as == "nobody"
    assert LogEntry.objects.filter(action="person.published", subject="entry/1").count() == 1
    for name in ("entries", "standings"):  # the hall keeps it
        assert "Vogel1x" in text(clerk.get(reverse(name, args=[tournament.pk])))


def test_the_choice_holds_wherever_the_person_goes(tournament: Tournament):
    entry = first_player(tournament)
    Person.objects.filter(pk=entry.person_id).update(birth_year=1970)
    host = Host.objects.create(name="Landesverband", kind="state")
    import_tournament(export_bytes(tournament), host=host.pk, by=BY)
    there = Person.objects.get(host=host, family="Vogel1x")
    assert there.published_as == "name"
    publish_name(entry, "initials", by=BY)
    import_tournament(export_bytes(tournament), host=host.pk, by=BY)
    there.refresh_from_db()
    assert there.published_as == "initials"
    other = Person.objects.create(family="Vogel1x", given=there.given)
    merge_people(tournament, entry.person, other, by=BY)
    other.refresh_from_db()
    assert other.published_as == "initials"


def test_public_pages_end_after_the_day_that_the_organizer_sets(organizer, tournament: Tournament):
    for day, status in ((localdate(), 200), (localdate() - timedelta(days=1), 404)):
        switch = reverse("public-switch", args=[tournament.pk])
        assert "Saved." in text(organizer.post(switch, {"until": day.isoformat()}, follow=True))
        assert browser().get(url(tournament, "room")).status_code == status
    own = organizer.get(reverse("tournament-public", args=[tournament.pk]))
    assert "the public pages are closed" in text(own)
    assert "Vogel1x" not in words(reverse("room-season", args=[tournament.season_id]))
    set_public_until(tournament, None, by=BY)
    assert browser().get(url(tournament, "room")).status_code == 200
