"""The referee's desk: from what happened to the decision, its entry and its paragraphs."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, list_for, tournament_for
from scoring.core.files.download import listing_file
from scoring.core.files.html import table
from scoring.core.forms import (
    UNPROCESSABLE,
    form_page,
    notifying,
    parse_number,
    refusals,
    refuse_all,
    search_text,
)
from scoring.core.labels_of_systems import contract_words, numbering_of
from scoring.core.listing import Row
from scoring.lists.phone.reads import open_calls
from scoring.lookups.forms import example
from scoring.messages.labels import LABELS, label, option_text, question_text
from scoring.models import Objection, Role, Ruling, ScoreList, Tournament
from scoring.referee.forms import Answers, BoardForm, KeepForm, ObjectionForm, read_answers
from scoring.referee.reads import (
    Fact,
    decision_texts,
    exclusion_over,
    facts_of,
    objection_of,
    recording_state,
    ruling_facts,
    ruling_texts,
    rulings_listing,
    sheet_listing,
)
from scoring.referee.services import (
    closing_series,
    decide_objection,
    lodge_objection,
    make_ruling,
    time_problems,
)
from scoring.rules.adjudication.decision import ENTERED, Decision
from scoring.rules.adjudication.incident import QUESTIONS
from scoring.rules.adjudication.table import PHASES, ROWS, decide, what_decides


@require_GET
def show_rulings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    query = search_text(request)
    listing = rulings_listing(tournament, query)

    def address_of(row: Row) -> str:
        return reverse("ruling", args=(tournament.pk, row["number"]))

    context = {
        "tournament": tournament,
        "query": query,
        "listing": listing,
        "table": table(listing, links={"number": address_of, "incident": address_of}),
        "calls": open_calls(tournament.pk),
    }
    return render(request, "referee/list.html", context)


@require_GET
def calls(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    context = {"tournament": tournament, "calls": open_calls(tournament.pk)}
    return render(request, "referee/_calls.html", context)


@require_GET
def rulings_file(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    listing = rulings_listing(tournament, search_text(request))
    if note := numbering_of(tournament):
        listing = replace(listing, notes=[*listing.notes, note])
    return listing_file(tournament, listing, kind)


def new_ruling(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Asks only questions that matter, then shows the decision, to be kept by a POST."""
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    query = request.POST if request.method == "POST" else request.GET
    list_id, score_list = parse_number(query.get("list", ""), digits=9), None
    if list_id and ScoreList.objects.filter(series__tournament=tournament, pk=list_id).exists():
        score_list = list_for(request, list_id, Role.REFEREE)
    answers = read_answers(query.dict(), tournament.rule_system, score_list)
    form = KeepForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals(form):
            ruling = keep_decision(request, tournament, answers, form)
            sentence = _("Decision %(number)s is kept.")
            if ruling.applied:
                sentence = _("Decision %(number)s is kept and stands in the list.")
            messages.success(request, sentence % {"number": ruling.number})
            return redirect("ruling", tournament.pk, ruling.number)
    return form_page(request, "referee/new.html", form, **chain_context(tournament, answers))


def keep_decision(
    request: HttpRequest, tournament: Tournament, answers: Answers, form: KeepForm
) -> Ruling:
    refuse_all(answers.problems)
    return make_ruling(
        tournament,
        answers.incident,
        score_list=answers.score_list,
        number=answers.number,
        soloist=answers.soloist,
        enter="enter" in request.POST,
        revision=form.cleaned_data["revision"] or 0,
        note=form.cleaned_data["note"],
        by=actor(request),
    )


def chain_context(tournament: Tournament, answers: Answers) -> dict[str, Any]:
    """The incidents to choose from, the next question, or the decision."""
    context: dict[str, Any] = {
        "tournament": tournament,
        "answers": answers,
        "params": answers.params,
        "list": answers.score_list,
    }
    if not answers.incident.row:
        return context | {"phases": phases(answers)}
    decision = decide(answers.incident)
    context_of = outcome_context if decision.verdict else question_context
    return context | {
        "row": label("incident", answers.incident.row),
        "facts": answered_facts(answers),
        "problems": [*answers.problems, *decision.problems],
        **context_of(decision, answers),
    }


def phases(answers: Answers) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (
            label("phase", phase),
            [
                (label("incident", row.key), "?" + urlencode([*answers.params, ("row", row.key)]))
                for row in ROWS.values()
                if row.phase == phase
            ],
        )
        for phase in PHASES
    ]


def answered_facts(answers: Answers) -> list[tuple[Fact, str]]:
    """The relevant answers in the order asked, each with the address without it."""
    facts = facts_of(what_decides(answers.incident), hidden=answers.from_list)
    if answers.incident.contract is not None:
        words = contract_words(answers.incident.contract, answers.soloist)
        facts.insert(0, Fact("line", _("Game"), words))
    return [(fact, address_without(answers, fact.key)) for fact in facts]


def address_without(answers: Answers, key: str) -> str:
    """The address of the page with this question open; an empty line is asked for again."""
    others = [(name, value) for name, value in answers.params if name != key]
    return "?" + urlencode(others + ([("line", "")] if key == "line" else []))


def question_context(decision: Decision, answers: Answers) -> dict[str, Any]:
    """The next question, or one whose answer is impossible."""
    key = decision.asks
    if not key and decision.problems:
        field = decision.problems[0].field
        key = field if field in QUESTIONS else "contract"
    contract = answers.incident.contract
    if answers.problems or (key == "bid" and contract is not None and contract.bid is not None):
        key = "contract"  # the bid stands in its line
    replaced = "line" if key == "contract" else key
    options = [(option, option_text(key, option)) for option in QUESTIONS[key].options]
    asked = "contract_named" if key == "contract" and ROWS[answers.incident.row].named else key
    return {
        "question": QUESTIONS[key],
        "asked": question_text(asked, answers.incident.row),
        "help": LABELS["question_help"].get(key, ""),
        "options": options,
        "rest": [(name, value) for name, value in answers.params if name != replaced],
        "line": answers.line,
        "example": example(answers.incident.system),
    }


def outcome_context(decision: Decision, answers: Answers) -> dict[str, Any]:
    in_list = answers.score_list is not None and (
        decision.verdict == "annulment"
        or (decision.verdict in ENTERED and answers.number is not None)
    )
    return {
        "decision": decision,
        "texts": decision_texts(decision.verdict, decision.grounds, decision.entry),
        "may_enter": in_list,
        "revision": answers.score_list.revision if answers.score_list else 0,
    }


# One decision, and the objection against it.


def ruling_for(request: HttpRequest, tournament_id: int, number: int) -> Ruling:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    rulings = tournament.rulings.select_related("list__series__tournament", "by", "tournament")
    return get_object_or_404(rulings, number=min(number, 2**31))


@require_GET
def show_ruling(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    ruling = ruling_for(request, tournament_id, number)
    return render(request, "referee/page.html", ruling_context(ruling))


@require_GET
def ruling_sheet(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    ruling = ruling_for(request, tournament_id, number)
    return listing_file(ruling.tournament, sheet_listing(ruling), "pdf")


def ruling_context(ruling: Ruling) -> dict[str, Any]:
    objection = objection_of(ruling)
    return {
        "tournament": ruling.tournament,
        "ruling": ruling,
        "row": label("incident", ruling.incident.get("row", "")),
        "facts": ruling_facts(ruling),
        "texts": ruling_texts(ruling),
        "place": recording_state(ruling),
        "exclusion": exclusion_over(ruling),
        "objection": objection,
        "objection_state": label("objection_state", objection.state) if objection else "",
        "against": [] if objection else time_problems(ruling),
        "closing_series": closing_series(ruling),
        "form": BoardForm() if objection else ObjectionForm(),
    }


@require_POST
def lodge(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    ruling = ruling_for(request, tournament_id, number)
    form = ObjectionForm(request.POST, entries=ruling.tournament.entries.all())
    if not form.is_valid():
        context = ruling_context(ruling)
        if not context["objection"]:  # somebody may have lodged it meanwhile
            context["form"] = form
        return render(request, "referee/page.html", context, status=UNPROCESSABLE)
    with notifying(request, _("The objection is lodged. The board decides it.")):
        text = form.cleaned_data["text"]
        lodge_objection(ruling, text, by_entry=form.entry, by=actor(request))
    return redirect("ruling", tournament_id, number)


@require_POST
def decide_lodged(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    tournament_for(request, tournament_id, Role.ORGANIZER)
    ruling = ruling_for(request, tournament_id, number)
    objection = get_object_or_404(Objection, ruling=ruling)
    form = BoardForm(request.POST)
    upheld = {"uphold": True, "dismiss": False}.get(request.POST.get("decision", ""))
    if form.is_valid() and upheld is None:
        form.add_error(None, _("Uphold or dismiss?"))
    if not form.is_valid() or upheld is None:
        context = ruling_context(ruling) | {"form": form}
        return render(request, "referee/page.html", context, status=UNPROCESSABLE)
    with notifying(request):
        decide_objection(objection, upheld=upheld, **form.cleaned_data, by=actor(request))
        sentence = _("The objection is dismissed.")
        if upheld:
            sentence = _("The objection is upheld: correct the list now.")
        messages.success(request, sentence)
    return redirect("ruling", tournament_id, number)
