"""The cash report, the pots and their winners, as page, PDF and sheet show them. Cents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.columns import CLUB, NAME, NUMBER, RANK, coded
from scoring.core.listing import Column, Listing, Row, rows_of
from scoring.messages import amount
from scoring.models import Tournament
from scoring.models.money import BookingKind
from scoring.money.reads.ledger import sums
from scoring.money.reads.prizes import PotAward, Winner, awards
from scoring.money.reads.till import Till, till
from scoring.standings.reads.source import StandingsSource


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


KIND = coded("kind", gettext_lazy("What for"), "booking_kind", 26)


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
        coded("kind", _("For"), "pot_kind", 14, "pot.kind").of(minor=True),
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
