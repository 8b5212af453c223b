"""Who plays: enter, change, withdraw, and take back what was typed by mistake."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from django.db.models import Max

from scoring.models import Actor, Entry, Person, Tournament
from scoring.models.person import EntryState
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem, errors
from scoring.services.base import AlreadyWritten, Refused, alone, refuse, write_log
from scoring.services.people import (
    Name,
    Register,
    club_named,
    folded,
    name_problems,
)

HIGHEST_START_NUMBER = 99_999
LAST_SERIES = 99


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody at the door, as typed: `row` is the line of a pasted list.

    Without a start number the next free one is given. `person` is an id that was chosen from
    the suggestions. `another` says on purpose that this is not the namesake who is known.
    """

    name: Name
    club: str = ""
    start_number: int | None = None
    person: int | None = None
    another: bool = False
    row: int = 0


def subject(start_number: int) -> str:
    return f"entry/{start_number}"


def next_start_number(tournament: Tournament) -> int:
    """One more than the highest: a number that somebody gave back is not given out again."""
    highest = tournament.entries.aggregate(highest=Max("start_number"))["highest"]
    return (highest or 0) + 1


# Enter ------------------------------------------------------------------------------------------


def add_entry(
    tournament: Tournament, newcomer: Newcomer, *, by: Actor, token: str | None = None
) -> Entry:
    """Enter one player; a known name is the known person, a new one is written down.

    Raises Refused with all problems; a namesake who plays already is a warning that
    `newcomer.another` answers.
    """
    return add_entries(tournament, [newcomer], by=by, token=token)[0]


def add_entries(
    tournament: Tournament, newcomers: Sequence[Newcomer], *, by: Actor, token: str | None = None
) -> list[Entry]:
    """Enter them all or none. Raises Refused with the problems of all, each with its row."""
    try:
        # Two desks must not give out the same number: the second waits for the first.
        with alone(tournament, token):
            problems, chosen = examine(tournament, newcomers)
            if problems:
                raise Refused(problems)
            numbers = start_numbers(tournament, newcomers)
            entries = [
                write_entry(tournament, newcomer, number, person)
                for newcomer, number, person in zip(newcomers, numbers, chosen, strict=True)
            ]
            about = subject(numbers[0]) if len(numbers) == 1 else "tournament"
            new = {"start_numbers": numbers}
            write_log("entry.added", about, by=by, tournament=tournament, new=new, token=token)
    except AlreadyWritten as again:
        return entered_earlier(tournament, (again.log.new or {}).get("start_numbers", []))
    return entries


def start_numbers(tournament: Tournament, newcomers: Sequence[Newcomer]) -> list[int]:
    """Everybody's number: the one he brings along, else the next behind all of these."""
    brought = [newcomer.start_number or 0 for newcomer in newcomers]
    following = count(max(next_start_number(tournament), *(number + 1 for number in brought)))
    return [number or next(following) for number in brought]


def entered_earlier(tournament: Tournament, numbers: Sequence[int]) -> list[Entry]:
    """What an earlier submission entered, as far as it is still there."""
    found = list(tournament.entries.filter(start_number__in=numbers).select_related("person"))
    if not found:
        raise refuse("entry-gone")
    return found


def examine(
    tournament: Tournament, newcomers: Iterable[Newcomer]
) -> tuple[list[Problem], list[int | None]]:
    """Every problem of every newcomer, and for each the id of the known person he is."""
    field = Field.of(tournament)
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    chosen = []
    for newcomer in newcomers:
        found, person = field.place(newcomer)
        problems += found
        chosen.append(person)
    return problems, chosen


class Field:
    """Who plays in a tournament, while more are being added."""

    def __init__(self, register: Register, numbers: dict[int, int], tournament: Tournament) -> None:
        self.register = register
        self.entered = numbers  # person id → start number
        self.taken = set(numbers.values())
        self.tournament = tournament
        self.new: dict[
            Name, int
        ] = {}  # folded name → row, of those written down for the first time

    @classmethod
    def of(cls, tournament: Tournament) -> "Field":
        rows = tournament.entries.values_list("person", "start_number")
        return cls(Register.load(), dict(rows), tournament)

    def place(self, newcomer: Newcomer) -> tuple[list[Problem], int | None]:
        """The problems of one newcomer, each with his row, and the known person he is."""
        problems = name_problems(newcomer.name, newcomer.club)
        problems += self.number_problems(newcomer)
        person = None
        if not errors(problems):
            found, person = self.identify(newcomer)
            problems += found
        if newcomer.start_number:
            self.taken.add(newcomer.start_number)
        row = newcomer.row or None
        numbered = [
            Problem(each.code, each.field, each.params, each.rule, each.severity, row)
            for each in problems
        ]
        return numbered, person

    def number_problems(self, newcomer: Newcomer) -> list[Problem]:
        number = newcomer.start_number
        if number is None:
            return []
        if not 1 <= number <= HIGHEST_START_NUMBER:
            params = {"most": HIGHEST_START_NUMBER}
            return [Problem("start-number-out-of-range", "start_number", params)]
        if number in self.taken:
            return [Problem("start-number-taken", "start_number", {"number": number})]
        return []

    def identify(self, newcomer: Newcomer) -> tuple[list[Problem], int | None]:
        """Which known person this is; None for somebody new."""
        key = Name(folded(newcomer.name.family), folded(newcomer.name.given))
        if newcomer.another:
            return [], None
        if newcomer.person is not None:
            return self.chosen(newcomer.person)
        known = self.register.namesakes(newcomer.name)
        playing = [self.entered[person] for person in known if person in self.entered]
        if playing:
            params = {"name": str(newcomer.name), "number": playing[0]}
            return [Problem("name-plays-already", "name", params, severity="warning")], None
        if key in self.new:
            params = {"name": str(newcomer.name), "row": self.new[key]}
            return [Problem("name-twice", "name", params, severity="warning")], None
        self.new[key] = newcomer.row
        if len(known) > 1:
            params = {"name": str(newcomer.name), "count": len(known)}
            return [Problem("name-ambiguous", "name", params, severity="warning")], None
        return [], known[0] if known else None

    def chosen(self, person: int) -> tuple[list[Problem], int | None]:
        """Somebody chosen from the suggestions, if he is still there and does not play yet."""
        if person in self.entered:
            params = {"number": self.entered[person]}
            return [Problem("person-plays-already", "name", params)], None
        if all(known != person for known, _family, _given in self.register.people):
            return [Problem("person-unknown", "name")], None
        return [], person


def write_entry(
    tournament: Tournament, newcomer: Newcomer, start_number: int, known: int | None
) -> Entry:
    """The row of an entry, and of a person and a club seen for the first time."""
    if known is None:
        person = Person.objects.create(
            family=newcomer.name.family, given=newcomer.name.given, club=club_named(newcomer.club)
        )
    else:
        person = Person.objects.select_related("club").get(pk=known)
        if newcomer.club and (person.club is None or person.club.name != newcomer.club):
            person.club = club_named(newcomer.club)
            person.save(update_fields=["club"])
    return Entry.objects.create(
        tournament=tournament,
        person=person,
        start_number=start_number,
        club_name=person.club.name if person.club else "",
    )


# Change -----------------------------------------------------------------------------------------


def change_entry(
    entry: Entry,
    *,
    by: Actor,
    name: Name,
    club: str,
    start_number: int,
    from_series: int = 1,
    until_series: int | None = None,
    token: str | None = None,
) -> None:
    """Correct what was typed at the door. The name changes with the person, everywhere.

    Raises Refused with all problems: the number of somebody else, a name that is none.
    """
    tournament = entry.tournament
    problems = name_problems(name, club)
    problems += renumbering_problems(entry, start_number)
    problems += stay_problems(from_series, until_series)
    if problems:
        raise Refused(problems)
    wanted = {
        "start_number": start_number,
        "club_name": club,
        "from_series": from_series,
        "until_series": until_series,
    }
    try:
        with alone(tournament, token):
            refresh(entry)
            if again := renumbering_problems(entry, start_number):
                raise Refused(again)
            old = {key: getattr(entry, key) for key in wanted}
            renamed = (entry.person.family, entry.person.given) != tuple(name)
            rename(entry.person, name, club)
            for key, value in wanted.items():
                setattr(entry, key, value)
            entry.save(update_fields=list(wanted))
            before, after = differences(old, wanted, renamed)
            if after:
                about = subject(old["start_number"])
                write_log(
                    "entry.changed", about, by=by, tournament=tournament, old=before, new=after,
                    token=token,
                )  # fmt: skip
    except AlreadyWritten:
        entry.refresh_from_db()


def refresh(entry: Entry) -> None:
    """The entry as it stands now; raises Refused if somebody removed it meanwhile."""
    try:
        entry.refresh_from_db()
    except Entry.DoesNotExist:
        raise refuse("entry-gone") from None


def differences(
    old: dict[str, object], new: dict[str, object], renamed: bool
) -> tuple[dict[str, object], dict[str, object]]:
    """What changed, for the log: figures with their values, names and clubs only by mention."""
    changed = [key for key in new if old[key] != new[key]]
    figures = [key for key in changed if key != "club_name"]
    after: dict[str, object] = {key: new[key] for key in figures}
    words = ["name"] * renamed + ["club"] * ("club_name" in changed)
    if words:
        after["changed"] = words
    return {key: old[key] for key in figures}, after


def rename(person: Person, name: Name, club: str) -> None:
    person.family, person.given = name
    person.club = club_named(club)
    person.save(update_fields=["family", "given", "club"])


def renumbering_problems(entry: Entry, start_number: int) -> list[Problem]:
    """Whether an entry may take this start number."""
    if not 1 <= start_number <= HIGHEST_START_NUMBER:
        params: dict[str, object] = {"most": HIGHEST_START_NUMBER}
        return [Problem("start-number-out-of-range", "start_number", params)]
    others = entry.tournament.entries.exclude(pk=entry.pk)
    if others.filter(start_number=start_number).exists():
        return [Problem("start-number-taken", "start_number", {"number": start_number})]
    return []


def stay_problems(from_series: int, until_series: int | None) -> list[Problem]:
    """Whether a player comes before he leaves."""
    problems = []
    if not 1 <= from_series <= LAST_SERIES:
        problems.append(Problem("series-out-of-range", "from_series", {"most": LAST_SERIES}))
    if until_series is not None and not from_series <= until_series <= LAST_SERIES:
        problems.append(Problem("leaves-before-coming", "until_series"))
    return problems


def set_state(
    entry: Entry, state: str, *, by: Actor, reason: str = "", token: str | None = None
) -> None:
    """Present, withdrawn, expelled or not there. What he played stays in the standings.

    Expelling needs a reason, because somebody will ask for it (TO 6.2).
    """
    if state not in EntryState.values:
        raise refuse("state-unknown", field="state")
    if state == EntryState.EXPELLED and not reason.strip():
        raise refuse("reason-missing", field="reason")
    try:
        with alone(entry.tournament, token):
            refresh(entry)
            old = entry.state
            if state == old:
                return
            entry.state = state
            entry.save(update_fields=["state"])
            write_log(
                "entry.state", subject(entry.start_number), by=by, tournament=entry.tournament,
                old={"state": old}, new={"state": state}, reason=reason, token=token,
            )  # fmt: skip
    except AlreadyWritten:
        entry.refresh_from_db()


def remove_entry(entry: Entry, *, by: Actor, token: str | None = None) -> None:
    """Take back an entry made by mistake; nobody who sat at a table can be removed.

    A person who was written down for this entry only goes with it.
    """
    try:
        with alone(entry.tournament, token):
            refresh(entry)
            if entry.seats.exists():
                raise refuse("entry-was-seated", number=entry.start_number)
            person = entry.person
            write_log(
                "entry.removed", subject(entry.start_number), by=by, tournament=entry.tournament,
                old={"state": entry.state}, token=token,
            )  # fmt: skip
            entry.delete()
            if not person.entries.exists() and not (person.passport or person.birth_year):
                person.delete()
    except AlreadyWritten:
        pass
