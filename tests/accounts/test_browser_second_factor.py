"""The second step in a browser: an app, printed codes, and passkeys of a virtual device."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from scoring.models import CodeApp, Passkey, User
from tests.authenticator import code_of
from tests.browser import PHONE, accessibility_violations

PASSWORD = "drei kleine worte"
# A key for the USB port that is touched by itself, in Chromium's WebAuthn domain.
USB_KEY = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasResidentKey": False,
    "hasUserVerification": False,
    "automaticPresenceSimulation": True,
}
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Device:
    """A virtual device that keeps passkeys."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": USB_KEY})
        self.id = added["authenticatorId"]

    def keys(self) -> list[dict[str, Any]]:
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def exchange(self, key: dict[str, Any]) -> None:
        self.session.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": key})


def sign_in(page: Page, address: str) -> None:
    page.context.clear_cookies()
    page.goto(f"{address}/sign-in/")
    page.fill("[name=username]", "klaus.klerk")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")


def add_passkey(page: Page, address: str, name: str = "Schlüssel am Bund") -> None:
    page.goto(f"{address}/account/")
    page.click("a[href='/account/passkey/']")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form .btn-primary")


def test_a_passkey_is_made_used_and_removed(desk: Page, live_server, user: User, browser_errors):
    """WebAuthn, "Signature Counter Considerations": a count that does not grow tells a copy."""
    browser_errors.expect("422")
    device = Device(desk)
    sign_in(desk, live_server.url)
    add_passkey(desk, live_server.url)
    expect(desk.locator(".recovery-codes li")).to_have_count(8)
    [copy] = device.keys()
    sign_in(desk, live_server.url)
    expect(desk).to_have_url(re.compile("/sign-in/second/"))
    desk.click("form[data-passkey] button")
    expect(desk).to_have_url(re.compile("/tournaments/"))
    key = Passkey.objects.get()
    assert (key.name, key.uses) == ("Schlüssel am Bund", device.keys()[0]["signCount"])
    assert key.used_at
    [genuine] = device.keys()
    device.exchange(copy)
    sign_in(desk, live_server.url)
    desk.click("form[data-passkey] button")
    expect(desk.locator(".alert-danger")).to_be_visible()
    device.exchange(genuine)
    desk.click("form[data-passkey] button")
    expect(desk).to_have_url(re.compile("/tournaments/"))
    desk.goto(f"{live_server.url}/account/")
    form = desk.locator("form", has_text="Schlüssel am Bund")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    expect(desk.locator("main")).not_to_contain_text("Schlüssel am Bund")
    assert not Passkey.objects.exists()


def test_an_app_is_set_up_and_asked_for_on_a_telephone(phone, live_server, user, browser_errors):
    browser_errors.expect("422")
    sign_in(phone, live_server.url)
    phone.goto(f"{live_server.url}/account/app/")
    secret = phone.inner_text("#secret")
    phone.fill("[name=code]", code_of(secret))
    phone.fill("[name=password]", PASSWORD)
    phone.click("main form .btn-primary")
    shown = phone.locator(".recovery-codes li")
    expect(shown).to_have_count(8)
    codes = shown.all_inner_texts()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert accessibility_violations(phone) == []
    CodeApp.objects.update(used_step=0)  # half a minute later
    sign_in(phone, live_server.url)
    assert accessibility_violations(phone) == []
    phone.fill("[name=code]", "123")
    phone.click("main .btn-primary")
    expect(phone.locator(".alert-danger")).to_be_visible()
    phone.fill("[name=code]", code_of(secret))
    phone.click("main .btn-primary")
    expect(phone).to_have_url(re.compile("/tournaments/"))
    sign_in(phone, live_server.url)
    phone.fill("[name=code]", codes[3])
    phone.click("main .btn-primary")
    expect(phone).to_have_url(re.compile("/tournaments/"))
