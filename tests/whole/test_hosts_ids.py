"""No form and no query takes an id of another host, whatever kind of row it is the id of.

The names of fields are those that the program asks for: noted while it reads a request, until it
asks for no other. So nobody has to list the fields of a new form, nor say what their ids are of:
in `tests/neighbours.py` one number is the id of a row of every kind.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
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
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import QueryDict

from scoring.core.forms import (
    AccountField,
    DateField,
    Form,
    MomentField,
    MoneyField,
    NamedField,
    RevisionField,
    TextField,
    TimeField,
    UploadField,
)
from scoring.models import Club, Entry
from scoring.verify.reads.office import host_problems
from tests import fuzz
from tests.caches import empty_caches
from tests.neighbours import (
    MINE,
    SECRET,
    THEIRS,
    Neighbours,
    belonging,
    kinds,
    numbered_hosts,
    rows_of_theirs,
)
from tests.whole.test_fuzz import WHOLE, Writes
from tests.world import names

# What somebody types who fishes for them, and what most forms need to be read at all.
NEEDED = {
    **dict.fromkeys(("name", "line", "q", "text", "typed", "full_name", "players"), "Verborge"),
    **dict.fromkeys(("date", "day", "on", "joined"), "2026-12-01"),
    **dict.fromkeys(("family", "given", "title"), "Neu"),
    "reason": "Test",
    "role": "organizer",
}
FISHING = NEEDED | {
    **dict.fromkeys(("confirmed", "seen", "another", "public"), "on"),
    "number": "77",
    "start_number": "1",
    "action": "link",
}
# What single addresses need besides.
EXAMPLES: dict[str, dict[str, str]] = {
    "entry-add": {"start_number": "", "club": "", "person": ""},
    "ruling-new": {"row": "soloist_concedes"},
}


# Sent by nobody who has a host, or about the whole server; they would end the reader's session.
LEFT_OUT = {*WHOLE, "sign-out", "set-language"}
ADDRESSES = sorted(names() - LEFT_OUT)
PLAIN = {forms.BooleanField, DateField, MomentField, MoneyField, RevisionField}
PLAIN |= {TextField, TimeField, UploadField}
NAMING = {forms.IntegerField, forms.ModelChoiceField, NamedField, AccountField}
# Ids that a host may send of another one.
ALLOWED = {"to"}  # the host to which somebody is offered
OWN_ID = re.compile(r"(?!/)[^0-9]*\b8[0-9]{4}\b.*")  # alone or in a value, which is not an address
SCORING = Path(settings.BASE_DIR) / "scoring"


# What the program asks for -----------------------------------------------------------------------


@contextmanager
def noting(asked: set[str]) -> Iterator[None]:
    """Note the name of every field that is asked for in a form or a query."""
    filling: list[str] = []  # while a request is parsed, which asks for what was sent

    def noted(method: str) -> Any:
        of_dict = getattr(QueryDict, method)

        def ask(self: QueryDict, key: str, *args: Any, **kwargs: Any) -> Any:
            if not filling:
                asked.add(key)
            return of_dict(self, key, *args, **kwargs)

        return mock.patch.object(QueryDict, method, ask)

    append = QueryDict.appendlist

    def fill(self: QueryDict, key: str, value: Any) -> None:
        filling.append(key)
        append(self, key, value)
        filling.pop()

    with (
        noted("__getitem__"),
        noted("__contains__"),
        noted("get"),
        noted("getlist"),
        mock.patch.object(QueryDict, "appendlist", fill),
    ):
        yield


@cache
def fields_of_forms() -> dict[str, set[type[forms.Field]]]:
    """By name: the kinds of the fields that any form has under it."""
    found, waiting = defaultdict[str, set[type[forms.Field]]](set), [Form]
    while waiting:
        each = waiting.pop()
        waiting += each.__subclasses__()
        for name, of_form in getattr(each, "base_fields", {}).items():
            found[name].add(type(of_form))
    return found


@cache
def asked_by_views() -> set[str]:
    """The names that the program's text asks a request for, without a form."""
    found = set()
    for path in SCORING.rglob("*.py"):
        text = path.read_text("utf-8")
        if re.search(r"\.(POST|GET)\b", text):
            found |= {name for node in ast.walk(ast.parse(text)) if (name := asked_by(node))}
    return found


@cache
def known_names() -> set[str]:
    """All names that stand in the program's text."""
    return (fields_of_forms().keys() | asked_by_views()) - ALLOWED


def without_ids() -> set[str]:
    """Names under which every form has what cannot hold an id, and no view asks for itself."""
    plain = {name for name, kinds in fields_of_forms().items() if kinds <= PLAIN}
    return (plain - asked_by_views()) | {"csrfmiddlewaretoken", "token", "page", "urlencode"}


def of_ids() -> set[str]:
    """Names under which a form has what names a row."""
    return {name for name, kinds in fields_of_forms().items() if kinds & NAMING}


def asked_by(node: ast.AST) -> str:
    """ "a" of request.POST["a"], request.GET.get("a"), "a" in request.POST."""
    of: ast.AST | None = None
    key: ast.AST | None = None
    match node:
        case ast.Subscript(value=of, slice=key):
            pass
        case ast.Call(func=ast.Attribute(value=of, attr="get" | "getlist"), args=[key, *_]):
            pass
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[of]):
            pass
    is_request = isinstance(of, ast.Attribute) and of.attr in ("POST", "GET")
    return key.value if is_request and isinstance(key, ast.Constant) else ""


# What pages offer to send ------------------------------------------------------------------------


class FormsOfPage(HTMLParser):
    """Every form of a page: where it is sent to, what its fields hold, what they could."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = self.action = path
        self.method = "get"
        self.held: dict[tuple[str, str], dict[str, list[str]]] = {}
        self.offered = defaultdict[str, set[str]](set)  # by name of a field
        self.select = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in given}
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "form":
            self.action = urlsplit(attributes.get("action") or self.path).path
            self.method = attributes.get("method", "get").lower()
            if "hx-post" in attributes:
                self.action, self.method = urlsplit(attributes["hx-post"]).path, "post"
            self.held.setdefault((self.method, self.action), {})
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            self.offered[self.select].add(value)
            fields = self.held.setdefault((self.method, self.action), {})
            if "selected" in attributes or self.select not in fields:
                fields[self.select] = [value]
        elif tag in ("input", "button", "textarea") and name:
            self.offered[name].add(value)
            is_box = attributes.get("type") in ("checkbox", "radio")
            if not is_box or "checked" in attributes:
                fields = self.held.setdefault((self.method, self.action), {})
                fields.setdefault(name, [value])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.action, self.method = self.path, "get"
        elif tag == "select":
            self.select = ""


@dataclass
class Offered:
    """What all pages of the reader offer to send."""

    held: dict[tuple[str, str], dict[str, list[str]]]  # by method and path
    composed: dict[str, set[str]]  # by name: values that hold an id among other letters


def offered(neighbours: Neighbours) -> Offered:
    """What all pages of one's own offer; read once, because the rows are always the same."""
    if not OFFERED:
        OFFERED.append(read_offered(neighbours))
    return OFFERED[0]


OFFERED: list[Offered] = []


def read_offered(neighbours: Neighbours) -> Offered:
    found = Offered({}, {})
    for name in ADDRESSES:
        with transaction.atomic():
            path = neighbours.url(name)
            response = neighbours.client.get(path)
            transaction.set_rollback(True)
        if response.status_code != 200 or "html" not in response.headers.get("Content-Type", ""):
            continue
        page = FormsOfPage(path)
        page.feed(response.content.decode())
        for key, fields in page.held.items():
            found.held.setdefault(key, {}).update(fields)
        for named, values in page.offered.items():
            own = filter(OWN_ID.fullmatch, values)
            composed = set(map(theirs_in, own))
            found.composed.setdefault(named, set()).update(composed - {str(THEIRS)})
    return found


def theirs_in(text: str) -> str:
    """The name or value of a field with an id of the other host in place of one's own."""
    return re.sub(r"(?<![0-9])8[0-9]{4}(?![0-9])", str(THEIRS), text)


def plausible(name: str) -> str:
    if name in of_ids():
        return str(MINE)
    return FISHING.get(name) or next(filter(None, fuzz.PLAUSIBLE.get(name, ())), "1")


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
                seen = told(response) or any(SECRET in str(each) for each in said(response))
            problems = ["tells of the other host"] if seen else []
            if response.status_code == 405:
                self.unknown.add(method)
            if response.status_code >= 500:
                problems.append(f"status {response.status_code}")
            if changed := writes.tables & BEFORE.keys():
                after = rows_of_theirs(changed)
                problems += [f"changes {each}" for each in changed if after[each] != BEFORE[each]]
                problems += [str(each) for each in host_problems()]
                if response.status_code == 302 and told(client.get(response["Location"])):
                    problems.append("tells of the other host afterwards")
            transaction.set_rollback(True)
        if writes.tables:
            empty_caches()
        self.faults += [f"{self.name}, {method} {data}: {each}" for each in problems]
        return "scoring_logentry" in writes.tables

    def learn(self, method: str) -> dict[str, Any]:
        """What this address takes, as far as can be known; its fields are noted meanwhile.

        A form as its page shows it, with something plausible in empty fields, or only with what
        most forms need, or as it is.
        """
        rendered = offered(self.neighbours).held.get((method, self.neighbours.url(self.name)), {})
        known: set[str] | None = None
        full = data = dict[str, Any]()
        while self.asked != known and method not in self.unknown:
            known = set(self.asked)
            full = {name: plausible(name) for name in known - ALLOWED}
            full |= {
                name: some if any(some) else plausible(name) for name, some in rendered.items()
            }
            full |= EXAMPLES.get(self.name, {})
            if self.send(method, full):
                return full
        needed = {name: text for name, text in NEEDED.items() if name in self.asked}
        shown = {name: some for name, some in rendered.items() if any(some)}
        for data in (needed | shown, shown):
            if method == "post" and self.send(method, data):
                return data
        return full


def told(response: Any) -> bool:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return SECRET.encode() in content


def said(response: Any) -> list[Any]:
    """The messages of the next page."""
    return list(getattr(get_messages(response.wsgi_request), "_queued_messages", []))


# Tests -------------------------------------------------------------------------------------------


BEFORE: dict[str, list[Any]] = {}  # by table: the rows of the other host


@pytest.fixture
def neighbours(db: None) -> Neighbours:
    found = numbered_hosts()
    if not BEFORE:  # they are the same in every test
        BEFORE.update(rows_of_theirs({model._meta.db_table for model in kinds()}))
    return found


@pytest.mark.long
@pytest.mark.parametrize("word", sorted({name.partition("-")[0] for name in ADDRESSES}))
def test_no_field_takes_an_id_of_another_host(neighbours: Neighbours, word: str):
    """Of the addresses that begin with this word."""
    for name in ADDRESSES:
        if name.partition("-")[0] == word:
            sender = Sender(neighbours, name)
            for method in ("post", "get"):
                send_everything(sender, method)
            assert sender.faults == []


def send_everything(sender: Sender, method: str) -> None:
    """All fields at once, then every field alone among what is one's own."""
    sender.asked = set()
    data, asked = sender.learn(method), sender.asked - ALLOWED
    if method in sender.unknown:
        return
    if method == "post" or asked:
        # Who goes through everything that was sent asks for all of it.
        sender.asked = set()
        sender.send(method, dict.fromkeys(known_names() | asked, str(THEIRS)))
    for each in sorted(asked):
        alone = set() if each in without_ids() else {str(THEIRS)}
        for value in sorted(alone | offered(sender.neighbours).composed.get(each, set())):
            sender.send(method, {**data, each: value})
        if each != theirs_in(each):
            sender.send(method, {**data, theirs_in(each): plausible(each)})


TABLE_OF_NAMES = (
    b"Name;Vorname;Punkte;Gewonnen;Verloren\nAmsel;Ada;100;3;1\nVerborge;Gundula;5;0;0\n"
)


@pytest.mark.parametrize("name", ["players-import", "club-members-import", "results-import"])
def test_no_answer_about_a_file_is_an_id_of_another_host(neighbours: Neighbours, name: str):
    """Who a row of a table is, of which series it tells: asked when it is shown."""
    sender = Sender(neighbours, name)
    url, client = neighbours.url(name), neighbours.client
    file = SimpleUploadedFile("namen.csv", TABLE_OF_NAMES, "text/csv")
    shown = client.post(url, {"file": file, "series": "1"})
    page = FormsOfPage(url)
    page.feed(shown.content.decode())
    [upload] = page.held["post", url]["upload"]
    rows = [str(row) for row in range(6)]
    answers = {f"{of}-{row}": str(THEIRS) for of in ("choice", "person", "list") for row in rows}
    asked = {each: str(THEIRS) for each in page.offered if each.startswith(("choice", "person"))}
    for step in ("check", "enter"):
        sender.send("post", {"upload": upload, "step": step, "series": "1", **answers, **asked})
    assert told(shown) is False
    assert sender.faults == []


def test_a_file_of_another_host_changes_nothing_of_it(neighbours: Neighbours):
    """Its own lists as a workbook, taken along from there and given in here."""
    there = neighbours.theirs
    lists = there.client("organizer").get(there.url("series-lists-xlsx")).content
    url, sender = neighbours.url("results-import"), Sender(neighbours, "results-import")
    page = FormsOfPage(url)
    shown = neighbours.client.post(url, {"file": SimpleUploadedFile("listen.xlsx", lists)})
    page.feed(shown.content.decode())
    for upload in page.held.get(("post", url), {}).get("upload", []):
        sender.send("post", {"upload": upload, "step": "enter", "series": "1"})
    assert [each for each in sender.faults if "changes" in each] == []
    assert rows_of_theirs(set(BEFORE)) == BEFORE


@pytest.mark.long
def test_one_number_is_the_id_of_a_row_of_every_kind(neighbours: Neighbours):
    """Otherwise a field could take an id that no request has sent."""
    for model in kinds():
        assert belonging(model, THEIRS).filter(pk=THEIRS).exists(), model
        assert belonging(model, MINE).filter(pk=MINE).exists(), model


@pytest.mark.long
def test_the_fields_that_a_view_asks_for_are_noted(neighbours: Neighbours):
    """Those of a form, and those that a view reads by itself."""
    for name, fields in {"clubs-merge": {"club", "kept"}, "award-pay": {"entry"}}.items():
        sender = Sender(neighbours, name)
        sender.learn("post")
        assert fields <= sender.asked
    assert {"person", "kept", "club", "user", "source", "offer"} <= of_ids()
    assert {"entry", "pot", "player", "held_by"} <= asked_by_views()


@pytest.mark.long
def test_what_belongs_to_the_other_host_is_compared(neighbours: Neighbours):
    """A changed row, and a row of one's own that names one of theirs."""
    Entry.objects.filter(pk=neighbours.mine.entry.pk).update(person=THEIRS)
    Club.objects.filter(pk=THEIRS).update(name="Neu")
    after = rows_of_theirs(set(BEFORE))
    assert {each for each in BEFORE if after[each] != BEFORE[each]} == {
        "scoring_entry",
        "scoring_club",
    }
