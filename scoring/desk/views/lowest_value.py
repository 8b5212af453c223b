"""F8: the lowest value that agrees with what can be read (TO 7.2.5). The organizer confirms."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from scoring.core.access import list_for, submission
from scoring.core.answers import OK, UNPROCESSABLE, refusals
from scoring.desk.forms.lines import ListChangeForm
from scoring.desk.forms.lowest_value import LowestForm
from scoring.desk.grid import answer, shown_line
from scoring.desk.services.games import record_game
from scoring.messages import message
from scoring.models import Role, ScoreList
from scoring.rules.checks import appraise
from scoring.rules.illegible import consistent
from scoring.rules.score_list import Line
from scoring.rules.valuation import Valuation

RULE = "TO 7.2.5"


@require_http_methods(["GET", "POST"])
def lowest(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """Ask what is legible, propose the lowest game, and store it when the organizer confirms."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LowestForm(request.POST or None, score_list=score_list, number=number)
    context: dict[str, object] = {"form": form, "list": score_list, "number": number}
    if form.is_valid():
        lines = proposals(score_list, number, form)
        if not lines:
            form.add_error(None, _("No legal game agrees with what is marked."))
        elif "confirmed" in request.POST:
            list_for(request, list_id, Role.ORGANIZER)
            return store(request, score_list, lines[0])
        else:
            (proposed, valuation), *others = [shown(line) for line in lines]
            context |= {"proposed": proposed, "valuation": valuation, "others": others}
    return render(
        request, "desk/_lowest.html", context, status=UNPROCESSABLE if form.errors else OK
    )


def proposals(score_list: ScoreList, number: int, form: LowestForm) -> list[Line]:
    """The line of the lowest value, then those that it is preferred to.

    The paper's running total stays beside them.
    """
    system = score_list.series.tournament.rule_system
    before = score_list.line(number) or Line(number)
    soloist = form.cleaned_data["soloist"]
    return [
        replace(before, game=game, soloist=soloist, passed=False, unread=False)
        for game in consistent(system, form.known, won=form.cleaned_data["won"])
    ]


def shown(line: Line) -> tuple[str, Valuation | None]:
    return shown_line(line), appraise(line.game).valuation if line.game else None


def store(request: HttpRequest, score_list: ScoreList, line: Line) -> HttpResponse:
    told = ListChangeForm(request.POST).change
    told["reason"] = ": ".join(filter(None, (RULE, told["reason"])))
    with refusals() as found:
        record_game(score_list, line, **told, **submission(request))
        return trigger_client_event(answer(request, score_list, line.number), "desk:lowest")
    said = [message(problem) for problem in found.problems]
    return render(request, "desk/_lowest.html", {"said": said}, status=found.status)
