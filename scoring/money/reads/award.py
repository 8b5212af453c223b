"""Prizes on pages and papers: a plan's preview, missing papers, the award read aloud. Cents."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import (
    CLUB,
    NAME,
    NUMBER,
    START_NUMBER,
    Column,
    Listing,
    alphabetical,
    rows_of,
)
from scoring.core.text import spoken_name
from scoring.messages.catalogue import contract_label
from scoring.messages.labels import step_label
from scoring.messages.sentence import amount, points
from scoring.models import (
    Entry,
    EntryCategory,
    Game,
    Pot,
    PrizeInKind,
    Seat,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.models.score_list import COUNTED_STATES
from scoring.models.tournament import TournamentSource
from scoring.money.reads.dues import OpenDues, all_dues
from scoring.money.reads.ledger import proof, sums
from scoring.money.reads.prizes import OF_TEAMS, Contender, Money, PotAward, awards, deciding_series
from scoring.rules.checks import appraise
from scoring.rules.prizes import PrizePlan, amounts

# What a prize plan would give away, before it is saved.


@dataclass(frozen=True, slots=True)
class Preview:
    """What a plan would pay for this money and this many players, or teams."""

    money: int
    players: int
    amounts: tuple[int, ...]
    income: int  # so far
    expected: int  # once everybody has paid
    of_teams: bool

    @property
    def prizes(self) -> int:
        return sum(self.amounts)

    @property
    def retained(self) -> int:
        return self.money - self.prizes

    @property
    def proof(self) -> str:
        return proof(self.money, self.prizes, 0, self.retained)

    @property
    def places(self) -> list[tuple[int, int, int]]:
        """Runs of places with the same amount: first place, last place, amount."""
        places: list[tuple[int, int, int]] = []
        for place, cents in enumerate(self.amounts, 1):
            if places and places[-1][2] == cents:
                places[-1] = (places[-1][0], place, cents)
            else:
                places.append((place, place, cents))
        return places


def preview(
    pot: Pot,
    plan: PrizePlan,
    *,
    money: int | None = None,
    players: int | None = None,
    source: TournamentSource | None = None,
) -> Preview:
    """Try out a plan; the usual money is what everybody pays, or what came in if that is more."""
    source = source or TournamentSource(pot.tournament)
    dues = all_dues(source)
    booked_money = Money(source)
    income, expected = booked_money.income(pot, plan), expected_money(pot, plan, booked_money, dues)
    if money is None:
        money = max(income, expected)
    if players is None:
        players = count_players(pot, booked_money, dues)
    prizes = amounts(plan, money, players)
    return Preview(money, players, prizes, income, expected, pot.kind in OF_TEAMS)


def count_players(pot: Pot, booked_money: Money, dues: Iterable[OpenDues]) -> int:
    """How many play for a pot: payers of an optional one, players of its category, or teams."""
    entry_ids = {player.entry.pk for player in dues if plays_for(pot, player)}
    if pot.optional and pot.stake_cents:
        entry_ids &= booked_money.stake_payers(pot)
    if pot.kind == PotKind.CATEGORY:
        members = EntryCategory.objects.filter(category=pot.category)
        entry_ids &= set(members.values_list("entry", flat=True))
    if pot.kind in OF_TEAMS:
        return len({team for team, entry in members_playing_for(pot) if entry in entry_ids})
    return len(entry_ids)


def plays_for(pot: Pot, player: OpenDues) -> bool:
    """Whether he is present, or sat at a table before he left; of a series, in this one."""
    if series := deciding_series(pot):
        has_played = any(seat.seat.series_id == series.pk for seat in player.seats)
        return has_played or player.entry.plays(series.number)
    return bool(player.seats) or player.entry.state == EntryState.PRESENT


def members_playing_for(pot: Pot) -> list[tuple[int, int]]:
    """For a pot of teams, the ids of each team and entry."""
    rows = TeamMember.objects.filter(
        team__contest__tournament=pot.tournament, team__contest__kind=pot.kind
    )
    return list(rows.values_list("team", "entry"))


def payers_without_team(
    pot: Pot, booked_money: Money, members: Iterable[tuple[int, int]]
) -> list[Entry]:
    """Players who paid the stake of a pot of teams and are in no team: they cannot win it."""
    if pot.kind not in OF_TEAMS:
        return []
    alone = booked_money.stake_payers(pot) - {entry for _team, entry in members}
    entries = pot.tournament.entries.filter(pk__in=alone)
    return list(entries.select_related("person").order_by("start_number"))


def expected_money(pot: Pot, plan: PrizePlan, booked_money: Money, dues: Sequence[OpenDues]) -> int:
    """What the pot will hold once everybody has paid, at the door and for the lists that are in."""
    money = booked_money.into[pot.pk]
    if not pot.optional:
        staked = booked_money.staked[pot.pk]
        money += sum(
            pot.stake_cents - staked[player.entry.pk] for player in dues if not player.door.waived
        )
    owed: Counter[str] = Counter()
    for player in dues:
        for due in player.dues:
            owed[due.kind] += due.due
    sources = (
        max(owed[kind], booked_money.by_kind[kind]) * part // 100 for kind, part in plan.sources
    )
    return money + sum(sources)


# Who has handed in lists and start card (TO 7.4.1, 9.13).


def seated_players(tournament: Tournament) -> list[Entry]:
    seats = Seat.objects.filter(series__tournament=tournament)
    entries = tournament.entries.filter(pk__in=seats.values("entry"))
    return list(entries.select_related("person"))


def start_numbers_by_table(series: Series | None) -> dict[int, list[int]]:
    if series is None:
        return {}
    rows = Seat.objects.filter(list__series=series).order_by("list__table_number", "position")
    seated: dict[int, list[int]] = {}
    for table, number in rows.values_list("list__table_number", "entry__start_number"):
        seated.setdefault(table, []).append(number)
    return seated


def handed_in_listing(entries: Iterable[Entry]) -> Listing:
    columns = [
        START_NUMBER,
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", minor=True),
        Column("handed_in", _("Handed in"), width=12).of(
            lambda entry: _("yes") if entry.handed_in else _("no")
        ),
    ]
    return Listing(_("Lists and start cards"), columns, rows_of(columns, entries))


# The award. It is read aloud from small to great, and within each pot the last place first.

DOTS = "…………………………"  # a line to sign on
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
class CeremonyLine:
    """A winner of a pot, with the money and the thing that he gets."""

    contender: Contender
    cents: int | None = 0  # None while a lot is missing
    shared: bool = False
    paid: int = 0
    rest: int = 0
    thing: PrizeInKind | None = None
    chooses: bool = False  # he may choose a thing and has not yet

    @property
    def spoken(self) -> str:
        name = self.contender.name
        return name if self.contender.is_team else spoken_name(name)

    @property
    def is_done(self) -> bool:
        return self.cents is not None and self.rest <= 0 and not self.chooses


@dataclass(frozen=True, slots=True)
class CeremonyPot:
    """A pot at the award, with its winners, the last place first."""

    pot_award: PotAward
    lines: tuple[CeremonyLine, ...]

    @property
    def free(self) -> list[PrizeInKind]:
        return [thing for thing in self.pot_award.in_kind if thing.entry_id is None]

    @property
    def choosers(self) -> list[CeremonyLine]:
        """Who still has to choose, best first."""
        return [line for line in reversed(self.lines) if line.chooses]

    @property
    def unclaimed_things(self) -> list[PrizeInKind]:
        """The things held by somebody who wins nothing here any more."""
        things = {line.thing for line in self.lines}
        return [thing for thing in self.pot_award.in_kind if thing.entry_id and thing not in things]


@dataclass(slots=True)
class CeremonyPerson:
    contender: Contender
    parts: list[tuple[CeremonyPot, CeremonyLine]] = field(default_factory=list)

    @property
    def cents(self) -> int:
        return sum(line.cents or 0 for _pot, line in self.parts)

    @property
    def due(self) -> int:
        """What can be handed out now."""
        if self.contender.waits:
            return 0
        return sum(max(0, line.rest) for pot, line in self.parts if pot.pot_award.may_pay)

    @property
    def is_done(self) -> bool:
        return all(line.is_done for _pot, line in self.parts)

    @property
    def words(self) -> str:
        """The parts in words: "Overall, place 1: 40.00 €; Series 2, place 4: Ham"."""
        text = _("%(pot)s, place %(rank)s: %(prize)s")
        parts = (
            {
                "pot": pot.pot_award.pot.title,
                "rank": line.contender.rank,
                "prize": prize_words(line),
            }
            for pot, line in self.parts
        )
        return "; ".join(text % part for part in parts)


@dataclass(frozen=True, slots=True)
class Ceremony:
    pots: tuple[CeremonyPot, ...]
    people: tuple[CeremonyPerson, ...]

    @property
    def lines(self) -> list[CeremonyLine]:
        return [line for pot in self.pots for line in pot.lines]

    @property
    def done(self) -> int:
        return sum(line.is_done for line in self.lines)

    @property
    def due(self) -> int:
        """What is still to be paid, whether that is possible now or not."""
        return sum(max(0, line.rest) for line in self.lines)

    @property
    def is_done(self) -> bool:
        return bool(self.lines) and all(line.is_done for line in self.lines)


def ceremony(source: TournamentSource) -> Ceremony:
    pots = ceremony_pots(awards(source))
    return Ceremony(tuple(pots), tuple(ceremony_people(pots)))


def ceremony_pots(pot_awards: Iterable[PotAward]) -> list[CeremonyPot]:
    """The pots in reading order."""
    pots = [
        CeremonyPot(award, tuple(reversed(list(ceremony_lines(award))))) for award in pot_awards
    ]
    return sorted(pots, key=reading_position)


def reading_position(ceremony_pot: CeremonyPot) -> tuple[int, int, int]:
    pot = ceremony_pot.pot_award.pot
    return READ_ALOUD.index(PotKind(pot.kind)), pot.series.number if pot.series else 0, pot.number


def ceremony_lines(pot_award: PotAward) -> Iterator[CeremonyLine]:
    """The winners in money and in kind, best first."""
    things = {thing.entry_id: thing for thing in pot_award.in_kind}

    def thing_of(contender: Contender) -> PrizeInKind | None:
        # The player who took it for a team need not be the one of today.
        return next(filter(None, map(things.get, contender.entries)), None)

    choosers = {taker.key: taker for taker in pot_award.takers}
    for winner in pot_award.winners:
        contender = winner.contender
        thing = thing_of(contender)
        yield CeremonyLine(
            contender,
            cents=winner.prize.cents,
            shared=winner.prize.shared,
            paid=winner.paid,
            rest=winner.rest,
            thing=thing,
            chooses=choosers.pop(contender.key, None) is not None and thing is None,
        )
    for contender in choosers.values():
        thing = thing_of(contender)
        yield CeremonyLine(contender, thing=thing, chooses=thing is None)


def ceremony_people(pots: Iterable[CeremonyPot]) -> list[CeremonyPerson]:
    """Everybody who wins something, by name; teams after the persons."""
    people: dict[Hashable, CeremonyPerson] = {}
    for pot in pots:
        for line in pot.lines:
            person = people.setdefault(line.contender.key, CeremonyPerson(line.contender))
            person.parts.append((pot, line))
    return sorted(
        people.values(),
        key=lambda person: (person.contender.is_team, alphabetical(person.contender.name)),
    )


def prize_words(line: CeremonyLine) -> str:
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


def open_choices(pot_awards: Iterable[PotAward]) -> Iterator[tuple[int, int]]:
    """The pots (ids) from which winners can choose a thing now, and how many, in reading order."""
    for pot in ceremony_pots(pot_awards):
        count = min(len(pot.choosers), len(pot.free))
        if count and pot.pot_award.may_pay and not pot.pot_award.lots_to_choose:
            yield pot.pot_award.pot.pk, count


def award_listing(pot: CeremonyPot) -> Listing:
    columns = [
        Column("rank", pgettext("rank", "Place"), "rank", width=6, value="contender.rank"),
        NUMBER.of("contender.number"),
        NAME.of("spoken", 28),
        CLUB.of("contender.details", 24),
        Column("prize", _("Prize"), align="end", width=22, value=prize_words),
    ]
    return Listing(pot.pot_award.pot.title, columns, rows_of(columns, pot.lines))


def envelopes_listing(people: Sequence[CeremonyPerson]) -> Listing:
    columns = [
        NUMBER.of("contender.number"),
        NAME.of("contender.name", 26),
        Column("words", _("Made up of"), width=40, minor=True),
        Column("cents", _("Sum"), "cents", width=11, value=lambda person: person.cents or None),
        Column("received", _("Received"), width=20, value=lambda _person: DOTS),
    ]
    rows = rows_of(columns, people)
    return Listing(_("Sums per person"), columns, rows, foot=sums(rows, ("cents",), "name"))


# The game of the evening.

MAX_EQUAL = 3  # games of the same value that are shown


def games_of_the_evening(tournament: Tournament) -> list[str]:
    """The dearest game won, in words; several of the same value if they are few, else none."""
    counted = COUNTED_STATES[tournament.what_counts]
    games = Game.objects.filter(list__series__tournament=tournament, list__state__in=counted)
    games = games.filter(won=True, annulled=False).select_related("list__series")
    best = list(games.order_by("-score", "pk")[: MAX_EQUAL + 1])
    equal = [game for game in best if game.score == best[0].score]
    if len(equal) > MAX_EQUAL:
        return []
    seats = Seat.objects.filter(list__in=[game.list_id for game in equal])
    seats = seats.select_related("entry__person")
    names = {(seat.list_id, seat.position): str(seat.entry.person) for seat in seats}
    soloists = [game.list.outline.position(game.soloist or 0, game.number) for game in equal]
    return [
        game_in_words(game, names[game.list_id, position], tournament)
        for game, position in zip(equal, soloists, strict=True)
    ]


def game_in_words(game: Game, name: str, tournament: Tournament) -> str:
    line = Game.line_of(game, tournament.rule_system, game.list.outline)
    worth = line.game and appraise(line.game).worth
    steps = [step_label(step.name) for step in worth.steps if step.name != "game"] if worth else []
    words = [contract_label(game.game_class, game.game), *steps]
    return _(
        "%(name)s: %(game)s, %(points)s points (series %(series)s, table %(table)s,"
        " game %(number)s)"
    ) % {
        "name": name,
        "game": ", ".join(words),
        "points": points(game.score),
        "series": game.list.series.number,
        "table": game.list.table_number,
        "number": game.number,
    }
