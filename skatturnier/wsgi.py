"""The door for gunicorn and waitress."""

import io
import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from skatturnier.checks import TAG

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = get_wsgi_application()
# A server runs no system checks by itself, and must not start with settings that make no sense.
call_command("check", tags=[TAG], stdout=io.StringIO())
