"""How likely texts are in the cells of a flat page, by the net, allowing for slips of the pen."""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from scoring.photo.cells import cut
from scoring.photo.flatten import FlatPage
from scoring.photo.form import PASSED, kind_of
from scoring.photo.geometry import Array
from scoring.photo.net import SIGNS, Layer, Table, last_layer, layer_tables, log_softmax, see_cells
from scoring.photo.texts import free_text, likelihoods, readings, shares_of_signs
from scoring.photo.writings import TICKS

TRUST = 0.9  # the net is overconfident: its logarithms are scaled by this
SLIP = 0.02  # how often the writer meant something other than the visible signs
OFFSETS = ((0.0, 1.4), (0.0, -1.4), (1.8, 0.0), (-1.8, 0.0))  # pixels of the flat page
UNSIGNED = -5.0  # as a logarithm: a total below zero whose minus cannot be seen
MINUS = SIGNS.index("-") + 1
MAY_BE_SIGNED = -4.0  # as a logarithm: below it there is no minus
SURELY_EMPTY = -0.01  # as a logarithm
LEARNING_ROUNDS = 25
PULL = 0.0005  # back to the layer as it was trained
Question = tuple[int, str, tuple[str, ...]]  # row, column, texts
TICK_KEYS = frozenset({*TICKS, PASSED})
SKIPPED = frozenset({"number", "class", "turn"})
FOOT_KINDS = frozenset({"points", "won", "lost"})


class NetReading:
    """The tables of all cells of a page; rows after those of the games are of the foot."""

    def __init__(self, page: FlatPage) -> None:
        self.page = page
        self.columns = frozenset(page.form.columns)
        places = list(_places(page))
        cells = [cut(page, page.form.column(key), row) for row, key in places]
        self.features = dict(zip(places, see_cells(cells), strict=True))
        self._weigh(last_layer())

    def _weigh(self, layer: Layer) -> None:
        self.layer = layer
        self.beside: dict[tuple[int, str], list[Table]] = {}
        self.answers: dict[Question, Array] = {}
        self.texts: dict[tuple[int, str], Sequence[str]] = {}
        tables = layer_tables(list(self.features.values()), layer)
        self.tables: Mapping[tuple[int, str], Table] = dict(zip(self.features, tables, strict=True))

    def learn(self, sure: Mapping[tuple[int, str], str]) -> None:
        """Read all cells anew with a net adapted to the hand that wrote the cells in `sure`."""
        features = [self.features[place] for place in sure]
        tables = [self.tables[place] for place in sure]
        texts = [self._as_written(place, text) for place, text in sure.items()]
        self._weigh(adapt_layer(last_layer(), features, tables, texts))

    def look_again(self, rows: Collection[int]) -> None:
        """Also read some rows from cells cut a little off their places; the mean of all counts."""
        places = [place for place in self.features if place[0] in rows]
        cells = [
            cut(self.page, self.page.form.column(key), row, *offset)
            for offset in OFFSETS
            for row, key in places
        ]
        again = layer_tables(see_cells(cells), self.layer)
        self.beside = {place: again[number :: len(places)] for number, place in enumerate(places)}
        self.answers = {
            question: answer for question, answer in self.answers.items() if question[0] not in rows
        }

    def _as_written(self, place: tuple[int, str], text: str) -> str:
        """The text as it was probably written: lost points may have a minus or not."""
        if place[1] != "minus":
            return text
        plain, signed = likelihoods(self.tables[place], (text, f"-{text}"))
        return f"-{text}" if signed > plain else text

    def has(self, key: str) -> bool:
        return key in self.columns and kind_of(key) not in SKIPPED

    def is_read_again(self, row: int) -> bool:
        """Whether there was a second look at the row, because the first one left a doubt."""
        return any(place[0] == row for place in self.beside)

    def free(self, row: int, key: str) -> str:
        """What the cell says by itself."""
        text = free_text(self.tables[row, key])
        if kind_of(key) in TICK_KEYS:
            return "x" if text else ""
        return text.lstrip("-") if key == "minus" else text

    def candidates(self, row: int, key: str) -> Sequence[str]:
        """The likeliest texts of the cell."""
        if (row, key) not in self.texts:
            table = self.tables[row, key]
            empty = table[:, 0].sum() > SURELY_EMPTY
            self.texts[row, key] = [] if empty else [text for text in readings(table) if text]
        return self.texts[row, key]

    def likelihoods(self, row: int, key: str, texts: Sequence[str]) -> Array:
        """The logarithm of the probability of every text, with room for slips of the pen."""
        question = row, key, tuple(texts)
        if question not in self.answers:  # rows are decoded again and again
            different, places = np.unique(np.array(texts, dtype=str), return_inverse=True)
            tables = [self.tables[row, key], *self.beside.get((row, key), ())]
            logs = [
                self._likelihoods(table, key, [str(text) for text in different]) for table in tables
            ]
            # The writer, rarely, meant another text of that length.
            lengths = np.array([len(text) for text in different])
            any_text = math.log(SLIP) - lengths * math.log(len(SIGNS) - 1) - (lengths > 0)
            mixed = np.mean([np.logaddexp(TRUST * one, any_text) for one in logs], axis=0)
            self.answers[question] = mixed[places]
        return self.answers[question]

    @staticmethod
    def _likelihoods(table: Table, key: str, texts: Sequence[str]) -> Array:
        """The logarithms of the texts in one cell; a minus may be missing or seen wrongly."""
        if kind_of(key) in TICK_KEYS:  # whatever stands there is a tick
            empty = float(likelihoods(table, ("",))[0])
            ticked = math.log(max(1e-9, 1 - math.exp(empty)))
            return np.array([ticked if text else empty for text in texts])
        logs = likelihoods(table, texts)
        if key == "minus" and table[:, MINUS].max() > MAY_BE_SIGNED:
            signed = likelihoods(table, [f"-{text}" if text else text for text in texts])
            logs = np.maximum(logs, signed)
        below = [place for place, text in enumerate(texts) if text[:1] == "-" and len(text) > 1]
        if below and kind_of(key) == "points":
            unsigned = likelihoods(table, [texts[place][1:] for place in below])
            logs[below] = np.logaddexp(logs[below], unsigned + UNSIGNED)
        return logs


def _places(page: FlatPage) -> list[tuple[int, str]]:
    form = page.form
    keys = [key for key in form.columns if kind_of(key) not in SKIPPED]
    rows = [(row, key) for row in range(form.row_count) for key in keys]
    if len(form.foot) < 2:
        return rows
    return rows + [(form.row_count, key) for key in keys if kind_of(key) in FOOT_KINDS]


def adapt_layer(
    layer: Layer, features: Sequence[Table], tables: Sequence[Table], texts: Sequence[str]
) -> Layer:
    """The layer after a look at cells whose texts are sure, for this photo alone.

    One hand writes its figures alike: the rows about which the law leaves no doubt move the last
    layer a little.
    """
    if not texts:
        return layer
    steps = np.concatenate(features)
    targets = np.concatenate(
        [shares_of_signs(table, text) for table, text in zip(tables, texts, strict=True)]
    ).astype(np.float32)
    steps = np.concatenate([steps, np.ones((len(steps), 1), np.float32)], axis=1)
    before = np.concatenate([layer.kernel, layer.bias[None]])
    curve = 0.5 * steps.T @ steps / len(steps) + PULL * np.eye(steps.shape[1], dtype=np.float32)
    kernel, ahead = before, before
    # No step is too wide: the curve is nowhere greater (Böhning).
    for number in range(LEARNING_ROUNDS):
        shares = np.exp(log_softmax(steps @ ahead))
        slope = steps.T @ (shares - targets) / len(steps) + PULL * (ahead - before)
        moved = ahead - np.linalg.solve(curve, slope)
        ahead = moved + number / (number + 3) * (moved - kernel)
        kernel = moved
    return Layer(kernel[:-1], kernel[-1])
