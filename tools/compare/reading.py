"""What is compared of an answer: status, headers, and its text without what chance decides."""

import gzip
import hashlib
import io
import json
import re
from html.parser import HTMLParser
from typing import Any

HEADERS = ("Content-Type", "Content-Disposition", "Location", "Cache-Control", "Allow", "HX-")
# Values of chance, and what stands in the recording instead.
BY_CHANCE = (
    (re.compile(r'(csrfmiddlewaretoken"?\s+value=")[^"]+'), r"\1CSRF"),
    (re.compile(r'(X-CSRFToken[&quot;": ]+)[A-Za-z0-9]{32,}'), r"\1CSRF"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r"/setup/[\w-]{20,}"), "/setup/LINK"),
    (re.compile(r"\b(otpauth://\S+?secret=)\w+"), r"\1SECRET"),
    (re.compile(r"[\w/\\]*/compare-\w{8}\b"), "DATA"),
    (re.compile(r"(phone/files/)[\w-]+"), r"\1VERSION"),
    (re.compile(r"(\.(?:js|css|svg|png)\?)[\w=.-]+"), r"\1VERSION"),
    (re.compile(r"\b\d+([.,]\d+)? (ms|Sekunden|s)\b"), r"DURATION"),
)


def headers_of(response: Any) -> dict[str, str]:
    headers = {key: value for key, value in response.items() if key.startswith(HEADERS)}
    return {key: without_chance(value) for key, value in headers.items()}


def without_chance(text: str) -> str:
    for pattern, replacement in BY_CHANCE:
        text = pattern.sub(replacement, text)
    return text


def text_of(response: Any) -> str:
    """The text of a page, a PDF, the cells of a workbook; of anything else its hash."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if response.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    kind = response.get("Content-Type", "").partition(";")[0]
    if kind == "application/pdf":
        text = pdf_text(body)
    elif kind.endswith("spreadsheetml.sheet"):
        text = workbook_text(body)
    elif kind == "text/html":
        text = page_text(body.decode())
    elif kind == "application/json":
        text = json.dumps(json.loads(body), ensure_ascii=False, indent=1, sort_keys=True)
    elif kind.startswith("text/") or kind.endswith("javascript"):
        text = body.decode()
    else:
        text = f"{len(body)} bytes {hashlib.sha256(body).hexdigest()}"
    return without_chance(text)


def page_text(page: str) -> str:
    """Each tag and each text of a page on a line of its own."""
    parts = re.split(r"(<[^>]*>)", page)
    lines = (" ".join(part.split()) for part in parts)
    return "\n".join(line for line in lines if line)


def pdf_text(body: bytes) -> str:
    from pypdf import PdfReader

    pages = PdfReader(io.BytesIO(body)).pages
    return "\n".join(f"page {n}\n{page.extract_text()}" for n, page in enumerate(pages, 1))


def workbook_text(body: bytes) -> str:
    """Each cell that holds something, with its formula and what that gives."""
    from openpyxl import load_workbook

    lines = []
    formulas, values = (load_workbook(io.BytesIO(body), data_only=flag) for flag in (False, True))
    for sheet in formulas:
        lines.append(f"sheet {sheet.title} {sheet.sheet_state}")
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    value = values[sheet.title][cell.coordinate].value
                    same = value == cell.value
                    lines.append(f"{cell.coordinate} {cell.value!s}{'' if same else f' = {value}'}")
    return "\n".join(lines)


class Links(HTMLParser):
    """The addresses that a page leads to, and the fields of its forms by their address."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: dict[str, dict[str, tuple[str, bool]]] = {}  # value, and whether hidden
        self.fields: dict[str, tuple[str, bool]] | None = None
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {key: value or "" for key, value in attrs}
        self.links += [at[key] for key in ("href", "hx-get", "data-url") if at.get(key)]
        if tag == "form":
            address = at.get("hx-post") or at.get("action", "")
            sends = "hx-post" in at or at.get("method", "").lower() == "post"
            self.fields = self.forms.setdefault(address, {}) if sends else None
        if self.fields is None:
            return
        if tag in ("input", "textarea", "button") and at.get("name"):
            off = at.get("type") in ("checkbox", "radio") and "checked" not in at
            if at["name"] not in self.fields or not off:
                value = "" if off else at.get("value", "")
                self.fields[at["name"]] = (value, at.get("type") == "hidden")
        elif tag == "select":
            self.select = at.get("name", "")
            self.fields.setdefault(self.select, ("", False))
        elif tag == "option" and "selected" in at and self.select:
            self.fields[self.select] = (at.get("value", ""), False)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.fields = None
        elif tag == "select":
            self.select = ""
