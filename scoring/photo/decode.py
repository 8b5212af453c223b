"""The rows of a list from what its cells may say: the law as a code that corrects errors.

Every row says its value three times: by its marks, by its score, and by the soloist's running total
beside the one before. All explanations of the rows so far go on together, the likeliest
`MAX_STATES` of them by the totals of the seats, and every explanation is a game that the law knows
(`scoring.photo.writings`), or that nothing was played, or a slip of the keeper of the list. How
sure a row is comes from all explanations that were left, forward and backward.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.photo.form import PASSED
from scoring.photo.geometry import Array
from scoring.photo.reading import NetReading
from scoring.photo.texts import NEVER
from scoring.photo.writings import EITHER, EMPTY, TICKED, TICKS, Writing, Writings, writings
from scoring.rules.outline import Outline
from scoring.rules.systems import System

MAX_STATES = 48  # explanations that go on
MAX_SCORES = 36  # of a row, that are tried with every seat
MAX_SLIP_SCORES = 4  # of a row, that are tried with every wrong total
MAX_STEPS = 1_000  # from row to row, that are examined
TOO_UNLIKELY = 30.0  # by how much, as a logarithm, an explanation is behind the best

# How unlikely it is, as a logarithm, that …
HALF = -0.7  # a tick stands, or does not, where both are right
FORGOTTEN = -6.0  # a tick that the law needs and nobody made
MISCOUNTED = -6.0  # the games won and lost were counted wrongly
ADDED = -9.0  # the keeper added wrongly and went on from there
UNREAD = -18.0  # the row says no game that the law knows
NOTHING = -28.0  # nor a soloist
UNTICKED = -7.0  # passed in without a tick
LETTERED = -10.0  # passed in without a tick, but with an "E" or a stroke among the marks
PASSES = -3.5
ENDS = -5.5  # the list ends before this row: one list in ten ends early
STRUCK = -20.0  # a row after the end with ink in it

GAME, PASS, BLANK, UNREAD_ROW, ENDED = "game", "passed", "blank", "unread", "ended"


class Choice(NamedTuple):
    """A row explained: kind, seat, score, written total; a `slip` contradicts the one before."""

    kind: str
    seat: int = 0
    score: int = 0
    total: int | None = None
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """The best explanation of a row, and how sure it is among all that were left.

    `sure_game` is how sure the game is where its score is given. `forgotten` are ticks that the law
    needs and the paper lacks.
    """

    choice: Choice
    certainty: float
    writing: Writing | None = None
    sure_game: float = 1.0
    forgotten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    scores: NDArray[np.int64]
    worth: Array
    writing: NDArray[np.int64]  # the best of each score
    by_writing: Array
    forgotten: NDArray[np.bool_]  # of the best writing of each score, by tick

    def share_of_game(self, place: int, all_writings: Writings) -> float:
        others = np.flatnonzero(all_writings.score_of == place)
        game = all_writings.every[self.writing[place]].game
        is_same = np.array([all_writings.every[other].game == game for other in others])
        shares = np.exp(self.by_writing[others] - self.by_writing[others].max())
        return float(shares[is_same].sum() / shares.sum())


class State(NamedTuple):
    """What a row goes on from: totals, games won and games lost of every seat, and the end."""

    totals: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]
    ended: bool = False


@dataclass(slots=True)
class _Layer:
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    best: list[int] = field(default_factory=list)  # by target: the step of the best way


def decode(reading: NetReading, system: System, outline: Outline) -> list[Explanation]:
    nobody = (0,) * outline.seats
    states = [State(nobody, nobody, nobody)]
    forwards, best_ways = [np.zeros(1)], np.zeros(1)
    layers, marks_of_rows = [], []
    for row in range(outline.games_planned):
        marks = read_marks(reading, row, writings(system))
        marks_of_rows.append(marks)
        steps = _Steps(reading, outline, row, marks, states)
        layer, states, forward, best_ways = _advance(steps, states, forwards[-1], best_ways)
        layers.append(layer)
        forwards.append(forward)
    chosen = _best_path(layers, best_ways)
    certainties = _certainties(layers, forwards, chosen)
    return [
        _explain(choice, certainty, marks, writings(system))
        for choice, certainty, marks in zip(chosen, certainties, marks_of_rows, strict=True)
    ]


def read_marks(reading: NetReading, row: int, all_writings: Writings) -> Marks:
    """How likely every score is by base value, tops, ticks and the score's own column."""
    worth = all_writings.priors.copy()
    for key, texts in all_writings.texts.items():
        if reading.has(key):
            worth += reading.likelihoods(row, key, texts)[all_writings.places[key]]
    forgotten = np.zeros((len(all_writings.every), len(TICKS)), bool)
    for place, key in enumerate(TICKS):
        if not reading.has(key):
            continue
        empty, ticked = reading.likelihoods(row, key, ("", "x"))
        missing = empty + FORGOTTEN
        needed = max(ticked, missing)
        table = np.zeros(3)
        table[EMPTY], table[TICKED] = empty, needed
        table[EITHER] = max(ticked, empty) + HALF
        worth += table[all_writings.ticks[:, place]]
        forgotten[:, place] = (all_writings.ticks[:, place] == TICKED) & (missing > ticked)
    count = len(all_writings.scores)
    top = np.full(count, NEVER)
    np.maximum.at(top, all_writings.score_of, worth)
    sums = np.zeros(count)
    np.add.at(sums, all_writings.score_of, np.exp(worth - top[all_writings.score_of]))
    firsts = np.full(count, -1)
    is_best = np.flatnonzero(worth >= top[all_writings.score_of])
    firsts[all_writings.score_of[is_best[::-1]]] = is_best[::-1]
    scores = all_writings.scores
    own = np.zeros(count)  # the score in its own column, and nothing in that of the other sign
    for key, sign in (("plus", 1), ("minus", -1)):
        signed = sign * scores
        own += reading.likelihoods(row, key, [str(each) if each > 0 else "" for each in signed])
    return Marks(scores, top + np.log(sums) + own, firsts, worth, forgotten[firsts])


class _Ways(NamedTuple):
    """Steps of one kind: the state where each begins, its weight, and its choice; choices repeat.

    A game without a total has the seat's total before it plus its score.
    """

    sources: NDArray[np.int64]
    weights: Array
    choices: Sequence[Choice]


class _Steps:
    """The steps that explain a row, from each of the states before it.

    Weights are logarithms: `blank_…` if these cells are empty, `free_…` whatever they say.
    """

    def __init__(
        self, reading: NetReading, outline: Outline, row: int, marks: Marks, states: list[State]
    ) -> None:
        self.reading, self.row, self.marks = reading, row, marks
        ended = np.array([state.ended for state in states])
        self.open, self.ended = np.flatnonzero(~ended), np.flatnonzero(ended)
        open_states = [states[place] for place in self.open]
        by_seat = (-1, outline.seats)
        self.totals = np.array([state.totals for state in open_states]).reshape(by_seat)
        self.won = np.array([state.won for state in open_states]).reshape(by_seat)
        self.lost = np.array([state.lost for state in open_states]).reshape(by_seat)
        seats = range(1, outline.seats + 1)
        self.seats = [seat for seat in seats if seat != outline.idle(row + 1)]
        self.empty = {
            (kind, seat): self._empty(f"{kind}_{seat}")
            for seat in seats
            for kind in ("points", "won", "lost")
        }
        self.blank_seats = sum(self.empty.values())
        columns = filter(reading.has, ("base", "with", "without", *TICKS, "plus", "minus"))
        self.blank_marks = {key: self._empty(key) for key in columns}
        self.free_marks = {key: self._free(key, empty) for key, empty in self.blank_marks.items()}
        self.unpassed, self.passed = 0.0, -1.0
        if reading.has(PASSED):
            self.unpassed, self.passed = map(float, reading.likelihoods(row, PASSED, ("", "x")))

    def _empty(self, key: str) -> float:
        return float(self.reading.likelihoods(self.row, key, ("",))[0])

    def _free(self, key: str, empty: float) -> float:
        text = self.reading.free(self.row, key)
        if not text:
            return empty
        return max(empty, float(self.reading.likelihoods(self.row, key, (text,))[0]))

    def ways(self) -> Iterator[_Ways]:
        yield from self._without_game()
        if len(self.open):
            for seat in self.seats:
                yield self._games(seat)
                yield from self._slips(seat)

    def _without_game(self) -> Iterator[_Ways]:
        blank = self.blank_seats + sum(self.blank_marks.values())
        free_seats = sum(
            self._free(f"{kind}_{seat}", empty) for (kind, seat), empty in self.empty.items()
        )
        free = sum(self.free_marks.values()) + free_seats
        without_score = self.free_marks | {key: self.blank_marks[key] for key in ("plus", "minus")}
        lettered = sum(without_score.values()) + self.blank_seats
        behind = max(blank + self.unpassed, free + max(self.passed, self.unpassed) + STRUCK)
        for places, weight, kind in (
            (self.ended, behind, ENDED),
            (self.open, behind + ENDS, ENDED),
            (self.open, blank + self.passed + PASSES, PASS),
            (self.open, blank + self.unpassed + UNTICKED, BLANK),
            (self.open, lettered + self.unpassed + LETTERED, BLANK),
            (self.open, free + max(self.passed, self.unpassed) + NOTHING, UNREAD_ROW),
        ):
            yield _Ways(places, np.full(len(places), weight), [Choice(kind)])

    def _games(self, seat: int) -> _Ways:
        """A game of this seat whose total follows from the one before."""
        values = np.argsort(-self.marks.worth)[:MAX_SCORES]
        scores = self.marks.scores[values]
        totals = self.totals[:, seat - 1][:, None] + scores
        weights = (
            self._likelihoods(f"points_{seat}", totals)
            + self.marks.worth[values]
            + self._counts(seat, scores)
            + self._others(seat)
            + self.unpassed
        )
        choices = [Choice(GAME, seat, int(score)) for score in scores]
        return _Ways(np.repeat(self.open, len(scores)), weights.ravel(), choices)

    def _counts(self, seat: int, scores: NDArray[np.int64]) -> Array:
        """The games won and lost so far, which a keeper may have counted wrongly."""
        won = self._likelihoods(f"won_{seat}", self.won[:, seat - 1] + 1) + self.empty["lost", seat]
        lost = (
            self._likelihoods(f"lost_{seat}", self.lost[:, seat - 1] + 1) + self.empty["won", seat]
        )
        return np.where(scores > 0, won[:, None], lost[:, None])

    def _others(self, seat: int) -> float:
        return self.blank_seats - sum(self.empty[kind, seat] for kind in ("points", "won", "lost"))

    def _slips(self, seat: int) -> Iterator[_Ways]:
        """A total that was added wrongly, or a row that says no game, from which play goes on."""
        key = f"points_{seat}"
        written = [
            int(text)
            for text in self.reading.candidates(self.row, key)
            if text.lstrip("-").isdigit() and text.count("-") <= 1 and len(text) <= 5
        ]
        if not written:
            return
        weights = self.reading.likelihoods(self.row, key, [str(total) for total in written])
        likely = np.argsort(-self.marks.worth)[:MAX_SLIP_SCORES]
        scores = self.marks.scores[likely]
        counts = self._counts(seat, self.marks.scores)
        rest = self._others(seat) + self.unpassed
        either = np.maximum(counts.max(axis=1), MISCOUNTED)
        unplayed = rest + either + sum(self.free_marks.values())
        added = counts[:, likely] + self.marks.worth[likely] + ADDED
        sums = self.totals[:, seat - 1][:, None] + scores
        sources = np.repeat(self.open, len(likely))
        for total, weight in zip(written, weights, strict=True):
            unread = weight + unplayed + UNREAD
            yield _Ways(self.open, unread, [Choice(UNREAD_ROW, seat, 0, total)])
            slips = np.where(sums == total, NEVER, weight + rest + added)
            choices = [Choice(GAME, seat, int(score), total, True) for score in scores]
            yield _Ways(sources, slips.ravel(), choices)

    def _likelihoods(self, key: str, numbers: NDArray[np.int64]) -> Array:
        different, places = np.unique(numbers, return_inverse=True)
        logs = self.reading.likelihoods(self.row, key, [str(number) for number in different])
        return logs[places.reshape(numbers.shape)]


def _advance(
    steps: _Steps, states: list[State], forward: Array, best_ways: Array
) -> tuple[_Layer, list[State], Array, Array]:
    """The explanations after a row: the likeliest of those to which any step leads."""
    all_ways = list(steps.ways())
    firsts = np.cumsum([0] + [len(ways.sources) for ways in all_ways])
    sources = np.concatenate([ways.sources for ways in all_ways])
    steps_alone = np.concatenate([ways.weights for ways in all_ways])
    weights = forward[sources] + steps_alone
    order = np.argsort(-weights)[:MAX_STEPS]
    targets: dict[State, int] = {}
    layer = _Layer()
    for place in order:
        if len(targets) >= MAX_STATES and weights[place] < weights[order[0]] - TOO_UNLIKELY:
            break
        kind = int(np.searchsorted(firsts, place, side="right")) - 1
        choices, source = all_ways[kind].choices, int(sources[place])
        choice = choices[int(place - firsts[kind]) % len(choices)]
        if choice.kind == GAME and choice.total is None:
            total = states[source].totals[choice.seat - 1] + choice.score
            choice = choice._replace(total=total)
        state = _state_after(states[source], choice)
        if state not in targets:
            if len(targets) >= MAX_STATES:
                continue
            targets[state] = len(targets)
        layer.sources.append(source)
        layer.targets.append(targets[state])
        layer.weights.append(float(steps_alone[place]))
        layer.choices.append(choice)
    after, ways_to = np.full(len(targets), NEVER), np.full(len(targets), NEVER)
    layer.best = [0] * len(targets)
    for step, (source, target, weight) in enumerate(
        zip(layer.sources, layer.targets, layer.weights, strict=True)
    ):
        after[target] = np.logaddexp(after[target], forward[source] + weight)
        if best_ways[source] + weight > ways_to[target]:
            ways_to[target], layer.best[target] = best_ways[source] + weight, step
    return layer, list(targets), after, ways_to


def _state_after(state: State, choice: Choice) -> State:
    totals, won, lost, _ended = state
    if choice.kind == ENDED:
        return State(totals, won, lost, True)
    if not choice.seat or choice.total is None:
        return state
    place = choice.seat - 1
    totals = (*totals[:place], choice.total, *totals[place + 1 :])
    if choice.score > 0:
        won = (*won[:place], won[place] + 1, *won[place + 1 :])
    elif choice.score < 0:
        lost = (*lost[:place], lost[place] + 1, *lost[place + 1 :])
    return State(totals, won, lost)


def _best_path(layers: Sequence[_Layer], best_ways: Array) -> list[Choice]:
    target = int(best_ways.argmax())
    path = []
    for layer in reversed(layers):
        step = layer.best[target]
        path.append(layer.choices[step])
        target = layer.sources[step]
    return path[::-1]


def _certainties(
    layers: Sequence[_Layer], forwards: Sequence[Array], chosen: Sequence[Choice]
) -> list[float]:
    """The share of all explanations that agree with the chosen one, row by row."""
    backward = np.zeros(len(forwards[-1]))
    total = np.logaddexp.reduce(forwards[-1])
    certainties = []
    for layer, before, choice in zip(
        reversed(layers), reversed(forwards[:-1]), reversed(chosen), strict=True
    ):
        steps = before[layer.sources] + layer.weights + backward[layer.targets]
        same = [_is_alike(one, choice) for one in layer.choices]
        agreeing = np.where(same, steps, NEVER)
        certainties.append(float(np.exp(np.logaddexp.reduce(agreeing) - total)))
        behind = np.full(len(before), NEVER)
        np.logaddexp.at(behind, layer.sources, np.array(layer.weights) + backward[layer.targets])
        backward = behind
    return certainties[::-1]


def _is_alike(one: Choice, other: Choice) -> bool:
    """Whether they say the same of the row; a game passed in is one with a tick or without."""
    if one.kind in (PASS, BLANK):
        return other.kind in (PASS, BLANK)
    game, other_game = ((way.kind, way.seat, way.score, way.slip) for way in (one, other))
    return game == other_game


def _explain(choice: Choice, certainty: float, marks: Marks, all_writings: Writings) -> Explanation:
    if choice.kind != GAME:
        return Explanation(choice, certainty)
    place = int(np.searchsorted(marks.scores, choice.score))
    missing = tuple(np.array(TICKS)[marks.forgotten[place]].tolist())
    writing = all_writings.every[marks.writing[place]]
    share = marks.share_of_game(place, all_writings)
    return Explanation(choice, certainty, writing, share, missing)
