"""Guesses at secret addresses, counted in the database by where they come from.

A hall behind one router has one address: whoever has a right secret is let in however many wrong
ones were tried beside him. A secret has 128 bits, so nothing is lost by that; what is held up are
the programs that try.
"""

from scoring.accounts.services.accounts import (
    QUARTER,
    Limit,
    TooManyFailures,
    begin,
    hashed,
    network,
)

# Typing errors and ended lists are few.
GUESSES = Limit("secret address", 20, QUARTER, QUARTER, memory=QUARTER, window=True)


def count_guess(address: str) -> int:
    """Count a wrong address; gives the seconds for which the sender is refused, 0 for none."""
    try:
        begin([(GUESSES, hashed(GUESSES.kind, network(address)))])
    except TooManyFailures as refused:
        return refused.seconds
    return 0
