"""Optional pots that a player chose: he owes their stakes until they are paid."""

from collections.abc import Iterable

from scoring.core.refusals import refuse
from scoring.core.services import Change, changing, refresh, write_log
from scoring.models import Actor, Entry, Pot, PotChoice
from scoring.models.log import Action
from scoring.models.names import entry_subject


def set_pots(entry: Entry, pots: Iterable[int], *, by: Actor) -> None:
    """Exactly these optional pots (ids) for one player, besides those that he paid already."""
    tournament, wanted = entry.tournament, set(pots)
    about = entry_subject(entry.start_number)
    with changing(tournament, by, Action.ENTRY_POTS, about=about) as change:
        refresh(entry, "entry-gone")
        choose_pots(entry, wanted, change)


def choose_pots(entry: Entry, wanted: set[int], change: Change) -> None:
    """Write and log the choice if it changed, inside the block of a change."""
    known = {
        pot.pk: pot.title
        for pot in Pot.objects.filter(tournament=entry.tournament_id, optional=True)
    }
    if not wanted <= known.keys():
        raise refuse("pot-gone", field="pots")
    before = set(entry.pot_choices.values_list("pot", flat=True))
    if before == wanted:
        return
    entry.pot_choices.exclude(pot__in=wanted).delete()
    PotChoice.objects.bulk_create(
        PotChoice(entry=entry, pot_id=pot) for pot in sorted(wanted - before)
    )
    write_log(
        Action.ENTRY_POTS,
        entry_subject(entry.start_number),
        by=change.by,
        tournament=entry.tournament,
        old={"pots": [known[pk] for pk in sorted(before)]},
        new={"pots": [known[pk] for pk in sorted(wanted)]},
    )
