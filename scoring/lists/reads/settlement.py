"""The settlement of a list: of the totals, or game by game, and what it rests on (TO 9.2)."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.files.html import ListingTable, table
from scoring.core.listing import Column, Listing
from scoring.models import ScoreList
from scoring.models.score_list import Depth
from scoring.rules import settlement
from scoring.rules.settlement import PaidGame

# The tables of each way of settling, by the names of their files.
TOTALS, BY_GAME = ("sums", "pairs"), ("games",)


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom at a stake of `stake` cents a point (docs/law.md "Settlement"), by position.

    Of the totals there are `points`, what each wins or loses (`settled`) and gets from each
    (`pairs`), in points; game by game there are `games`. `private` says why this is no settlement
    of the tournament; empty where the stake was agreed before the series.
    """

    stake: Fraction
    private: str
    cents: tuple[int, ...]
    points: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    pairs: tuple[tuple[int, ...], ...] = ()
    games: tuple[PaidGame, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """The tables that show it."""
        return TOTALS if self.pairs else BY_GAME


def settlement_of(
    score_list: ScoreList, stake: Fraction, *, by_game: bool = False
) -> Settlement | None:
    """The settlement of a list; None while nothing is entered, or no game that could be settled.

    Raises ValueError for a negative stake.
    """
    private = private_note(score_list, stake)
    if by_game:
        if score_list.depth != Depth.GAMES:
            return None
        games = settlement.paid_games(score_list.lines(), score_list.outline, stake)
        cents = settlement.settle_games(score_list.lines(), score_list.outline, stake)
        return Settlement(stake, private, cents, games=tuple(games))
    outline = score_list.outline
    points = tuple(seat.points for seat in score_list.seat_rows.all() if seat.points is not None)
    if len(points) < len(outline.positions):
        return None
    periods: list[list[int | None]] = [list(points)]
    if outline.sittings:
        periods = settlement.points_by_period(score_list.lines(), outline)
    pairs = settlement.settle_rounds(periods)
    settled = tuple(map(sum, pairs))
    cents = settlement.in_cents(settled, stake)
    return Settlement(stake, private, cents, points, settled, pairs)


def private_note(score_list: ScoreList, stake: Fraction) -> str:
    """Why a settlement at this stake is private arithmetic; empty where it is not (TO 9.2)."""
    series = score_list.series
    agreed = series.tournament.stake_of(series.number)
    if agreed is not None and agreed.stake == stake:
        return ""
    if agreed is not None and agreed.stake is not None:
        figures = {"agreed": agreed.stake, "stake": stake}
        return (
            _(
                "Private arithmetic: agreed before the series are %(agreed)s cents a point, not "
                "%(stake)s (TO 9.2)."
            )
            % figures
        )
    later = [each for each in series.tournament.agreed_stakes if each.from_series > series.number]
    if later:
        moment = timezone.localtime(later[0].set_at)
        return _(
            "Private arithmetic: the stake was set on %(moment)s, when the series had begun "
            "(TO 9.2)."
        ) % {"moment": date_format(moment, "SHORT_DATETIME_FORMAT")}
    return _(
        "Private arithmetic: no stake was agreed before the series, so it is not played for "
        "money (TO 9.2)."
    )


def settlement_tables(score_list: ScoreList, settled: Settlement) -> list[tuple[str, ListingTable]]:
    """Every table of a settlement with the name of its files."""
    return [
        (
            part,
            table(
                settlement_listing(score_list, settled, part), prefix=f"{part}-", orderable=False
            ),
        )
        for part in settled.parts
    ]


def settlement_listing(score_list: ScoreList, settled: Settlement, part: str) -> Listing:
    """One table of a settlement: "sums", "pairs" or "games"."""
    seats = score_list.seat_rows.select_related("entry__person")
    names = [f"{score_list.outline.seat_of(seat.position)} {seat.entry.person}" for seat in seats]
    return {"sums": by_sum, "pairs": by_pairs, "games": by_games}[part](names, settled)


def heading_of(settled: Settlement) -> str:
    """The heading of the money: files without notes tell by it what is private arithmetic."""
    return _("Euro (private arithmetic)") if settled.private else _("Euro")


def notes_of(settled: Settlement) -> list[str]:
    return [settled.private] if settled.private else []


def by_sum(names: list[str], settled: Settlement) -> Listing:
    """What everybody wins or loses: n × own − sum of all, and the money."""
    columns = [
        Column("name", _("Player")),
        Column("points", _("Game points"), "points", minor=True),
        Column("settled", _("Points won or lost"), "points"),
        Column("cents", heading_of(settled), "cents"),
    ]
    figures = zip(names, settled.points, settled.settled, settled.cents, strict=True)
    rows = [dict(zip(("name", "points", "settled", "cents"), row, strict=True)) for row in figures]
    return Listing(_("By sum"), columns, rows, notes=notes_of(settled))


def by_pairs(names: list[str], settled: Settlement) -> Listing:
    """What each gets from each, in points; a row adds up to his settlement."""
    seats = [name.split()[0] for name in names]
    # Who joined at a round has the seat of somebody else.
    heads = seats if len({*seats}) == len(seats) else names
    columns = [
        Column("name", _("Player")),
        *(
            Column(f"from_{place}", _("from %(seat)s") % {"seat": head}, "points")
            for place, head in enumerate(heads, 1)
        ),
        Column("settled", _("Sum"), "points"),
    ]
    rows = [
        {
            "name": name,
            **{
                f"from_{place}": points if place != own else None
                for place, points in enumerate(pairs, 1)
            },
            "settled": total,
        }
        for own, (name, pairs, total) in enumerate(
            zip(names, settled.pairs, settled.settled, strict=True), 1
        )
    ]
    return Listing(_("By pairs"), columns, rows, notes=notes_of(settled))


def by_games(names: list[str], settled: Settlement) -> Listing:
    """What each game moves, player by player, and below it what everybody wins or loses."""
    columns = [
        Column("number", pgettext("score list", "No."), "int", width=6),
        *(
            Column(f"cents_{place}", name, "cents", group=heading_of(settled))
            for place, name in enumerate(names, 1)
        ),
    ]
    rows = [
        {"number": game.number, **cents_by_place(game.cents, blank=True)} for game in settled.games
    ]
    # A csv has no groups of columns: the sum tells it as well.
    words = _("Sum (private arithmetic)") if settled.private else _("Sum")
    foot = [{"number": words, **cents_by_place(settled.cents)}]
    return Listing(_("Game by game"), columns, rows, notes=notes_of(settled), foot=foot)


def cents_by_place(cents: tuple[int, ...], *, blank: bool = False) -> dict[str, int | None]:
    """Amounts under the keys of their columns; a game leaves `blank` who has no part in it."""
    return {
        f"cents_{place}": None if blank and not amount else amount
        for place, amount in enumerate(cents, 1)
    }
