"""Problems of a report as a server tells them, and as sentences in the language of the reader."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from scoring.messages import CODES, message
from scoring.rules.problem import Problem

NOT_READ = Problem("report-unreadable")


class ProblemEncoder(DjangoJSONEncoder):
    """Figures of problems: what JSON does not have is written as text."""

    def default(self, value: Any) -> Any:
        try:
            return super().default(value)
        except TypeError:
            return str(value)


def as_told(problem: Problem) -> dict[str, Any]:
    """A problem with its figures, so that the other side can say it in its own language."""
    return {
        "field": problem.field,
        "code": problem.code,
        "message": message(problem),
        "rule": problem.rule,
        "params": dict(problem.params),
    }


def place_in(field: str) -> str:
    """
    >>> place_in("series[0].number"), place_in("key")
    ('series[0].number', '')
    """
    return field if "." in field or "[" in field else ""


def sentence(told: Mapping[str, object]) -> str:
    """A problem as a sentence; as the server said it if it is not known here."""
    code, params = str(told.get("code", "")), told.get("params")
    if code in CODES and isinstance(params, dict):
        try:
            return message(replace(NOT_READ, code=code, params=read_times(params)))
        except (KeyError, TypeError, ValueError):
            pass  # a newer server says it with other figures, an older one with fewer
    return str(told.get("message", ""))


def read_times(params: dict[str, object]) -> dict[str, object]:
    """Raises ValueError for a moment that is none."""
    at = params.get("at")
    return {**params, "at": datetime.fromisoformat(at)} if isinstance(at, str) else params
