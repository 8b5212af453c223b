"""The members of a season, and who may become one."""

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.clubs.reads import members_of
from scoring.core.listing import CLUB, NAME, NUMBER, Listing, rows_of
from scoring.core.text import Register, folded
from scoring.models import Club, Entry, Person, Season, SeasonMember


def members_in(season: Season) -> list[SeasonMember]:
    """By number."""
    return list(season.members.select_related("person__club"))


def members_of_season_listing(season: Season) -> Listing:
    columns = [NUMBER, NAME.of("person.sorted_name"), CLUB.of(club_of)]
    title = _("Members of the season")
    return Listing(f"{season.name}: {title}", columns, rows_of(columns, members_in(season)))


def club_of(member: SeasonMember) -> str:
    return member.person.club.name if member.person.club else ""


def played_in(season: Season) -> list[tuple[int, int]]:
    """Everybody who was entered in a tournament of the season: id and last start number."""
    rows = Entry.objects.filter(
        tournament__season=season, tournament__sample=False, person__anonymised_at=None
    ).order_by("tournament__date", "tournament_id")
    last = dict(rows.values_list("person", "start_number"))
    return sorted(last.items(), key=lambda item: (item[1], item[0]))


def people_of_club(club: Club) -> list[tuple[int, int]]:
    """The members of a club today, with their numbers there; of a club without a list of members
    everybody on record, in the order of names, with any number.
    """
    if members := members_of(club, on=timezone.localdate()):
        return [(member.person_id, member.number) for member in members]
    people = Person.objects.on_record().filter(club=club)
    return [(person, 0) for person in people.values_list("pk", flat=True)]


def people_called(season: Season, name: str) -> list[Person]:
    """Those on record whose name begins so: "Becker, A", "ada b"."""
    wanted = folded(name)
    people = Person.objects.filter(pk__in=Register(season).starting(name)).select_related("club")
    return [
        person
        for person in people
        if folded(person.sorted_name).startswith(wanted) or folded(str(person)).startswith(wanted)
    ]
