"""What everybody may look up without an account: a game, a bid, a rule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scoring.core.files.download import attachment, table_file
from scoring.core.files.html import table
from scoring.core.files.pdf_wall import one_page_pdf
from scoring.core.forms import search_text
from scoring.core.listing import Head
from scoring.core.text import language
from scoring.entry.line import ParsedLine, canonical, parse
from scoring.lookups.forms import (
    BidForm,
    GameForm,
    SystemForm,
    TapForm,
    example,
    query_of,
    tapped_choices,
)
from scoring.lookups.reads import Calculation, bid_table, calculation, chances_listing, rulebook
from scoring.messages.catalogue import sign_and_name
from scoring.rules.checks import check
from scoring.rules.contract_checks import level_problems
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line
from scoring.rules.systems import System


@dataclass(frozen=True, slots=True)
class Answer:
    """What the calculator says of a game; `line` and `link` repeat the question."""

    sum: Calculation | None
    problems: Sequence[Problem]
    line: str
    link: str


@login_not_required
@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    system = SystemForm(request.GET).chosen_system
    line, tap, answer = GameForm(request.GET or None), TapForm(system=system), None
    if request.GET.get("contract"):
        tap = TapForm(request.GET, system=system)
        if tap.is_valid():
            answer = build_answer(request, system, parse_as(f"{tap.text}1", system, language()))
            line = GameForm({"line": answer.line})
    elif line.is_valid() and line.cleaned_data["line"]:
        parsed = parse_with_optional_seat(line.cleaned_data["line"], system)
        answer = build_answer(request, system, parsed)
        if parsed.game and not parsed.problems:
            tap = TapForm(system=system, initial=tapped_choices(parsed.game))
    context = system_context(system) | {
        "line": line,
        "tap": tap,
        "answer": answer,
        "contracts": [
            (radio, *sign_and_name(tap.by_code[str(radio.data["value"])]))
            for radio in tap["contract"]
        ],
        "example": example(system),
    }
    return render(request, "lookups/calculator.html", context)


def system_context(system: System) -> dict[str, Any]:
    query = query_of(system)
    return {"options": SystemForm(initial=query), "system": system, "hidden": query.items()}


def parse_with_optional_seat(text: str, system: System) -> ParsedLine:
    """A line as at the desk, in which the seat may be missing."""
    line = parse_in_language(language(), text, system)
    if not line.problems:
        return line
    # A link may come from somebody whose page is in another language: there s1 is p1.
    other_languages = dict(settings.LANGUAGES).keys() - {language()}
    others = (parse_in_language(other, text, system) for other in other_languages)
    return next((other for other in others if not other.problems), line)


def parse_in_language(language_code: str, text: str, system: System) -> ParsedLine:
    line = parse_as(text, system, language_code)
    if not line_problems(line):
        return line
    with_seat = parse_as(f"{text}1", system, language_code)
    # A readable game that cannot be played is better than an unreadable line.
    is_better = not line_problems(with_seat) or (line.problems and not with_seat.problems)
    return with_seat if is_better else line


def parse_as(text: str, system: System, language_code: str) -> ParsedLine:
    return parse(text, system=system, seats=4, dealer=None, language=language_code)


def line_problems(parsed: ParsedLine) -> list[Problem]:
    return [*parsed.problems, *(errors(check(parsed.game)) if parsed.game else ())]


def build_answer(request: HttpRequest, system: System, parsed: ParsedLine) -> Answer:
    if parsed.game is None or parsed.problems:
        no_game = Problem("line-only-in-a-list")
        if parsed.kind == "passed":
            no_game = Problem("line-is-passed", rule="SkO 3.3.7", severity="warning")
        return Answer(None, parsed.problems or [no_game], "", "")
    # The space is for the eye, which would read the seat as a digit of the bid: "/36 1".
    line = f"{canonical(Line(0, parsed.game), language=language())} 1"
    query = urlencode({**query_of(system), "line": line})
    link = request.build_absolute_uri(f"{reverse('calculator')}?{query}")
    return Answer(calculation(parsed.game), check(parsed.game), line, link)


@login_not_required
@require_GET
def bids(request: HttpRequest) -> HttpResponse:
    system = SystemForm(request.GET).chosen_system
    bid_form = BidForm(request.GET or None)
    bid = bid_form.cleaned_data["bid"] if bid_form.is_valid() else None
    context = system_context(system) | {
        "bid": bid,
        "bid_form": bid_form,
        "chances": table(chances_listing(system, bid)) if bid else None,
        "warnings": level_problems(system, bid) if bid else [],
        "table": table(bid_table(system)),
    }
    return render(request, "lookups/bids.html", context)


@login_not_required
@require_GET
def bids_file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    """The bid table ("bids", as PDF on a single page), or what can be played ("chances")."""
    system = SystemForm(request.GET).chosen_system
    bid_form = BidForm(request.GET)
    bid = bid_form.cleaned_data["bid"] if bid_form.is_valid() else None
    if what not in ("bids", "chances") or (what == "chances" and not bid):
        raise Http404
    listing = bid_table(system) if what == "bids" else chances_listing(system, bid or 0)
    head = Head(tournament=str(listing.subtitle))
    if (what, kind) == ("bids", "pdf"):
        return attachment(one_page_pdf(listing, head), "pdf", str(listing.title), system.key)
    return table_file(replace(listing, subtitle=""), head, system.key, kind)


@login_not_required
@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    query = search_text(request)
    return render(request, "lookups/rules.html", {"query": query, "texts": rulebook(query)})
