"""`/metrics` for Prometheus (`SKATTURNIER_METRICS=1`): requests by view, method, status and time.

Only direct requests are answered, not those that come through the proxy.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponse

PATH = "/metrics"
BEFORE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "skatturnier.metrics.metrics",
]
AFTER = ["django_prometheus.middleware.PrometheusAfterMiddleware"]


def share_folder() -> None:
    """Let all worker processes of this server add to the same counters.

    Called before prometheus_client is imported. The workers share a parent, which names the folder.
    """
    variable = "PROMETHEUS_MULTIPROC_DIR"
    if variable not in os.environ:
        folder = Path(tempfile.gettempdir()) / f"skatturnier-metrics-{os.getppid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ[variable] = str(folder)


def metrics(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    from django_prometheus.exports import ExportToDjangoView

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path != PATH or "X-Forwarded-For" in request.headers:
            return get_response(request)
        response: HttpResponse = ExportToDjangoView(request)
        return response

    return middleware
