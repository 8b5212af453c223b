"""What has to be there before the lists of a backup: players, and series."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default

from scoring.core.permission import has_role
from scoring.core.refusals import Refused
from scoring.models import Actor, Entry, Role, Tournament
from scoring.players.services.entries import add_entries
from scoring.players.services.matching import Newcomer
from scoring.results_import.reads import key
from scoring.rules.problem import Problem
from scoring.series.services.series import create_series
from scoring.tournament.services.terms import MOST_SERIES


@dataclass(frozen=True, slots=True)
class Prelude:
    """What a file of another program brings besides lists: players, and rounds by series."""

    newcomers: tuple[Newcomer, ...] = ()
    rounds: Mapping[int, int] = with_default(default_factory=dict)


NOTHING = Prelude()


@dataclass(frozen=True, slots=True)
class MissingForResults:
    """Of a prelude what is not there yet: players to enter, and series to make with rounds."""

    newcomers: tuple[Newcomer, ...] = ()
    series: Mapping[int, int] = with_default(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.newcomers or self.series)


def missing_of(tournament: Tournament, prelude: Prelude) -> MissingForResults:
    """The players and series that a prelude would make."""
    known = set(tournament.entries.values_list("start_number", flat=True))
    last = max(tournament.series.values_list("number", flat=True), default=0)
    found = max(prelude.rounds, default=0)
    return MissingForResults(
        tuple(each for each in prelude.newcomers if (each.start_number or 0) not in known),
        {number: prelude.rounds.get(number, 12) for number in range(last + 1, found + 1)},
    )


def prepare(tournament: Tournament, prelude: Prelude, *, by: Actor) -> MissingForResults:
    """Enter the players who are missing, and make the series; returns what was made.

    Raises Refused where other people have the numbers of the file, where a person on record is to
    be two players, and where the sender could not make the series by hand.
    """
    refuse_other_names(tournament, prelude)
    missing = missing_of(tournament, prelude)
    if missing.newcomers:
        add_entries(tournament, missing.newcomers, by=by)
    if missing.series:
        refuse_series(tournament, missing.series, by=by)
    for rounds in missing.series.values():
        create_series(tournament, by=by, rounds=rounds)
    return missing


def refuse_other_names(tournament: Tournament, prelude: Prelude) -> None:
    known = {
        entry.start_number: str(entry.person)
        for entry in Entry.objects.filter(tournament=tournament).select_related("person")
    }
    problems = []
    for each in prelude.newcomers:
        number, name = each.start_number or 0, str(each.name)
        if number in known and key(known[number]) != key(name):
            params: dict[str, object] = {"number": number, "found": name, "name": known[number]}
            problems.append(Problem("incoming-other-name", "start", params))
    if problems:
        raise Refused(problems)


def refuse_series(tournament: Tournament, missing: Mapping[int, int], *, by: Actor) -> None:
    """Raises Refused where a file would make series that its sender could not make by hand."""
    problems, found = [], max(missing)
    if not has_role(by, tournament, Role.ORGANIZER):
        params: dict[str, object] = {"last": min(missing) - 1, "found": found}
        problems.append(Problem("incoming-series-of-organizer", "series", params))
    if found > MOST_SERIES:
        problems.append(Problem("series-count-out-of-range", "series", {"most": MOST_SERIES}))
    if problems:
        raise Refused(problems)
