"""The ledger and what is open, as page, PDF and sheet show them. Cents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum
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
from scoring.messages import amount, label
from scoring.models import Booking, Series, TillCount, Tournament
from scoring.models.money import BookingKind
from scoring.models.tournament import SeriesState
from scoring.money.reads.dues import ListDues, OpenDues, all_dues, booked_in, fees_of, list_dues
from scoring.money.reads.prizes import PotAward, Winner, awards
from scoring.standings.reads.results import StandingsSource


@dataclass(frozen=True, slots=True)
class Sought:
    """Which bookings are wanted; an empty field asks for all. `text` stands in the note."""

    kind: str = ""
    start_number: int | None = None
    series: int | None = None
    table: int | None = None
    pot: int | None = None
    text: str = ""


def bookings(tournament: Tournament, sought: Sought = Sought()) -> QuerySet[Booking]:
    """The bookings that are wanted, newest first."""
    wanted = {
        "kind": sought.kind,
        "start_number": sought.start_number,
        "list__series__number": sought.series,
        "list__table_number": sought.table,
        "pot__number": sought.pot,
        "note__icontains": sought.text,
    }
    rows = Booking.objects.filter(
        Q(tournament=tournament), **{key: each for key, each in wanted.items() if each}
    )
    return rows.select_related(
        "entry__person", "list__series", "pot", "by", "reverses", "reversed_by"
    ).order_by("-number")


def ledger_listing(rows: Iterable[Booking]) -> Listing:
    """Bookings with their sum."""
    columns = [
        NUMBER,
        AT.of(minor=True),
        code_column("kind", pgettext("booking", "What for"), "booking_kind", 18),
        Column("start_number", _("Start no."), "int", width=6),
        NAME.of(name_of, 24, minor=True),
        Column("about", pgettext("booking", "List or pot"), width=18, minor=True, value=about),
        Column("cents", _("Amount"), "cents", width=10),
        NOTE.of(note_of),
        Column("by", _("Booked by"), width=14, minor=True, value=BY.value),
    ]
    shown = rows_of(columns, rows, id="pk")
    foot = [sums(shown, ("cents",), "number")] if shown else []
    return Listing(_("Ledger"), columns, shown, foot=foot)


def name_of(booking: Booking) -> str:
    """Whose it was; a player who was taken back has no name here any more."""
    entry = booking.entry if booking.entry_id else None
    return entry.person.sorted_name if entry else ""


def about(booking: Booking) -> str:
    if booking.list:
        params = {"series": booking.list.series.number, "table": booking.list.table_number}
        return _("series %(series)s, table %(table)s") % params
    return booking.pot.title if booking.pot else ""


def note_of(booking: Booking) -> str:
    """What the booking says of itself, and which one it cancels or is cancelled by."""
    said = [booking.note] if booking.note else []
    if booking.reverses:
        said.append(_("cancels no. %(number)s") % {"number": booking.reverses.number})
    if hasattr(booking, "reversed_by"):
        said.append(_("cancelled by no. %(number)s") % {"number": booking.reversed_by.number})
    return " · ".join(said)


# What is open -----------------------------------------------------------------------------------


def open_fees(tournament: Tournament, source: StandingsSource | None = None) -> list[OpenDues]:
    """Everybody who still owes something, or gets something back, by start number.

    `source` as in `all_dues`.
    """
    return [dues for dues in all_dues(tournament, source=source) if not dues.settled]


def open_listing(found: Iterable[OpenDues]) -> Listing:
    """Who still has to pay what, or gets something back, with the sums of all."""
    columns = [
        START_NUMBER.of("entry.start_number"),
        NAME.of("entry.person.sorted_name"),
        CLUB.of("entry.club_name", minor=True),
        Column("state", _("State"), width=12, minor=True, value=absent),
        Column("door", _("Entry fee and stakes"), "cents", width=12).of(
            lambda dues: dues.door.rest or None
        ),
        Column("lists", _("Lost-game fees"), "cents", width=12).of(
            lambda dues: dues.of_lists or None
        ),
        Column("rest", _("Open"), "cents", width=10),
    ]
    rows = rows_of(columns, found)
    foot = [sums(rows, ("door", "lists", "rest"), "name")] if rows else []
    return Listing(_("Open fees"), columns, rows, foot=foot)


def absent(dues: OpenDues) -> str:
    """The state of who is not present."""
    state = dues.entry.state
    return "" if state == "present" else label("entry_state", state)


def series_dues(series: Series, *, drafts: bool) -> list[ListDues]:
    """What each seat of every list of a series owes, by table.

    A seating that is not released is for those only who may see `drafts`: it still changes.
    """
    if series.state == SeriesState.DRAFT and not drafts:
        return []
    lists = series.lists.select_related("series__tournament").order_by("table_number")
    return list_dues(lists, fees_of(series.tournament))


def series_to_collect(tournament: Tournament) -> Series | None:
    """The last series whose lists owe something, else the last that is out, else the first."""
    every = list(tournament.series.all())
    owing = {
        score_list.series_id
        for dues in open_fees(tournament)
        for score_list, seat in dues.lists
        if not seat.settled
    }
    open_ones = [series for series in every if series.pk in owing]
    out = [series for series in every if series.state != SeriesState.DRAFT]
    choice = open_ones or out or every[:1]
    return choice[-1] if choice else None


def series_listing(series: Series, found: Iterable[ListDues]) -> Listing:
    """What the tables of a series pay; of a seat without figures no games are told."""
    columns = [
        SEAT.of("seat.chair"),
        START_NUMBER.of("seat.entry.start_number"),
        NAME.of("seat.entry.person.sorted_name"),
        Column("lost_games", _("Lost"), "int", width=6, value="seat.lost"),
        Column("passed_games", _("Passed games"), "int", width=6, minor=True).of(
            lambda each: each.passed_games if each.seat.lost is not None else None
        ),
        Column("due", _("Owed"), "cents", width=9),
        Column("paid", _("Paid"), "cents", width=9),
        Column("rest", _("Open"), "cents", width=9),
        Column("of_table", _("Table in all"), "cents", width=9, value=lambda _each: None),
    ]
    rows: list[Row] = []
    for dues in found:
        table = {"table": dues.score_list.table_number}
        seats = [{**table, **row} for row in rows_of(columns, dues.seats)]
        rows += [*seats[:-1], *({**row, "of_table": dues.due} for row in seats[-1:])]
    title = _("Lost-game fees of series %(number)s") % {"number": series.number}
    foot = [sums(rows, ("due", "paid", "rest"), "table")] if rows else []
    signed = (_("Collected by"), _("Organizer"))
    return Listing(title, [TABLE, *columns], rows, foot=foot, signatures=signed)


def sums(rows: Iterable[Row], keys: Iterable[str], first: str) -> dict[str, object]:
    """A row of the foot: the sums of these columns."""
    every = list(rows)
    return {first: _("Sum"), **{key: sum(int(str(row[key] or 0)) for row in every) for key in keys}}


# The till: what the ledger expects to be in it, and what was counted. Cents.


@dataclass(frozen=True, slots=True)
class TillLine:
    """One kind of money, or the whole till (`kind` ""): expected by the ledger, and counted.

    `came_in` and `went_out` are the sums of what was booked either way, both not negative.
    `counted` is the last count and `then` what the ledger expected at that moment.
    """

    kind: str
    came_in: int
    went_out: int
    counted: int | None = None
    then: int | None = None

    @property
    def expected(self) -> int:
        return self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        """What was counted too much; negative: what is missing. Told by the count's moment."""
        if self.counted is None or self.then is None:
            return None
        return self.counted - self.then

    @property
    def moved(self) -> bool:
        """Whether money moved since it was counted."""
        return self.then is not None and self.then != self.expected


@dataclass(frozen=True, slots=True)
class Till:
    lines: tuple[TillLine, ...]
    whole: TillLine

    @property
    def agrees(self) -> bool:
        """The whole till was counted, nothing moved since, and nothing is missing or over."""
        return self.whole.difference == 0 and not self.whole.moved


def till(tournament: Tournament, source: StandingsSource | None = None) -> Till:
    """What the till holds by kind of money; kinds that nothing was booked under are left out.

    `source` keeps what a page asks for more than the till.
    """
    source = source or StandingsSource(tournament)
    counts, sums = source.cached(last_counts), dict[str, list[int]]()
    for row in source.cached(booked_in):
        into_and_out = sums.setdefault(row.kind, [0, 0])
        # A counter-booking takes away what had come in, or brings back what had gone out.
        if (row.cents > 0) != row.reversing:
            into_and_out[0] += row.cents
        else:
            into_and_out[1] -= row.cents
    lines = [
        _line(kind, sums.get(kind, [0, 0]), counts)
        for kind in BookingKind.values
        if kind in sums or kind in counts
    ]
    whole = _line("", [sum(each) for each in zip(*sums.values(), strict=True)] or [0, 0], counts)
    return Till(tuple(lines), whole)


def _line(kind: str, moved: list[int], counts: dict[str, TillCount]) -> TillLine:
    came_in, went_out = moved
    count = counts.get(kind)
    if count is None:
        return TillLine(kind, came_in, went_out)
    return TillLine(kind, came_in, went_out, count.counted_cents, count.expected_cents)


def last_counts(tournament: Tournament) -> dict[str, TillCount]:
    """The latest count of each kind."""
    return {count.kind: count for count in TillCount.objects.filter(tournament=tournament)}


def expected(tournament: Tournament, kind: str = "") -> int:
    """What the ledger expects in the till, of one kind or as a whole."""
    rows = Booking.objects.filter(tournament=tournament)
    if kind:
        rows = rows.filter(kind=kind)
    return rows.aggregate(cents=Sum("cents"))["cents"] or 0


def counts_listing(tournament: Tournament) -> Listing:
    """How often the till was counted, and what the ledger expected then."""
    columns = [
        AT,
        Column("kind", pgettext("booking", "What for"), width=24, value=kind_counted),
        Column("counted", _("Counted"), "cents", width=11, value="counted_cents"),
        Column("expected", _("Expected"), "cents", width=11, value="expected_cents"),
        Column("difference", _("Difference"), "cents", width=11).of(
            lambda each: each.counted_cents - each.expected_cents
        ),
        NOTE.of(width=30),
        BY,
    ]
    counts = tournament.till_counts.select_related("by").order_by("-id")
    return Listing(_("Counts so far"), columns, rows_of(columns, counts))


def kind_counted(count: TillCount) -> str:
    return label("booking_kind", count.kind) if count.kind else _("In the till")


# The cash report, the pots and their winners, as page, PDF and sheet show them. Cents.


@dataclass(frozen=True, slots=True)
class CashReport:
    """What came in, what of it are prizes, what is kept: taken = prizes + undecided + kept."""

    till: Till
    pots: tuple[PotAward, ...]

    @property
    def taken(self) -> int:
        """Everything but the prizes paid out, refunds subtracted."""
        return sum(line.expected for line in self.till.lines if line.kind != BookingKind.PAYOUT)

    @property
    def prizes(self) -> int:
        return sum(pot.award.given for pot in self.pots)

    @property
    def undecided(self) -> int:
        return sum(pot.award.undecided for pot in self.pots)

    @property
    def kept(self) -> int:
        return self.taken - self.prizes - self.undecided

    @property
    def paid(self) -> int:
        return sum(pot.paid for pot in self.pots)

    @property
    def to_pay(self) -> int:
        return sum(pot.due for pot in self.pots)

    @property
    def free(self) -> int:
        """What is in the till and in no pot."""
        return self.taken - sum(pot.award.taken for pot in self.pots)


def cash_report(tournament: Tournament, source: StandingsSource | None = None) -> CashReport:
    """The till and every pot, as they stand now; `source` as in `awards`."""
    source = source or StandingsSource(tournament)
    pots = tuple(awards(tournament, source=source))
    return CashReport(till(tournament, source), pots)


def proof(taken: int, prizes: int, undecided: int, kept: int) -> str:
    """Taken = prizes + kept, spelt out."""
    params = {
        "taken": amount(taken),
        "prizes": amount(prizes),
        "kept": amount(kept),
        "undecided": amount(undecided),
    }
    if undecided:
        return (
            _(
                "taken %(taken)s = prizes %(prizes)s + waiting for a lot %(undecided)s + kept "
                "%(kept)s"
            )
            % params
        )
    return _("taken %(taken)s = prizes %(prizes)s + kept %(kept)s") % params


def proof_of(found: PotAward) -> str:
    award = found.award
    return proof(award.taken, award.given, award.undecided, award.kept)


KIND = code_column("kind", gettext_lazy("What for"), "booking_kind", 26)


def report_listing(found: CashReport) -> Listing:
    """The cash report: every kind of money, in and out, and what the till holds."""
    columns = [
        KIND,
        Column("came_in", _("Came in"), "cents", width=12, minor=True),
        Column("went_out", _("Went out"), "cents", width=12, minor=True),
        Column("expected", _("Stays"), "cents", width=12),
    ]
    rows = rows_of(columns, found.till.lines)
    notes = [proof(found.taken, found.prizes, found.undecided, found.kept)]
    if found.to_pay:
        notes.append(_("Prizes still to be paid out: %(sum)s.") % {"sum": amount(found.to_pay)})
    notes += count_notes(found.till)
    foot = sums(rows, ("came_in", "went_out", "expected"), "kind") | {"kind": _("In the till")}
    title = _("Cash report")
    return Listing(title, columns, rows, notes=notes, foot=[foot], signatures=signing())


def signing() -> tuple[str, ...]:
    """Who signs a paper about money."""
    return _("Treasurer"), _("Organizer")


def count_notes(found: Till) -> list[str]:
    """What the last count of the whole till said."""
    whole = found.whole
    if whole.counted is None or whole.difference is None:
        return [_("The till has not been counted yet.")]
    params = {"counted": amount(whole.counted), "difference": amount(whole.difference)}
    if whole.difference == 0:
        notes = [_("Counted: %(counted)s. The till agrees.") % params]
    else:
        notes = [_("Counted: %(counted)s. Difference: %(difference)s.") % params]
    if whole.moved:
        notes.append(_("Money has moved since it was counted."))
    return notes


def till_listing(found: Till) -> Listing:
    """Expected and counted by kind of money."""
    columns = [
        KIND,
        Column("expected", _("Expected"), "cents", width=12),
        Column("counted", _("Counted"), "cents", width=12),
        Column("then", _("Expected when counted"), "cents", width=14, minor=True),
        Column("difference", _("Difference"), "cents", width=12),
    ]
    [whole] = rows_of(columns[1:], [found.whole])
    foot = {"kind": _("In the till"), **whole}
    rows = rows_of(columns, found.lines)
    notes = count_notes(found)
    return Listing(_("Till"), columns, rows, notes=notes, foot=[foot], signatures=signing())


def pots_listing(found: Sequence[PotAward]) -> Listing:
    """All pots: what came in, and where it goes."""
    columns = [
        NUMBER.of("pot.number", 4),
        Column("title", _("Pot"), width=26, value="pot.title"),
        code_column("kind", _("For"), "pot_kind", 14, "pot.kind").of(minor=True),
        Column("taken", _("Taken"), "cents", width=11, minor=True, value="award.taken"),
        Column("prizes", _("Prizes"), "cents", width=11).of(
            lambda each: each.award.given + each.award.undecided
        ),
        Column("kept", _("Kept"), "cents", width=11, minor=True, value="award.kept"),
        Column("paid", _("Paid out"), "cents", width=11, minor=True),
        Column("due", _("Still to pay"), "cents", width=11),
    ]
    rows = rows_of(columns, found, id="pot.pk")
    foot = sums(rows, ("taken", "prizes", "kept", "paid", "due"), "title") | {"kind": ""}
    feet = [foot] if rows else []
    return Listing(_("Pots and prizes"), columns, rows, foot=feet, signatures=signing())


def winners_listing(found: PotAward) -> Listing:
    """Who wins what, as it is read aloud, with the proof."""
    notes = [proof_of(found)]
    if found.award.kept < 0:
        notes.append(
            _("The plan promises more than came in: %(sum)s have to be added.")
            % {"sum": amount(-found.award.kept)}
        )
    if any(winner.prize.shared and winner.prize.cents is not None for winner in found.winners):
        notes.append(_("Equal players share the sum of their places."))
    if not found.complete:
        notes.append(_("Provisional: lists are still missing."))
    columns = [
        RANK.of("prize.rank"),
        NUMBER.of("contender.number"),
        NAME.of("contender.name"),
        CLUB.of("contender.club", 24, minor=True),
        Column("cents", _("Prize"), "cents", width=11, value=prize_or_lot),
        Column("paid", _("Paid out"), "cents", width=11, value=lambda each: each.paid or None),
    ]
    title = _("Winners: %(pot)s") % {"pot": found.pot.title}
    foot = [winner_foot(found.winners)] if found.winners else []
    return Listing(title, columns, rows_of(columns, found.winners), notes=notes, foot=foot)


def prize_or_lot(winner: Winner) -> object:
    return _("lot needed") if winner.prize.cents is None else winner.prize.cents


def winner_foot(winners: Iterable[Winner]) -> Row:
    every = list(winners)
    return {
        "name": _("Sum"),
        "cents": sum(winner.prize.cents or 0 for winner in every),
        "paid": sum(winner.paid for winner in every),
    }
