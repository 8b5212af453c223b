"""Players who leave: withdrawn or expelled, or entered by mistake and removed."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from scoring.core.access import has_role
from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, changing, refresh
from scoring.models import Actor, Entry, LogEntry, Role, Ruling, Submission, Tournament
from scoring.models.log import Action
from scoring.models.money import PrizeInKind
from scoring.models.names import ruling_subject, subject_of
from scoring.models.person import EntryState
from scoring.models.tournament import TournamentState
from scoring.money.services.ledger import uncharge
from scoring.people.services.entries import forget_unused, stay_problems
from scoring.rules.problem import Problem

# The first log rows of a line of the registration, besides bookings, that name its player.
OF_A_LINE = (Action.ENTRY_ADDED, Action.ENTRY_POTS, Action.PERSON_PUBLISHED_AS)
# Rows of the log by which a player got another start number.
RENUMBERING = Q(action=Action.ENTRY_CHANGED, old__has_key="start_number")


def set_state(entry: Entry, state: str, *, by: Actor, reason: str = "") -> None:
    """Results stay. Raises Refused if a player is expelled without a reason (TO 6.2)."""
    if state == EntryState.EXPELLED and not reason.strip():
        raise refuse("reason-missing", field="reason")
    with changing(entry.tournament, by, Action.ENTRY_STATE, reason=reason) as change:
        refresh(entry, "entry-gone")
        change.store(entry, subject_of("entry", entry.start_number), state=state)


def leave_after(entry: Entry, series: int | None, *, by: Actor) -> None:
    """Let a player leave after this series, or stay to the end if None. Results stay."""
    with changing(entry.tournament, by, Action.ENTRY_CHANGED) as change:
        refresh(entry, "entry-gone")
        refuse_all(stay_problems(entry.from_series, series))
        change.store(entry, subject_of("entry", entry.start_number), until_series=series)


def remove_entry(entry: Entry, *, by: Actor) -> int:
    """Remove a player, and his person if nothing else is on record; returns the cents paid back."""
    with changing(entry.tournament, by, Action.ENTRY_REMOVED, register=True) as change:
        refresh(entry, "entry-gone")
        return take_back(entry, change)


def take_back(entry: Entry, change: Change) -> int:
    """Remove an unused entry inside the block of a change; returns the cents paid back."""
    obstacles = (
        ("entry-was-seated", entry.seats),
        ("entry-has-points", entry.adjustments),
        ("entry-objected", entry.objections),
    )
    params: dict[str, object] = {"number": entry.start_number}
    problems = [Problem(code, params=params) for code, rows in obstacles if rows.exists()]
    things = PrizeInKind.objects.filter(entry=entry)
    problems += [Problem("prize-in-kind-given", params={"title": each.title}) for each in things]
    refuse_all(problems)
    person = entry.person
    change.log(about=subject_of("entry", entry.start_number), old={"state": entry.state})
    refunds = uncharge(entry.tournament, [entry], by=change.by)
    pk = entry.pk
    entry.delete()
    entry.pk = pk  # for the answer
    forget_unused(person)
    return -sum(booking.cents for booking in refunds)


@dataclass(frozen=True, slots=True)
class Registration:
    log: int
    entries: tuple[Entry, ...]
    is_single: bool


def undo_registration(tournament: Tournament, *, by: Actor) -> tuple[Entry, int]:
    """Remove the last player whom this account entered singly; returns him and the cents back."""
    with changing(tournament, by, Action.ENTRY_REMOVED, register=True) as change:
        last, _last_list = last_registrations(tournament, by)
        if last is None:
            raise refuse("nobody-to-take-back")
        [entry] = last.entries
        return entry, take_back(entry, change)


def last_registrations(
    tournament: Tournament, by: Actor
) -> tuple[Registration | None, Registration | None]:
    """The last player entered singly by this account, and its last list."""
    rows = list(registrations(tournament, by))
    single = next((row for row in rows if row.is_single), None)
    return single, next((row for row in rows if not row.is_single), None)


def registrations(tournament: Tournament, by: Actor) -> Iterator[Registration]:
    """Those by this account of which a player is still entered, newest first."""
    entries = {entry.start_number: entry for entry in tournament.entries.select_related("person")}
    adding = Q(action__in=(Action.ENTRY_ADDED, Action.PLAYERS_IMPORTED))
    rows = tournament.log.filter(adding | RENUMBERING).order_by("-id")
    for pk, actor, old, new in rows.values_list("id", "actor", "old", "new"):
        if old and new and "start_number" in old:
            # Older rows name the player by the number he had before.
            if (number := new.get("start_number")) in entries:
                entries[old["start_number"]] = entries.pop(number)
            continue
        numbers = (new or {}).get("start_numbers", [])
        # A reused number belongs to its last player.
        players = tuple(entries.pop(number) for number in numbers if number in entries)
        if players and actor == by.label:
            yield Registration(pk, players, len(numbers) == 1)


def undo_import(tournament: Tournament, log: int, *, by: Actor) -> int:
    """Remove all players of the list with this log row; returns how many."""
    with changing(tournament, by, Action.ENTRY_REMOVED, register=True) as change:
        entries = next((r.entries for r in registrations(tournament, by) if r.log == log), ())
        if not entries:
            raise refuse("nobody-to-take-back")
        # Players who sit at a table, have points, have objected or have paid.
        in_use = Q(seats__isnull=False) | Q(adjustments__isnull=False)
        in_use |= Q(objections__isnull=False)
        used = tournament.entries.filter(in_use, pk__in=[entry.pk for entry in entries])
        money = tournament.bookings.filter(entry__in=entries, reverses=None, reversed_by=None)
        numbers = {*used.values_list("start_number", flat=True)}
        numbers |= {*money.values_list("entry__start_number", flat=True)}
        if numbers:
            raise refuse("import-in-use", numbers=", ".join(map(str, sorted(numbers))))
        for entry in entries:
            take_back(entry, change)
        return len(entries)


def is_payment(earlier: Submission) -> bool:
    rows = LogEntry.objects.filter(pk=earlier.log or 0)
    return rows.exclude(action=Action.ENTRY_ADDED).exists()


def entry_of_submission(tournament: Tournament, earlier: Submission | None) -> Entry | None:
    """The player entered by a line of the desk, or who paid by it.

    None if the line was not stored, if he was removed, or if another may have his start number.
    """
    row = earlier.log if earlier else None
    log = LogEntry.objects.filter(pk=row or 0, tournament=tournament).first()
    if log is None:
        return None
    if log.action == Action.BOOKING_MADE:
        paid = tournament.bookings.filter(number__in=(log.new or {}).get("bookings", ()))
        return tournament.entries.filter(bookings__in=paid).first()
    if log.action not in OF_A_LINE or log.subject == "tournament":
        return None
    later = LogEntry.objects.filter(tournament=tournament, subject=log.subject, id__gt=log.pk)
    if later.filter(Q(action=Action.ENTRY_REMOVED) | RENUMBERING).exists():
        return None
    start_number = int(log.subject.partition("/")[2])  # of "entry/17"
    return tournament.entries.filter(start_number=start_number).first()


# Whether a player is excluded over a referee's decision is up to the organizer (TO 9.4, 8.5).


def decide_exclusion(ruling: Ruling, numbers: Collection[int], *, by: Actor, reason: str) -> None:
    """Record the organizer's decision and expel these start numbers, or nobody (TO 4.3)."""
    tournament, about = ruling.tournament, ruling_subject(ruling)
    with changing(tournament, by, Action.RULING_EXCLUSION, about=about) as change:
        if not has_role(by, tournament, Role.ORGANIZER):
            raise refuse("exclusion-of-the-organizer", rule="TO 9.4")
        entries = list(tournament.entries.filter(start_number__in=numbers))
        unknown = sorted(set(numbers) - {entry.start_number for entry in entries})
        problems = [Problem("start-number-unknown", "numbers", {"number": n}) for n in unknown]
        if not reason.strip():
            problems.append(Problem("reason-missing", "reason"))
        if tournament.state == TournamentState.FINAL:
            problems.append(Problem("tournament-final"))
        refuse_all(problems)
        change.log(new={"start_numbers": sorted(set(numbers))}, reason=reason.strip())
        for entry in entries:
            if entry.state != EntryState.EXPELLED:
                set_state(entry, EntryState.EXPELLED, by=by, reason=reason.strip())
