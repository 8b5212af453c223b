"""F8: the lowest value that agrees with what is legible (TO 7.2.5). The organizer confirms."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from scoring.core.access import actor, list_for
from scoring.core.answers import form_page, refusals
from scoring.core.services import when_repeated
from scoring.desk.forms.lines import ListChangeForm
from scoring.desk.forms.lowest_value import LowestForm
from scoring.desk.grid import answer
from scoring.desk.services.changing import Seen, shown_line
from scoring.desk.services.games import record_game
from scoring.messages import message
from scoring.models import Role, ScoreList, Submission
from scoring.rules.checks import appraise
from scoring.rules.illegible import consistent
from scoring.rules.score_list import Line
from scoring.rules.valuation import Valuation

RULE = "TO 7.2.5"


def lowest_again(
    request: HttpRequest, _earlier: Submission, list_id: int, number: int
) -> HttpResponse:
    """A proposal that was confirmed before: the row as it is now."""
    score_list = list_for(request, list_id, Role.CLERK)
    return trigger_client_event(answer(request, score_list, number), "desk:lowest")


@when_repeated(lowest_again)
@require_http_methods(["GET", "POST"])
def lowest(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """Ask what is legible, propose the lowest game, store it when the organizer confirms."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LowestForm(request.POST or None, score_list=score_list, number=number)
    form.initial["seen"] = shown_line(score_list.line(number))
    context: dict[str, Any] = {"list": score_list, "number": number}
    if form.is_valid():
        lines = proposals(score_list, number, form)
        if not lines:
            form.add_error(None, _("No legal game agrees with what is marked."))
        elif "confirmed" in request.POST:
            list_for(request, list_id, Role.ORGANIZER)
            seen = Seen(form.cleaned_data["seen"], form.cleaned_data["layout"] or 0)
            return store(request, score_list, lines[0], seen)
        else:
            (proposed, valuation), *others = [shown(line) for line in lines]
            context |= {"proposed": proposed, "valuation": valuation, "others": others}
    return form_page(request, "desk/_lowest.html", form, **context)


def proposals(score_list: ScoreList, number: int, form: LowestForm) -> list[Line]:
    """The line of the lowest value, then higher ones; each keeps the paper's running total."""
    system = score_list.series.tournament.rule_system
    before = score_list.line(number) or Line(number)
    soloist = form.cleaned_data["soloist"]
    return [
        replace(before, game=game, soloist=soloist, passed=False, unread=False)
        for game in consistent(system, form.facts, won=form.cleaned_data["won"])
    ]


def shown(line: Line) -> tuple[str, Valuation | None]:
    return shown_line(line), appraise(line.game).valuation if line.game else None


def store(request: HttpRequest, score_list: ScoreList, line: Line, seen: Seen) -> HttpResponse:
    """Store what was confirmed, if the row is the one that was asked about."""
    reason = ": ".join(filter(None, (RULE, ListChangeForm(request.POST).change["reason"])))
    with refusals() as found:
        record_game(score_list, line, by=actor(request), revision=seen, reason=reason)
        return trigger_client_event(answer(request, score_list, line.number), "desk:lowest")
    errors = [message(problem) for problem in found.problems]
    return render(request, "desk/_lowest.html", {"errors": errors}, status=found.status)
