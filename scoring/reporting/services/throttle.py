"""How often a server lets somebody send reports, counted in the database for all its processes."""

from scoring.accounts.services.sign_in import (
    QUARTER,
    Attempt,
    Limit,
    TooManyFailures,
    begin_attempt,
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


class Sending(Attempt):
    """A report, under the key of its sender."""

    limits = (SENT,)


class WrongSending(Attempt):
    """A report whose key or signature is none, under the address of its sender."""

    limits = (WRONG,)


def count_sending(key: int) -> None:
    """Count a report with this key (an id); raises TooManyReports."""
    count(Sending(str(key), ""))


def count_wrong(address: str) -> None:
    """Count what came with a wrong key from an address; raises TooManyReports."""
    count(WrongSending(network(address), ""))


def count(attempt: Attempt) -> None:
    try:
        begin_attempt(attempt)
    except TooManyFailures as refused:
        raise TooManyReports(refused.seconds) from None
