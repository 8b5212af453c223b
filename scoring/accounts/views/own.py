"""The page of the own account: second factor, sessions, e-mail address."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from scoring.accounts.forms import OwnAddressForm, PasswordAgainForm
from scoring.accounts.reads import sessions_of
from scoring.accounts.services import accounts
from scoring.accounts.services.password import ask_password
from scoring.accounts.services.sessions import end_sessions
from scoring.core.access import actor
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.links import passkey_host
from scoring.core.second_factor import is_demanded, without_factor
from scoring.models import RecoveryCode, User


def owner(request: HttpRequest) -> User:
    """The signed-in account; the page is that of nobody else."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


@without_factor
@never_cache
@require_GET
def show_account(request: HttpRequest) -> HttpResponse:
    return account_page(request, owner(request))


def account_page(
    request: HttpRequest, user: User, *, address_form: OwnAddressForm | None = None
) -> HttpResponse:
    passkeys = list(user.passkeys.all())
    app = getattr(user, "code_app", None)
    context: dict[str, Any] = {
        "app": app,
        "passkeys": passkeys,
        "demanded": is_demanded(user),
        "factors": len(passkeys) + bool(app),
        "passkeys_work": bool(passkey_host(request)),
        "codes_left": RecoveryCode.objects.filter(user=user, used_at=None).count(),
        "again": PasswordAgainForm(),
        "sessions": sessions_of(user, request.session.session_key),
    }
    form = address_form or OwnAddressForm(initial={"email": user.email})
    if settings.MAIL:
        context["address_form"] = form
    return form_page(request, "accounts/account.html", form, **context)


@never_cache
@sensitive_post_parameters("password")
@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """The address to which links are sent; only where the server sends any."""
    user = owner(request)
    if not settings.MAIL:
        raise Http404
    form = OwnAddressForm(request.POST)
    if form.is_valid():
        with refusals(form):
            ask_password(user, form.cleaned_data["password"])
            accounts.set_email(user, form.cleaned_data["email"], by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("account")
    return account_page(request, user, address_form=form)


@without_factor
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """One of the list; whoever ends his own is signed out."""
    with notifying(request):
        end_sessions(owner(request), number=session_id, by=actor(request))
        messages.success(request, _("The session has ended."))
    return redirect("account")


@without_factor
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """All but the one in which the button is pressed."""
    own = request.session.session_key
    with notifying(request):
        count = end_sessions(owner(request), besides=own, by=actor(request))
        sentence = ngettext("%(count)s session has ended.", "%(count)s sessions have ended.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("account")
