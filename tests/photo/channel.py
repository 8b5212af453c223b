"""A bad eye without a picture: figures are misread by chance as others that look alike."""

import math
from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

LOOK_ALIKE = {
    "0": "6985", "1": "7429", "2": "7318", "3": "5829", "4": "9176",
    "5": "3698", "6": "0584", "7": "1294", "8": "3069", "9": "4780",
}  # fmt: skip
FLOOR = math.log(1e-4)


class Misread:
    """The cells of a list, of which each figure is misread with a probability of `rate`."""

    def __init__(self, cells: Mapping[tuple[int, str], str], rate: float, rng: Random) -> None:
        least = max(rate, 0.001)
        self.right, self.alike, self.other = map(math.log, (1 - least, 0.15 * least, 0.02 * least))
        self.seen = {place: self._misread(text, rate, rng) for place, text in cells.items()}

    def likelihoods(self, row: int, key: str, texts: Sequence[str]) -> np.ndarray:
        seen = self.seen.get((row, key), "")
        return np.array([self._likelihood(seen, text) for text in texts])

    def free(self, row: int, key: str) -> str:
        return self.seen.get((row, key), "")

    def candidates(self, row: int, key: str) -> Sequence[str]:
        return [text for text in [self.free(row, key)] if text]

    def has(self, key: str) -> bool:
        return True

    def is_read_again(self, row: int) -> bool:
        return False

    def _likelihood(self, seen: str, text: str) -> float:
        if len(seen) != len(text):
            return FLOOR - 2 * abs(len(seen) - len(text))
        return sum(
            self.right if one == other else self.alike if one in LOOK_ALIKE.get(other, "")
            else self.other
            for one, other in zip(seen, text, strict=True)
        )  # fmt: skip

    def _misread(self, text: str, rate: float, rng: Random) -> str:
        seen = ""
        for letter in text:
            if letter in LOOK_ALIKE and rng.random() < rate:
                seen += rng.choice(LOOK_ALIKE[letter])
            elif letter in LOOK_ALIKE or rng.random() >= rate / 3:
                seen += letter
        return seen
