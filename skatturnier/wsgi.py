"""The program as a WSGI application: what `skatturnier.rsgi` calls, and any other server can."""

import gc
import io
import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from skatturnier.checks import TAG

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = get_wsgi_application()
# A WSGI server runs no system checks by itself and must not start with invalid settings.
call_command("check", tags=[TAG], stdout=io.StringIO())
# The views are loaded now, not by the first visitor; and what is loaded stays: were it looked
# through for garbage again and again, everybody would wait a tenth of a second each time.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
