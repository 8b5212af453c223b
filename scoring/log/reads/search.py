"""Searching the log: of one tournament, of a host, or of the whole installation."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.models import Host, LogEntry, Tournament

Place = Tournament | Host | None

# That many rows are read through in less than a tenth of a second; who looks for older ones opens
# the log of the tournament, which has its indexes.
MOST_ROWS = 50_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of the log; empty fields do not filter.

    `about` is a kind of subject, `number` the rest of it: "17" of an entry, "1/3" or "1" (all
    tables of the series) of a list. `text` is part of the reason.
    """

    action: str = ""
    actor: str = ""
    about: str = ""
    number: str = ""
    day: date | None = None
    text: str = ""


def rows_about(place: Place) -> QuerySet[LogEntry]:
    """The rows of a tournament, or of a host with its tournaments; of None the newest of the
    installation, which has millions.
    """
    if isinstance(place, Tournament):
        return LogEntry.objects.filter(tournament=place)
    if isinstance(place, Host):
        own = Tournament.objects.filter(host=place).values("pk")
        return LogEntry.objects.filter(Q(tournament__in=own) | Q(host=place))
    newest = LogEntry.objects.order_by("-id").values_list("id", flat=True).first() or 0
    return LogEntry.objects.filter(id__gt=newest - MOST_ROWS)


def log_rows(place: Place, wanted: Wanted) -> QuerySet[LogEntry]:
    """The matching rows about a place (`rows_about`), the newest first."""
    rows = rows_about(place).select_related("user", "tournament").order_by("-id")
    if wanted.action:
        rows = rows.filter(action=wanted.action)
    if wanted.actor:
        rows = rows.filter(actor=wanted.actor)
    if wanted.text:
        rows = rows.filter(reason__icontains=wanted.text)
    return rows.filter(on(wanted.day) & subjects(wanted.about, wanted.number))


def on(day: date | None) -> Q:
    """A whole day in local time."""
    if day is None:
        return Q()
    begin = timezone.make_aware(datetime.combine(day, time()))
    end = timezone.make_aware(datetime.combine(day + timedelta(days=1), time()))
    return Q(at__gte=begin, at__lt=end)


def subjects(about: str, number: str) -> Q:
    if not about:
        return Q()
    exactly = f"{about}/{number}" if number else about
    return Q(subject=exactly) | Q(subject__startswith=f"{exactly}/")


def actors(place: Place) -> list[str]:
    """The names of all actors in the log of a place."""
    rows = rows_about(place).exclude(actor="")
    return list(rows.order_by("actor").values_list("actor", flat=True).distinct())


def is_searched_whole() -> bool:
    """Whether the log of the installation is searched from its first row on."""
    every = LogEntry.objects.order_by("id").values_list("id", flat=True)
    first, newest = every.first(), every.last()
    return first is None or newest is None or newest - first < MOST_ROWS
