"""A reported result shows no form that is refused, and says from whom it came."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from scoring.core.access import CHANGING_PAGES
from scoring.core.forms import Refused
from scoring.models import Season, Series, TableCall, Tournament
from tests.factories import make_host
from tests.parcels import document_of, make_reporter, played
from tests.visitors import HTMX, browser, host_member, text
from tests.world import World, a_world, names, parameters

pytestmark = pytest.mark.django_db
# How it is shown, its season, who helps; clubs, people and members of the host; the next evening.
ALLOWED = re.compile(
    "sign-out|set-language|people-(add|new|role|link)|entry-publish|public-(switch|freeze)"
    "|tournament-settings|season-.*|next-evening|clubs?-.*|members-offered|person-(merge|anonymise)|report-.*"
)
SENDING = re.compile(r"<form[^>]*>|formaction=\"[^\"]*\"|hx-post=\"[^\"]*\"", re.DOTALL)
LINK = re.compile(r"<a[^>]*href=\"(/[^\"]+)\"")
ADDRESS = re.compile(r"(?:action|hx-post)=\"([^\"]+)\"")


def sent_to(page: str, here: str) -> Iterator[str]:
    """The names of the addresses to which the page sends anything."""
    for tag in SENDING.findall(page):
        if tag.startswith("<form") and "post" not in tag:
            continue
        found = ADDRESS.search(tag)
        yield resolve((found.group(1) if found else here).partition("?")[0]).url_name or ""


@pytest.fixture
def world() -> World:
    """Everything that a tournament may have, as if it had been reported."""
    world = a_world()
    TableCall.objects.all().delete()  # nobody calls a referee any more
    Series.objects.filter(tournament=world.tournament).update(state="closed")
    Tournament.objects.filter(pk=world.tournament.pk).update(
        state="final", reported_at=timezone.now()
    )
    return world


@pytest.mark.long
@pytest.mark.slow
def test_no_page_of_a_reported_result_has_a_form_or_a_link_that_is_refused(world: World):
    client, refused, opened = browser(world.people["organizer"]), [], 0
    back: set[tuple[str, str]] = set()
    for name in sorted(each for each in names() if parameters(each)):
        url = world.url(name)
        answer = client.get(url)
        if answer.status_code != 200 or "html" not in answer.headers["Content-Type"]:
            continue
        page = answer.content.decode()
        assert "Take it back to review" not in page, name
        for link in LINK.findall(page):
            with suppress(Resolver404):
                to = resolve(re.split("[?#]", link)[0]).url_name or ""
                back |= {(name, to)} if to in CHANGING_PAGES else set()
        if answer.context is None or "league" in name or "host" in name:
            continue  # not of this tournament
        opened += 1
        found = sent_to(page, url)
        refused += [(name, each) for each in found if not ALLOWED.fullmatch(each)]
    assert refused == []
    assert back == {("list", "ruling-new"), ("list-totals", "ruling-new")}  # the desk's own menu
    assert opened > 40


@pytest.mark.slow
def test_pages_that_only_change_lead_to_the_overview(world: World):
    client = browser(world.people["organizer"])
    shown = [name for name in CHANGING_PAGES if client.get(world.url(name)).status_code == 200]
    assert shown == []


def received() -> tuple[Tournament, Client]:
    club = make_reporter(name="SC Lindenau")
    club.report(document_of(played()))
    tournament = Tournament.objects.get(reported_at__isnull=False)
    return tournament, host_member(club.host, "administrator")


def test_the_overview_says_from_whom_it_came_and_why_nothing_is_changed():
    tournament, client = received()
    with pytest.raises(Refused):
        make_reporter(make_host("LV Süd"), "SC Altona").report("{}")
    page = client.get(reverse("money-fees", args=[tournament.pk]), follow=True)
    assert page.redirect_chain == [(reverse("tournament", args=[tournament.pk]), 302)]
    assert "from “SC Lindenau”" in text(page)
    assert "This result was reported from elsewhere" in text(page)
    assert "The result is final To the standings" in text(page)
    part = client.get(reverse("book", args=[tournament.pk]), headers=HTMX)
    assert part.headers["HX-Redirect"] == reverse("tournament", args=[tournament.pk])


def test_its_public_page_has_no_switch_that_is_refused():
    tournament, client = received()
    address = reverse("tournament-public", args=[tournament.pk])
    page = text(client.get(address))
    assert "Open the public pages" in page
    assert "Show the chances" not in page
    Tournament.objects.filter(pk=tournament.pk).update(replaced_by=tournament.pk)
    assert "Open the public pages" not in text(client.get(address))


def test_its_settings_offer_the_season_and_keep_the_rest():
    tournament, client = received()
    spelled = {"name": "Cup  2026", "place": " Zum  Krug"}  # as no form here would store it
    Tournament.objects.filter(pk=tournament.pk).update(**spelled)
    address = reverse("tournament-settings", args=[tournament.pk])
    assert set(client.get(address).context["form"].basics) == {"season", "season_best_of"}
    sent = {"season": "2026/27", "name": "Anders", "place": "Anderswo", "token": "settings-once"}
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert {key: getattr(tournament, key) for key in spelled} == spelled
    assert Season.objects.get().tournaments.get() == tournament


def test_the_first_view_of_a_reported_result_asks_no_more_than_twenty_queries():
    """What is left to do at the end of the day is done where it was played: nobody reads it."""
    tournament, client = received()
    series = tournament.series.get()
    client.get(reverse("tournaments"))  # a new session is written at its first page
    for name, pk in (
        *((name, tournament.pk) for name in ("tournament", "tournament-public")),
        *((name, series.pk) for name in ("series", "phone-tables")),
        ("list", series.lists.first().pk),
    ):
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse(name, args=[pk])).status_code == 200
        assert len(asked) <= 20, name
