"""Django's settings: from the environment, with defaults for a laptop in a club room.

docs/server.md "Settings" lists the variables. `SKATTURNIER_PROFILE=production` is a server on the
internet.
"""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF

from skatturnier import __version__, metrics
from skatturnier.environment import EnvironmentVariables, is_postgresql
from skatturnier.logs import LINE, is_no_probe
from skatturnier.mail import send_as
from skatturnier.starting import default_data_folder

BASE_DIR = Path(__file__).resolve().parent.parent
# Beside run.py stand templates, handbook and data; an installed package has the first two in
# its folder skatturnier/.
IN_FOLDER = (BASE_DIR / "run.py").exists()
# The command by which this program runs itself, with BASE_DIR as the working directory.
PROGRAM = [sys.executable, "-m", "skatturnier"]

environment = EnvironmentVariables(os.environ)
PRODUCTION = environment.profile() == "production"
DATA_DIR = environment.data_folder(default_data_folder())
DEBUG = environment.debug()
BACKUP_COPY = environment.backup_copy(DATA_DIR)
BACKUPS_KEPT = environment.backups_kept()
# A server has imported skatturnier.wsgi before this module; a command has not.
SERVING = "skatturnier.wsgi" in sys.modules
DATABASES = {"default": environment.database(DATA_DIR, serving=SERVING)}
# A server to which clubs report: it shows the pages of hosts and keys even for a single host.
IS_SERVER = PRODUCTION or is_postgresql(DATABASES["default"])
SECRET_KEY = environment.secret_key(DATA_DIR, shared=is_postgresql(DATABASES["default"]))
if not is_postgresql(DATABASES["default"]):
    # django-tables2 imports the PostgreSQL driver where it is installed, for columns that are not
    # used here. That takes 9 MB; this entry makes the import fail as if it were not installed.
    sys.modules.setdefault("psycopg", None)  # type: ignore[arg-type]
# Likewise pypdf imports cryptography, for encrypted files that are not read here. That takes 14 MB;
# second factors import it when they are used.
sys.modules.setdefault("pypdf._crypt_providers._cryptography", None)  # type: ignore[arg-type]
ALLOWED_HOSTS = environment.allowed_hosts()
PROXIES = environment.proxies()

# Without a list, the laptop profile accepts every local host name (local_hosts_only).
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
    "skatturnier.middleware.uncached",
    "skatturnier.middleware.health",
    *(["skatturnier.middleware.named_proxies_only"] if PROXIES else []),
    *(["skatturnier.middleware.local_hosts_only"] if LOCAL_HOSTS_ONLY else []),
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "skatturnier.middleware.no_lost_changes",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Before CsrfViewMiddleware, which reads the whole body.
    "scoring.core.access.SignInRequired",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scoring.core.access.RedirectMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Its pages show the signed-in user and messages. The body is read later (`process_view`).
    "skatturnier.middleware.bounded_requests",
    # Inside all of these: its answers pass through them.
    "scoring.core.services.CountOnce",
]

if SERVING and environment.flag("METRICS"):
    metrics.share_folder()
    MIDDLEWARE = [*metrics.BEFORE, *MIDDLEWARE, *metrics.AFTER]

ROOT_URLCONF = "skatturnier.urls"
WSGI_APPLICATION = "skatturnier.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates" if IN_FOLDER else BASE_DIR / "skatturnier" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.i18n",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DJANGO_TABLES2_TEMPLATE = "django_tables2/bootstrap5.html"

# People ----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "scoring.User"
LOGIN_URL = "sign-in"
PASSWORD_HASHERS = [
    "scoring.accounts.hashers.BoundedArgon2",
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

# Twelve hours from the last page (scoring.accounts.sessions), not from the sign-in: a session must
# survive a tournament day.
SESSION_ENGINE = "scoring.accounts.sessions"
SESSION_COOKIE_AGE = 12 * 60 * 60
# Whether every administrator and organizer needs one; otherwise hosts may require it of theirs.
SECOND_FACTOR = environment.flag("SECOND_FACTOR")
# Web pages of the operator, linked from public pages and the sign-in.
IMPRINT, PRIVACY = environment.web_address("IMPRINT"), environment.web_address("PRIVACY")

# Data of pages, under keys that change with the tournament. Processes on several servers share a
# table of the database.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "skatturnier_cache",
        "KEY_PREFIX": __version__,
        # Each phone, list and public page has some; beyond this number the cache drops any.
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
    if is_postgresql(DATABASES["default"])
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    }
}

# Language and time -----------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
# The chosen language is kept until the next tournament.
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
# The chapters for organizers, in Markdown with pictures (scoring/handbook).
HANDBOOK = BASE_DIR / "docs" / "handbook" if IN_FOLDER else BASE_DIR / "skatturnier" / "handbook"
LOCALE_PATHS = [BASE_DIR / "scoring" / "locale"]
FORMAT_MODULE_PATH = "skatturnier.formats"
TIME_ZONE = "Europe/Berlin"

# Static files ----------------------------------------------------------------------------------

STATIC_URL = "/static/"
# Served from the source folders: nothing to collect after an update, nothing to become stale. A
# browser revalidates after five minutes, which is cheap in a local network.
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
    }
}

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Browsers keep both for a year, for names that this server does not answer to as well.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = environment.flag("HSTS_SUBDOMAINS")
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # ask for both
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
else:
    # A laptop has no certificate, and on plain http browsers only warn about this header.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
# Accepted from named proxies only (`named_proxies_only`): otherwise clients could forge it.
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Enough for a page of 60 lists or a pasted list of 1,000 players.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
# Files are outside that limit: `middleware.bounded_requests` bounds the whole request, more closely
# for views that take no files.
DATA_UPLOAD_MAX_NUMBER_FILES = 2
MAX_REQUEST_BYTES = 32_000_000

# E-mail ----------------------------------------------------------------------------------------

vars().update(environment.email())
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.sender()
if environment.sends_links():
    send_as(DEFAULT_FROM_EMAIL)
EMAIL_SUBJECT_PREFIX = "[Skatturnier] "
ADMINS = environment.errors_to()
# Whether accounts get their links by e-mail. A laptop without a host name sends none: its links
# would lead to whatever name a browser sent.
MAIL = environment.sends_links() and not LOCAL_HOSTS_ONLY

# Log: to the console, visible to the organizer -----------------------------------------------

ERROR_MAIL = {"mail": {"class": "skatturnier.mail.ErrorMail", "formatter": "line"}}
HANDLERS = ["console", *(ERROR_MAIL if ADMINS else {})]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "skatturnier.logs.MaskingFormatter", "format": LINE},
        "json": {"()": "skatturnier.logs.JsonFormatter"},
    },
    "filters": {"no probe": {"()": "django.utils.log.CallbackFilter", "callback": is_no_probe}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": environment.log()},
        **(ERROR_MAIL if ADMINS else {}),
    },
    "root": {"handlers": HANDLERS, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": HANDLERS, "level": "WARNING", "propagate": False},
        # Refused host names: a network scan must not bury the useful lines.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Oversized requests get a page; a traceback would not help.
        **{
            f"django.security.{name}": {"level": "CRITICAL"}
            for name in ("RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
        },
        "django.request": {"level": "ERROR", "filters": ["no probe"]},
        # It warns at every attempt to connect; each failing page logs a line anyway.
        "psycopg.pool": {"level": "ERROR"},
    },
}

ENVIRONMENT_PROBLEMS = environment.problems
