"""The operator's imprint and privacy notice (docs/server.md "Settings")."""

import pytest
from django.urls import reverse

from tests.factories import make_tournament
from tests.visitors import browser

IMPRINT, PRIVACY = "https://www.example.org/imprint", "/notice.html"


@pytest.fixture
def named(settings):
    settings.IMPRINT, settings.PRIVACY = IMPRINT, PRIVACY


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["room", "sign-in", "calculator"])
@pytest.mark.usefixtures("named")
def test_every_page_without_an_account_leads_to_both(page):
    args = [make_tournament(public=True).pk] if page == "room" else []
    html = browser().get(reverse(page, args=args)).content.decode()
    assert f'<a href="{IMPRINT}">Imprint</a>' in html
    assert f'<a href="{PRIVACY}">Privacy</a>' in html


@pytest.mark.django_db
def test_without_the_settings_there_is_no_empty_line():
    html = browser().get(reverse("sign-in")).content.decode()
    assert 'class="container-xl legal"' not in html
