"""The public standings: every kind, as far as results are released."""

from dataclasses import replace

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.core.listing import Listing
from scoring.public.access import PublicTournament
from scoring.public.reads.pages import overall
from scoring.public.reads.running import RUNNING, running_listing
from scoring.standings.reads.scopes import (
    Kinds,
    RankingKind,
    find_standings,
    kinds_of,
    ranking_listing,
)


def of_scope(room: PublicTournament, scope: str) -> Listing:
    """The released standings of a scope ("overall", "series/2", "team"); raises Http404."""
    if not room.results:
        raise Http404
    if scope == RUNNING and room.running:
        return running_listing(room.running)
    if scope == "overall":
        return ranking_listing(overall(room))
    found = find_standings(room.tournament, scope, only=room.results)
    if found is None:
        raise Http404
    return ranking_listing(found)


def kinds(room: PublicTournament) -> Kinds:
    """The rankings to choose from, first of all the series that is being played."""
    found = kinds_of(room.tournament, only=room.results)
    if room.running is None:
        return found
    name = _("Series %(number)s – running") % {"number": room.running.number}
    return replace(found, players=(RankingKind(RUNNING, name), *found.players))


def hidden_until(room: PublicTournament) -> str:
    """The notice while the standings are frozen; "" if they are not."""
    after = room.tournament.frozen_after
    if after is None:
        return ""
    if after == 0:
        return _("The standings are shown at the prize-giving.")
    sentence = _("Standings after series %(number)s; the rest is shown at the prize-giving.")
    return sentence % {"number": after}
