"""What the cells of a flat page may say, by the net, with room for slips of the pen."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from scoring.photo.cells import cut
from scoring.photo.flatten import FlatPage
from scoring.photo.form import PASSED, kind_of
from scoring.photo.geometry import Array
from scoring.photo.hand import learned
from scoring.photo.net import SIGNS, Layer, Table, last_layer, see_cells, tables_of
from scoring.photo.texts import free_text, likelihoods, readings
from scoring.photo.writings import TICKS

TRUST = 0.9  # a net is too sure of itself
OTHERWISE = 0.02  # how often a cell says something else than what can be seen
SURELY_EMPTY = -0.01  # as a logarithm
TICKED = frozenset({*TICKS, PASSED})
SKIPPED = frozenset({"number", "class", "turn"})
FOOT_KINDS = frozenset({"points", "won", "lost"})


class NetReading:
    """The tables of all cells of a page; rows behind the last are those of the foot."""

    def __init__(self, page: FlatPage) -> None:
        self.columns = frozenset(page.form.columns)
        places = list(_places(page))
        cells = [cut(page, page.form.column(key), row) for row, key in places]
        self.seen = dict(zip(places, see_cells(cells), strict=True))
        self._weigh(last_layer())

    def _weigh(self, layer: Layer) -> None:
        tables = tables_of(list(self.seen.values()), layer)
        self.tables: Mapping[tuple[int, str], Table] = dict(zip(self.seen, tables, strict=True))

    def learn(self, sure: Mapping[tuple[int, str], str]) -> None:
        """Read all cells anew, by what is sure of some of them."""
        seen, tables = ([every[place] for place in sure] for every in (self.seen, self.tables))
        self._weigh(learned(last_layer(), seen, tables, list(sure.values())))

    def has(self, key: str) -> bool:
        return key in self.columns and kind_of(key) not in SKIPPED

    def free(self, row: int, key: str) -> str:
        text = free_text(self.tables[row, key])
        if kind_of(key) in TICKED:
            return "x" if text else ""
        return text

    def candidates(self, row: int, key: str) -> Sequence[str]:
        table = self.tables[row, key]
        if table[:, 0].sum() > SURELY_EMPTY:
            return []
        return [text for text in readings(table) if text]

    def likelihoods(self, row: int, key: str, texts: Sequence[str]) -> Array:
        different, places = np.unique(
            np.asarray(texts, dtype=object).astype(str), return_inverse=True
        )
        said = likelihoods(self.tables[row, key], [str(text) for text in different])
        if kind_of(key) in TICKED:  # whatever stands there is a tick
            empty = float(likelihoods(self.tables[row, key], ("",))[0])
            ticked = math.log(max(1e-9, 1 - math.exp(empty)))
            said = np.array([ticked if text else empty for text in different])
        mixed = [
            self._mixed(str(text), float(weight))
            for text, weight in zip(different, said, strict=True)
        ]
        result: Array = np.array(mixed)[places]
        return result

    @staticmethod
    def _mixed(text: str, weight: float) -> float:
        """The text as seen, or, rarely, any other of its length in its place."""
        any_text = math.log(OTHERWISE) - len(text) * math.log(len(SIGNS) - 1) - (1 if text else 0)
        return float(np.logaddexp(TRUST * weight, any_text))


def _places(page: FlatPage) -> list[tuple[int, str]]:
    form = page.form
    keys = [key for key in form.columns if kind_of(key) not in SKIPPED]
    rows = [(row, key) for row in range(form.count) for key in keys]
    if len(form.foot) < 2:
        return rows
    return rows + [(form.count, key) for key in keys if kind_of(key) in FOOT_KINDS]
