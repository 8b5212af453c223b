"""The log: its rows in words, its search, revisions, its table, and late corrections."""

import logging
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial, reduce
from itertools import islice
from operator import or_
from typing import Any, TypeGuard

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import AT, REASON, Column, Listing, Row, rows_of, without_empty
from scoring.messages.catalogue import contract_label
from scoring.messages.labels import label, step_label
from scoring.messages.log import NOTHING, REASONS, about_text, field_label, reason_text, value_text
from scoring.messages.sentence import MINUS
from scoring.models import Host, LogEntry, ScoreList, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.names import Scope, list_numbers
from scoring.models.tournament import SeriesState
from scoring.rules.problem import Problem

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One change; an empty `old` or `new` stands for nothing."""

    name: str
    old: str
    new: str


def differences(about: str, old: Figures | None, new: Figures | None) -> list[Difference]:
    """Everything that a row changed; `about` is the kind of its subject ("list").

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     differences("tournament", {"state": "running"}, {"state": "final"})
    [Difference(name='State', old='running', new='final')]
    """
    if is_game(old) or is_game(new):
        return [game_difference(old or {}, new or {})]
    before, after = old or {}, new or {}
    if about == "league" and new:  # what is only in `old` says where it was
        after = {key: before[key] for key in before if key not in new} | {**new}
        before = {key: before[key] for key in before if key in new}
    keys = [*before, *(key for key in after if key not in before)]
    return [difference for key in keys for difference in key_differences(key, before, after, about)]


def is_game(record: Figures | None) -> bool:
    if not record or "number" not in record:
        return False
    if record.get("passed") is True and record.keys() <= {"number", "passed", "dealer"}:
        return True
    # "number" alone may be a moved row.
    return not record.keys().isdisjoint(("game", "soloist", "unread"))


def game_difference(old: Figures, new: Figures) -> Difference:
    number = new.get("number") or old.get("number")
    name = _("Game %(number)s") % {"number": number}
    return Difference(name, line_text(old), line_text(new))


# Who or what changed: shown also where it stands in both.
WHOM = ("member_number", "player", "start_numbers", "things")


def key_differences(key: str, old: Figures, new: Figures, about: str) -> Iterator[Difference]:
    before, after = old.get(key), new.get(key)
    if before == after and key in old and key in new:
        if key in WHOM:
            yield Difference(field_label(key), "", value_text(key, after, about))
        return
    if key == "games" and not isinstance(before or after, int):
        yield from game_differences(before or [], after or [])
    elif key == "sittings":
        yield Difference(_("Who left or joined"), sittings_text(before), sittings_text(after))
    elif key == "totals":
        yield from seat_differences(
            dict(enumerate(before or [], 1)), dict(enumerate(after or [], 1))
        )
    elif key.isdecimal():
        yield from seat_differences({key: before}, {key: after})
    elif has_fields(before) and has_fields(after):
        yield from (
            difference
            for inner in {**before, **after}
            for difference in key_differences(inner, before, after, about)
        )
    else:
        texts = [value_text(key, row[key], about) if key in row else "" for row in (old, new)]
        if set(texts) - {"", NOTHING}:
            yield Difference(field_label(key), *texts)


def has_fields(value: object) -> TypeGuard[Figures]:
    """Whether a value has named parts, such as a prize plan."""
    return isinstance(value, Mapping) and not any(key.isdecimal() for key in value)


def game_differences(old: list[Figures], new: list[Figures]) -> Iterator[Difference]:
    before, after = by_number(old), by_number(new)
    for key in sorted({*before, *after}):
        one, other = before.get(key, {}), after.get(key, {})
        if one != other:
            yield game_difference(one, other)


def by_number(games: list[Figures]) -> dict[tuple[int, int], Figures]:
    return {(game.get("number", 0), game.get("attempt", 1)): game for game in games}


def sittings_text(entries: object) -> str:
    """For example "seat 2 to game 20; seat 2 from game 27, no. 9"."""
    stays = []
    for entry in entries if isinstance(entries, list) else []:
        if not has_fields(entry):
            continue
        words = [_("seat %(seat)s") % {"seat": entry.get("seat")}]
        if entry.get("first_game") is not None:
            words.append(_("from game %(number)s") % {"number": entry["first_game"]})
        if entry.get("last_game") is not None:
            words.append(_("to game %(number)s") % {"number": entry["last_game"]})
        if entry.get("player") is not None:
            words.append(seat_text(entry["player"]))
        stays.append(" ".join(words))
    return "; ".join(stays)


def seat_differences(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[Difference]:
    for seat in {**old, **new}:
        one, other = seat_text(old.get(seat)), seat_text(new.get(seat))
        if one != other:
            yield Difference(_("Seat %(seat)s") % {"seat": seat}, one, other)


def seat_text(seat: object) -> str:
    """A start number, or points, games won and lost, and the total on paper."""
    if isinstance(seat, list):
        words = zip(("points", "won", "lost", "paper_total"), seat, strict=False)
        return ", ".join(
            f"{label('figure', name)} {value_text(name, value)}"
            for name, value in words
            if value is not None
        )
    return "" if seat is None else _("no. %(number)s") % {"number": seat}


def line_text(record: Figures) -> str:
    """For example "seat 2: hearts with 1, hand, lost, bid 36"."""
    if record.get("unread"):
        text = _("unreadable")
    elif record.get("passed"):
        text = _("passed in")
    elif record.get("ramsch"):
        text = f"{label('game', 'ramsch')} {record.get('score', '')}".replace("-", MINUS)
    elif "game" in record:
        text = ", ".join([contract_text(record), *details(record)])
    else:
        return ""
    if soloist := record.get("soloist"):
        text = _("seat %(seat)s: %(game)s") % {"seat": soloist, "game": text}
    return _("%(game)s (annulled)") % {"game": text} if record.get("annulled") else text


def contract_text(record: Figures) -> str:
    words = [contract_label(str(record.get("class") or ""), str(record["game"]))]
    # An imported log may contain anything here.
    if isinstance(tops := record.get("tops"), int) and tops:
        words.append(step_label(f"{'with' if tops > 0 else 'without'} {abs(tops)}"))
    return " ".join(words)


def details(record: Figures) -> Iterator[str]:
    if (wenzel := record.get("wenzel", "J")) != "J":
        yield label("wenzel", wenzel)
    flags = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
    for flag in flags:
        if record.get(flag):
            yield step_label(flag.replace("_", " "))
    if record.get("overbid"):
        yield step_label("overbid")
    if "won" in record:
        yield _("won") if record["won"] else _("lost")
    words = {
        "bid": _("bid %(value)s"),
        "card_points": _("%(value)s card points"),
        "tricks": _("%(value)s tricks"),
        "score": _("value on paper %(value)s"),
        "running": _("running total %(value)s"),
        "attempt": _("attempt %(value)s"),
        "turn": _("turn %(value)s"),
    }
    for key, sentence in words.items():
        if record.get(key) is not None:
            yield sentence % {"value": value_text(key, record[key])}
    if (end := record.get("end")) and end != "played":
        yield label("end", end)


# The log in words: who did what to what, when, why, and what changed.

logger = logging.getLogger(__name__)
# What reading a stored value raises if it is of another kind than expected.
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
# Actions logged about a host, which a laptop does not show: there they are about its reports.
TARGET_ACTIONS = (Action.REPORT_TARGET_SET, Action.REPORT_TARGET_REMOVED)


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the log in words. `subject` is empty if it has no page."""

    row: LogEntry
    who: str
    action: str
    about: str
    subject: str
    tournament: str
    reason: str
    differences: tuple[Difference, ...]


def event_of(row: LogEntry, linked_kinds: Collection[str] = ()) -> Event:
    """`linked_kinds` are the kinds of subjects whose pages the reader may open."""
    kind = row.subject.partition("/")[0]
    has_page = kind in linked_kinds and row.tournament is not None
    return Event(
        row=row,
        who=str(row.user) if row.user else row.actor,
        action=label("action", row.action),
        about=about_text("reporting" if row.action in TARGET_ACTIONS else row.subject),
        subject=row.subject if has_page else "",
        tournament=row.tournament.title if row.tournament else "",
        reason=reason_text(row.reason),
        differences=changes_in(row, partial(differences, kind, row.old, row.new)),
    )


def changes_in(row: LogEntry, read: Callable[[], Iterable[Difference]]) -> tuple[Difference, ...]:
    """What `read` finds in a row; an unreadable one says so and does not hide the others."""
    try:
        return tuple(read())
    except UNREADABLE:
        logger.exception("row %s of the log cannot be read", row.pk)
        return (Difference(_("Changes"), "", _("not readable")),)


def list_history(score_list: ScoreList) -> list[Event]:
    """Every change of a list, the newest first."""
    tournament = score_list.series.tournament
    rows = LogEntry.objects.filter(tournament=tournament, subject=score_list.subject)
    return list(map(event_of, rows.select_related("user", "tournament").order_by("-id")))


# Searching the log: of one tournament, of a host, or of the whole installation.

LogScope = Tournament | Host | None

# This many rows are searched in less than a tenth of a second. Older ones are found in the log of
# their tournament, which has its indexes.
MAX_ROWS = 50_000


def rows_about(scope: LogScope) -> QuerySet[LogEntry]:
    """The rows of a tournament, of a host with its tournaments, or the newest of all."""
    if isinstance(scope, Tournament):
        return LogEntry.objects.filter(tournament=scope)
    if isinstance(scope, Host):
        own = Tournament.objects.filter(host=scope).values("pk")
        return LogEntry.objects.filter(Q(tournament__in=own) | Q(host=scope))
    newest = LogEntry.objects.order_by("-id").values_list("id", flat=True).first() or 0
    return LogEntry.objects.filter(id__gt=newest - MAX_ROWS)


def log_rows(
    scope: LogScope,
    *,
    person: str = "",
    about: str = "",
    number: str = "",
    day: date | None = None,
    text: str = "",
) -> QuerySet[LogEntry]:
    """The matching rows about a scope (`rows_about`), the newest first.

    `about` is a kind of subject, `number` the rest of it: "17" of an entry, "1/3" or "1" (all
    tables of the series) of a list; without `about` the end of any. `text` is part of the reason
    or of the words for the action.
    """
    rows = rows_about(scope).select_related("user", "tournament").order_by("-id")
    if person:
        rows = rows.filter(actor=person)
    if text:
        part = text.lower()
        actions = [code for code, words in Action.choices if part in words.lower()]
        reasons = [reason for reason, words in REASONS.items() if part in str(words).lower()]
        in_reason = Q(reason__icontains=text) | Q(reason__in=reasons)
        rows = rows.filter(in_reason | Q(action__in=actions))
    if day:
        begin, end = (
            timezone.make_aware(datetime.combine(first, time()))
            for first in (day, day + timedelta(days=1))
        )
        rows = rows.filter(at__gte=begin, at__lt=end)
    number = number.strip("/ ")
    if about:
        subject = "/".join(filter(None, (about, number)))
        rows = rows.filter(Q(subject=subject) | Q(subject__startswith=f"{subject}/"))
    elif number:
        rows = rows.filter(subject__endswith=f"/{number}")
    return rows


def actors(scope: LogScope) -> list[str]:
    rows = rows_about(scope).exclude(actor="")
    return list(rows.order_by("actor").values_list("actor", flat=True).distinct())


def is_searched_whole() -> bool:
    """Whether a search of the installation reaches its first row."""
    ids = LogEntry.objects.order_by("id").values_list("id", flat=True)
    first, newest = ids.first(), ids.last()
    return first is None or newest is None or newest - first < MAX_ROWS


# The revision of a tournament: the newest rows of its log; and whether rows of it are missing.

# Rows are numbered when they are written and seen when their block commits: on PostgreSQL a row may
# appear after newer ones. This many of the newest rows are read: the sum of their numbers grows
# with every row, whichever becomes visible first.
NEWEST_ROWS = 50


def revision_of(tournament: Tournament) -> Hashable:
    """A value that changes with every row of a tournament's log; None without rows.

    The time of the newest row tells rows apart whose numbers a backup repeats.
    """
    rows = LogEntry.objects.filter(tournament=tournament).order_by("-id")
    newest = list(rows.values_list("id", "at")[:NEWEST_ROWS])
    return (newest[0], sum(number for number, _at in newest)) if newest else None


# SQLite numbers the log from 1 without a gap and keeps the last number given.
COUNT_MISSING_ROWS = """
SELECT MAX(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'scoring_logentry'), 0),
           COALESCE(MAX(id), 0)) - COUNT(*) FROM scoring_logentry
"""


def log_problems() -> Iterator[Problem]:
    """A problem if rows of the log are missing (SQLite)."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        missing = int(cursor.execute(COUNT_MISSING_ROWS).fetchone()[0])
    if missing:
        yield Problem("verify-log-cut", params={"missing": missing})


CHANGES_IN_A_ROW = 4
MAX_LOGGED_ROWS = 5_000  # in one file: a hundred pages


def log_listing(rows: QuerySet[LogEntry], *, with_tournament: bool = False) -> Listing:
    events = [event_of(row) for row in islice(rows.iterator(500), MAX_LOGGED_ROWS + 1)]
    note = _("These are the newest %(count)s rows; search for the others.")
    notes = [note % {"count": MAX_LOGGED_ROWS}] if len(events) > MAX_LOGGED_ROWS else []
    events = events[:MAX_LOGGED_ROWS]
    return events_listing(events, _("Log"), notes, with_tournament=with_tournament)


def events_listing(
    events: Sequence[Event], title: str, notes: Sequence[str] = (), *, with_tournament: bool = False
) -> Listing:
    columns = [
        AT.of("row.at"),
        Column("who", _("Who"), width=14),
        *([Column("tournament", _("Tournament"), width=20)] if with_tournament else []),
        Column("about", pgettext("log", "About"), width=20),
        Column("action", _("What"), width=24),
        REASON.of(width=24),
    ]
    rows: list[Row] = []
    for event, row in zip(events, rows_of(columns, events), strict=True):
        changes = list(map(difference_text, event.differences))
        # Many changes continue in rows of their own.
        first, *others = (
            "; ".join(changes[at : at + CHANGES_IN_A_ROW])
            for at in range(0, max(1, len(changes)), CHANGES_IN_A_ROW)
        )
        rows += [{**row, "changes": first}, *({"changes": part} for part in others)]
    columns.append(Column("changes", _("Changes"), width=46))
    return Listing(title, without_empty(columns, rows, "reason"), rows, "", notes)


def difference_text(difference: Difference) -> str:
    """One difference in a line: "Game points: 120 → 96".

    >>> difference_text(Difference("Game points", "120", "96"))
    'Game points: 120 → 96'
    >>> difference_text(Difference("Soloist", "", "2"))
    'Soloist: 2'
    """
    old, new = difference.old, difference.new
    if not new:
        return f"{difference.name}: {old} → –"
    return f"{difference.name}: {old} → {new}" if old else f"{difference.name}: {new}"


# Corrections after a series was closed, for the standings.


@dataclass(frozen=True, slots=True)
class LateCorrection:
    at: datetime
    series: int
    table: int


# Actions that change a result: the figures of a list, or whether it counts.
CORRECTIONS = (
    *WRITING,
    Action.LIST_ANNULLED,
    Action.LIST_CLEARED,
    Action.LIST_READMITTED,
    Action.LIST_REJECTED,
)
LIST_SUBJECT = r"^list/[0-9]{1,5}/[0-9]{1,5}$"  # a stored row may be about anything


def late_corrections(
    tournament: Tournament, only: Collection[int] | None = None
) -> tuple[LateCorrection, ...]:
    """One for each corrected list, the newest first; `only` as in `late_changes`."""
    corrections: dict[str, LateCorrection] = {}
    rows = late_changes(tournament, only).order_by("-id")
    for at, subject in rows.values_list("at", "subject"):
        corrections.setdefault(subject, LateCorrection(at, *list_numbers(subject)))
    return tuple(corrections.values())


def late_changes(tournament: Tournament, only: Collection[int] | None = None) -> QuerySet[LogEntry]:
    """The rows that changed lists after their series was first closed, `only` in these series."""
    log = LogEntry.objects.filter(tournament=tournament)
    closings = log.filter(action=Action.SERIES_MOVED, new__state=SeriesState.CLOSED)
    rows = closings.order_by("-id").values_list("subject", "id")
    first_closings = {Scope(subject).number: pk for subject, pk in rows}
    # A condition for each series excludes later ones, which are most of the log.
    late = [
        Q(subject__startswith=f"list/{number}/", id__gt=pk)
        for number, pk in first_closings.items()
        if number is not None and (only is None or number in only)
    ]
    if not late:
        return log.none()
    return log.filter(reduce(or_, late), action__in=CORRECTIONS).filter(subject__regex=LIST_SUBJECT)
