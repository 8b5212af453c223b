"""The ranking of a tournament or of one of its series, with the reason for every rank."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.messages import reason
from scoring.models import Entry, ScoreList, Seat, Series, Tournament
from scoring.models.score_list import COUNTED_STATES, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Counts, TournamentState
from scoring.reads.listing import Column, Listing
from scoring.rules.ranking import Rank, Standing, rank


class PlayerResult(NamedTuple):
    """What the counted list of one series gave a player; the figures of StandingsRow, in order."""

    series: int
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's place: sums over the counted series, in points and games, as in PlayerResult."""

    rank: Rank
    entry_id: int
    start_number: int
    name: str
    club: str
    results: Mapping[int, PlayerResult]
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows in rank order, and how far they can be trusted.

    `missing` counts the lists of drawn series that do not count yet. `series` is None for the
    overall standings.
    """

    tournament: Tournament
    series: Series | None
    numbers: tuple[int, ...]
    rows: tuple[StandingsRow, ...]
    missing: int

    @property
    def provisional(self) -> bool:
        return self.tournament.state != TournamentState.FINAL

    @property
    def lot_needed(self) -> bool:
        return any(row.rank.lot_needed for row in self.rows)

    @property
    def scope(self) -> str:
        return f"series/{self.series.number}" if self.series else "overall"


def standings(
    tournament: Tournament,
    series: Series | None = None,
    *,
    only: Collection[int] | None = None,
) -> Standings:
    """Everybody with a counted list, ranked (RULES 4): four queries whatever the size.

    `only` are the numbers of the series that the reader may know of; None: all of them.
    """
    results = counted_results(tournament, series, only=only)
    sums = {entry: total(by_series) for entry, by_series in results.items()}
    lots = dict(
        tournament.lots.filter(scope=f"series/{series.number}" if series else "overall")
        .values_list("entry_id", "order")
    )  # fmt: skip
    ranked = rank(
        (
            Standing(entry, each.performance, each.won, each.lost, lots.get(entry))
            for entry, each in sums.items()
        ),
        ties="share" if tournament.ties == "share" else "lot",
    )
    people = names(tournament)
    rows = tuple(row_of(each, results, sums, people) for each in ranked)
    numbers = sorted({number for by_series in results.values() for number in by_series})
    missing = missing_lists(tournament, series, only=only)
    return Standings(tournament, series, tuple(numbers), rows, missing)


def counted_results(
    tournament: Tournament,
    series: Series | None = None,
    *,
    only: Collection[int] | None = None,
) -> dict[int, dict[int, PlayerResult]]:
    """By entry id and series number: what the lists that count gave (`.counted()`)."""
    seats = Seat.objects.counted(tournament.counts).filter(series__tournament=tournament)
    if only is not None:
        seats = seats.filter(series__number__in=only)
    if series:
        seats = seats.filter(series=series)
    results: dict[int, dict[int, PlayerResult]] = defaultdict(dict)
    columns = ("entry_id", "series__number", "points", "won", "lost", "others_lost", "performance")
    for entry, number, *figures in seats.order_by("series__number").values_list(*columns):
        results[entry][number] = PlayerResult(number, *figures)
    return results


def names(tournament: Tournament) -> dict[int, tuple[int, str, str]]:
    """Start number, name and club of every entry, by its id."""
    rows = Entry.objects.filter(tournament=tournament).values_list(
        "id", "start_number", "person__family", "person__given", "club_name"
    )
    return {
        pk: (number, f"{family}, {given}" if given else family, club)
        for pk, number, family, given, club in rows
    }


def total(by_series: Mapping[int, PlayerResult]) -> PlayerResult:
    """What all counted lists of a player gave together; as a series it stands for none."""
    _numbers, *sums = map(sum, zip(*by_series.values(), strict=True))
    return PlayerResult(0, *sums)


def row_of(
    each: Rank,
    results: Mapping[int, Mapping[int, PlayerResult]],
    sums: Mapping[int, PlayerResult],
    people: Mapping[int, tuple[int, str, str]],
) -> StandingsRow:
    entry_id = int(str(each.key))
    start_number, name, club = people[entry_id]
    _series, *figures = sums[entry_id]
    return StandingsRow(each, entry_id, start_number, name, club, results[entry_id], *figures)


def missing_lists(
    tournament: Tournament,
    series: Series | None = None,
    *,
    only: Collection[int] | None = None,
) -> int:
    """Lists of drawn series that do not count yet; rejected and annulled ones never will."""
    settled = (*COUNTED_STATES[Counts(tournament.counts)], ListState.REJECTED, ListState.ANNULLED)
    lists = ScoreList.objects.filter(series__tournament=tournament).exclude(state__in=settled)
    if only is not None:
        lists = lists.filter(series__number__in=only)
    if series:
        return lists.filter(series=series).count()
    return lists.exclude(series__state=SeriesState.DRAFT).count()


def standings_listing(found: Standings) -> Listing:
    """The standings as page, PDF and sheet show them."""
    several = found.series is None and len(found.numbers) > 1
    columns = [
        Column("rank", _("Rank"), "rank", width=5),
        Column("start_number", _("No."), "int", width=5),
        Column("name", _("Name"), width=28),
        Column("club", _("Club"), width=22, minor=True),
        *(
            Column(f"series_{number}", _("Series %(number)s") % {"number": number}, "points",
                   width=8, minor=True)
            for number in found.numbers if several
        ),
        Column("points", _("Game points"), "points", width=9, minor=True),
        Column("won", _("Won"), "int", width=6, minor=True),
        Column("lost", _("Lost"), "int", width=6, minor=True),
        Column("others_lost", _("Lost by others"), "int", width=8, minor=True),
        Column("performance", _("Performance"), "points", width=11),
        Column("reason", _("Ahead by"), width=24),
    ]  # fmt: skip
    return Listing(
        title=title(found),
        columns=columns,
        rows=[listing_row(row) for row in found.rows],
        subtitle=state_line(found),
        notes=[_("Lot needed: equal in performance, games won and games lost (TO 5.1).")]
        if found.lot_needed
        else [],
    )


def title(found: Standings) -> str:
    if found.series:
        return _("Standings of series %(number)s") % {"number": found.series.number}
    return _("Overall standings")


def state_line(found: Standings) -> str:
    """How far the standings can be trusted: "provisional, 3 lists missing"."""
    if not found.provisional:
        return _("final")
    until = found.tournament.review_until
    if found.tournament.state == TournamentState.REVIEW and until and not found.missing:
        return _("under review until %(time)s") % {"time": moment(until)}
    if not found.missing:
        return _("provisional")
    return ngettext(
        "provisional, %(count)s list missing", "provisional, %(count)s lists missing", found.missing
    ) % {"count": found.missing}


def moment(at: datetime) -> str:
    """The hour, with the day where that is not today."""
    local = localtime(at)
    day = "" if local.date() == localdate() else date_format(local, "SHORT_DATE_FORMAT") + " "
    return f"{day}{local:%H:%M}"


def listing_row(row: StandingsRow) -> dict[str, object]:
    by_series = {f"series_{n}": result.performance for n, result in row.results.items()}
    return {
        "rank": row.rank.rank,
        "start_number": row.start_number,
        "name": row.name,
        "club": row.club,
        **by_series,
        "points": row.points,
        "won": row.won,
        "lost": row.lost,
        "others_lost": row.others_lost,
        "performance": row.performance,
        # Performance decides nearly always; only the exceptions need a word.
        "reason": "" if row.rank.decided_by == "performance" else reason(row.rank),
        "entry_id": row.entry_id,
    }
