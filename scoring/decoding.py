"""Values of JSON documents, read key by key: numbers are integers, a key with null is absent."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")

MAX_INTEGER = 2_147_483_647  # an integer column of PostgreSQL
MAX_QUOTED = 40  # characters of a foreign text that are repeated to the reader


class Mismatch(NamedTuple):
    """A problem with a value."""

    code: str
    params: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Kind(Generic[T_co]):
    """What a value must be; `mismatch` returns what is wrong with one, or None."""

    mismatch: Callable[[object], Mismatch | None]

    def of(self, value: object) -> T_co | None:
        return None if self.mismatch(value) else cast(T_co, value)


class Decoder(ABC):
    """One object of a document; subclasses decide how to refuse a wrong value."""

    def __init__(self, document: Mapping[Any, object]) -> None:
        self.document = document

    @abstractmethod
    def refuse_value(self, key: str, mismatch: Mismatch) -> None:
        """Report a value of another kind, or raise."""

    @overload
    def read(self, key: str, kind: Kind[T]) -> T | None: ...
    @overload
    def read(self, key: str, kind: Kind[T], default: D) -> T | D: ...
    def read(self, key: str, kind: Kind[T], default: D | None = None) -> T | D | None:
        """The value of a key; `default` where there is none or where it is wrong."""
        value = self.document.get(key)
        if value is None:
            return default
        if mismatch := kind.mismatch(value):
            self.refuse_value(key, mismatch)
            return default
        return cast(T, value)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def kind_of(fits: Callable[[Any], bool], code: str = "") -> Kind[Any]:
    """A kind with a single code for whatever does not fit."""
    mismatch = Mismatch(code)
    return Kind(lambda value: None if fits(value) else mismatch)


def whole(least: int | None = None, most: int | None = None) -> Kind[int]:
    def mismatch(value: Any) -> Mismatch | None:
        if not is_whole(value):
            return Mismatch("not-a-number")
        if (least is None or least <= value) and (most is None or value <= most):
            return None
        return Mismatch("out-of-range", params={"least": least, "most": most})

    return Kind(mismatch)


def one_of(options: Sequence[str]) -> Kind[str]:
    def mismatch(value: object) -> Mismatch | None:
        if not isinstance(value, str):
            return Mismatch("not-a-text")
        if value in options:
            return None
        allowed = tuple(filter(None, options))
        return Mismatch("unknown-value", params={"value": value[:MAX_QUOTED], "allowed": allowed})

    return Kind(mismatch)


TEXT: Kind[str] = kind_of(lambda value: isinstance(value, str), "not-a-text")
FLAG: Kind[bool] = kind_of(lambda value: isinstance(value, bool), "not-a-flag")
RECORD: Kind[Mapping[str, object]] = kind_of(lambda value: isinstance(value, dict), "not-an-object")


def list_of(item: type[T]) -> Kind[list[T]]:
    return kind_of(
        lambda value: isinstance(value, list) and all(isinstance(each, item) for each in value)
    )


LIST = list_of(object)
