"""Members of a club and of a season, offered members, and who is meant by a name."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.listing import CLUB, NAME, NUMBER, Column, Listing, alphabetical, rows_of
from scoring.core.text import Details, Name, Register, fold, matches_words, query_words
from scoring.models import Club, ClubMember, Entry, MemberOffer, Person, Season, Tournament
from scoring.models.host import Owned
from scoring.models.person import EntryState
from scoring.rules.ranking import age_class
from scoring.standings.reads.players import counted_seats
from scoring.standings.reads.season import counted_tournaments, members_in

CLASSES: dict[str, str | Promise] = {
    "lady": gettext_lazy("Ladies"),
    "junior": gettext_lazy("Juniors"),
    "senior": gettext_lazy("Seniors"),
}


@dataclass(frozen=True, slots=True)
class MemberRow:
    member: ClubMember
    classes: tuple[str, ...]

    @property
    def category(self) -> str:
        return ", ".join(str(CLASSES[code]) for code in self.classes)


def classes_of(member: ClubMember, club: Club, on: date) -> tuple[str, ...]:
    """Ladies, and juniors or seniors by docs/law.md "Categories by age"."""
    born = member.person.birth_year
    age = age_class(born, on.year, club.junior_below, club.senior_from)
    return tuple(filter(None, ("lady" if member.lady else "", age)))


def member_rows(
    club: Club, on: date, query: str = "", *, everybody: bool = False
) -> list[MemberRow]:
    """The members on that day; with `everybody` also former and future ones."""
    members = club.members.select_related("person").order_by("number", "pk")
    members = members if everybody else members.on(on)
    words = query_words(query)
    return [
        MemberRow(member, classes_of(member, club, on))
        for member in members
        if matches_words(words, member.number, str(member.person))
    ]


def club_members_listing(
    club: Club, rows: Iterable[MemberRow], on: date, *, details: bool
) -> Listing:
    """Passport and year of birth only with `details`."""
    born = Column(
        "birth_year", _("Year of birth"), "rank", width=8, value="member.person.birth_year"
    )
    passport = Column("passport", _("Passport"), width=14, value="member.person.passport")
    columns = [
        NUMBER.of("member.number"),
        NAME.of("member.person.sorted_name"),
        Column("category", _("Category"), width=16),
        *((born, passport) if details else ()),
        Column("joined", _("Member since"), "date", width=12, value="member.joined"),
        Column("left", _("Left on"), "date", width=12, value="member.left"),
    ]
    cells = rows_of(columns, rows)
    subtitle = f"{club} · {date_format(on, 'DATE_FORMAT')} · {len(cells)}"
    return Listing(_("Members"), columns, cells, subtitle)


def history_of(person: Person) -> QuerySet[ClubMember]:
    rows = person.memberships.select_related("club")
    return rows.order_by(F("left").desc(nulls_first=True), "-pk")


def has_played_in_season(person: Person, tournament: Tournament) -> bool:
    """Whether the season of this tournament counts a result of the person."""
    if tournament.season is None or tournament.sample:
        return False
    counted = counted_tournaments(tournament.season)
    return counted_seats(*counted).filter(entry__person=person).exists()


def category_counts(rows: Sequence[MemberRow]) -> list[tuple[str, int]]:
    counts = {code: sum(code in row.classes for row in rows) for code in CLASSES}
    return [(str(CLASSES[code]), number) for code, number in counts.items() if number]


def offers_to(owned: Owned) -> QuerySet[MemberOffer]:
    offers = MemberOffer.objects.waiting_for(owned)
    return offers.select_related("to", "member__person", "member__club__host")


def refused_offers(owned: Owned) -> QuerySet[MemberOffer]:
    offers = MemberOffer.objects.refused_to(owned)
    return offers.select_related("to", "member__person", "member__club")


# Who on record is meant by a name that is to become a member.


def agrees(person: Person, details: Details) -> bool | None:
    """Whether the passport is the same, or else the year of birth; None if nobody knows."""
    if person.passport and details.passport:
        return fold(person.passport) == fold(details.passport)
    if person.birth_year is None or details.birth_year is None:
        return None
    return person.birth_year == details.birth_year


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


class KnownPeople:
    """Whom on record a name may mean; `members` count as being of any club."""

    def __init__(self, owned: Owned, members: Iterable[int] = ()) -> None:
        self.members, self.register = set(members), Register(owned)
        self.people: dict[int, Person] = {}

    @staticmethod
    def of(club: Club) -> "KnownPeople":
        return KnownPeople(club, club.members.filter(left=None).values_list("person", flat=True))

    def prefetch(self, names: Iterable[Name]) -> None:
        names = list(names)
        self.register.prefetch(names)
        self.read([pk for name in names for pk in self.register.namesakes(name)])

    def read(self, ids: Iterable[int]) -> list[Person]:
        """Those of these people who are on record, in this order."""
        ids = list(ids)
        people = self.register.people.select_related("club")
        self.people |= people.in_bulk(set(ids) - self.people.keys())
        return [self.people[pk] for pk in ids if pk in self.people]

    def namesakes(self, name: Name) -> list[Person]:
        return self.read(self.register.namesakes(name))

    def candidates(
        self, name: Name, club: str, details: Details, others: Collection[int] = ()
    ) -> list[Person]:
        """Namesakes with the passport, else those whom nothing contradicts, without `others`.

        If there are namesakes of the club, those of others need the same passport or year of birth.
        """
        namesakes, passport = self.namesakes(name), fold(details.passport)
        if passport and (sure := [each for each in namesakes if fold(each.passport) == passport]):
            return sure
        possible = [
            namesake
            for namesake in namesakes
            if namesake.pk not in others and agrees(namesake, details) is not False
        ]
        at_home = {each.pk for each in possible if self.is_at_home(each, club)}
        return [
            namesake
            for namesake in possible
            if not at_home or namesake.pk in at_home or agrees(namesake, details)
        ]

    def is_at_home(self, person: Person, club: str) -> bool:
        home = person.club.name if person.club else ""
        return person.pk in self.members or (bool(club) and fold(home) == fold(club))

    def is_certain(self, person: Person, club: str, details: Details) -> bool:
        """Whether a namesake is meant: one of another club may be a relative."""
        are_clubs_known = bool(club and person.club)
        is_at_home = self.is_at_home(person, club)
        return not are_clubs_known or is_at_home or bool(agrees(person, details))


# The members of a season, and who may become one.


def members_of_season_listing(season: Season) -> Listing:
    columns = [
        NUMBER,
        NAME.of("person.sorted_name"),
        CLUB.of(lambda each: str(each.person.club or "")),
    ]
    title = _("Members of the season")
    return Listing(f"{season.name}: {title}", columns, rows_of(columns, members_in(season)))


def people_of_season(season: Season) -> list[tuple[int, int]]:
    """The id and last start number of everybody who was entered in the season and appeared."""
    rows = Entry.objects.filter(
        tournament__season=season, tournament__sample=False, person__anonymised_at=None
    ).exclude(state=EntryState.NO_SHOW)
    rows = rows.order_by("tournament__date", "tournament_id")
    last = dict(rows.values_list("person", "start_number"))
    return sorted(last.items(), key=lambda item: (item[1], item[0]))


def people_of_club(club: Club) -> list[tuple[int, int]]:
    """The ids and numbers of today's members; without any, of all people of the club, with 0."""
    members = club.members.on(timezone.localdate()).order_by("number", "pk")
    if numbered := list(members.values_list("person", "number")):
        return numbered
    people = list(Person.objects.on_record().filter(club=club))
    people.sort(key=lambda person: alphabetical(person.sorted_name))
    return [(person.pk, 0) for person in people]


def people_fitting(season: Season, name: Name, club: str) -> list[Person]:
    """People on record of this name, or who fit an abbreviated one; of the club if there are any.

    "Becker" and "be, ad" are abbreviated.
    """
    rows = Person.objects.filter(pk__in=Register(season).starting(str(name)))
    people = list(rows.select_related("club"))
    exact = [person for person in people if fold(str(person)) == fold(str(name))]
    is_abbreviated = min(map(len, name)) <= 2
    people = exact or (people if is_abbreviated else [])
    of_club = [each for each in people if each.club and fold(each.club.name) == fold(club)]
    return of_club or people
