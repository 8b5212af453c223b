"""All tables of a series that are kept by phone, as the organizer watches them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.lists.phone.reads.access import SHOWN, SignOfLife, is_open, path_of, signs_of_life
from scoring.lists.services.changing import shown_line
from scoring.models import ScoreList, Series, TableAccess, TableCall, TableDevice, UnsentGames
from scoring.models.score_list import ListState
from scoring.models.tournament import SeriesState
from scoring.rules.records import read_line

OfList = TypeVar("OfList", TableDevice, TableCall, UnsentGames)
SILENT = 90  # seconds without a sign after which a table stands out; phones speak every twenty


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table: how far it is, who writes, when it last spoke, whether it waits for the referee.

    `way` is "phone", "paper" (taken over, or never opened) or "done"; `address` is whether its
    address can be printed here.
    """

    score_list: ScoreList
    games: int
    writer: TableDevice | None
    sign: SignOfLife | None
    call: TableCall | None
    unsent: tuple[UnsentGames, ...]
    way: str
    address: bool

    @property
    def due(self) -> int:
        return self.score_list.outline.games_due

    @property
    def heard(self) -> str:
        """When the phone last spoke, in words."""
        if self.sign is None:
            return ""
        if self.sign.seconds < 2 * 60:
            return _("%(count)s s ago") % {"count": self.sign.seconds}
        return _("%(count)s min ago") % {"count": self.sign.seconds // 60}

    @property
    def silent(self) -> bool:
        """Whether a phone that writes has not spoken for a while."""
        if self.way != "phone" or self.writer is None:
            return False
        return self.sign is None or self.sign.seconds > SILENT


def table_rows(series: Series) -> list[LiveTable]:
    """Every table of a series: six queries at most, however many tables."""
    typed = Count("games", filter=Q(games__annulled=False))
    lists = series.lists.annotate(typed=typed).select_related("access").order_by("table_number")
    writers = by_list(TableDevice.objects.filter(list__series=series, until=None))
    calls = by_list(TableCall.objects.filter(list__series=series, closed_at=None))
    unsent = by_list(UnsentGames.objects.filter(list__series=series, settled_at=None))
    rows, tables = [], list(lists)
    signs = signs_of_life(each.pk for each in tables)
    for each in tables:
        each.series = series
        writer, call = writers.get(each.pk), calls.get(each.pk)
        rows.append(
            LiveTable(
                each,
                each.typed,
                writer[0] if writer else None,
                signs.get(each.pk),
                call[0] if call else None,
                tuple(unsent.get(each.pk, ())),
                *way_of(each),
            )
        )
    return rows


def by_list(rows: Iterable[OfList]) -> dict[int, list[OfList]]:
    grouped: dict[int, list[OfList]] = {}
    for row in rows:
        grouped.setdefault(row.list_id, []).append(row)
    return grouped


def way_of(score_list: ScoreList) -> tuple[str, bool]:
    """How a list is kept, and whether its address can be printed by this installation."""
    if score_list.state != ListState.OPEN or score_list.series.state == SeriesState.CLOSED:
        return "done", False
    access: TableAccess | None = getattr(score_list, "access", None)
    if access is None:
        return "paper", False
    access.list = score_list
    return ("phone" if is_open(access) else "paper"), bool(path_of(access))


def without_address(series: Series) -> bool:
    """Whether lists of a series that is released could be kept by phone and have no address."""
    if not series.tournament.phones or series.state not in SHOWN:
        return False
    return series.lists.filter(access=None, state=ListState.OPEN).exists()


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game that a replaced phone had not sent, beside the row of the list under this number.

    Both as typed at the desk; `here` is empty where the list has no such row.
    """

    number: int
    there: str
    here: str

    @property
    def same(self) -> bool:
        return self.there == self.here


def compared(unsent: UnsentGames) -> list[ComparedGame]:
    """What a replaced phone had not sent, game by game."""
    score_list = unsent.list
    system = score_list.series.tournament.rule_system
    lines = {each.number: each for each in score_list.lines() if not each.annulled}
    games = []
    for record in unsent.games:
        line, _wrong = read_line(record, system=system)
        if line is not None:
            here = shown_line(lines.get(line.number))
            games.append(ComparedGame(line.number, shown_line(line), here))
    return games


def open_calls(tournament_id: int) -> QuerySet[TableCall]:
    """The tables that wait for the referee, the longest first."""
    rows = TableCall.objects.filter(list__series__tournament=tournament_id, closed_at=None)
    return rows.select_related("list__series").order_by("at")
