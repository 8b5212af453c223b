"""How often a server lets somebody send reports, counted in the database for all its processes."""

from scoring.accounts.services.throttles import (
    QUARTER,
    Limit,
    TooManyFailures,
    begin,
    hashed,
    network,
)

# A club reports a few results a week; a league a dozen on one evening, some of them corrected.
SENT = Limit("report", 40, QUARTER, QUARTER, memory=QUARTER, window=True)
# With a key that is none; one that is right is let in however many wrong ones come beside it.
WRONG = Limit("wrong report", 20, QUARTER, QUARTER, memory=QUARTER, window=True)


class TooManyReports(Exception):
    """The sender has to wait for so many seconds."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"wait {seconds} seconds")


def count_sending(key: int) -> None:
    """Count a report with this key (an id); raises TooManyReports."""
    count(SENT, str(key))


def count_wrong(address: str) -> None:
    """Count what came with a wrong key from an address; raises TooManyReports."""
    count(WRONG, network(address))


def count(limit: Limit, of: str) -> None:
    try:
        begin([(limit, hashed(limit.kind, of))])
    except TooManyFailures as refused:
        raise TooManyReports(refused.seconds) from None
