"""Where computers send what they report; without an account, by their signature."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from scoring.core.heavy import Busy, busy, heavy, turn
from scoring.core.links import address_of
from scoring.core.refusals import Refused
from scoring.reporting.reads.codes import read_code
from scoring.reporting.reads.envelope import LARGEST_PACKED, too_large
from scoring.reporting.reads.told import ProblemEncoder, as_told
from scoring.reporting.services.keys import register_key
from scoring.reporting.services.receiving import Parcel, receive
from scoring.reporting.services.throttle import TooManyReports, count_wrong

Body = dict[str, Any]
# Anything else that is refused is 422.
STATUS = {
    "report-unreadable": 400,
    "report-key-unknown": 403,
    "report-key-withdrawn": 403,
    "report-signature-wrong": 403,
    "report-key-used": 409,
    "report-version-old": 409,
    "report-here-already": 409,
    "report-too-large": 413,
    "document-too-large": 413,
}


def answering(view: Callable[[HttpRequest], Body]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers in JSON what the view returns, or why it is refused."""

    @csrf_exempt
    @login_not_required
    @require_POST
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return JsonResponse({"ok": True, **view(request)}, encoder=ProblemEncoder)
        except TooManyReports as wait:
            headers = {"Retry-After": str(wait.seconds)}
            return JsonResponse({"ok": False, "problems": []}, status=429, headers=headers)
        except Busy:
            return busy()
        except Refused as refused:
            return refusal(refused)

    return answer


def refusal(refused: Refused) -> HttpResponse:
    first = refused.problems[0]
    body: Body = {"ok": False, "problems": [as_told(each) for each in refused.problems]}
    if "newest" in first.params:
        body["newest"] = first.params["newest"]
    return JsonResponse(body, status=STATUS.get(first.code, 422), encoder=ProblemEncoder)


@answering
def register(request: HttpRequest) -> Body:
    """A computer with a key that was given out leaves its public key."""
    code = read_code(request.POST.get("key", "")[:100])
    try:
        key = register_key(code or "", request.POST.get("public_key", ""))
    except Refused:
        count_wrong(address_of(request))
        raise
    return {"host": key.host.name, "host_id": key.host_id, "name": key.name}


@heavy
@answering
def take(request: HttpRequest) -> Body:
    """A report: the envelope, its signature, and the packed document as a file."""
    document = request.FILES.get("document")
    if document is not None and (document.size or 0) > LARGEST_PACKED:
        raise too_large()
    parcel = Parcel(
        text=request.POST.get("envelope", ""),
        signature=request.POST.get("signature", ""),
        packed=document.read() if document is not None else b"",
        address=address_of(request),
    )
    with turn(parcel.address):
        receipt = receive(parcel)
    at = timezone.localtime(receipt.version.at).isoformat("T", "seconds")
    return {
        "version": receipt.version.number,
        "newest": receipt.newest,
        "received_at": at,
        "season": receipt.season,
    }
