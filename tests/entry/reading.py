"""A clerk at a table of four, for the tests of the line."""

from scoring.entry.line import ParsedLine, parse
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem
from scoring.rules.systems import ISKO, System


def typed(text: str, system: System = ISKO, *, seats=4, dealer=None, language="de") -> ParsedLine:
    return parse(text, system=system, seats=seats, dealer=dealer, language=language)


def read(text: str, system: System = ISKO, **where) -> ParsedLine:
    """A line that has to be fine."""
    line = typed(text, system, **where)
    assert line.problems == ()
    return line


def score(text: str, system: System = ISKO, **where) -> int:
    """The score of a line that has to be fine, and legal."""
    appraisal = appraise(read(text, system, **where).game)
    assert appraisal.valuation is not None, appraisal.problems
    return appraisal.valuation.score


def problem(text: str, system: System = ISKO, **where) -> Problem:
    """The one problem of a line."""
    (found,) = typed(text, system, **where).problems
    assert found.field == "line"
    return found


def codes(text: str, system: System = ISKO, **where) -> list[str]:
    return [each.code for each in typed(text, system, **where).problems]
