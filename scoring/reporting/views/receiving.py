"""Where clubs send documents with the key that their host gave them, without an account."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.core.heavy import Busy, heavy, turn
from scoring.core.links import address_of
from scoring.core.refusals import Refused
from scoring.models import Actor
from scoring.reporting.reads.documents import MAX_PACKED, too_large
from scoring.reporting.services.keys import SECONDS, TooManyWrongKeys, find_key
from scoring.reporting.services.receiving import Parcel, receipt, receive, sentences

# Anything else that is refused is 422.
STATUS = {"report-key-unknown": 403, "report-key-withdrawn": 403, "report-too-large": 413}


def answering(view: Callable[[HttpRequest], str]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers in JSON with the sentence that the view returns, or with why it is refused."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return JsonResponse({"answer": view(request)})
        except TooManyWrongKeys:
            return JsonResponse({}, status=429, headers={"Retry-After": str(SECONDS)})
        except Busy:
            return JsonResponse({}, status=503)
        except Refused as refused:
            status = STATUS.get(refused.problems[0].code, 422)
            return JsonResponse({"answer": sentences(refused.problems)}, status=status)

    return answer


@heavy
@csrf_exempt
@login_not_required
@require_http_methods(["GET", "POST"])
@answering
def take(request: HttpRequest) -> str:
    """A document, or with GET only the question whether the key is one.

    The key and the length are looked at before the body is read.
    """
    kind, _space, code = request.headers.get("Authorization", "").partition(" ")
    key = find_key(code if kind == "Bearer" else "", address_of(request))
    if request.method == "GET":
        return key.host.name
    if int(request.headers.get("Content-Length") or 0) > MAX_PACKED:
        raise too_large()
    content = request.read(MAX_PACKED + 1)
    if len(content) > MAX_PACKED:
        raise too_large()
    by = Actor(name=key.name, elsewhere=True)
    with turn(key.pk):
        return receipt(receive(Parcel(content, key.host, by, key)))
