"""Two hosts on one server: whoever organizes the one neither sees nor changes what is the other's.

Every address is asked for with the ids of the neighbour in its path, and no form and no query takes
an id of another host. Fields are noted while the program reads a request: no form is listed here.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

import pytest
from django import forms
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache as answers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import QueryDict

from scoring.core.forms import AccountField, Form, NamedField
from scoring.exchange.reads.office import host_problems
from scoring.prints.table_files import TABLES
from tests import fuzz
from tests.neighbours import (
    FISHING,
    MINE,
    NEEDED,
    SECRET,
    THEIRS,
    Neighbours,
    is_told,
    kinds,
    numbered_hosts,
    rows_of_theirs,
)
from tests.whole.test_fuzz import WHOLE, Writes
from tests.whole.test_urls import ADMINISTRATION, TABLE
from tests.world import names, parameters

# Sent by nobody who has a host, or about the whole server; they would end the reader's session.
LEFT_OUT = {*WHOLE, "sign-out", "set-language"}
ADDRESSES = sorted(names() - LEFT_OUT)
# What single addresses need besides.
EXAMPLES: dict[str, dict[str, str]] = {
    "entry-add": {"start_number": "", "club": "", "person": ""},
    "ruling-new": {"row": "soloist_concedes"},
}
# Ids that a host may send of another one (to which somebody is offered), and what holds none.
WITHOUT_IDS = {"to", "csrfmiddlewaretoken", "token", "page", "urlencode"}
NAMING = (forms.IntegerField, forms.ModelChoiceField, NamedField, AccountField)
OWN_ID = re.compile(r"(?<![0-9])8[0-9]{4}(?![0-9])")
ASKED = re.compile(r'\.(?:POST|GET)(?:\.get(?:list)?\(|\[)\s*"(\w+)"')


# Names of fields ---------------------------------------------------------------------------------


@contextmanager
def noting(asked: set[str]) -> Iterator[None]:
    """Note the name of every field that is asked for in a form or a query, or sent in one."""
    with ExitStack() as stack:
        for method in ("__getitem__", "__contains__", "getlist"):
            of_dict = getattr(QueryDict, method)

            def ask(self: QueryDict, key: str, *args: Any, of_dict: Any = of_dict) -> Any:
                asked.add(key)
                return of_dict(self, key, *args)

            stack.enter_context(mock.patch.object(QueryDict, method, ask))
        yield


@cache
def fields_of_forms() -> dict[str, bool]:
    """By name: whether any form has a field under it that names a row."""
    found, waiting = defaultdict[str, bool](bool), [Form]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        for name, of_form in getattr(form, "base_fields", {}).items():
            found[name] |= type(of_form) in NAMING
    return found


@cache
def names_in_the_program() -> set[str]:
    """Of the fields of forms, and those that views ask a request for without a form."""
    texts = (path.read_text("utf-8") for path in Path(settings.BASE_DIR, "scoring").rglob("*.py"))
    return fields_of_forms().keys() | {name for text in texts for name in ASKED.findall(text)}


def plausible(name: str) -> str:
    if fields_of_forms().get(name):
        return str(MINE)
    return FISHING.get(name) or next(filter(None, fuzz.PLAUSIBLE.get(name, ())), "1")


# What pages offer to send ------------------------------------------------------------------------


class Pages(HTMLParser):
    """The forms of pages: where each is sent to, what its fields hold, what they could."""

    def __init__(self) -> None:
        super().__init__()
        self.held = defaultdict[tuple[str, str], dict[str, list[str]]](dict)
        self.offered = defaultdict[str, set[str]](set)  # by name of a field

    def read(self, path: str, html: str) -> "Pages":
        self.page = self.form = ("get", path)
        self.html, self.select = html, ""
        self.feed(html)
        return self

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in given}
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "form":
            posted = attributes.get("hx-post")
            action = urlsplit(posted or attributes.get("action", "")).path or self.page[1]
            self.form = "post" if posted else attributes.get("method", "get").lower(), action
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            self.offered[self.select].add(value)
            if "selected" in attributes or self.select not in self.held[self.form]:
                self.held[self.form][self.select] = [value]
        elif tag in ("input", "button", "textarea") and name:
            self.offered[name].add(value)
            is_box = attributes.get("type") in ("checkbox", "radio")
            if not is_box or "checked" in attributes:
                self.held[self.form].setdefault(name, [value])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = self.page
        elif tag == "select":
            self.select = ""


PAGES: list[Pages] = []


def all_pages(neighbours: Neighbours) -> Pages:
    """All pages of one's own; read once, because the rows are always the same."""
    if not PAGES:
        PAGES.append(Pages())
        for name in ADDRESSES:
            path = neighbours.url(name)
            with transaction.atomic():
                response = neighbours.client.get(path)
                transaction.set_rollback(True)
            is_html = "html" in response.headers.get("Content-Type", "")
            if response.status_code == 200 and is_html:
                page = Pages().read(path, response.content.decode())
                for form, fields in page.held.items():
                    PAGES[0].held[form].update(fields)
                for field_name, values in page.offered.items():
                    PAGES[0].offered[field_name] |= values
    return PAGES[0]


def theirs_in(text: str) -> str:
    """The name or value of a field with an id of the other host in place of one's own."""
    return text if text.startswith("/") else OWN_ID.sub(str(THEIRS), text)


# Sending -----------------------------------------------------------------------------------------


@dataclass
class Sender:
    """Requests to one address of one's own, each of which is undone."""

    neighbours: Neighbours
    name: str
    asked: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)  # methods that the address does not know

    def send(self, method: str, data: dict[str, Any]) -> bool:
        """Whether something was written; what the other host would notice is a fault."""
        url, client, writes = self.neighbours.url(self.name), self.neighbours.client, Writes()
        content: dict[str, Any] = {"data": data}
        if self.name.startswith("phone-") and method == "post":
            content = {"data": json.dumps(data), "content_type": "application/json"}
        with transaction.atomic():
            with noting(self.asked), connection.execute_wrapper(writes):
                response = getattr(client, method)(url, **content)
                queued = getattr(get_messages(response.wsgi_request), "_queued_messages", [])
                is_seen = is_told(response) or any(SECRET in str(each) for each in queued)
            problems = ["tells of the other host"] if is_seen else []
            if response.status_code == 405:
                self.unknown.add(method)
            if response.status_code >= 500:
                problems.append(f"status {response.status_code}")
            if changed := writes.tables & BEFORE.keys():
                after = rows_of_theirs(changed)
                problems += [f"changes {each}" for each in changed if after[each] != BEFORE[each]]
                problems += [str(each) for each in host_problems()]
                if response.status_code == 302 and is_told(client.get(response["Location"])):
                    problems.append("tells of the other host afterwards")
            transaction.set_rollback(True)
        if writes.tables:
            answers.clear()
        self.faults += [f"{self.name}, {method} {data}: {each}" for each in problems]
        return "scoring_logentry" in writes.tables

    def learn(self, method: str) -> dict[str, Any]:
        """What this address takes, as far as can be known; its fields are noted meanwhile.

        A form as its page shows it, with something plausible in empty fields, or only with what
        most forms need, or as it is.
        """
        shown = all_pages(self.neighbours).held.get((method, self.neighbours.url(self.name)), {})
        filled = {name: some if any(some) else plausible(name) for name, some in shown.items()}
        known, full = None, dict[str, Any]()
        while self.asked != known and method not in self.unknown:
            known = set(self.asked)
            full = {name: plausible(name) for name in known - WITHOUT_IDS} | filled
            full |= EXAMPLES.get(self.name, {})
            if self.send(method, full):
                return full
        held = {name: some for name, some in shown.items() if any(some)}
        needed = {name: text for name, text in NEEDED.items() if name in self.asked}
        for data in (needed | held, held):
            if method == "post" and self.send(method, data):
                return data
        return full

    def send_everything(self, method: str) -> None:
        """All fields at once, then every field alone among what is one's own."""
        self.asked = set()
        data, asked = self.learn(method), self.asked - WITHOUT_IDS
        if method in self.unknown:
            return
        if method == "post" or asked:
            # Who goes through everything that was sent asks for all of it.
            everything = names_in_the_program() | asked
            self.send(method, dict.fromkeys(everything - WITHOUT_IDS, str(THEIRS)))
        for name in sorted(asked):
            values = all_pages(self.neighbours).offered[name]
            for value in sorted({str(THEIRS)} | {theirs_in(value) for value in values} - values):
                self.send(method, {**data, name: value})
            if name != theirs_in(name):
                self.send(method, {**data, theirs_in(name): plausible(name)})


# Tests -------------------------------------------------------------------------------------------


BEFORE: dict[str, list[Any]] = {}  # by table: the rows of the other host


@pytest.fixture
def neighbours(db: None) -> Neighbours:
    found = numbered_hosts()
    if not BEFORE:  # they are the same in every test
        BEFORE.update(rows_of_theirs({model._meta.db_table for model in kinds()}))
    assert all(BEFORE.values()), "each number names a row"
    return found


@pytest.mark.long
@pytest.mark.parametrize("word", sorted({name.partition("-")[0] for name in ADDRESSES}))
def test_no_field_takes_an_id_of_another_host(neighbours: Neighbours, word: str):
    """Of the addresses that begin with this word."""
    for name in ADDRESSES:
        if name.partition("-")[0] == word:
            sender = Sender(neighbours, name)
            for method in ("post", "get"):
                sender.send_everything(method)
            assert sender.faults == []


TABLE_OF_NAMES = (
    b"Name;Vorname;Punkte;Gewonnen;Verloren\nAmsel;Ada;100;3;1\nVerborge;Gundula;5;0;0\n"
)


def shown_file(neighbours: Neighbours, name: str, file: str, content: bytes) -> Pages:
    """The page that shows a file before it is taken in."""
    url = neighbours.url(name)
    sent = {"file": SimpleUploadedFile(file, content), "series": "1"}
    return Pages().read(url, neighbours.client.post(url, sent).content.decode())


@pytest.mark.parametrize("name", ["players-import", "club-members-import", "results-import"])
def test_no_answer_about_a_file_is_an_id_of_another_host(neighbours: Neighbours, name: str):
    """Who a row of a table is, of which series it tells: asked when it is shown."""
    sender, page = Sender(neighbours, name), shown_file(neighbours, name, "a.csv", TABLE_OF_NAMES)
    [upload] = page.offered["upload"]
    answers = {f"{of}-{row}" for of in ("choice", "person", "list") for row in range(6)}
    answers |= {each for each in page.offered if each.startswith(("choice", "person"))}
    for step in ("check", "enter"):
        about = {"upload": upload, "step": step, "series": "1"}
        sender.send("post", about | dict.fromkeys(answers, str(THEIRS)))
    assert SECRET not in page.html
    assert sender.faults == []


def test_a_file_of_another_host_changes_nothing_of_it(neighbours: Neighbours):
    """Its own lists as a workbook, taken along from there and given in here."""
    there, sender = neighbours.theirs, Sender(neighbours, "results-import")
    lists = there.client("organizer").get(there.url("series-lists-xlsx")).content
    for upload in shown_file(neighbours, "results-import", "a.xlsx", lists).offered["upload"]:
        sender.send("post", {"upload": upload, "step": "enter", "series": "1"})
    assert [each for each in sender.faults if "changes" in each] == []
    assert rows_of_theirs(set(BEFORE)) == BEFORE


# Addresses ---------------------------------------------------------------------------------------


def test_nothing_of_another_host_has_an_address(neighbours: Neighbours):
    """It is 404 as for a stranger, which does not confirm that it exists."""
    for name, page in TABLE.items():
        url = neighbours.theirs.url(name)
        if page.get:
            assert neighbours.client.get(url).status_code == 404, name
        if page.post:
            assert neighbours.client.post(url).status_code == 404, name


def test_an_id_of_another_host_behind_one_of_ones_own_is_404(neighbours: Neighbours):
    inner = ((name, key) for name in TABLE for key in parameters(name)[1:] if key.endswith("_id"))
    for name, key in inner:
        url, page = neighbours.mine.url(name, **{key: THEIRS}), TABLE[name]
        if page.get:
            assert neighbours.client.get(url).status_code == 404, (name, key)
        if page.post:
            assert neighbours.client.post(url, FISHING).status_code == 404, (name, key)


def test_the_administrator_of_a_host_does_not_administer_the_server(neighbours: Neighbours):
    for name in sorted(ADMINISTRATION.keys() - {"tournament-new", "season-new", "league-new"}):
        url, page = neighbours.mine.url(name), ADMINISTRATION[name]
        assert neighbours.client.get(url).status_code == (403 if page.get else 405), name
        assert neighbours.client.post(url, FISHING).status_code == (403 if page.post else 405), name


def test_lists_show_ones_own_alone(neighbours: Neighbours):
    for name in ("tournaments", "seasons", "leagues", "honours", "hosts", "tournament-new"):
        assert not is_told(neighbours.client.get(neighbours.mine.url(name))), name


def test_tables_to_take_along_hold_ones_own_alone(neighbours: Neighbours):
    for what in TABLES:
        url = neighbours.mine.url("table-file", what=what, kind="csv")
        for query in ({}, {"q": SECRET}):
            answer = neighbours.client.get(url, query)
            assert answer.status_code == 200, what
            assert not is_told(answer), what
