"""Players and seats, for files that name people by number or name, and what the preview shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from scoring.core.text import folded, parse_name
from scoring.models import Entry, ScoreList, Seat, Tournament
from scoring.models.score_list import stored_total
from scoring.models.spelling import TITLES
from scoring.rules.performance import Scheme

ALIKE = 0.84  # how much two names of one person differ by a slip of the pen
MOST_ALIKE = 6
LONGEST = 100  # characters of a name that are compared


@dataclass(frozen=True)
class KnownPlaces:
    """Names by start number; table and seat by series and start number; seats of a table.

    `series` are the numbers of all series, `scheme` says what a total is made of.
    """

    names: Mapping[int, str]
    seats: Mapping[tuple[int, int], tuple[int, int]]
    sizes: Mapping[tuple[int, int], int]  # by series and table
    series: tuple[int, ...] = ()
    scheme: Scheme = "seeger-fabian"

    def by_name(self, name: str) -> list[int]:
        """The start numbers of everybody who may be called so."""
        return self._by_key.get(key(name), [])

    def alike(self, name: str) -> list[int]:
        """The start numbers of those whose name is nearly this one, the nearest first."""
        read, near = key(name[:LONGEST]), list[tuple[float, int]]()
        for number, (known, matcher) in self._matchers.items():
            matcher.set_seq1(read)
            if is_near(read, known, matcher):
                near.append((matcher.ratio(), number))
        return [number for _likeness, number in sorted(near, reverse=True)][:MOST_ALIKE]

    def at(self, series: int, table: int, seat: int) -> int | None:
        """The start number of who is planned to sit there."""
        return self._by_place.get((series, table, seat))

    def table(self, series: int, table: int) -> list[int]:
        """The start numbers of a table by seat."""
        seats = range(1, self.sizes.get((series, table), 0) + 1)
        found = (self.at(series, table, seat) for seat in seats)
        return [number for number in found if number is not None]

    @cached_property
    def _by_key(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, name in self.names.items():
            found.setdefault(key(name), []).append(number)
        return found

    @cached_property
    def _matchers(self) -> Mapping[int, tuple[str, SequenceMatcher[str]]]:
        """The key of each start number's name, and what compares others with it, made once."""
        return {number: (key(name), matcher_of("", name)) for number, name in self.names.items()}

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int, int], int]:
        return {(series, *place): number for (series, number), place in self.seats.items()}


def key(name: str) -> str:
    """A name however it was turned.

    >>> key("Becker, Ada") == key("Dr. Ada Becker")
    True
    """
    found = parse_name(name)
    words = folded(f"{found.given} {found.family}").replace(".", " ").split()
    return " ".join(sorted(word for word in words if word not in TITLES))


def matcher_of(name: str, known: str) -> SequenceMatcher[str]:
    return SequenceMatcher(None, key(name[:LONGEST]), key(known), autojunk=False)


def is_alike(name: str, known: str) -> bool:
    """Whether one person may be written so and so: a slip of the pen, a part of the name.

    >>> is_alike("Beker, Ada", "Ada Becker"), is_alike("A. Becker", "Ada Becker")
    (True, True)
    >>> is_alike("Becker", "Ada Becker"), is_alike("Bruno Becker", "Ada Becker")
    (True, False)
    """
    return is_near(key(name[:LONGEST]), key(known), matcher_of(name, known))


def is_near(name: Sequence[str], known: Sequence[str], matcher: SequenceMatcher[str]) -> bool:
    """Whether two names, as `key` gives them, may be one person's; the cheapest question first."""
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return is_part(name, known) or all(ratio() >= ALIKE for ratio in ratios)


def is_part(name: Sequence[str], known: Sequence[str]) -> bool:
    """Whether a name leaves out or shortens words of another, each as `key` gives it."""
    read, ours = "".join(name).split(), "".join(known).split()
    shared = [word for word in read if word in ours]
    others = [word for word in ours if word not in shared]
    parts = all(
        word in ours or any(other.startswith(word) for other in others if len(word) < 3)
        for word in read
    )
    return parts and any(len(word) > 2 for word in shared)


def known_players(tournament: Tournament) -> KnownPlaces:
    """Four queries."""
    entries = Entry.objects.filter(tournament=tournament).select_related("person")
    seats = Seat.objects.filter(series__tournament=tournament).values_list(
        "series__number", "entry__start_number", "list__table_number", "position"
    )
    lists = ScoreList.objects.filter(series__tournament=tournament).values_list(
        "series__number", "table_number", "seats"
    )
    return KnownPlaces(
        {each.start_number: each.person.sorted_name for each in entries},
        {(series, number): (table, seat) for series, number, table, seat in seats},
        {(series, table): size for series, table, size in lists},
        tuple(tournament.series.order_by("number").values_list("number", flat=True)),
        tournament.performance_scheme,
    )


# What is shown ----------------------------------------------------------------------------------

Figures = tuple[int | None, ...]  # points, games won, games lost, performance, as far as known
UNKNOWN: Figures = (None,) * 4


def stored_figures(score_list: ScoreList) -> dict[int, Figures]:
    """What the seats of a list have here, those without a result left out."""
    found: dict[int, Figures] = {}
    for seat in score_list.seat_rows.order_by("position"):
        if (total := stored_total(seat)) is not None:
            found[seat.position] = (total.game_points, total.won, total.lost, total.performance)
    return found


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One result of a list: whom the file names, who that is here, what stands here so far."""

    seat: int
    number: int | None
    read: str
    known: str
    figures: Figures = UNKNOWN
    before: Figures = ()
