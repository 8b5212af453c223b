"""Whether a change of the code changed an answer: the same requests to two checkouts.

    python -m tools.compare record OLD.jsonl --root ../old-checkout
    python -m tools.compare record NEW.jsonl --like OLD.jsonl
    python -m tools.compare diff OLD.jsonl NEW.jsonl

A recording has one line of JSON for each request. `diff` prints what differs and ends with 1 if
anything does. With `--like` the addresses of an earlier recording are requested; without it they
are found by following links. See docs/developing.md "Comparing two states of the code".
"""
