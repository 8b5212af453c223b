"""Signatures on the paper, ticked for many tables at once (TO 9.11)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.confirmation.forms.signatures import SignaturesForm
from scoring.confirmation.services.signatures import record_signatures
from scoring.core.access import actor, series_for
from scoring.core.answers import cleaned, notifying
from scoring.models import Role


@require_POST
def sign(request: HttpRequest, series_id: int) -> HttpResponse:
    """All have signed the lists of these tables; back to the lists that wait."""
    series = series_for(request, series_id, Role.CLERK)
    with notifying(request):
        tables = cleaned(SignaturesForm(request.POST))["tables"]
        count = record_signatures(series, tables, by=actor(request))
        sentence = ngettext("%(count)s list is signed.", "%(count)s lists are signed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect(f"{reverse('series', args=(series_id,))}?by=confirm")
