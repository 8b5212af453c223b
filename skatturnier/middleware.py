"""Middleware: accepted host names, caches, bounded requests; what a proxy or a monitor asks."""

import codecs
import ipaddress
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.http import parse_header_parameters, url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from skatturnier.logs import PROBES

TOO_LARGE, UNSUPPORTED, UNAVAILABLE = 413, 415, 503
READING = ("GET", "HEAD")
METHODS = (*READING, "POST")
PRIVATE = "private, no-store"
# Of this program's forms; a button without a form sends none.
CONTENT_TYPES = ("", "application/x-www-form-urlencoded", "multipart/form-data")
# Bytes of a form without a file: its fields (DATA_UPLOAD_MAX_MEMORY_SIZE), and their names.
MAX_FORM_BYTES = 3_000_000
UNREADABLE = "text/plain"  # what a form in another encoding than UTF-8 is read as: no form
JSON = "application/json"  # of phones that keep the list of their table, and of reports
SENT_AS_JSON = ("/t/", "/reports/")

GetResponse = Callable[[HttpRequest], HttpResponse]

# Reserved for local networks, and the router that most German club rooms have.
LOCAL_SUFFIXES = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".fritz.box")

MAX_NAME_LENGTH = 253  # characters of a name in a network (RFC 1035)


def local_hosts_only(get_response: GetResponse) -> GetResponse:
    """Refuses host names of the internet on a laptop; a server has ALLOWED_HOSTS.

    A laptop's address is unknown before it joins the club's network, so it cannot be listed. With a
    public name that points at the laptop, a foreign web page could read its pages (DNS rebinding).
    Accepted are local addresses and names that only a local network can resolve.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.get_host()
        domain, _port = split_domain_port(host)
        try:
            is_local = not ipaddress.ip_address(domain.strip("[]")).is_global
        except ValueError:
            is_local = 0 < len(domain) <= MAX_NAME_LENGTH and (
                "." not in domain or domain.endswith(LOCAL_SUFFIXES)
            )
        if not is_local:
            raise DisallowedHost(f"{host!r} is not a name of the local network.")
        return get_response(request)

    return middleware


def is_proxy(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    plain = getattr(ip, "ipv4_mapped", None) or ip
    return any(plain in network for network in settings.PROXIES)


def named_proxies_only(get_response: GetResponse) -> GetResponse:
    """Ignores the header that says https unless it comes from a proxy of the settings."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_proxy(str(request.META.get("REMOTE_ADDR", ""))):
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return get_response(request)

    return middleware


def uncached(get_response: GetResponse) -> GetResponse:
    """Forbids browsers to keep a response that does not say how long it may be kept.

    After the organizer has signed out, nobody sees his pages by the browser's back button.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "no-store" in response.headers.get("Cache-Control", "no-store"):
            response.headers["Cache-Control"] = PRIVATE
        return response

    return middleware


def respond_unavailable(sentence: str) -> HttpResponse:
    """The page that says why the program does not work at the moment.

    Without the request: the signed-in account may be stored in the database that has just failed.
    """
    page = render_to_string("503.html", {"sentence": sentence})
    return HttpResponse(page, status=UNAVAILABLE, headers={"Retry-After": "30"})


def bounded_requests(get_response: GetResponse) -> GetResponse:
    """Refuses a request that is too large, or of a method or content type that no form has.

    Django limits the fields of a form, but writes files of any size to the disk before a view
    runs, and unpacks their encoding. A body without a length is not read at all (WSGI). An address
    with a NUL character, which PostgreSQL refuses in a text, is not found.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        if "\x00" in request.path_info:
            raise Http404
        header = str(request.META.get("CONTENT_LENGTH") or "0")
        is_number = header.isdecimal() and len(header) < 20
        length = int(header) if is_number else settings.MAX_REQUEST_BYTES + 1
        if length > MAX_FORM_BYTES and length > max_body(request.path_info):
            return respond_too_large(request)
        kind = request.content_type
        is_json = kind == JSON and request.path_info.startswith(SENT_AS_JSON)
        if not (request.method in READING or is_json or kind in CONTENT_TYPES):
            return HttpResponse(_("This kind of file cannot be read here."), status=UNSUPPORTED)
        return get_response(request)

    return middleware


def max_body(path: str) -> int:
    """How many bytes may be sent to an address. Files go only to views that `core.heavy` marks."""
    with suppress(Resolver404):
        if getattr(resolve(path).func, "is_heavy", False):
            return settings.MAX_REQUEST_BYTES
    return MAX_FORM_BYTES


def utf8_only(application: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the application so that it takes forms in UTF-8 only.

    Django would decode a request, even its address, by any codec of Python that the header names,
    and fail before any middleware if that is not one of text.
    """

    def wrapper(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        kind = environ.get("CONTENT_TYPE", "")
        if "charset" in kind.lower():
            charset = parse_header_parameters(kind)[1].get("charset", "")
            is_form = False
            with suppress(LookupError, ValueError):
                is_form = codecs.lookup(charset).name == "utf-8"
            environ["CONTENT_TYPE"] = kind.replace(charset, "utf-8") if is_form else UNREADABLE
        return application(environ, start_response)

    return wrapper


def page_before(request: HttpRequest) -> str:
    """The page of ours that a request was sent from, as its browser tells; "" for any other."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}) else ""


def respond_too_large(request: HttpRequest) -> HttpResponse:
    """The page that says how much can be sent, with the way back to where it was sent from."""
    context = {
        "megabytes": settings.MAX_REQUEST_BYTES // 1_000_000,
        "characters": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        "fields": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
        "back": page_before(request),
    }
    return render(request, "413.html", context, status=TOO_LARGE)


# Probes of a proxy or a monitor are answered without account, session, host name and https. They
# tell nothing about the program.

ALIVE, READY = PROBES
logger = logging.getLogger(__name__)

_migrated: list[bool] = []  # not empty once the migrations were found complete


def health(get_response: GetResponse) -> GetResponse:
    """`/healthz`: 200 as long as the process answers. `/readyz`: 503 while it must not be asked.

    A process is not ready while the database is out of reach, waits for a migration, or was
    migrated by a newer version.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path not in (ALIVE, READY):
            return get_response(request)
        reason = "" if request.path == ALIVE else reason_unready()
        status = UNAVAILABLE if reason else 200
        return HttpResponse(f"{reason or 'ok'}\n", status=status, content_type="text/plain")

    return middleware


def reason_unready() -> str:
    """Why nobody should be sent here, in a word; "" if people may come."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if FILES.are_replaced():
            return "database"
        if not _migrated:
            executor = MigrationExecutor(connection)
            if newer_migration(executor.loader):
                return "newer"
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migration"
            _migrated.append(True)
    except DatabaseError:
        return "database"
    return ""


# Every database of a preview, before 1.0.0, has one of them.
FORMER_MIGRATIONS = {
    ("scoring", "0002_log_is_append_only"),
    ("scoring", "0001_tables"),
    ("scoring", "0001_schema"),
}


def newer_migration(loader: MigrationLoader) -> str:
    """The last migration of the database that only a newer version has; "" if there is none."""
    if FORMER_MIGRATIONS & loader.applied_migrations.keys():
        return ""
    foreign = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return max((name for app, name in foreign if app == "scoring"), default="")


class OpenFiles:
    """The files of an SQLite database, as the first connection of this server opened them.

    If somebody removes them, SQLite goes on writing to what it has open, and all of that is gone
    with the process. SQLite itself replaces none of them while a connection is open, and the
    threads of a server keep theirs.
    """

    def __init__(self) -> None:
        self.inodes: dict[str, int] = {}  # by path

    def remember(self, *, connection: Any, **_kwargs: object) -> None:
        """Receiver of Django's signal `connection_created`."""
        if connection.vendor == "sqlite" and not self.inodes:
            with suppress(sqlite3.Error):  # a page says what is wrong
                connection.connection.execute("SELECT 1 FROM sqlite_master")  # this opens -wal
            paths = (f"{connection.settings_dict['NAME']}{end}" for end in ("", "-wal", "-shm"))
            self.inodes = {path: number for path in paths if (number := inode(path))}

    def are_replaced(self) -> bool:
        """Whether one of them is gone or was replaced."""
        for path, number in self.inodes.items():
            if inode(path) != number:
                logger.error("Removed or replaced, so nothing is saved: %s", path)
                return True
        return False


def inode(path: str) -> int:
    """The number by which the system knows a file; 0 if there is none of that name."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0


FILES = OpenFiles()


def no_lost_changes(get_response: GetResponse) -> GetResponse:
    """Saves nothing once the files of the database were taken away, and says so."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in READING or not FILES.are_replaced():
            return get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return respond_unavailable(
                _(
                    "The database file was removed or replaced while the program is running, so "
                    "nothing is saved any more. End the program, put the file back or restore the "
                    "newest backup, and start the program again."
                )
            )

    return middleware
