"""What the till's book says already: of a submission that comes again, of money that went back."""

from scoring.core.services import AlreadyWritten, refuse, repeated
from scoring.models import Booking, Tournament


def booked_earlier(
    again: AlreadyWritten, tournament: Tournament, action: str = "booking.made", **what: object
) -> list[Booking]:
    """What the first arrival of this very submission booked: some of it at least is `what`.

    Raises Refused if the token came with something else.
    """
    log = repeated(again, tournament, action)
    numbers = (log.new or {}).get("bookings", [])
    booked = tournament.bookings.filter(number__in=numbers)
    if not booked.filter(**what).exists():
        raise refuse("submission-of-another-form")
    return list(booked)


def given_back_before(booking: Booking) -> None:
    """Raises Refused if what a player paid here went back to him by a refund already."""
    if booking.entry_id is None or booking.cents < 0:
        return
    alike = booking.tournament.bookings.filter(
        entry=booking.entry_id, kind=booking.kind, pot=booking.pot_id, list=booking.list_id
    )
    paid = sum(alike.values_list("cents", flat=True))
    if booking.cents > paid:
        raise refuse("refund-exceeds", cents=max(paid, 0))
