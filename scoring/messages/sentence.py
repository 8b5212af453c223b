"""Entries of the catalogue: one sentence, or two, chosen by a parameter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Either:
    """`with_param` if the problem names the parameter (0 is a name, False and nothing are none)."""

    param: str
    with_param: "Sentence"
    without_param: "Sentence"

    def choose(self, params: Mapping[str, object]) -> "Sentence":
        value = params.get(self.param)
        absent = value is None or value is False or value in ("", (), [])
        return self.without_param if absent else self.with_param


class Counted(Either):
    """The first if the parameter is one, of whatever sign, or has one item; else the second."""

    __slots__ = ()

    def choose(self, params: Mapping[str, object]) -> "Sentence":
        value = params.get(self.param)
        is_several = isinstance(value, Sequence) and not isinstance(value, str)
        one = len(value) == 1 if is_several else value in (1, -1)  # type: ignore[arg-type]
        return self.with_param if one else self.without_param


Sentence = str | Promise | Either
