"""The codes of a refusal."""

import pytest

from scoring.core.forms import Refused


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    """The codes of its problems, in their order."""
    return [problem.code for problem in refusal.value.problems]
