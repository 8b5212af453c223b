"""The pages of the projector: everything that is released, in parts that a link can select."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from textwrap import wrap
from typing import Literal, NamedTuple

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing, cell_text
from scoring.messages.sentence import points
from scoring.models import Tournament
from scoring.models.names import Scope
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.reads.award import ceremony, prize_words
from scoring.money.reads.prizes import PODIUM
from scoring.public.access import PublicTournament
from scoring.public.reads import pages
from scoring.public.reads.announcement import announced_parts
from scoring.public.reads.pages import Now
from scoring.standings.reads.scopes import find_standings, kinds_of
from scoring.standings.reads.special import SpecialRow, SpecialStandings

# The deciding columns of a ranking: a league's match points come before its points.
WORTH = ("match", "performance", "figure")
MAX_SPECIAL_ROWS = 20  # of a special ranking
DOWN, ACROSS = 11, 56  # lines of a page, and their characters in the widest type
MAX_PASSAGE = DOWN * ACROSS - 1  # characters that fit on a page


@dataclass(frozen=True, slots=True)
class WallRow:
    name: str
    key: str = ""  # identifies the row; with changed figures it is new
    rank: str = ""
    figures: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # below the name: the players of a table, the text of an item


@dataclass(frozen=True, slots=True)
class WallPart:
    """Pages of one kind."""

    code: str  # by which a link selects them (`?show=overall`)
    title: str
    rows: tuple[WallRow, ...]
    kind: Literal["rows", "cards", "tiles", "text"] = "rows"
    heads: tuple[str, ...] = ()  # of names and figures
    ranked: bool = False  # can be cut after some places
    usual: bool = True  # appears even if no link selects it

    @property
    def body(self) -> SafeString:
        """The rows as HTML, without a template loop: a thousand of them took half of its time."""
        return mark_safe("".join(map(row_html, self.rows)))  # noqa: S308 - every text is escaped


def row_html(row: WallRow) -> str:
    data = f' data-key="{escape(row.key)}" data-value="{escape("/".join(row.figures))}"'
    return "".join(
        (
            f"<li{data if row.key else ''}>",
            f'<span class="rank">{escape(row.rank)}</span>' if row.rank else "",
            f'<span class="name">{escape(row.name)}</span>',
            *(f'<span class="line">{escape(line)}</span>' for line in row.lines),
            *(f'<span class="figure">{escape(figure)}</span>' for figure in row.figures),
            "</li>",
        )
    )


class Wall(NamedTuple):
    """All parts available now, and the state of the day."""

    now: Now
    parts: tuple[WallPart, ...]


def wall(room: PublicTournament) -> Wall:
    now, source = pages.current_state(room), TournamentSource(room.tournament)
    parts = (
        *times_part(room),
        *seating_parts(room, now),
        *missing_part(now),
        *ranking_parts(room, now, source),
        *chances_part(room, source),
        *award_parts(room, now, source),
        *announcement_part(room, now),
    )
    return Wall(now, parts)


def times_part(room: PublicTournament) -> Iterator[WallPart]:
    """When each series begins and ends; once none is to come, only on request."""
    rows, times = [], pages.times_of(room)
    for time in times:
        hours = tuple(f"{localtime(at):%H:%M}" for at in (time.begins, time.ends))
        name = _("Series %(number)s") % {"number": time.series.number}
        rows.append(WallRow(name, str(time.series.number), figures=hours))
    heads = (_("Series"), pgettext("time", "from"), pgettext("time", "until"))
    if rows:
        usual = any(time.is_to_come for time in times)
        yield WallPart("times", _("Times"), tuple(rows), heads=heads, usual=usual)


def seating_parts(room: PublicTournament, now: Now) -> Iterator[WallPart]:
    """The newest seating by name and by table, until the series is closed or has results."""
    series = now.seating
    if not series or series.state == SeriesState.CLOSED or series.number in room.results:
        return
    view = pages.seating(room, series.number)
    number = {"number": series.number}
    by_name = tuple(
        WallRow(seat.sorted_name, str(seat.start_number), figures=(str(seat.table), str(seat.seat)))
        for seat in view.by_name
    )
    heads = (_("Name"), _("Table"), _("Seat"))
    yield WallPart("seating", _("Seating of series %(number)s") % number, by_name, heads=heads)
    by_table = tuple(
        WallRow(
            _("Table %(number)s") % {"number": table},
            lines=tuple(f"{seat.seat}  {seat.name}" for seat in seats),
        )
        for table, seats in view.tables
    )
    title, usual = _("Tables of series %(number)s") % number, series.state != SeriesState.PLAYING
    yield WallPart("tables", title, by_table, kind="cards", usual=usual)


def missing_part(now: Now) -> Iterator[WallPart]:
    if now.missing and now.series:
        title = _("Series %(number)s: lists that are still out") % {"number": now.series.number}
        tables = tuple(WallRow(_("Table %(number)s") % {"number": table}) for table in now.missing)
        yield WallPart("missing", title, tables, kind="tiles")


def ranking_parts(room: PublicTournament, now: Now, source: TournamentSource) -> Iterator[WallPart]:
    """The running and newest series, overall, teams, categories; on request special rankings."""
    if now.results is None:
        return
    if room.running:
        yield from running_part(pages.running_listing(room.running))
    find = partial(find_standings, room.tournament, only=room.results, source=source)
    if len(room.results) > 1 and (of_series := find(Scope.of("series", now.results.number))):
        yield from ranking_part("series", of_series.listing())
    yield from ranking_part("overall", pages.overall(room, source).listing())
    kinds = kinds_of(room.tournament, only=room.results)
    for kind in (*kinds.classes, *kinds.special):
        ranking = find(kind.scope)
        if isinstance(ranking, SpecialStandings):
            leading = replace(ranking, rows=leading_rows(ranking))
            yield from ranking_part(kind.scope, leading.listing(), usual=False)
        elif ranking:
            yield from ranking_part(kind.scope, ranking.listing())


def running_part(listing: Listing) -> Iterator[WallPart]:
    rows = []
    for row in listing.rows:
        figures = str(row["played"]), str(row["performance"])
        rows.append(WallRow(str(row["name"]), str(row["start_number"]), figures=figures))
    heads = (_("Name"), _("Games"), pgettext("score list", "Points"))
    if rows:
        title = f"{listing.title} · {listing.subtitle}"
        yield WallPart("running", title, tuple(rows), heads=heads)


def leading_rows(special: SpecialStandings) -> tuple[SpecialRow, ...]:
    """The first rows, equal players together; at least all of the first place."""
    if len(special.rows) <= MAX_SPECIAL_ROWS:
        return special.rows
    cut = max(2, special.rows[MAX_SPECIAL_ROWS].rank.rank)
    return tuple(row for row in special.rows if row.rank.rank < cut)


def ranking_part(code: str, listing: Listing, *, usual: bool = True) -> Iterator[WallPart]:
    """A ranking for the projector: rank, name, and the deciding figures."""
    worth = [column for column in listing.columns if column.key in WORTH]
    worth.sort(key=lambda column: WORTH.index(column.key))
    rows = tuple(
        WallRow(
            str(row["name"]),
            str(row.get("start_number", row.get("number", ""))),
            str(row["rank"]),
            tuple(cell_text(column, row.get(column.key)) for column in worth),
        )
        for row in listing.rows
    )
    heads = (_("Name"), *map(heading, worth))
    if rows:
        yield WallPart(code, str(listing.title), rows, heads=heads, ranked=True, usual=usual)


def heading(column: Column) -> str:
    if column.key == "figure":
        return str(column.heading)
    return _("Match points") if column.key == "match" else pgettext("score list", "Points")


def chances_part(room: PublicTournament, source: TournamentSource) -> Iterator[WallPart]:
    chances = pages.released_chances(room, source)
    if chances is None:
        return
    rows = []
    for row in (*chances.sure, *chances.open):
        words = (row.words,) if row.words else ()
        rows.append(WallRow(row.name, str(row.start_number), figures=(row.text,), lines=words))
    if rows:
        yield WallPart("chances", chances.title, tuple(rows), heads=(_("Name"), _("Chance")))


def award_parts(room: PublicTournament, now: Now, source: TournamentSource) -> Iterator[WallPart]:
    """The first three, and the winners of every pot: on request, once all results are shown."""
    if now.results is None or not room.is_complete:
        return
    podium = [
        WallRow(row.name, str(row.start_number), str(row.rank.rank), (points(row.performance),))
        for row in pages.overall(room).rows
        if row.rank.rank <= PODIUM
    ]
    heads = (_("Name"), pgettext("score list", "Points"))
    if podium:
        yield WallPart("podium", _("Podium"), tuple(podium), heads=heads, ranked=True, usual=False)
    for pot in ceremony(source).pots:
        winners = [(line.contender, prize_words(line)) for line in reversed(pot.lines)]
        rows = tuple(
            WallRow(winner.name, str(winner.number), str(winner.rank), (prize,))
            for winner, prize in winners
        )
        if rows:
            title, heads = pot.pot_award.pot.title, (_("Name"), _("Prize"))
            yield WallPart("prizes", title, rows, heads=heads, ranked=True, usual=False)


def announcement_part(room: PublicTournament, now: Now) -> Iterator[WallPart]:
    """The announcement, shown by itself only before anything else is released."""
    try:
        parts = announced_parts(room.announcement())
    except Http404:
        return
    rows = tuple(
        WallRow(item.heading, lines=passage)
        for part in parts
        for item in part.items
        for passage in split_into_passages(item.text)
    )
    usual = not (now.seating or now.results)
    yield WallPart("announcement", _("Announcement"), rows, kind="text", usual=usual)


def split_into_passages(text: str) -> list[tuple[str, ...]]:
    """A text in blocks of lines that fit a page; words are divided only if too long.

    >>> split_into_passages("one\\ntwo words")
    [('one', 'two words')]
    """
    blocks: list[list[str]] = [[]]
    height_so_far = 0
    for piece in (piece for line in text.splitlines() for piece in wrap(line, MAX_PASSAGE)):
        height = len(piece) // ACROSS + 1
        if blocks[-1] and height_so_far + height > DOWN:
            blocks.append([])
            height_so_far = 0
        blocks[-1].append(piece)
        height_so_far += height
    return [tuple(block) for block in blocks if block]


def part_choices(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Every part that a link can select, even before it is available: code and name."""
    kinds = kinds_of(tournament)
    parts = (
        ("now", _("What is on")),
        ("times", _("Times")),
        ("seating", _("Seating by name")),
        ("tables", _("Seating by table")),
        ("missing", _("Missing tables")),
        ("running", _("Running series")),
        ("series", _("Newest series")),
        ("overall", _("Overall standings")),
        ("chances", _("Who wins a prize?")),
        *((kind.scope, kind.name) for kind in (*kinds.classes, *kinds.special)),
        ("podium", _("Podium")),
        ("prizes", _("Prizes of all pots")),
        ("announcement", _("Announcement")),
    )
    optional = {
        "times": bool(tournament.begins_at),
        "running": tournament.phones,
        "chances": tournament.shows_chances,
        "season": False,  # has pages of its own
    }
    return tuple((code, name) for code, name in parts if optional.get(code, True))
