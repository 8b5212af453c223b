"""Who on record is meant by a name that is to become a member."""

from dataclasses import dataclass

from scoring.core.text import Details, Name, Register, folded
from scoring.models import Club, ClubMember, Person


@dataclass(frozen=True, slots=True)
class Known:
    """What distinguishes a person on record from a namesake; `number` of who is a member now."""

    pk: int
    passport: str
    birth_year: int | None
    club: int | None
    number: int | None

    def is_contradicted_by(self, details: Details) -> bool:
        """Whether passport or year of birth say that this is somebody else."""
        passport = folded(details.passport)
        if passport and self.passport and passport != self.passport:
            return True
        return bool(
            details.birth_year and self.birth_year and details.birth_year != self.birth_year
        )

    def is_named_by(self, details: Details) -> bool:
        """Whether passport or year of birth are the same."""
        passport = folded(details.passport)
        same_year = details.birth_year and details.birth_year == self.birth_year
        return bool((passport and passport == self.passport) or same_year)


class KnownPeople:
    """The people on record at its host by name, as a club sees them."""

    def __init__(self, club: Club) -> None:
        self.club = club
        open_rows = ClubMember.objects.filter(club=club, left=None)
        self.numbers = dict(open_rows.values_list("person", "number"))
        self.register = Register(club)

    def namesakes(self, name: Name) -> list[Known]:
        """Everybody on record of exactly this name."""
        if not (found := self.register.namesakes(name)):
            return []
        people = Person.objects.filter(pk__in=found)
        rows = people.values_list("pk", "passport", "birth_year", "club")
        return [
            Known(pk, folded(passport), born, of_club, self.numbers.get(pk))
            for pk, passport, born, of_club in rows
        ]

    def candidates(self, name: Name, details: Details) -> list[Known]:
        """The namesakes whom nothing contradicts; whom a detail or the club names comes alone."""
        namesakes = self.namesakes(name)
        possible = [each for each in namesakes if not each.is_contradicted_by(details)]
        for fits in (
            lambda each: each.is_named_by(details),
            lambda each: each.number is not None,
            lambda each: each.club == self.club.pk,
        ):
            if sure := [each for each in possible if fits(each)]:
                return sure
        return possible

    def is_certain(self, found: list[Known], details: Details) -> bool:
        """Whether one person is meant beyond doubt: a namesake of another club may be his son."""
        if len(found) != 1:
            return False
        [one] = found
        at_home = one.number is not None or one.club in (None, self.club.pk)
        return at_home or one.is_named_by(details)
