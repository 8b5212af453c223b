"""The dearest requests that each role can send, for `load_heavy.py`.

Every case has a database of its own, copied from `Stage`: a championship that was played, the same
one with nothing entered, one of a thousand players without seats, and lists to type into.
"""

import io
import json
import re
import secrets
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from PIL import Image

from scoring.exchange.reads.export import export_text
from scoring.models import Actor, Host, Membership, Role, ScoreList, Season, Tournament, User
from scoring.prints.papers import PRINTS
from scoring.prints.table_files import TABLES
from scoring.simulation.services import SimulationPlan, register, seat_series, simulate
from tests.core.packed_sheets import CONTENT, excel, packed
from tests.factories import make_host
from tests.leagues_played import TEAMS, make_league, meeting_of
from tools.bench.run import signed_in

DAY = date(2026, 11, 21)
BY = Actor(name="load")
PLAYERS, SERIES, LARGE = 240, 6, 1_000
NAMES = ("Played", "Empty", "Large")
PASSWORD = "a password for measuring"
FORM = "application/x-www-form-urlencoded"
LEAGUE = "League"
KINDS = ("pdf", "xlsx", "csv")
SESSION = "a" * 32  # the token against foreign forms, in cookie and field


@dataclass(frozen=True)
class Stage:
    """The rows that the cases need, and the sessions of who sends them."""

    played: Tournament
    empty: Tournament
    large: Tournament
    chief: str
    clerk: str
    workbook: bytes
    document: bytes
    meeting: int
    database: Path


@dataclass(frozen=True)
class Sent:
    """One request, ready to be sent."""

    method: str
    path: str
    session: str = ""
    body: bytes = b""
    kind: str = FORM

    def send(self, port: int) -> tuple[int, bytes]:
        cookies = f"csrftoken={SESSION}; {settings.SESSION_COOKIE_NAME}={self.session}"
        headers = {"Cookie": cookies, "Accept-Language": "de", "X-CSRFToken": SESSION}
        if self.method == "POST":
            headers["Content-Type"] = self.kind
        connection = HTTPConnection("127.0.0.1", port, timeout=600)
        try:
            connection.request(self.method, self.path, self.body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


Make = Callable[[Stage, int], Sequence[Sent]]


@dataclass(frozen=True)
class Case:
    """Requests that are sent at once; `make` may send others before, to the server at a port."""

    name: str
    make: Make


def get(path: str, session: str) -> Sent:
    return Sent("GET", path, session)


def post(path: str, session: str, **fields: object) -> Sent:
    return Sent("POST", path, session, urlencode(fields, doseq=True).encode())


def upload(path: str, session: str, content: bytes, name: str, **fields: object) -> Sent:
    file = SimpleUploadedFile(name, content)
    body = encode_multipart(BOUNDARY, {**fields, "file": file})
    return Sent("POST", path, session, body, MULTIPART_CONTENT)


def prepare() -> None:
    """Fill an empty database."""
    played = simulate(SimulationPlan(PLAYERS, SERIES, "heavy", NAMES[0], DAY), by=BY)
    plan = SimulationPlan(PLAYERS, SERIES, "heavy", NAMES[1], DAY)
    empty = register(plan, by=BY)
    for number in range(1, SERIES + 1):
        seat_series(plan, empty, number, by=BY)
    large = register(SimulationPlan(LARGE, 12, "large", NAMES[2], DAY), by=BY)
    User.objects.create(username="chief", is_superuser=True, password=make_password(PASSWORD))
    clerk = User.objects.create(username="clerk")
    for tournament in (played, empty, large):
        Membership.objects.create(user=clerk, tournament=tournament, role=Role.CLERK)
    make_league(TEAMS[:4], name=LEAGUE)
    make_host("LV Nord", kind="state")


def stage_in(database: Path) -> Stage:
    """What `prepare` has put into this database, and new sessions."""
    played, empty, large = (Tournament.objects.get(name=each) for each in NAMES)
    chief, clerk = (User.objects.get(username=each) for each in ("chief", "clerk"))
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(chief)
    workbook = client.get(reverse("tournament-xlsx", args=[played.pk])).content
    document = export_text(played).encode()
    meeting = meeting_of(Season.objects.get(name=LEAGUE)).pk
    people = signed_in(chief), signed_in(clerk)
    return Stage(played, empty, large, *people, workbook, document, meeting, database)


# Files -------------------------------------------------------------------------------------------


def cells(count: int, value: Callable[[int], str], columns: int = 100) -> str:
    """Rows of XML with this many cells."""
    rows = range(count // columns)
    return "".join(
        f"<row>{''.join(value(row * columns + at) for at in range(columns))}</row>" for row in rows
    )


def numbers(count: int) -> bytes:
    text = cells(count, lambda at: f"<c><v>{at % 997}</v></c>")
    return excel(f"<sheetData>{text}</sheetData>")


def texts(count: int) -> bytes:
    text = cells(count, lambda at: f'<c t="inlineStr"><is><t>Name {at}</t></is></c>')
    return excel(f"<sheetData>{text}</sheetData>")


def results_of_strangers(count: int) -> bytes:
    """A table of results in which nobody is known: every name is compared with every player."""
    lines = ["Name;Punkte;Gew.;Verl.;Gesamt"]
    lines += [f"Bexker{at}, Adam Ferdinand;100;2;1;120" for at in range(count)]
    return "\n".join(lines).encode()


def players_table(count: int) -> bytes:
    lines = ["Nachname;Vorname;Verein;Passnummer"]
    lines += [f"Becker{at};Ada;Verein {at % 300};{at}" for at in range(count)]
    return "\n".join(lines).encode()


def open_document(count: int) -> bytes:
    cell = "<table:table-cell><text:p>Name</text:p></table:table-cell>"
    row = f"<table:table-row>{cell * 100}</table:table-row>"
    return packed({"content.xml": CONTENT.format(f"<table:table>{row * (count // 100)}")})


def picture(mode: str, side: int, kind: str = "PNG", *, alpha: int = 255) -> bytes:
    buffer = io.BytesIO()
    colour = {"RGBA": (9, 9, 9, alpha), "RGB": (9, 9, 9), "CMYK": (9, 9, 9, 9)}.get(mode, 9)
    Image.new(mode, (side, side), colour).save(buffer, kind)
    return buffer.getvalue()


def backup_of(database: Path) -> bytes:
    """A backup of at most what may be sent."""
    copy = database.with_name("sent.sqlite3")
    with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    content = copy.read_bytes()
    copy.unlink()
    return content


# Cases -------------------------------------------------------------------------------------------


def imports() -> Iterator[Case]:
    """Files for the import of results and of players."""
    files: dict[str, tuple[str, Callable[[], bytes]]] = {
        "816 bytes of bzip2": ("a.xlsx", bzip2),
        "3,000,000 empty cells": (
            "a.xlsx",
            lambda: excel(f"<sheetData><row>{'<c/>' * 3_000_000}</row></sheetData>"),
        ),
        "far dimension and cell": ("a.xlsx", far_cell),
        "workbook of 600,000 numbers": ("a.xlsx", lambda: numbers(600_000)),
        "workbook of 240,000 numbers": ("a.xlsx", lambda: numbers(240_000)),
        "workbook of 600,000 texts": ("a.xlsx", lambda: texts(600_000)),
        ".ods of 240,000 cells": ("a.ods", lambda: open_document(240_000)),
        ".ods of 600,000 cells": ("a.ods", lambda: open_document(600_000)),
        ".xls of 10 MB": ("a.xls", lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 9_900_000),
        "PDF of 10 MB": ("a.pdf", lambda: b"%PDF-1.7\n" + b"x" * 9_900_000),
        "3 MB of csv": ("a.csv", lambda: b"1;2;3;4\n" * 370_000),
        "2,000 results of strangers": ("a.csv", lambda: results_of_strangers(1_990)),
        "5,000 results of strangers": ("a.csv", lambda: results_of_strangers(4_990)),
        "2,000 players": ("a.csv", lambda: players_table(1_990)),
    }
    for page in ("results-import", "players-import"):
        for name, (file, content) in files.items():
            yield Case(f"{page}: {name}", file_case(page, file, content))


def file_case(page: str, file: str, content: Callable[[], bytes]) -> Make:
    return lambda stage, _port: [
        upload(reverse(page, args=[stage.empty.pk]), stage.clerk, content(), file, series=1)
    ]


def bzip2() -> bytes:
    return excel(f"<sheetData><row>{'<c/>' * 5_000_000}</row></sheetData>", zipfile.ZIP_BZIP2)


def far_cell() -> bytes:
    text = '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>3</v>'
    return excel(f"{text}</c></row></sheetData>")


def whole_workbook() -> Iterator[Case]:
    """The workbook of a tournament of 240 players and six series, out and in."""
    yield Case(
        "workbook of the tournament, out",
        lambda stage, _port: [get(address("tournament-xlsx", stage.played), stage.chief)],
    )
    yield Case("workbook of the tournament, shown", lambda stage, _port: [sent_back(stage)])
    yield Case("workbook of the tournament, taken in", taken_in)


def address(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.pk, *more])


def sent_back(stage: Stage) -> Sent:
    path = address("results-import", stage.empty)
    return upload(path, stage.clerk, stage.workbook, "all.xlsx")


def taken_in(stage: Stage, port: int) -> list[Sent]:
    shown = sent_back(stage).send(port)[1].decode()
    name = shown.split('name="upload" value="')[1].split('"')[0]
    path = address("results-import", stage.empty)
    return [post(path, stage.clerk, upload=name, step="take", token=secrets.token_hex(16))]


def documents() -> Iterator[Case]:
    """Tournaments of 240 players and six series as documents, and one that is made like another."""
    yield Case("next evening of 240 players", next_evening)
    yield Case("match day of a league, taken in", match_day)
    yield Case("report, taken in", report)


def next_evening(stage: Stage, port: int) -> list[Sent]:
    """With everybody entered who is on its page."""
    path, token = address("next-evening", stage.played), secrets.token_hex(16)
    page = get(path, stage.chief).send(port)[1].decode()
    people = re.findall(r'name="people" value="(\d+)"', page)
    fields = {"name": token, "date": "2026-11-28", "season": "Heavy", "people": people}
    return [post(path, stage.chief, paid="on", token=token, **fields)]


def match_day(stage: Stage, _port: int) -> list[Sent]:
    """The teams of the league, of players of the document."""
    document = json.loads(stage.document)
    members = [{"player": number, "position": 1 + (number - 1) % 4} for number in range(1, 17)]
    teams = [
        {"number": at + 1, "name": name, "members": members[4 * at : 4 * at + 4]}
        for at, name in enumerate(TEAMS[:4])
    ]
    document["contests"] = [{"kind": "team", "size": 4, "teams": teams}]
    path, token = reverse("league-meeting-import", args=[stage.meeting]), secrets.token_hex(16)
    data = json.dumps(document).encode()
    return [upload(path, stage.chief, data, "day.json", reason="measured", token=token)]


def report(stage: Stage, _port: int) -> list[Sent]:
    """The file of a club, handed in at a host: checked and written as what is sent with a key."""
    document = json.loads(stage.document)
    begun = f"2026-11-21T10:00:00.{secrets.randbelow(10**6):06}+01:00"
    document["log"][0]["at"] = begun  # another tournament than the one before
    file = SimpleUploadedFile("document.json", json.dumps(document, indent=1).encode())
    body = encode_multipart(BOUNDARY, {"document": file})
    path = reverse("report-upload", args=[Host.objects.get(name="LV Nord").pk])
    return [Sent("POST", path, stage.chief, body, MULTIPART_CONTENT)]


def pictures() -> Iterator[Case]:
    """Small files of many pixels as the logo, one and eight at once."""
    kinds: dict[str, Callable[[], bytes]] = {
        "PNG of 16 million pixels": lambda: picture("RGBA", 4_000, alpha=90),
        "PNG of 15 million pixels": lambda: picture("RGBA", 3_870, alpha=90),
        "WebP of 7 million pixels": lambda: picture("RGBA", 2_640, "WEBP", alpha=90),
        "PNG of 16 bit": lambda: picture("I;16", 4_000),
        "PNG of a palette": lambda: picture("P", 3_870),
        "PNG of 400 million pixels": lambda: picture("1", 20_000),
        "JPEG of 15 million pixels": lambda: picture("CMYK", 3_870, "JPEG"),
        "WebP of 16 million pixels": lambda: picture("RGBA", 4_000, "WEBP", alpha=90),
        "BMP": lambda: picture("L", 1_900, "BMP"),
        "GIF of 15 million pixels": lambda: picture("P", 3_870, "GIF"),
    }
    for name, content in kinds.items():
        yield Case(f"logo: {name}", picture_case(content, 1))
    yield Case("logo: eight of them at once", picture_case(kinds["PNG of 15 million pixels"], 8))


def picture_case(content: Callable[[], bytes], count: int) -> Make:
    def make(stage: Stage, _port: int) -> list[Sent]:
        file = content()
        path = address("logo", stage.played)
        token = secrets.token_hex
        return [upload(path, stage.chief, file, "logo", token=token(16)) for _each in range(count)]

    return make


def forms() -> Iterator[Case]:
    """Forms filled to their limits."""
    names = "\n".join(f"Becker{at}, Ada; Verein {at % 300}" for at in range(995))
    yield Case(
        "995 people pasted, shown",
        lambda stage, _port: [
            post(address("entries-paste", stage.large), stage.clerk, text=names, step="show")
        ],
    )
    for count in (300, 995):
        yield Case(f"{count} people of a table, entered", entered_case(count))
    yield Case("marks on one letter, in fields of a clerk", marks_case)
    yield Case(
        "100,000 spaces in a pasted line",
        lambda stage, _port: [
            post(
                address("entries-paste", stage.large),
                stage.clerk,
                text=" " * 99_000 + "x",
                step="show",
            )
        ],
    )
    yield Case(
        "two forms of 30 MB to a list, by nobody",
        lambda stage, _port: (
            [upload(reverse("game", args=[stage.large.pk, 1]), "", b"a " * 15_000_000, "a")] * 2
        ),
    )
    yield Case(
        "paste of 2,400,000 characters",
        lambda stage, _port: [
            post(address("entries-paste", stage.large), stage.clerk, text="Ab, C\n" * 400_000)
        ],
    )
    yield Case(
        "form of 4,900 fields",
        lambda stage, _port: [
            post(
                address("results-import", stage.empty),
                stage.clerk,
                upload="x",
                **{f"who-{at}": "x" * 400 for at in range(4_900)},
            )
        ],
    )
    yield Case(
        "29 sign-ins at once",
        lambda _stage, _port: [post("/sign-in/", "", username="chief", password=PASSWORD)] * 29,
    )
    yield Case(
        "body of 250 MB",
        lambda stage, _port: [
            Sent("POST", address("logo", stage.played), stage.chief, b"x" * 250_000_000)
        ],
    )


def entered_case(count: int) -> Make:
    """So many people of a table that was shown before."""

    def make(stage: Stage, port: int) -> list[Sent]:
        word, path = secrets.token_hex(3), address("players-import", stage.large)
        rows = "\n".join(f"Bocker{word}{at};Ada;Verein {word} {at % 300}" for at in range(count))
        table = f"Nachname;Vorname;Verein\n{rows}".encode()
        token = secrets.token_hex
        _status, page = upload(path, stage.clerk, table, "a.csv", token=token(16)).send(port)
        fields = dict(re.findall(r'name="(upload|shown|expected)" value="([^"]*)"', str(page)))
        return [post(path, stage.clerk, step="take", token=token(16), **fields)]

    return make


def marks_case(stage: Stage, _port: int) -> list[Sent]:
    """Letters that Unicode sorts: quadratic before they were bounded."""
    text = "a" + "\u0301\u0316" * 30_000
    path = address("entry-add", stage.large)
    return [post(path, stage.clerk, name="x", club=text, token=secrets.token_hex(16))]


def backups() -> Iterator[Case]:
    yield Case("backup made", lambda stage, _port: [post(reverse("backup-new"), stage.chief)])
    yield Case(
        "backup sent",
        lambda stage, _port: [
            upload(reverse("backups"), stage.chief, backup_of(stage.database), "a.sqlite3")
        ],
    )


def draws() -> Iterator[Case]:
    """The largest fields for the most series."""
    for name, field, count in (("large", LARGE, 12),):
        yield Case(f"draw of {field} players, {count} series", draw_case(name, count))


def draw_case(name: str, count: int) -> Make:
    def make(stage: Stage, _port: int) -> list[Sent]:
        tournament: Tournament = getattr(stage, name)
        series = tournament.series.get(number=1)
        fields = {"mode": "no-repeats", "clubs": "first", "teams": "first", "three_seats": "lot"}
        path = reverse("series-draw", args=[series.pk])
        return [post(path, stage.chief, series=count, reason="x", **fields)]

    return make


def pages() -> Iterator[Case]:
    """Every print, every table as a file, and pages with figures in their addresses."""
    for what in PRINTS:
        yield page(f"prints/{what}.pdf?series=1&places=400&rounds=24&of=overall")
        if what in ("lists", "report", "certificates"):
            yield page(f"prints/{what}.pdf?series=1&places=400")
    for what in TABLES:
        yield from (page(f"tables/{what}.{kind}") for kind in KINDS)
    for scope in ("", "of/special/most-won/", "of/day/1/", "of/category/1/"):
        yield page(f"standings/{scope}")
        yield from (page(f"standings/{scope}standings.{kind}") for kind in KINDS if scope)
    yield from (page(f"standings.{kind}") for kind in KINDS)
    far = "9" * 4_000
    yield page(f"log/?page={far}&person={far}&text={'x' * 5_000}")
    yield page(f"entries/suggest/?q={'a' * 5_000}")
    yield page("entries/")
    yield page("series/1/lists.xlsx")


def page(path: str) -> Case:
    return Case(
        path[:70],
        lambda stage, _port: [get(f"/tournaments/{stage.played.pk}/{path}", stage.chief)],
    )


def lists() -> Iterator[Case]:
    """What a list computes from figures in the address."""
    for text in ("9" * 4_000, "1e300000000", "0.01"):
        yield of_list(f"settlement/?stake={text}")
    for known in ("1:--5", "1:999999999999,2:3", ",".join(f"{at}:{at}" for at in range(1, 500))):
        yield of_list("trace/", known=known, seat=1, number=12, value="9" * 100)


def of_list(path: str, **fields: object) -> Case:
    def make(stage: Stage, _port: int) -> list[Sent]:
        first = ScoreList.objects.filter(series__tournament=stage.played).first()
        address = f"/lists/{first.pk if first else 0}/{path}"
        return [post(address, stage.chief, **fields) if fields else get(address, stage.chief)]

    return Case(f"{path}{fields.get('known', '')}"[:60], make)


GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    "imports": imports,
    "workbook": whole_workbook,
    "documents": documents,
    "pictures": pictures,
    "forms": forms,
    "backups": backups,
    "draws": draws,
    "lists": lists,
    "pages": pages,
}
