"""The program as a WSGI application: what `skatturnier.rsgi` calls, and any other server can."""

import gc
import logging
import os
import sys

from django.core.checks import run_checks
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from skatturnier.checks import TAG
from skatturnier.middleware import utf8_only

logger = logging.getLogger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = utf8_only(get_wsgi_application())
# A WSGI server runs no system checks by itself and must not start with invalid settings.
found = [each for each in run_checks(tags=[TAG]) if not each.is_silenced()]
for each in found:
    logger.log(each.level, " ".join(str(each).split()))
if any(each.is_serious() for each in found):
    sys.exit(1)
# Load the views now, not with the first request, and exclude all loaded objects from garbage
# collection: each full collection would delay the requests by a tenth of a second.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
# What was reported while there was no network; after the program, whose settings it needs.
from scoring.reporting.courier import COURIER  # noqa: E402

COURIER.wake()
