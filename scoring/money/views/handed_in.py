"""Lists and start cards that came back, ticked by number, by table, or one by one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, tournament_for
from scoring.core.answers import form_page, refusals
from scoring.models import Role
from scoring.money.forms.handed_in import HandedInForm
from scoring.money.reads.handed_in import last_played, players_of, seated_at
from scoring.money.services.handed_in import record_handed_in


@require_http_methods(["GET", "POST"])
def handed_in(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is still missing, and a field for the numbers that are called out (TO 7.4.1, 9.13)."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series, players = last_played(tournament), players_of(tournament)
    missing = [player.start_number for player in players if not player.handed_in]
    number = series.number if series else 1
    seated = seated_at(series)
    form = HandedInForm(request.POST or None, series=number, seated=seated, missing=missing)
    if form.is_valid():
        with refusals(form):
            back = form.cleaned_data["take_back"]
            changed = record_handed_in(
                tournament, form.start_numbers, handed_in=not back, by=actor(request)
            )
            messages.success(request, recorded(changed, back=back))
            return redirect("handed-in", tournament.pk)
    context: dict[str, Any] = {"tournament": tournament, "players": players, "missing": missing}
    return form_page(request, "money/handed_in.html", form, **context)


def recorded(numbers: list[int], *, back: bool) -> str:
    """What was ticked, in one sentence."""
    if not numbers:
        return _("That was ticked before: nothing has changed.")
    if back:
        sentence = ngettext(
            "%(count)s tick taken back.", "%(count)s ticks taken back.", len(numbers)
        )
    else:
        sentence = ngettext(
            "Handed in: lists and start card of %(count)s player.",
            "Handed in: lists and start cards of %(count)s players.",
            len(numbers),
        )
    return sentence % {"count": len(numbers)}
