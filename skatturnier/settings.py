"""Django's settings: from the environment, with defaults for a laptop in a club room.

README lists the variables. `SKATTURNIER_PROFILE=production` is a server on the internet.
"""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF

from skatturnier.environment import SQLITE, EnvironmentVariables

BASE_DIR = Path(__file__).resolve().parent.parent

environment = EnvironmentVariables(os.environ)
PRODUCTION = environment.profile() == "production"
DATA_DIR = environment.data_folder(BASE_DIR / "data")
DEBUG = environment.flag("DEBUG")
BACKUP_COPY = environment.backup_copy(DATA_DIR)
BACKUPS_KEPT = environment.backups_kept()
SECRET_KEY = environment.secret_key(DATA_DIR)
DATABASES = {"default": environment.database(DATA_DIR)}
if DATABASES["default"]["ENGINE"] == SQLITE:
    # django-tables2 loads the driver of PostgreSQL wherever it is installed: 22 MB of the laptop's
    # memory for columns that we do not have. This makes it "not installed".
    sys.modules.setdefault("psycopg", None)  # type: ignore[arg-type]
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS")
BEHIND_PROXY = environment.flag("BEHIND_PROXY")
ENVIRONMENT_PROBLEMS = environment.problems

# Without a list, a laptop answers to every name that a local network can give it.
LOCAL_HOSTS_ONLY = not PRODUCTION and not ALLOWED_HOSTS
if LOCAL_HOSTS_ONLY:
    ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "scoring",
    "skatturnier.checks.ProjectConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_tables2",
]

MIDDLEWARE = [
    *(["skatturnier.middleware.local_hosts_only"] if LOCAL_HOSTS_ONLY else []),
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "skatturnier.middleware.sliding_session",
    "django.middleware.locale.LocaleMiddleware",
    "skatturnier.middleware.bounded_requests",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scoring.core.access.SignInRequired",
    "scoring.core.access.BlindEntries",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # The last: its 404 page shows who is signed in.
    "skatturnier.middleware.no_nul",
]

ROOT_URLCONF = "skatturnier.urls"
WSGI_APPLICATION = "skatturnier.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.i18n",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
DJANGO_TABLES2_TEMPLATE = "django_tables2/bootstrap5.html"

# People ----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "scoring.User"
LOGIN_URL = "sign-in"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

# A tournament day is long, and a clerk must not be thrown out between two lists: twelve hours
# from the last page (sliding_session), not from the sign-in.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 12 * 60 * 60

# Language and time -----------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
# Whoever chose a language finds it again at the next tournament.
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "scoring" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"
# It would also put dots into the ids that templates write into addresses.
USE_THOUSAND_SEPARATOR = False

# Static files ----------------------------------------------------------------------------------

STATIC_URL = "/static/"
# Served where they lie: nothing to collect after an update, nothing to grow stale. A browser
# asks again after five minutes, which a local network answers at once.
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 300

# Security --------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Bootstrap's icons are images inside its style sheet.
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
else:
    # A club room has no certificate, and on plain http browsers only warn about this header.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
# Only behind a proxy that sets this header itself: anybody else could forge it.
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# What a page of 60 lists or a pasted list of 1,000 players sends.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
# Files lie outside that limit: a whole request is bounded by `uploads.bounded_requests`.
DATA_UPLOAD_MAX_NUMBER_FILES = 2
LARGEST_REQUEST = 32_000_000

# Log: to the console, where the organizer sees it -----------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # Names a stranger typed: a scan of the network must not bury the useful lines.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.request": {"level": "ERROR"},
    },
}
