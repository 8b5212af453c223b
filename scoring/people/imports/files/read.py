"""Results in a file: whole lists on our own sheets, or a table of three figures a player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from scoring.core.files.xlsx import OWN
from scoring.core.spreadsheets import Sheet, Spot, Unreadable
from scoring.lists.printed.files.xlsx_formulas import MARK
from scoring.lists.printed.files.xlsx_read import read_list_sheet
from scoring.lists.printed.incoming import Incoming, SheetSum
from scoring.messages.labels import label
from scoring.models.score_list import SET_ASIDE
from scoring.people.imports.files.results import Placer
from scoring.people.imports.files.tables import FileMap
from scoring.people.imports.files.words import RESULTS, Identity, PlayerFinder, player_text, unclear
from scoring.people.imports.reads import (
    Asked,
    FileAnswers,
    FileQuestion,
    KnownPlaces,
    Option,
    corrected_sheets,
)
from scoring.rules.problem import Problem
from scoring.rules.score_list import Outline, Scheme, counted_games, total
from scoring.rules.systems import System

MAX_ROWS_OF_A_LIST = 1_000
GAMES = "games"  # the answer that the games count and not the sums of the sheet
MAX_SUMS = 6


@dataclass(frozen=True, slots=True)
class FileResults:
    """The lists of a file, what it leaves uncertain, and what was not read (`ignored`)."""

    lists: Sequence[Incoming]
    map: FileMap
    ignored: Sequence[str] = ()
    asked: Sequence[Asked] = ()

    @property
    def is_open(self) -> bool:
        return self.map.is_open or any(asked.is_open for asked in self.asked)


def read_results(
    sheets: Iterable[Sheet],
    system: System,
    places: KnownPlaces,
    series: int | None,
    answers: FileAnswers,
    remembered: Mapping[str, Sequence[str]],
) -> FileResults:
    """Our own lists if there are any; else every table of results. Raises Unreadable.

    `series` is that of tables that name none.
    """
    file_map, finder = FileMap(RESULTS, answers, remembered), PlayerFinder(places, answers)
    own = OwnLists(finder, system)
    foreign: list[tuple[int, Sheet]] = []
    for number, sheet in corrected_sheets(sheets, answers):
        if not own.take(number, sheet):
            foreign.append((number, sheet))
    if own.has_any:
        file_map.read_own(sheet for _number, sheet in foreign)
        ignored = [*own.aside, *(s.name for _at, s in foreign if s.rows and s.name != OWN)]
        asked = (*finder.asked.values(), *own.asked)
        return FileResults(list(with_repeats_named(own.lists)), file_map, ignored, asked)
    file_map.add_all(foreign)
    if not file_map.layouts and not answers.chosen:
        raise Unreadable("results-without-heads")
    if not places.series:
        raise Unreadable("results-without-series")
    usual = places.series[0] if series is None and len(places.series) == 1 else series
    lists = Placer(finder, file_map).lists_of(file_map, usual)
    ignored = [line.name for line in file_map.sheets if not line.is_read and line.has_content]
    return FileResults(lists, file_map, [*file_map.ignored, *ignored], tuple(finder.asked.values()))


@dataclass(slots=True)
class OwnLists:
    """Reads our own sheets; asks about unnamed seats and about sums that the games do not give."""

    finder: PlayerFinder
    system: System
    lists: list[Incoming] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)  # lists that count nowhere
    asked: list[Asked] = field(default_factory=list)
    has_any: bool = False

    def take(self, number: int, sheet: Sheet) -> bool:
        """Read a sheet if it is one of ours; returns whether it is."""
        first = sheet.rows[0] if sheet.rows else ()
        mark = next((str(cell) for cell in first if str(cell).startswith(MARK)), "")
        if not mark:
            return False
        self.has_any = True
        state = mark.split()[2:3]
        if state and state[0] in SET_ASIDE:
            self.aside.append(f"{sheet.name} ({label('list_state', state[0])})")
            return True
        if len(sheet.rows) > MAX_ROWS_OF_A_LIST:
            raise Unreadable("sheet-too-large")
        incoming = read_list_sheet(sheet.name, sheet.rows, self.system)
        if incoming is not None:
            self.lists.append(self.with_players(incoming, f"l{number}"))
        return True

    def with_players(self, incoming: Incoming, key: str) -> Incoming:
        """The list with the start numbers that it says or that were answered."""
        is_left_out = self.finder.answers.is_left(key)
        pairs = zip(incoming.starts, incoming.names, strict=True)
        starts, waits = list[int | None](), False
        for seat, (number, name) in enumerate(pairs, 1):
            identity = self.identity(incoming, number, name)
            if identity.problem is not None and not is_left_out:
                about = (number, name) if name else (key, seat)
                text = player_text(number, name) or f"{label('results_column', 'seat')} {seat}"
                cell = incoming.cells.get(f"seat{seat}/start", "")
                spot = Spot(incoming.sheet, cell, identity.problem)
                answer = self.finder.ask_who(about, text, spot, identity.options, may_leave=False)
                waits = waits or not answer.isdigit()
                number = int(answer) if answer.isdigit() else number
            starts.append(number if identity.player is None else identity.player)
        if not is_left_out and not incoming.spots:
            is_accepted = self.ask_about_sums(incoming, f"sums-{key}")
            waits = waits or not is_accepted
        return replace(
            incoming,
            starts=tuple(starts),
            names=tuple(map(player_text, incoming.starts, incoming.names)),
            key=key,
            is_left_out=is_left_out,
            waits=waits,
        )

    def identity(self, incoming: Incoming, number: int | None, name: str) -> Identity:
        """A number without a name is checked later, with the whole list."""
        if name:
            return self.finder.identify(number, name)
        planned = self.finder.places.table(incoming.series, incoming.table)
        if number is None and planned and not incoming.spots:
            return unclear("incoming-seat-unnamed", planned)
        return Identity()

    def ask_about_sums(self, incoming: Incoming, name: str) -> bool:
        """Ask about sums that differ from the games; returns whether the games are accepted."""
        differing = differing_sums(incoming, self.finder.places.scheme)
        if not differing:
            return True
        answer = self.finder.answers.of(name, (GAMES,))
        (first, ours), *others = differing
        problem = Problem("incoming-sum-differs", "", {"found": first.figure, "expected": ours})
        options = (Option(GAMES, _("Yes, as the games give it")),)
        sample = (f"{each.cell}: {each.figure} / {figure}" for each, figure in others)
        text = _("Take the list all the same?")
        question = FileQuestion(name, text, options, answer, tuple(sample)[:MAX_SUMS])
        self.asked.append(Asked(incoming.sheet, first.cell, problem, question, not answer))
        return bool(answer)


def differing_sums(incoming: Incoming, scheme: Scheme) -> list[tuple[SheetSum, int]]:
    """The sums that differ from the games, each with the right figure; totals first."""
    games = list(counted_games(incoming.lines))
    ours = {("plus" if game.won else "minus", game.number): abs(game.score) for game in games}
    for seat in total(games, Outline(len(incoming.starts), 1), scheme):
        ours[("points", seat.seat)] = seat.game_points
        ours[("won", seat.seat)], ours[("lost", seat.seat)] = seat.won, seat.lost
        ours[("total", seat.seat)] = seat.performance
    differing = [
        (each, ours[each.key, each.at])
        for each in incoming.sums
        if ours.get((each.key, each.at), each.figure) != each.figure
    ]
    return sorted(differing, key=lambda pair: pair[0].key != "total")


def with_repeats_named(lists: Iterable[Incoming]) -> Iterator[Incoming]:
    """The lists; a second one of a table that differs from the first has a problem."""
    firsts: dict[tuple[int, int], Incoming] = {}
    for incoming in lists:
        at = incoming.series, incoming.table
        first = incoming if incoming.is_left_out else firsts.setdefault(at, incoming)
        if all(at) and content(first) != content(incoming):
            params: dict[str, object] = {"series": at[0], "table": at[1], "sheet": first.sheet}
            spot = incoming.spot(Problem("incoming-table-twice", "table", params))
            incoming = replace(incoming, spots=(*incoming.spots, spot))
        yield incoming


def content(incoming: Incoming) -> tuple[object, ...]:
    return incoming.starts, incoming.lines, incoming.totals, incoming.played
