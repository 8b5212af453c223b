"""Which positions of a template stay empty, so that their tables have three players."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from scoring.seating.template import Template

# Up to here every choice of positions is weighed; above, a selection contains one without overlap.
SMALL = 160
SELECTION = 64


def choose_holes(template: Template, count: int) -> list[int] | None:
    """Empty positions, 0 to 3, that never meet and have the fewest common neighbours.

    None where all positions meet. A neighbour of two holes sits at a table of three twice.
    Nothing is drawn by lot here: who takes which position is.
    """
    best: tuple[int, list[int]] | None = None

    @cache
    def neighbours(position: int) -> int:
        """Whom a position meets, as bits."""
        return sum(1 << other for other in template.met_by(position))

    for choice in choices(template, count):
        if any(neighbours(a) >> b & 1 for a, b in combinations(choice, 2)):
            continue
        once = twice = thrice = 0
        for position in choice:
            met = neighbours(position)
            thrice |= twice & met
            twice |= once & met
            once |= met
        second_visits = twice.bit_count() + 2 * thrice.bit_count()  # C(v, 2)
        if best is None or second_visits < best[0]:
            best = second_visits, list(choice)
        if not second_visits:
            break
    return best and best[1]


def choices(template: Template, count: int) -> Iterator[tuple[int, ...]]:
    """Sets of positions worth weighing.

    Columns look the same from each of their positions, so the first hole stands for all of its
    column.
    """
    tables = template.tables
    if count == 0:
        yield ()
    elif not template.columns:
        yield from combinations(range(template.positions), count)
    elif template.positions <= SMALL:
        for first in range(0, template.positions, tables):
            others = [position for position in range(template.positions) if position != first]
            for rest in combinations(others, count - 1):
                yield first, *rest
    else:
        spaced = range(0, tables, max(1, tables // SELECTION))
        for rest in combinations(spaced[1:], count - 1):
            yield 0, *rest
