"""Every form sent through both servers at once: `python tests/load/race_servers.py`.

Two servers of two processes on one PostgreSQL, as in `load_servers.py`. The forms are those of all
pages of a tournament that has everything, filled in as the pages offer them. Each is sent four
times at the same moment, twice with one token and twice with others, half to each server.
Afterwards no token has counted twice, nothing was answered by an error, and `verify` finds nothing.
"""

import os
import secrets
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.db.models import Count  # noqa: E402
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart  # noqa: E402
from django.urls import resolve  # noqa: E402

from scoring.models import HostRole, LogEntry  # noqa: E402
from scoring.models.host import FIRST_HOST  # noqa: E402
from scoring.verify.reads.verify import verify  # noqa: E402
from tests.load.heavy_requests import picture  # noqa: E402
from tests.load.load_servers import installed  # noqa: E402
from tests.whole.test_urls import World, a_world, names, parameters  # noqa: E402

OK, FAILED = 200, 500
# What is typed into an empty field, by its name or its kind.
TYPED = {
    "date": "2026-11-21",
    "number": "3",
    "email": "",
    "password": "seven-clubs-1834",
    "numbers": "1 2",
    "cents": "5,00",
    "amount": "5,00",
    "sum": "5,00",
    "line": "Uhu, Ute",
    "birth_year": "1960",
    "season_best_of": "",
    "best_of": "",
    "stake": "",
    "junior_below": "21",
    "senior_from": "60",
    "names": "Uhu, Ute",
    "bid": "18",
    "card_points": "61",
}
PICTURE = "a picture"  # in the place of its file
# What a form is sent with instead, where its page offers nothing that can be written.
FILLED: dict[str, dict[str, str]] = {
    "category-change": {"name": "Damen und Herren", "entry_cents": "6,00"},
    "category-add": {"name": "Jugend", "entry_cents": "2,50"},
    "club-limits": {"junior_below": "20", "senior_from": "61"},
    "club-rename": {"name": "SC Herz Dame"},
    "entry-add": {"person": "", "name": "Uhu, Ute", "club": "", "start_number": ""},
    "entry-state": {"state": "no-show"},
    "handed-in": {"tables": "1", "numbers": ""},
    "league-day": {"date": "2026-10-02"},
    "league-division-change": {"points": "3 2 1 0", "name": "Staffel B"},
    "league-division-new": {"points": "3 2 1 0", "teams": "Adler\nBussard\nCondor\nDohle"},
    "league-leader-add": {"username": "viewer"},
    "league-team-penalty": {"match_points": "1", "counter_points": "", "points": "", "day": ""},
    "logo": {"file": PICTURE},
    "money-fees": {
        **{f"from_{number}": "" for number in range(3, 9)},
        **{f"each_{number}": "" for number in range(3, 9)},
        "card_cents": "1,00",
    },
    "pot-change": {"kind": "overall", "title": "Alle", "stake": "1,00", "percent": "100"},
    "pot-new": {"kind": "overall", "stake": "1,00", "percent": "100"},
    "prints-copies": {"lists": "2"},
    "public-switch": {"on": ""},
    "team": {"name": "Zweite", "members": "1 2"},
    "team-add": {"line": "Herzbuben 3 4"},
    "till": {"counted_all": "20,00", "counted_entry_fee": "20,00"},
    "tournament-settings": {"name": "Winterpokal", "stake": "0,01"},
}
# They end the session or the tournament itself.
LEFT_OUT = {"sign-out", "set-language", "tournament-remove", "account-change"}
# What takes something away that other forms need comes last.
LAST = ("remove", "break-off", "merge", "anonymise", "reset", "state", "tournament-settings")


@dataclass
class Sheet:
    """A form of a page: where it goes, and what it would send as it stands."""

    url: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return resolve(self.url.partition("?")[0]).url_name or ""


class Forms(HTMLParser):
    """The forms of a page that are sent by POST, each with a value in every field."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here, self.found = here, list[Sheet]()
        self.sheet: Sheet | None = None
        self.choice = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self.sheet = Sheet(given.get("action") or self.here)
            self.found.append(self.sheet)
        elif self.sheet is None:
            return
        elif tag == "select":
            self.choice = given.get("name", "")
        elif tag == "option" and self.choice:
            self.option(given)
        elif tag in ("input", "textarea", "button") and given.get("name"):
            self.control(tag, given)

    def option(self, given: dict[str, str]) -> None:
        """The chosen one of a list, else the first that is any."""
        assert self.sheet is not None
        before = dict(self.sheet.fields).get(self.choice)
        if "selected" in given or not before:
            kept = [each for each in self.sheet.fields if each[0] != self.choice]
            self.sheet.fields = [*kept, (self.choice, given.get("value", ""))]

    def control(self, tag: str, given: dict[str, str]) -> None:
        assert self.sheet is not None
        kind, name = given.get("type", ""), given["name"]
        known = dict(self.sheet.fields)
        if (tag == "button" and name in known) or name == "token":
            return
        if kind in ("checkbox", "radio") and "checked" not in given and name in known:
            return
        kind = "number" if given.get("inputmode") == "numeric" else kind
        usual = TYPED.get(name) or TYPED.get(kind, "" if tag == "button" else "Rennen 7")
        value = given.get("value") or usual
        self.sheet.fields.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.sheet = None
        elif tag == "select":
            self.choice = ""


@dataclass
class Browser:
    """One account, at whichever server."""

    session: str
    csrf: str = field(default_factory=lambda: secrets.token_hex(16))

    def ask(
        self, port: int, url: str, sent: list[tuple[str, str]] | None = None
    ) -> tuple[int, str]:
        head = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={self.csrf}",
            "X-CSRFToken": self.csrf,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        link = HTTPConnection("127.0.0.1", port, timeout=60)
        body: str | bytes | None = None if sent is None else urlencode(sent)
        if sent and dict(sent).get("file") == PICTURE:
            file = SimpleUploadedFile("logo.png", picture("RGB", 90))
            body = encode_multipart(BOUNDARY, {**dict(sent), "file": file})
            head["Content-Type"] = MULTIPART_CONTENT
        link.request("GET" if sent is None else "POST", url, body, head)
        answer = link.getresponse()
        text = answer.read().decode(errors="replace")
        link.close()
        return answer.status, text


def forms_of(browser: Browser, world: World, port: int) -> list[Sheet]:
    """The forms of every page, one for each address, what takes away last."""
    found: dict[str, Sheet] = {}
    for name in sorted(each for each in names() if parameters(each)):
        url = world.url(name)
        status, text = browser.ask(port, url)
        if status != OK or "<form" not in text:
            continue
        page = Forms(url)
        page.feed(text)
        for each in page.found:
            found.setdefault(each.name, filled(each))
    kept = [each for name, each in found.items() if name not in LEFT_OUT]
    return sorted(kept, key=lambda each: any(word in each.name for word in LAST))


def filled(sheet: Sheet) -> Sheet:
    """The form with what it is sent with instead."""
    more = FILLED.get(sheet.name, {})
    kept = [(key, value) for key, value in sheet.fields if key not in more]
    return Sheet(sheet.url, [*kept, *more.items()])


def race(browser: Browser, sheet: Sheet, ports: list[int]) -> list[int]:
    """The form four times at once: one token at both servers, and one of its own at each."""
    one = secrets.token_hex(12)
    tokens = [one, one, secrets.token_hex(12), secrets.token_hex(12)]
    barrier, statuses = threading.Barrier(len(tokens)), [0] * len(tokens)

    def send(place: int) -> None:
        fields = [each for each in sheet.fields if each[0] != "csrfmiddlewaretoken"]
        barrier.wait()
        sent = [*fields, ("token", tokens[place])]
        statuses[place], _text = browser.ask(ports[place % 2], sheet.url, sent)

    threads = [threading.Thread(target=send, args=(place,)) for place in range(len(tokens))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return statuses


def main() -> int:
    with installed() as at:
        world = a_world()
        organizer = world.people["organizer"]
        HostRole.objects.create(user=organizer, host_id=FIRST_HOST, role="administrator")
        browser, ports = Browser(world.sessions["organizer"]), [each.port for each in at.servers]
        before, writing = set(LogEntry.objects.values_list("pk", flat=True)), 0
        failed: list[str] = []
        refused: list[str] = []
        statuses: Counter[int] = Counter()
        sheets = forms_of(browser, world, ports[0])
        for sheet in sheets:
            rows = LogEntry.objects.count()
            found = race(browser, sheet, ports)
            statuses.update(found)
            wrote = LogEntry.objects.count() > rows
            writing += wrote
            if not wrote:
                refused.append(sheet.name)
            if not all(0 < each < FAILED for each in found):
                failed.append(f"{sheet.name}: {found}")
        new = LogEntry.objects.exclude(pk__in=before).exclude(submission=None)
        doubled = new.values("submission").annotate(n=Count("pk")).filter(n__gt=1).count()
        findings = [str(each) for each in verify()]
        print(f"{len(sheets)} forms, {4 * len(sheets)} sendings, statuses {dict(statuses)}")
        print(f"{writing} forms wrote something, {new.count()} rows with a token")
        print(f"refused as they stand: {', '.join(refused)}")
        print(f"answered by an error {len(failed)}, counted twice {doubled}")
        print(f"findings of verify {len(findings)}")
        for line in [*failed, *findings][:20]:
            print(f"  {line}")
    return 1 if failed or doubled or findings else 0


if __name__ == "__main__":
    sys.exit(main())
