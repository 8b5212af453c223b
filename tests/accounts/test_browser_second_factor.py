"""The second step in a browser: passkeys of a virtual device."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from scoring.models import Passkey, User
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


def test_a_passkey_is_made_used_and_removed(phone: Page, live_server, user: User, browser_errors):
    """WebAuthn, "Signature Counter Considerations": a count that does not grow tells a copy."""
    browser_errors.expect("422")
    device = Device(phone)
    sign_in(phone, live_server.url)
    phone.goto(f"{live_server.url}/account/")
    phone.click("a[href='/account/passkey/']")
    phone.fill("[name=name]", "Schlüssel am Bund")
    phone.fill("[name=password]", PASSWORD)
    phone.click("main form .btn-primary")
    expect(phone.locator(".recovery-codes li")).to_have_count(8)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert accessibility_violations(phone) == []
    [copy] = device.keys()
    sign_in(phone, live_server.url)
    expect(phone).to_have_url(re.compile("/sign-in/second/"))
    assert accessibility_violations(phone) == []
    phone.click("form[data-passkey] button")
    expect(phone).to_have_url(re.compile("/tournaments/"))
    key = Passkey.objects.get()
    assert (key.name, key.uses) == ("Schlüssel am Bund", device.keys()[0]["signCount"])
    assert key.used_at
    [genuine] = device.keys()
    device.exchange(copy)
    sign_in(phone, live_server.url)
    phone.click("form[data-passkey] button")
    expect(phone.locator(".alert-danger")).to_be_visible()
    device.exchange(genuine)
    phone.click("form[data-passkey] button")
    expect(phone).to_have_url(re.compile("/tournaments/"))
    phone.goto(f"{live_server.url}/account/")
    form = phone.locator("form", has_text="Schlüssel am Bund")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    expect(phone.locator("main")).not_to_contain_text("Schlüssel am Bund")
    assert not Passkey.objects.exists()
