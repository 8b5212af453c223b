"""The venues of a league: their names and addresses."""

from scoring.core.refusals import Refused
from scoring.core.services import refresh
from scoring.leagues.services.divisions import name_problems, venue_problems
from scoring.leagues.services.leagues import changing_league
from scoring.models import Actor, Venue
from scoring.models.log import Action
from scoring.rules.problem import Problem

ADDRESS_LENGTH = 200


def change_venue(venue: Venue, *, name: str, address: str, by: Actor) -> None:
    """Another name or address of a venue. Raises Refused with all problems."""
    season = venue.season
    with changing_league(season, by, Action.LEAGUE_VENUE_CHANGED) as change:
        refresh(venue, "venue-gone")
        others = season.venues.exclude(pk=venue.pk).values_list("name", flat=True)
        problems = venue_problems(name, "name") or name_problems(name, list(others))
        if len(address) > ADDRESS_LENGTH:
            problems.append(Problem("text-too-long", "address", {"most": ADDRESS_LENGTH}))
        if problems:
            raise Refused(problems)
        old = {"name": venue.name, "address": venue.address}
        new = {"name": name, "address": address}
        if old == new:
            return
        venue.name, venue.address = name, address
        venue.save(update_fields=["name", "address"])
        change.log(old=old, new=new)
