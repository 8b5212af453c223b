"""The numbers of a draw can be drawn again by anyone with SHA-256."""

from hashlib import sha256

from scoring.seating.field import Stream


def test_the_numbers_are_those_of_a_recipe_in_three_lines():
    """Seed, a stroke and the counter; the first eight bytes; the remainder."""
    stream = Stream("Würfel 3-5-1")
    for counter in range(1, 20):
        digest = sha256(f"Würfel 3-5-1/{counter}".encode()).digest()
        assert stream.below(37) == int.from_bytes(digest[:8], "big") % 37


def test_a_number_that_would_favour_the_small_ones_is_drawn_again():
    """With a bound just above half of 2**64, about every second number must be refused."""
    stream = Stream("refuse")
    numbers = [stream.below(2**63 + 1) for _ in range(200)]
    assert 300 < stream.counter < 500
    assert max(numbers) <= 2**63
