"""The award: the winners of all pots in the order in which they are read aloud, and who gets what.

Read aloud is from the small to the great: special prizes, series, days, categories, pairs and
teams, overall; within each the last place first.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import CLUB, NAME, NUMBER, START_NUMBER, Column, Listing, rows_of
from scoring.messages import amount
from scoring.models import (
    Entry,
    EntryCategory,
    Pot,
    PrizeInKind,
    Seat,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState
from scoring.money.reads.dues import OpenDues, all_dues
from scoring.money.reads.prizes import (
    OF_TEAMS,
    Contender,
    Money,
    PotAward,
    Winner,
    awards,
    money_of,
    unsettled,
)
from scoring.rules.prizes import PrizePlan, amounts
from scoring.standings.reads.results import StandingsSource, people_of

# What a prize plan would give away, before it is saved. Cents.


@dataclass(frozen=True, slots=True)
class Preview:
    """The amounts of a plan for this money and so many players: money = prizes + kept.

    `taken` came in so far, `expected` is what there is when everybody has paid. Where teams win,
    `players` counts the teams.
    """

    money: int
    players: int
    amounts: tuple[int, ...]
    taken: int
    expected: int
    of_teams: bool = False

    @property
    def prizes(self) -> int:
        return sum(self.amounts)

    @property
    def kept(self) -> int:
        return self.money - self.prizes

    @property
    def places(self) -> list[tuple[int, int, int]]:
        """First and last place of the same amount, and the amount."""
        found: list[tuple[int, int, int]] = []
        for place, cents in enumerate(self.amounts, 1):
            if found and found[-1][2] == cents:
                found[-1] = (found[-1][0], place, cents)
            else:
                found.append((place, place, cents))
        return found


def preview(
    pot: Pot,
    plan: PrizePlan,
    *,
    money: int | None = None,
    players: int | None = None,
    source: StandingsSource | None = None,
) -> Preview:
    """Try a plan out, with other money or other players than there are, if wanted.

    Otherwise it is what everybody pays, or what came in if that is more. `source` keeps what a
    page asked already.
    """
    source = source or StandingsSource(pot.tournament)
    every = all_dues(pot.tournament, source=source)
    booked = money_of(source)
    taken, expected = booked.taken(pot, plan), expected_money(pot, plan, booked, every)
    if money is None:
        money = max(taken, expected)
    if players is None:
        players = players_of(pot, booked, every)
    prizes = amounts(plan, money, players)
    return Preview(money, players, prizes, taken, expected, pot.kind in OF_TEAMS)


def players_of(pot: Pot, booked: Money, every: Iterable[OpenDues]) -> int:
    """How many play for a pot: of those present, and of those who sat at a table before they went.

    A team counts once; an optional stake and a category leave out who is not in it.
    """
    there = (dues for dues in every if dues.lists or dues.entry.state == EntryState.PRESENT)
    found = {dues.entry.pk for dues in there}
    if pot.optional and pot.stake_cents:
        found &= set() if not pot.pk else booked.stake_payers(pot)
    if pot.kind == PotKind.CATEGORY:
        members = EntryCategory.objects.filter(category=pot.category)
        found &= set(members.values_list("entry", flat=True))
    if pot.kind in OF_TEAMS:
        teams = TeamMember.objects.filter(
            team__contest__tournament=pot.tournament, team__contest__kind=pot.kind
        )
        return len({team for team, entry in teams.values_list("team", "entry") if entry in found})
    return len(found)


def expected_money(pot: Pot, plan: PrizePlan, booked: Money, every: Iterable[OpenDues]) -> int:
    """What the pot holds when everybody has paid, at the door and for the lists that are in.

    Nobody knows how many games will be lost in those that are not.
    """
    due: dict[str, int] = defaultdict(int)
    players = 0
    for dues in every:
        players += 1
        of_lists = (each for _list, seat in dues.lists for each in (seat.lost, seat.passed))
        for each in (*dues.door.dues, *of_lists):
            due[each.kind] += each.due
    stakes = booked.into[pot.pk] if pot.optional else pot.stake_cents * players
    sources = (max(due[kind], booked.by_kind[kind]) * part // 100 for kind, part in plan.sources)
    return stakes + sum(sources)


# Who has handed in lists and start card: without them there is no prize (TO 7.4.1, 9.13).


def handed_in_players(tournament: Tournament) -> list[Entry]:
    """Everybody who sat at a table, by start number."""
    seats = Seat.objects.filter(series__tournament=tournament)
    entries = tournament.entries.filter(pk__in=seats.values("entry"))
    return list(entries.select_related("person"))


def missing_from(tournament: Tournament, source: StandingsSource | None = None) -> frozenset[int]:
    """The ids of the entries that no prize is paid to yet; none where the tournament asks not.

    `source` has read the players already.
    """
    if not tournament.ask_handed_in:
        return frozenset()
    if source is not None:
        return frozenset(source.cached(people_of).owing_papers)
    return frozenset(tournament.entries.filter(handed_in=False).values_list("pk", flat=True))


def waiting_winners(found: PotAward, missing: frozenset[int]) -> frozenset[int]:
    """The ids of the entries whose prize cannot be paid yet; a team waits for all its players.

    `missing` is what `missing_from` says of the tournament.
    """
    winners = (winner.contender for winner in found.winners if winner.rest > 0)
    return frozenset(
        contender.entry_id for contender in winners if missing.intersection(contender.entries)
    )


def ready_winners(found: PotAward, missing: frozenset[int]) -> list[Winner]:
    """Who can be paid his prize, as far as lists and start cards go."""
    waiting = waiting_winners(found, missing)
    return [
        winner
        for winner in found.winners
        if winner.rest > 0 and winner.contender.entry_id not in waiting
    ]


def last_played(tournament: Tournament) -> Series | None:
    """The series whose lists come in at the end: the last one with a released seating."""
    return tournament.series.exclude(state=SeriesState.DRAFT).last()


def seated_at(series: Series | None) -> dict[int, list[int]]:
    """By table number: the start numbers of who sits there."""
    rows = Seat.objects.filter(list__series=series).order_by("list__table_number", "position")
    seated: dict[int, list[int]] = {}
    for table, number in rows.values_list("list__table_number", "entry__start_number"):
        seated.setdefault(table, []).append(number)
    return seated


def handed_in_listing(entries: Iterable[Entry]) -> Listing:
    """Who has handed in lists and start card, and who has not."""
    columns = [
        START_NUMBER,
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", minor=True),
        Column("handed_in", _("Handed in"), width=12).of(
            lambda entry: _("yes") if entry.handed_in else _("no")
        ),
    ]
    return Listing(_("Lists and start cards"), columns, rows_of(columns, entries))


DOTS = "…………………………"  # to sign on
READ_ALOUD = (
    PotKind.SPECIAL,
    PotKind.SERIES,
    PotKind.DAY,
    PotKind.CATEGORY,
    PotKind.MIXED,
    PotKind.TANDEM,
    PotKind.TEAM,
    PotKind.OVERALL,
)


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A winner of a pot: his money in cents, None while a lot is missing, and the thing he took.

    `chooses` tells that he may choose a thing and has not; `waits` that lists or start card are
    missing (TO 7.4.1, 9.13).
    """

    contender: Contender
    cents: int | None = 0
    shared: bool = False
    paid: int = 0
    rest: int = 0
    thing: PrizeInKind | None = None
    chooses: bool = False
    waits: bool = False

    @property
    def spoken(self) -> str:
        """The name as it is read aloud; a team has no given name."""
        name = self.contender.name
        family, comma, given = name.partition(", ")
        return f"{given} {family}" if comma and len(self.contender.entries) == 1 else name

    @property
    def is_done(self) -> bool:
        """Whether everything was handed out."""
        return self.cents is not None and self.rest <= 0 and not self.chooses


@dataclass(frozen=True, slots=True)
class AwardPot:
    """A pot at the award; `before` are those that must be certain first."""

    found: PotAward
    lines: tuple[AwardLine, ...]
    before: tuple[PotAward, ...] = ()

    @property
    def free(self) -> list[PrizeInKind]:
        """The things that can still be chosen."""
        return [
            prize_in_kind for prize_in_kind in self.found.in_kind if prize_in_kind.entry_id is None
        ]

    @property
    def choosers(self) -> list[AwardLine]:
        """Who has still to choose, the first first."""
        return [line for line in reversed(self.lines) if line.chooses]

    @property
    def astray(self) -> list[PrizeInKind]:
        """The things that somebody took who wins nothing here any more."""
        held = {line.thing for line in self.lines}
        return [
            prize_in_kind
            for prize_in_kind in self.found.in_kind
            if prize_in_kind.entry_id and prize_in_kind not in held
        ]

    @property
    def may_hand_out(self) -> bool:
        return self.found.complete and not self.before


@dataclass(slots=True)
class AwardPerson:
    """Everything that one person, or a team, gets: its parts by pot; cents."""

    contender: Contender
    is_team: bool
    waits: bool = False
    parts: list[tuple[AwardPot, AwardLine]] = field(default_factory=list)

    @property
    def cents(self) -> int:
        return sum(line.cents or 0 for _pot, line in self.parts)

    @property
    def due(self) -> int:
        """What can be handed out now."""
        if self.waits:
            return 0
        return sum(max(0, line.rest) for pot, line in self.parts if pot.may_hand_out)

    @property
    def is_done(self) -> bool:
        return all(line.is_done for _pot, line in self.parts)

    @property
    def things(self) -> list[str]:
        return [line.thing.title for _pot, line in self.parts if line.thing]

    @property
    def words(self) -> str:
        """What it is made of: "Overall, place 1: 40.00 €; Series 2, place 4: Ham"."""
        text = _("%(pot)s, place %(rank)s: %(prize)s")
        return "; ".join(
            text
            % {
                "pot": pot.found.pot.title,
                "rank": line.contender.rank,
                "prize": prize_words(line),
            }
            for pot, line in self.parts
        )


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The whole award."""

    pots: tuple[AwardPot, ...]
    people: tuple[AwardPerson, ...]

    @property
    def lines(self) -> list[AwardLine]:
        return [line for pot in self.pots for line in pot.lines]

    @property
    def done(self) -> int:
        return sum(line.is_done for line in self.lines)

    @property
    def due(self) -> int:
        """Cents that are still to be paid, whether they can be now or not."""
        return sum(max(0, line.rest) for line in self.lines)

    @property
    def is_done(self) -> bool:
        return bool(self.lines) and all(line.is_done for line in self.lines)


def ceremony(tournament: Tournament, source: StandingsSource | None = None) -> Ceremony:
    """The award of a tournament as it stands now."""
    source = source or StandingsSource(tournament)
    pot_awards = awards(tournament, source=source)
    missing = missing_from(tournament, source)
    pots = [award_pot(pot_award, pot_awards, missing) for pot_award in pot_awards]
    pots.sort(key=_reading_place_of)
    return Ceremony(tuple(pots), tuple(award_people(pots)))


def reading_place(found: PotAward) -> tuple[int, int, int]:
    pot = found.pot
    return READ_ALOUD.index(PotKind(pot.kind)), pot.series.number if pot.series else 0, pot.number


def award_pot(found: PotAward, every: Iterable[PotAward], missing: frozenset[int]) -> AwardPot:
    """A pot with its winners, the last place first."""
    before: tuple[PotAward, ...] = ()
    if found.plan.one_each and found.pot.kind not in OF_TEAMS:
        earlier = (
            pot_award
            for pot_award in every
            if pot_award.pot.number < found.pot.number and pot_award.pot.kind not in OF_TEAMS
        )
        before = tuple(unsettled(earlier))
    return AwardPot(found, tuple(reversed(list(lines_of(found, missing)))), before)


def lines_of(found: PotAward, missing: frozenset[int]) -> Iterator[AwardLine]:
    """The winners in money and in kind, best first."""
    things = {
        prize_in_kind.entry_id: prize_in_kind
        for prize_in_kind in found.in_kind
        if prize_in_kind.entry_id is not None
    }
    takers = {taker.key: taker for taker in found.takers}
    for winner in found.winners:
        who = winner.contender
        thing = things.pop(who.entry_id, None)
        yield AwardLine(
            who,
            winner.prize.cents,
            winner.prize.shared and winner.prize.cents is not None,
            winner.paid,
            winner.rest,
            thing,
            chooses=takers.pop(who.key, None) is not None and thing is None,
            waits=bool(missing.intersection(who.entries)),
        )
    for who in takers.values():
        thing = things.pop(who.entry_id, None)
        waits = bool(missing.intersection(who.entries))
        yield AwardLine(who, thing=thing, chooses=thing is None, waits=waits)


def award_people(pots: Iterable[AwardPot]) -> list[AwardPerson]:
    """Everybody who wins something, by name; teams behind the persons."""
    award_people: dict[Hashable, AwardPerson] = {}
    for pot in pots:
        for line in pot.lines:
            who = line.contender
            is_team = pot.found.pot.kind in OF_TEAMS
            person = award_people.setdefault(who.key, AwardPerson(who, is_team))
            person.waits = person.waits or line.waits
            person.parts.append((pot, line))
    return sorted(
        award_people.values(),
        key=lambda award_person: (award_person.is_team, award_person.contender.name),
    )


def prize_words(line: AwardLine) -> str:
    """Money and thing in words: "40.00 € + Ham"."""
    parts = []
    if line.cents is None:
        parts.append(_("lot needed"))
    elif line.cents:
        parts.append(amount(line.cents))
    if line.thing:
        parts.append(line.thing.title)
    elif line.chooses:
        parts.append(_("chooses a prize"))
    return " + ".join(parts)


def choosers_now(found: Sequence[PotAward]) -> Iterator[tuple[int, int]]:
    """The pots from which winners can choose a thing now, and how many; as they are read aloud."""
    pots = sorted(
        (award_pot(pot_award, found, frozenset()) for pot_award in found), key=_reading_place_of
    )
    for pot in pots:
        count = min(len(pot.choosers), len(pot.free))
        if count and pot.may_hand_out and not pot.found.lots_to_choose:
            yield pot.found.pot.pk, count


def _reading_place_of(pot: AwardPot) -> tuple[int, int, int]:
    return reading_place(pot.found)


def award_listing(pot: AwardPot) -> Listing:
    """The winners of a pot as they are read aloud."""
    columns = [
        Column("rank", pgettext("rank", "Place"), "rank", width=6, value="contender.rank"),
        NUMBER.of("contender.number"),
        NAME.of(lambda line: line.spoken, 28),
        CLUB.of("contender.club", 24),
        Column("prize", _("Prize"), align="end", width=22, value=prize_words),
    ]
    return Listing(pot.found.pot.title, columns, rows_of(columns, pot.lines))


def envelopes_listing(people: Iterable[AwardPerson]) -> Listing:
    """What everybody gets in all, with a line to sign on."""
    columns = [
        NUMBER.of("contender.number"),
        NAME.of("contender.name", 26),
        Column("words", _("Made up of"), width=40, minor=True),
        Column("cents", _("Sum"), "cents", width=11, value=lambda each: each.cents or None),
        Column("received", _("Received"), width=20, value=lambda _each: DOTS),
    ]
    every = list(people)
    foot = {"name": _("Sum"), "cents": sum(award_person.cents for award_person in every)}
    rows = rows_of(columns, every)
    return Listing(_("Sums per person"), columns, rows, foot=[foot] if rows else [])
