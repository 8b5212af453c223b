"""The page of a table as somebody uses it: a file, its preview, and what he answers there."""

import io
import re
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from scoring.models import Role, Tournament
from tests.factories import make_member
from tests.people.imports.club_tables import Result, results_of


def excel(*rows: list[object], **sheets: list[list[object]]) -> Workbook:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for title, lines in sheets.items():
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    return book


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


class FormReader(HTMLParser):
    """The fields of the form that holds the upload, as a browser would send them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.ticks: dict[str, bool] = {}
        self.select = ""
        start = html.find('name="upload"')
        begin = html.rfind("<form", 0, start)
        self.feed(html[begin : html.find("</form>", start)] if start > 0 else "")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {key: value or "" for key, value in attrs}
        if tag == "select":
            self.select = about["name"]
        elif tag == "option":
            # The first one, where none is selected.
            self.fields.setdefault(self.select, about["value"])
            if "selected" in about:
                self.fields[self.select] = about["value"]
        elif tag == "input" and about.get("type") == "checkbox":
            self.ticks[about["value"]] = "checked" in about
        elif tag == "input" and "name" in about:
            self.fields[about["name"]] = about.get("value", "")


class SentFile:
    """A file that was sent to the page at `url`, and what the page shows of it."""

    def __init__(
        self,
        client: Client,
        url: str,
        content: Workbook | bytes,
        name: str = "liste.xlsx",
        **fields: object,
    ) -> None:
        self.client, self.url = client, url
        data = content if isinstance(content, bytes) else saved(content)
        self.show(client.post(url, {"file": SimpleUploadedFile(name, data), **fields}))

    def show(self, answer: HttpResponse) -> None:
        self.answer, self.html = answer, answer.content.decode()
        self.text = " ".join(unescape(re.sub(r"<[^>]*>", " ", self.html)).split())
        form = FormReader(self.html)
        self.fields, self.ticks = form.fields, form.ticks

    def rows(self) -> list[int]:
        """The rows of people that are ticked."""
        ticked = [key for key, is_ticked in self.ticks.items() if is_ticked and key[0].isdigit()]
        return sorted(int(key.split(".")[-1]) for key in ticked)

    def field(self, begin: str, text: str = "") -> str:
        """The one field that begins so, with this text in its label."""
        labels = dict(re.findall(r'<label[^>]*for="([^"]+)"[^>]*>(.*?)</label>', self.html, re.S))
        found = [
            name
            for name in self.fields
            if name.startswith(begin) and text in unescape(labels.get(name, ""))
        ]
        assert len(found) == 1, (begin, text, found, sorted(self.fields))
        return found[0]

    def send(
        self,
        step: str = "take",
        *,
        without: tuple[object, ...] = (),
        besides: tuple[object, ...] = (),
        **answers: str,
    ) -> HttpResponse:
        """Press a button of the page; `answers` are fields by name."""
        left, more = set(map(str, without)), map(str, besides)
        take = [key for key, ticked in self.ticks.items() if ticked and key not in left]
        data = {**self.fields, **answers, "step": step, "take": [*take, *more]}
        answer = self.client.post(self.url, data, follow=True)
        self.show(answer)
        return answer

    def check(self, *, without: tuple[object, ...] = (), **answers: str) -> None:
        self.send("check", without=without, **answers)

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def context(self) -> Mapping[str, Any]:
        return self.answer.context

    @property
    def asked(self) -> list[str]:
        """The codes of everything that is open: columns, series, people."""
        file_map = self.context["look"].map
        codes = [each.problem.code for each in file_map.layouts.values() if each.problem]
        tables = [table.series for table in file_map.tables if table.series]
        codes += [question.text.code for question in tables if question.is_open]
        return [*codes, *(each.problem.code for each in self.context["results"].asked
                          if each.is_open)]  # fmt: skip

    @property
    def wrong(self) -> list[tuple[str, str]]:
        return [(spot.cell, spot.problem.code) for spot in self.context["wrong"]]

    @property
    def series_fields(self) -> list[str]:
        return [table.series.field for table in self.context["look"].map.tables if table.series]

    @property
    def open_columns(self) -> list[str]:
        """The fields of columns that have to be named."""
        layouts = self.context["look"].map.layouts.values()
        return [each.field for layout in layouts for each in layout.questions if not each.chosen]


class Sender:
    """A clerk who sends files of results, and what is stored of them."""

    def __init__(self, client: Client, tournament: Tournament) -> None:
        self.client, self.tournament = client, tournament
        self.address = reverse("results-import", args=[tournament.pk])
        client.force_login(make_member(tournament, Role.CLERK))
        client.cookies["django_language"] = "en"

    def send(self, content: Workbook | bytes, series: int | str = "") -> SentFile:
        return SentFile(self.client, self.address, content, series=series)

    def stored(self) -> list[Result]:
        return results_of(self.tournament)

    def take(self, page: SentFile, **options: Any) -> list[Result]:
        """What is stored once the page was accepted as it stands."""
        page.send(**options)
        assert page.answer.redirect_chain, page.text
        return self.stored()

    def is_refused(self, page: SentFile) -> bool:
        page.send()
        return page.status == 422 and not self.stored()
