"""A phone that can keep nothing: it says so, and the list goes on on paper."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessibility_violations
from tests.lists.phone.finger import (
    finger_at,
    list_on_phones,
    real_games,
    wait_until_it_opens_offline,
)
from tests.lists.phone.tables import phone_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Something else of this address takes all the room that the browser gives.
FILL = """async () => {
  const opening = indexedDB.open("another", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("all", { autoIncrement: true })
  await new Promise(seen => { opening.onsuccess = seen })
  const keep = size => new Promise((kept, full) => {
    const change = opening.result.transaction("all", "readwrite")
    Object.assign(change, { oncomplete: kept, onabort: full })
    change.objectStore("all").add(crypto.getRandomValues(new Uint8Array(size)))
  })
  for (const size of [60_000, 6_000, 600, 60, 6]) {
    for (let isFull = false; !isFull;) await keep(size).catch(() => { isFull = true })
  }
}"""


def expect_the_way_to_paper(page: Page, word: str) -> None:
    notice = page.locator(".notice.bad")
    expect(notice).to_contain_text(word)
    expect(notice).to_contain_text("Papier")
    expect(page.locator("[data-do=who], [data-do=claim]")).to_have_count(0)
    assert accessibility_violations(page) == []


@pytest.mark.long
def test_a_phone_whose_storage_is_denied_says_so_and_leads_to_paper(phone, live_server):
    score_list = list_on_phones(4)
    phone.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no') }")
    finger_at(phone, score_list, live_server.url).open()
    expect_the_way_to_paper(phone, "nichts sichern")
    assert phone_of(score_list).state()["writer"] is None


def test_a_phone_whose_storage_is_full_shows_no_game_as_kept_and_leads_to_paper(phone, live_server):
    score_list = list_on_phones(4)
    room = {"origin": live_server.url, "quotaSize": 3_000_000}  # bytes
    phone.context.new_cdp_session(phone).send("Storage.overrideQuotaForOrigin", room)
    finger = finger_at(phone, score_list, live_server.url).open().claim()
    games = real_games(4, 2)
    finger.play(games[0])
    finger.wait_sent()
    wait_until_it_opens_offline(phone)
    phone.evaluate(FILL)
    finger.choose(games[1])
    finger.tap("won")
    expect_the_way_to_paper(phone, "kein Platz")
    expect(phone.locator(".line")).to_have_count(1)
    assert [each["number"] for each in phone_of(score_list).state()["lines"]] == [1]
