"""The ledger, open fees, the till and the cash report, as page, PDF and sheet show them. Cents."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.core.listing import (
    AT,
    BY,
    CLUB,
    NAME,
    NOTE,
    NUMBER,
    RANK,
    SEAT,
    START_NUMBER,
    TABLE,
    Column,
    Listing,
    Row,
    code_column,
    rows_of,
)
from scoring.messages.labels import label
from scoring.messages.sentence import amount
from scoring.models import Booking, Series, TillCount, Tournament
from scoring.models.money import BookingKind
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.reads.dues import (
    ListDues,
    OpenDues,
    all_dues,
    door_prices,
    fees_of,
    list_dues,
    staked_pots,
)
from scoring.money.reads.prizes import PotAward, Winner, awards, bookings_in

# What a ledger can be searched for; `text` is searched for in the note.
FILTERS = {
    "kind": "kind",
    "start_number": "start_number",
    "series": "list__series__number",
    "table": "list__table_number",
    "pot": "pot__number",
    "text": "note__icontains",
}


def filtered_bookings(tournament: Tournament, **values: Any) -> QuerySet[Booking]:
    """The bookings that pass all `FILTERS` that are not empty, newest first."""
    rows = Booking.objects.filter(tournament=tournament)
    rows = rows.filter(**{FILTERS[key]: value for key, value in values.items() if value})
    return rows.select_related(
        "entry__person", "list__series", "pot", "by", "reverses", "reversed_by"
    ).order_by("-number")


def ledger_listing(booking_list: Iterable[Booking]) -> Listing:
    columns = [
        NUMBER,
        AT.of(minor=True),
        code_column("kind", pgettext("booking", "What for"), "booking_kind", 18),
        Column("start_number", _("Start no."), "int", width=6),
        NAME.of(
            lambda booking: booking.entry.person.sorted_name if booking.entry else "",
            24,
            minor=True,
        ),
        Column("about", pgettext("booking", "List or pot"), width=18, minor=True, value=about),
        Column("cents", _("Amount"), "cents", width=10),
        NOTE.of(note_of),
        Column("by", _("Booked by"), width=14, minor=True, value=BY.value),
    ]
    rows = rows_of(columns, booking_list, id="pk")
    return Listing(_("Ledger"), columns, rows, foot=sums(rows, ("cents",), "number"))


def about(booking: Booking) -> str:
    if booking.list:
        params = {"series": booking.list.series.number, "table": booking.list.table_number}
        return _("series %(series)s, table %(table)s") % params
    return booking.pot.title if booking.pot else ""


def note_of(booking: Booking) -> str:
    parts = [booking.note] if booking.note else []
    if booking.reverses:
        parts.append(_("cancels no. %(number)s") % {"number": booking.reverses.number})
    if hasattr(booking, "reversed_by"):
        parts.append(_("cancelled by no. %(number)s") % {"number": booking.reversed_by.number})
    return " · ".join(parts)


# What is open.


def open_fees(source: TournamentSource) -> list[OpenDues]:
    """Everybody who owes something or gets something back, by start number."""
    prices = source.cached(door_prices)
    has_prices = prices.fees.pk or prices.by_category or source.cached(staked_pots)
    if not (has_prices or source.cached(bookings_in)):
        return []  # reading everybody takes 0.1 s with 240 players in six series
    return [dues for dues in all_dues(source) if not dues.settled]


def open_listing(dues: Iterable[OpenDues]) -> Listing:
    columns = [
        START_NUMBER.of("entry.start_number"),
        NAME.of("entry.person.sorted_name"),
        CLUB.of("entry.club_name", minor=True),
        Column("state", _("State"), width=12, minor=True).of(
            lambda dues: (
                label("entry_state", dues.entry.state)
                if dues.entry.state != EntryState.PRESENT
                else ""
            )
        ),
        Column("door", _("Entry fee and stakes"), "cents", width=12).of(
            lambda dues: dues.door.rest or None
        ),
        Column("lists", _("Lost-game fees"), "cents", width=12).of(
            lambda dues: dues.of_lists or None
        ),
        Column("rest", _("Open"), "cents", width=10),
    ]
    rows = rows_of(columns, dues)
    foot = sums(rows, ("door", "lists", "rest"), "name")
    return Listing(_("Open fees"), columns, rows, foot=foot)


def series_dues(series: Series, *, drafts: bool) -> list[ListDues]:
    """What each seat of a series owes, by table; of a seating not released only with `drafts`."""
    if series.state == SeriesState.DRAFT and not drafts:
        return []
    lists = series.lists.select_related("series__tournament").order_by("table_number")
    return list_dues(lists, fees_of(series.tournament))


def series_to_collect(source: TournamentSource) -> Series | None:
    """The last series with open fees, else the last released one, else the first."""
    all_series = source.all_series
    owing = {
        seat.seat.series_id for dues in open_fees(source) for seat in dues.seats if not seat.settled
    }
    with_open_fees = [series for series in all_series if series.pk in owing]
    released = [series for series in all_series if series.state != SeriesState.DRAFT]
    candidates = with_open_fees or released or all_series[:1]
    return candidates[-1] if candidates else None


def series_listing(series: Series, dues_of_lists: Sequence[ListDues]) -> Listing:
    """What the tables of a series pay; a seat without figures shows no games."""
    seats = [seat for dues in dues_of_lists for seat in dues.seats]
    # The sum of a table stands beside its last seat.
    of_tables = {dues.seats[-1].seat.pk: dues.due for dues in dues_of_lists if dues.seats}
    columns = [
        TABLE.of("seat.list.table_number"),
        SEAT.of("seat.chair"),
        START_NUMBER.of("seat.entry.start_number"),
        NAME.of("seat.entry.person.sorted_name"),
        Column("lost_games", _("Lost"), "int", width=6, value="seat.lost"),
        Column("passed_games", _("Passed games"), "int", width=6, minor=True).of(
            lambda seat: seat.passed_games if seat.seat.lost is not None else None
        ),
        Column("due", _("Owed"), "cents", width=9),
        Column("paid", _("Paid"), "cents", width=9),
        Column("rest", _("Open"), "cents", width=9),
        Column("of_table", _("Table in all"), "cents", width=9).of(
            lambda seat: of_tables.get(seat.seat.pk)
        ),
    ]
    rows = rows_of(columns, seats)
    title = _("Lost-game fees of series %(number)s") % {"number": series.number}
    foot = sums(rows, ("due", "paid", "rest"), "table")
    return Listing(title, columns, rows, foot=foot, signatures=(_("Collected by"), _("Organizer")))


def sums(rows: Sequence[Row], keys: Iterable[str], first: str, **besides: str) -> list[Row]:
    """The foot of a table: the sums of these columns, "Sum" in the `first`; none without rows."""
    if not rows:
        return []
    figures = {key: sum(cast(int, row[key] or 0) for row in rows) for key in keys}
    return [{first: _("Sum"), **besides, **figures}]


# The till: what the ledger expects to be in it, and what was counted.


@dataclass(frozen=True, slots=True)
class TillLine:
    """One kind of money, or the whole till (`kind` ""): booked, expected and counted."""

    kind: str
    came_in: int
    went_out: int  # like `came_in` not negative
    count: TillCount | None

    @property
    def expected(self) -> int:
        return self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        return surplus(self.count) if self.count else None

    @property
    def has_moved(self) -> bool:
        """Whether money has moved since the count."""
        return self.count is not None and self.count.expected_cents != self.expected


@dataclass(frozen=True, slots=True)
class Till:
    lines: tuple[TillLine, ...]
    whole: TillLine

    @property
    def agrees(self) -> bool:
        """The whole till was counted, nothing moved since, and nothing is missing or over."""
        return self.whole.difference == 0 and not self.whole.has_moved


def till_of(source: TournamentSource) -> Till:
    """What the till holds by kind of money; kinds without bookings and counts are left out."""
    counts, came_in, went_out = source.cached(last_counts), Counter[str](), Counter[str]()
    for kind, _entry, _pot, _list, cents, reverses in source.cached(bookings_in):
        # A counter-booking reduces what came in or went out, instead of moving money the other way.
        if (cents > 0) == (reverses is None):
            came_in[kind] += cents
        else:
            went_out[kind] -= cents
    lines = [
        TillLine(kind, came_in[kind], went_out[kind], counts.get(kind))
        for kind in BookingKind.values
        if kind in came_in or kind in went_out or kind in counts
    ]
    return Till(tuple(lines), TillLine("", came_in.total(), went_out.total(), counts.get("")))


def last_counts(tournament: Tournament) -> dict[str, TillCount]:
    return {count.kind: count for count in TillCount.objects.filter(tournament=tournament)}


def expected_in_till(tournament: Tournament, kind: str = "") -> int:
    rows = tournament.bookings.filter(kind=kind) if kind else tournament.bookings
    return rows.aggregate(cents=Sum("cents"))["cents"] or 0


def counts_listing(tournament: Tournament, newest: int | None = None) -> Listing:
    columns = [
        AT,
        Column("kind", pgettext("booking", "What for"), width=24).of(
            lambda count: label("booking_kind", count.kind) if count.kind else _("In the till")
        ),
        Column("counted", _("Counted"), "cents", width=11, value="counted_cents"),
        Column("expected", _("Expected"), "cents", width=11, value="expected_cents"),
        Column("difference", _("Difference"), "cents", width=11, value=surplus),
        NOTE.of(width=30, minor=True),
        BY,
    ]
    counts = tournament.till_counts.select_related("by").order_by("-id")
    return Listing(_("Counts so far"), columns, rows_of(columns, counts[:newest]))


def surplus(count: TillCount) -> int:
    """How much more was counted than the ledger expected then; negative: money is missing."""
    return count.counted_cents - count.expected_cents


# The cash report, the pots and their winners.


@dataclass(frozen=True, slots=True)
class CashReport:
    """What came in, and where it goes: income = prizes + undecided + retained."""

    till: Till
    pots: tuple[PotAward, ...]

    @property
    def income(self) -> int:
        """Everything but the prizes paid out, refunds subtracted."""
        return sum(line.expected for line in self.till.lines if line.kind != BookingKind.PAYOUT)

    @property
    def prizes(self) -> int:
        return sum(pot.award.given for pot in self.pots)

    @property
    def undecided(self) -> int:
        return sum(pot.award.undecided for pot in self.pots)

    @property
    def retained(self) -> int:
        return self.income - self.prizes - self.undecided

    @property
    def proof(self) -> str:
        return proof(self.income, self.prizes, self.undecided, self.retained)

    @property
    def to_pay(self) -> int:
        return sum(pot.due for pot in self.pots)


def cash_report(source: TournamentSource) -> CashReport:
    return CashReport(till_of(source), tuple(awards(source)))


def proof(income: int, prizes: int, undecided: int, retained: int) -> str:
    """The sentence "taken = prizes + kept" with its amounts."""
    params = {
        "taken": amount(income),
        "prizes": amount(prizes),
        "kept": amount(retained),
        "undecided": amount(undecided),
    }
    sentence = _("taken %(taken)s = prizes %(prizes)s + kept %(kept)s")
    if undecided:
        sentence = _(
            "taken %(taken)s = prizes %(prizes)s + waiting for a lot %(undecided)s + kept %(kept)s"
        )
    return sentence % params


def proof_of(pot_award: PotAward) -> str:
    award = pot_award.award
    return proof(award.income, award.given, award.undecided, award.retained)


KIND = code_column("kind", gettext_lazy("What for"), "booking_kind", 26)


def report_listing(report: CashReport) -> Listing:
    columns = [
        KIND,
        Column("came_in", _("Came in"), "cents", width=12, minor=True),
        Column("went_out", _("Went out"), "cents", width=12, minor=True),
        Column("expected", _("Stays"), "cents", width=12),
    ]
    rows = rows_of(columns, report.till.lines)
    notes = [report.proof]
    if report.to_pay:
        notes.append(_("Prizes still to be paid out: %(sum)s.") % {"sum": amount(report.to_pay)})
    notes += count_notes(report.till)
    foot = [whole_till(columns, report.till)]
    title = _("Cash report")
    return Listing(title, columns, rows, notes=notes, foot=foot, signatures=signatures())


def whole_till(columns: Sequence[Column], till: Till) -> Row:
    [figures] = rows_of(columns[1:], [till.whole])
    return {"kind": _("In the till"), **figures}


def signatures() -> tuple[str, ...]:
    return _("Treasurer"), _("Organizer")


def count_notes(till: Till) -> list[str]:
    whole = till.whole
    if whole.count is None:
        return [_("The till has not been counted yet.")]
    difference = surplus(whole.count)
    params = {"counted": amount(whole.count.counted_cents), "difference": amount(difference)}
    if difference == 0:
        notes = [_("Counted: %(counted)s. The till agrees.") % params]
    else:
        notes = [_("Counted: %(counted)s. Difference: %(difference)s.") % params]
    if whole.has_moved:
        notes.append(_("Money has moved since it was counted."))
    return notes


def till_listing(till: Till) -> Listing:
    columns = [
        KIND,
        Column("expected", _("Expected"), "cents", width=12),
        Column("counted", _("Counted"), "cents", width=12).of(
            lambda line: line.count and line.count.counted_cents
        ),
        Column("then", _("Expected when counted"), "cents", width=14, minor=True).of(
            lambda line: line.count and line.count.expected_cents
        ),
        Column("difference", _("Difference"), "cents", width=12),
    ]
    rows, foot, notes = rows_of(columns, till.lines), [whole_till(columns, till)], count_notes(till)
    return Listing(_("Till"), columns, rows, notes=notes, foot=foot, signatures=signatures())


def pots_listing(pot_awards: Sequence[PotAward]) -> Listing:
    columns = [
        NUMBER.of("pot.number", 4),
        Column("title", _("Pot"), width=26, value="pot.title"),
        code_column("kind", _("For"), "pot_kind", 14, "pot.kind").of(minor=True),
        Column("income", _("Taken"), "cents", width=11, minor=True, value="award.income"),
        Column("prizes", _("Prizes"), "cents", width=11).of(
            lambda pot_award: pot_award.award.given + pot_award.award.undecided
        ),
        Column("retained", _("Kept"), "cents", width=11, minor=True, value="award.retained"),
        Column("paid", _("Paid out"), "cents", width=11, minor=True),
        Column("due", _("Still to pay"), "cents", width=11),
    ]
    rows = rows_of(columns, pot_awards, id="pot.pk")
    foot = sums(rows, ("income", "prizes", "retained", "paid", "due"), "title", kind="")
    return Listing(_("Pots and prizes"), columns, rows, foot=foot, signatures=signatures())


def winners_listing(pot_award: PotAward) -> Listing:
    notes = [proof_of(pot_award)]
    if pot_award.award.retained < 0:
        notes.append(
            _("The plan promises more than came in: %(sum)s have to be added.")
            % {"sum": amount(-pot_award.award.retained)}
        )
    if any(winner.prize.shared for winner in pot_award.winners):
        notes.append(_("Equal players share the sum of their places."))
    if pot_award.missing:
        notes.append(_("Provisional: lists are still missing."))
    elif pot_award.to_come:
        notes.append(_("Provisional: not every series has been played."))
    columns = [
        RANK.of("prize.rank"),
        NUMBER.of("contender.number"),
        NAME.of("contender.name"),
        CLUB.of("contender.details", 24, minor=True),
        Column("cents", _("Prize"), "cents", width=11, value=prize_or_lot),
        Column("paid", _("Paid out"), "cents", width=11, value=lambda winner: winner.paid or None),
    ]
    title = _("Winners: %(pot)s") % {"pot": pot_award.pot.title}
    rows = rows_of(columns, pot_award.winners)
    # A prize that waits for a lot has no sum yet.
    given, paid = pot_award.award.given, sum(winner.paid for winner in pot_award.winners)
    foot = [{"name": _("Sum"), "cents": given, "paid": paid}] if rows else []
    return Listing(title, columns, rows, notes=notes, foot=foot)


def prize_or_lot(winner: Winner) -> object:
    return _("lot needed") if winner.prize.cents is None else winner.prize.cents
