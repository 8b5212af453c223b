"""The award: the winners of all pots in the order in which they are read aloud, and who gets what.

Read aloud is from the small to the great: special prizes, series, days, categories, pairs and
teams, overall; within each the last place first.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.columns import CLUB, NAME, NUMBER
from scoring.core.listing import Column, Listing, rows_of
from scoring.messages import amount
from scoring.models import PrizeInKind, Tournament
from scoring.models.money import PotKind
from scoring.money.reads.handed_in import missing_from
from scoring.money.reads.prize_candidates import Contender
from scoring.money.reads.prizes import OF_TEAMS, PotAward, awards, unsettled
from scoring.standings.reads.source import StandingsSource

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
    return Ceremony(tuple(pots), tuple(people_of(pots)))


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


def people_of(pots: Iterable[AwardPot]) -> list[AwardPerson]:
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
