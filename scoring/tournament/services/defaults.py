"""What a host proposes for a new tournament: agreed by its administrator."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from scoring.core.refusals import Refused
from scoring.core.services import changing
from scoring.models import Actor, Host, HostDefaults
from scoring.models.host_defaults import LANGUAGES
from scoring.models.log import Action
from scoring.models.names import host_subject
from scoring.models.tournament import FIRST_DAY
from scoring.money.services.fees import Prices, changed, price_problems, prices_of
from scoring.rules.problem import Problem
from scoring.tournament.reads.defaults import defaults_of
from scoring.tournament.services.terms import TournamentTerms, size_problems, terms_problems

TERMS = (
    *("place", "organizer", "system", "edition", "scheme"),
    *("ties", "counts", "confirm", "paper_total"),
)
COLUMNS = (*TERMS, "series", "rounds", "language", *Prices.__dataclass_fields__)


def terms_by(defaults: HostDefaults, name: str, day: date, **more: Any) -> TournamentTerms:
    """The terms of a tournament for which nobody says anything else."""
    proposed = {key: getattr(defaults, key) for key in TERMS}
    return TournamentTerms(name=name, date=day, **{**proposed, **more})


def set_defaults(host: Host, wanted: Mapping[str, Any], *, by: Actor) -> None:
    """Agree on what a new tournament of the host begins with; those that are there stay.

    `wanted` holds values of COLUMNS; what it does not name is as usual. Raises Refused with all
    problems.
    """
    agreed = HostDefaults(host=host, **wanted)
    if problems := defaults_problems(agreed):
        raise Refused(problems)
    with changing(None, by, Action.HOST_DEFAULTS_CHANGED, host=host.pk) as change:
        now = defaults_of(host.pk)
        before, after = changed(values_of(now), values_of(agreed))
        if not after:
            return
        agreed.pk = now.pk
        agreed.save()
        change.log(about=host_subject(host.name), old=before, new=after)


def defaults_problems(agreed: HostDefaults) -> list[Problem]:
    """Everything that a tournament would be refused for that begins like this."""
    problems = terms_problems(terms_by(agreed, "-", FIRST_DAY))
    problems += size_problems(agreed.series, agreed.rounds) + price_problems(prices_of(agreed))
    if agreed.language not in ("", *LANGUAGES):
        problems.append(Problem("choice-unknown", "language"))
    return problems


def values_of(defaults: HostDefaults) -> dict[str, Any]:
    return {key: getattr(defaults, key) for key in COLUMNS}
