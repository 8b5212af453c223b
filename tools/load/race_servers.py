"""Every form sent through both servers at once: `python tools/load/race_servers.py`.

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
from datetime import date
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

from scoring.exchange.reads.verify import verify  # noqa: E402
from scoring.models import HostRole, LogEntry, Meeting, Submission  # noqa: E402
from scoring.models.host import FIRST_HOST  # noqa: E402
from tests.factories import make_entries, make_tournament  # noqa: E402
from tests.world import World, a_world, names, parameters  # noqa: E402
from tools.load.heavy_requests import picture  # noqa: E402
from tools.load.load_servers import installed  # noqa: E402

OK, FAILED = 200, 500
EARLIER = date(2026, 11, 14)
INPUTMODES = {"numeric": "number", "decimal": "sum"}
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
# What stands in the place of a file, and the file.
FILES = {
    "a picture": ("logo.png", picture("RGB", 90)),
    "players": ("players.csv", b"Name;Verein\nSpecht, Sepp;SC Herz\nStar, Stine;SC Herz\n"),
    "members": ("members.csv", b"Name;Nummer\nMeise, Mia;21\nKleiber, Kai;22\n"),
    "results": (
        "results.csv",
        b"Tisch;Startnummer;Spielpunkte;Gewonnene Spiele;Verlorene Spiele;Gesamt\n"
        b"2;5;300;11;1;800\n2;6;300;12;0;930\n2;7;300;12;0;930\n2;8;300;12;0;930\n",
    ),
}
# They show what they would write first, and write it when that is sent.
TWO_STEPS = ("entries-paste", "players-import", "club-members-import", "results-import")
SEATS = (1, 2, 3, 4)
POT = {
    "kind": "overall",
    "stake": "",
    "percent": "100",
    "amounts": "",
    "least": "",
    "day": "",
    "series": "",
    "category": "",
    "special": "",
    "try_money": "",
    "try_players": "",
}
# What a form is sent with instead, where its page offers nothing that can be written.
FILLED: dict[str, dict[str, str]] = {
    "category-change": {"name": "Damen und Herren", "entry_cents": "6,00"},
    "category-add": {"name": "Jugend", "entry_cents": "2,50"},
    "club-limits": {"junior_below": "20", "senior_from": "61"},
    "club-rename": {"name": "SC Herz Dame"},
    "entry-add": {"person": "", "name": "Uhu, Ute", "club": "", "start_number": ""},
    "entry-state": {"state": "withdrawn"},
    "handed-in": {"tables": "1", "numbers": ""},
    "league-day": {"date": "2026-10-02"},
    "league-division-change": {"points": "3 2 1 0", "name": "Staffel B"},
    "league-division-new": {"points": "3 2 1 0", "teams": "Adler\nBussard\nCondor\nDohle\nElster"},
    "league-leader-add": {"username": "viewer"},
    "league-team-penalty": {"match_points": "1", "counter_points": "", "points": "", "day": ""},
    "list-fees": {"rest_1": "50"},  # one game was lost
    "logo": {"file": "a picture"},
    "host-logo": {"file": "a picture"},
    "host-accounts": {"full_name": "Ute Uhu", "username": ""},
    "host-defaults": {
        "series": "3",
        "rounds": "12",
        "card_cents": "1,00",
        **{f"{what}_{number}": "" for what in ("from", "each") for number in range(1, 6)},
    },
    "club-members-import": {"file": "members"},
    "entries-paste": {"text": "Amsel, Anna\nDrossel, Dora\nFink, Fritz\nStar, Stine"},
    "league-meeting-lineup": {
        f"team_{number}": "\n".join(f"Spieler {number}{place}, X" for place in "abcd")
        for number in range(1, 5)
    },
    "league-schedule-make": {"venues": "1"},
    "league-team-withdraw": {"from_day": "1"},
    "list-totals": {
        **dict.fromkeys([f"points_{seat}" for seat in SEATS], "24"),
        **dict.fromkeys([f"won_{seat}" for seat in SEATS], "1"),
        **dict.fromkeys([f"lost_{seat}" for seat in SEATS], "0"),
        **dict.fromkeys([f"total_{seat}" for seat in SEATS], "104"),
        "points_1": "-24",
        "total_1": "-24",
        "won_1": "1",
        "lost_1": "1",
        "passed": "",
        "games_played": "5",
        "stop_reason": "Feueralarm",
        "layout": "1",
    },
    "players-import": {"file": "players"},
    "results-import": {"file": "results", "series": "1"},
    "list-open": {"table": "2", "seat1": "5", "seat2": "6", "seat3": "7", "seat4": ""},
    "list-players": {"after_round": "1", "announced": "", "seat": "1"},
    "seating-change": {"act": "join", "latecomer": "8", "table": "2", "reason": "zu spät"},
    "club-member": {"joined": "", "left": "", "number": "7"},
    "club-member-move": {"club": "2", "number": ""},
    "money-fees": {
        **{f"{what}_{number}": "" for what in ("from", "each") for number in range(3, 9)},
        "card_cents": "1,00",
    },
    "pot-change": {**POT, "title": "Alle"},
    "pot-new": {**POT, "title": "Ausgelobt"},
    "prints-copies": {"lists": "2", "missing": "3"},
    "public-switch": {"on": ""},
    "team": {"name": "Zweite", "members": "1 2"},
    "team-add": {"line": "Herzbuben 3 4"},
    "till": {"counted_all": "20,00", "counted_entry_fee": "20,00"},
    "tournament-settings": {
        "name": "Winterpokal",
        "hand_loss": "",
        "stake": "0,01",
        "ramsch": "",
        "wenzels": "",
        "wenzel_bonus": "",
        "best_of": "",
        "season_best_of": "",
    },
}
NOT_SENT = {"token", "leave"}  # written by `race`; what is to be left out of a file
# They end the session or the tournament itself.
LEFT_OUT = {"sign-out", "set-language", "tournament-remove", "account-change"}
# What others need comes first; what takes it away, and what ends a list, comes last.
FIRST = (
    *("entries-paste", "tournament-state", "club-add", "club-member", "club-member-move"),
    *("pot-new", "league-division-new", "league-team-remove", "league-schedule-make"),
    *("series-state", "list-totals", "list-reset", "list-players"),
    *("list-open", "seating-change", "results-import", "money-fees", "list-fees"),
)
LAST = (
    "meeting-remove",
    "remove",
    "break-off",
    "merge",
    "anonymise",
    "reject",
    "state",
    "settings",
)
# These want what nothing else is bound to: the rows that others of the forms have made.
MOVED = {
    "league-schedule-make": ("divisions/1/", "divisions/2/"),
    "league-division-remove": ("divisions/1/", "divisions/2/"),
    "league-team-remove": ("divisions/1/", "divisions/2/"),
    "list-fees": ("lists/1/", "lists/2/"),
    "league-meeting-results": ("meetings/1/", "meetings/2/"),
    "pot-remove": ("pots/1/", "pots/2/"),
}


@dataclass
class Sheet:
    """A form of a page: where it goes, and what it would send as it stands."""

    url: str
    page: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    of_list: bool = False  # the page adds the revision of its list

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
        self.revision = ""
        self.in_text = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            of_list = "#revision" in given.get("hx-include", "")
            self.sheet = Sheet(given.get("action") or self.here, self.here, of_list=of_list)
            self.found.append(self.sheet)
        elif self.sheet is None:
            self.revision = given["value"] if given.get("id") == "revision" else self.revision
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
        if "selected" in given or before is None:
            kept = [each for each in self.sheet.fields if each[0] != self.choice]
            self.sheet.fields = [*kept, (self.choice, given.get("value", ""))]

    def control(self, tag: str, given: dict[str, str]) -> None:
        assert self.sheet is not None
        kind, name = given.get("type", ""), given["name"]
        known = dict(self.sheet.fields)
        if (tag == "button" and name in known) or name in NOT_SENT:
            return
        if kind in ("checkbox", "radio") and "checked" not in given and name in known:
            return
        kind = INPUTMODES.get(given.get("inputmode", ""), kind)
        usual = TYPED.get(name) or TYPED.get(kind, "" if tag == "button" else "Rennen 7")
        value = given.get("value") or usual
        self.sheet.fields.append((name, value))
        self.in_text = tag == "textarea"

    def handle_data(self, data: str) -> None:
        """What stands in a field of many lines."""
        if self.sheet and self.in_text and data.strip():
            self.sheet.fields[-1] = (self.sheet.fields[-1][0], data.lstrip("\n"))

    def handle_endtag(self, tag: str) -> None:
        self.in_text = False
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
        if sent and (known := FILES.get(dict(sent).get("file", ""))):
            file = SimpleUploadedFile(*known)
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
        for each in forms_on(url, *browser.ask(port, url)):
            found.setdefault(each.name, each)
    return sorted((each for name, each in found.items() if name not in LEFT_OUT), key=turn)


def turn(sheet: Sheet) -> tuple[int, int]:
    """When a form is sent: among the first, or the last, in the order in which they are named."""
    if sheet.name in FIRST:
        return -1, FIRST.index(sheet.name)
    words = [place for place, word in enumerate(LAST) if word in sheet.name]
    return (1, words[0]) if words else (0, 0)


def forms_on(url: str, status: int, text: str) -> list[Sheet]:
    """The forms of an answer, filled in."""
    if status != OK or "<form" not in text:
        return []
    page = Forms(url)
    page.feed(text)
    for each in page.found:
        if each.of_list:
            each.fields.append(("revision", page.revision))
    return page.found


def now(browser: Browser, sheet: Sheet, port: int) -> Sheet:
    """The form as its page shows it now; of one that is looked at first, its second step."""
    page = sheet.page.replace(*moved(sheet))
    found = forms_on(page, *browser.ask(port, page))
    sheet = filled(next((each for each in found if each.name == sheet.name), sheet))
    if sheet.name in TWO_STEPS:
        answer = browser.ask(port, sheet.url, sheet.fields)
        steps = [each for each in forms_on(sheet.url, *answer) if each.name == sheet.name]
        return next((each for each in steps if "upload" in dict(each.fields)), sheet)
    return sheet


def moved(sheet: Sheet) -> tuple[str, str]:
    """What stands in the address of a form, and what is to stand there instead."""
    if sheet.name == "league-meeting-remove":  # the last of the new schedule: its number varies
        return "meetings/1/", f"meetings/{Meeting.objects.latest('pk').pk}/"
    return MOVED.get(sheet.name, ("", ""))


def filled(sheet: Sheet) -> Sheet:
    """The form with what it is sent with instead."""
    more = FILLED.get(sheet.name, {})
    kept = [(key, value) for key, value in sheet.fields if key not in more]
    url = sheet.url.replace(*moved(sheet))
    return Sheet(url, sheet.page, [*kept, *more.items()])


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
        earlier = make_tournament("Vor einer Woche", season=world.tournament.season, date=EARLIER)
        make_entries(earlier, 2)
        browser, ports = Browser(world.sessions["organizer"]), [each.port for each in at.servers]
        before, writing = LogEntry.objects.latest("pk").pk, 0
        failed: list[str] = []
        refused: list[str] = []
        statuses: Counter[int] = Counter()
        sheets = forms_of(browser, world, ports[0])
        for sheet in sheets:
            rows = LogEntry.objects.count()
            found = race(browser, now(browser, sheet, ports[0]), ports)
            statuses.update(found)
            wrote = LogEntry.objects.count() > rows
            writing += wrote
            if not wrote:
                refused.append(f"{sheet.name} {found}")
            if not all(0 < each < FAILED for each in found):
                failed.append(f"{sheet.name}: {found}")
        new = Submission.objects.filter(log__gt=before)
        doubled = new.values("token").annotate(n=Count("pk")).filter(n__gt=1).count()
        doubled += new.values("log").annotate(n=Count("pk")).filter(n__gt=1).count()
        findings = [str(each) for each in verify()]
        print(f"{len(sheets)} forms, {4 * len(sheets)} sendings, statuses {dict(statuses)}")
        print(f"{writing} forms wrote something, {new.count()} tokens counted")
        print(f"refused as they stand: {', '.join(refused)}")
        print(f"answered by an error {len(failed)}, counted twice {doubled}")
        print(f"findings of verify {len(findings)}")
        for line in [*failed, *findings][:20]:
            print(f"  {line}")
    return 1 if failed or doubled or findings else 0


if __name__ == "__main__":
    sys.exit(main())
