"""The codes of a refusal."""

from collections.abc import Callable

import pytest

from scoring.core.forms import Refused


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    """The codes of its problems, in their order."""
    return [problem.code for problem in refusal.value.problems]


def codes_of(act: Callable[..., object], *args: object, **how: object) -> list[str]:
    """With which codes an act is refused."""
    with pytest.raises(Refused) as refusal:
        act(*args, **how)
    return codes(refusal)
