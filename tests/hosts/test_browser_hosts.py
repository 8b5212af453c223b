"""The pages of hosts that a federation and its clubs look at: tree, offers, reported results."""

import json
from datetime import date

import pytest
from playwright.sync_api import Page

from scoring.core.forms import Refused
from scoring.models import Club, ClubMember, Host, HostRole, Person, Season, Tournament, User
from scoring.people.services.offers import offer_member, refuse_offer
from tests.browser import PHONE, accessibility_violations
from tests.clerk import signed_in
from tests.factories import make_host, make_tournament, make_user
from tests.parcels import BY, document_of, make_reporter, played, received

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def federation() -> tuple[Host, Host, Tournament, User]:
    """Above, a club below with a result reported twice and an offer each way, and their chief."""
    document = json.loads(document_of(played()))
    above = make_host("Landesverband Nord", kind="state")
    club = make_host("SC Karo Ass Hintertupfingen von 1921", parent=above)
    make_host("SC Pik Bube", parent=above)
    reporter = make_reporter(club, "SC Karo")
    reporter.report(json.dumps(document))
    document["entries"][1]["person"]["family"] = "Berichtigt"
    reporter.report(json.dumps(document))
    document["series"][0]["tables"][0]["seats"][0]["points"] += 1
    with pytest.raises(Refused):
        reporter.report(json.dumps(document))
    for kind in ("club", "league"):
        Season.objects.create(name=f"Öffentlich {kind}", kind=kind, host=club, public=True)
    there = make_tournament("Ihr Pokal", host=make_host("SC Fremd"))
    offer(there, "Amsel", club)
    offered = offer(make_tournament("Unser Pokal", host=club), "Drossel", there.host)
    refuse_offer(there, offered.offer, reason="Der Beitrag ist noch offen.", by=BY)
    chief = make_user("chief")
    for host in (above, club):
        HostRole.objects.create(user=chief, host=host, role="administrator")
    return above, club, received(), chief


def offer(here: Tournament, family: str, to: Host) -> ClubMember:
    club = Club.objects.create(name=f"Verein {here.name}", host=here.host)
    person = Person.objects.create(family=family, given="Ada", host=here.host, birth_year=1954)
    member = ClubMember.objects.create(club=club, person=person, number=7)
    offer_member(here, member, to, on=date(2027, 1, 1), by=BY)
    return member


def test_every_page_is_readable_and_fits(phone: Page, live_server, federation):
    above, club, reported, chief = federation
    page = signed_in(phone, chief, live_server.url)
    for address in (
        "/hosts/",
        f"/hosts/{above.pk}/",
        f"/hosts/{club.pk}/",
        "/tournaments/",
        f"/hosts/{club.pk}/offered/",
        f"/hosts/{above.pk}/reports/",
        f"/hosts/{club.pk}/reports/",
        f"/hosts/{above.pk}/reports/{reported.pk}/",
        f"/tournaments/{reported.pk}/versions/",
        f"/tournaments/{reported.pk}/entries/",
    ):
        page.goto(f"{live_server.url}{address}")
        for each in page.locator("details.more").all():
            each.evaluate("each => { each.open = true }")
        assert accessibility_violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
