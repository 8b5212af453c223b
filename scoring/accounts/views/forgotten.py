"""A link for a new password, sent to whoever forgot his; only where the server sends e-mail."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.accounts.forms import ForgottenForm
from scoring.accounts.services import mailing
from scoring.accounts.services.accounts import RESET_HOURS
from scoring.accounts.services.throttles import TooManyFailures
from scoring.accounts.views.entering import TOO_MANY_REQUESTS
from scoring.core.answers import form_page
from scoring.core.links import address_of


def base_of(request: HttpRequest) -> str:
    """The address of the server, for links in e-mails; its name is one of ALLOWED_HOSTS."""
    return request.build_absolute_uri("/").rstrip("/")


@never_cache
@require_http_methods(["GET", "POST"])
@login_not_required
def forgotten(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether an account has this address or not."""
    if not settings.MAIL:
        raise Http404
    form = ForgottenForm(request.POST or None)
    if not form.is_valid():
        return form_page(request, "accounts/forgotten.html", form)
    email = form.cleaned_data["email"]
    try:
        mailing.begin_reset(email, address_of(request))
    except TooManyFailures as stop:
        return refused(request, form, stop)
    mailing.mail_resets(email, base_of(request))
    context = {"email": email, "hours": RESET_HOURS}
    return render(request, "accounts/forgotten_sent.html", context)


def refused(request: HttpRequest, form: ForgottenForm, stop: TooManyFailures) -> HttpResponse:
    context = {"wait": stop.minutes, "status": TOO_MANY_REQUESTS}
    response = form_page(request, "accounts/forgotten.html", form, **context)
    response["Retry-After"] = str(stop.seconds)
    return response
