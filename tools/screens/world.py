"""What the pictures show: the sample, a Preisskat of 46 with money, a day of a league."""

from datetime import date
from typing import Any

NAME = "Preisskat der Skatfreunde Kranichmoor zum Erntedankfest"


def fill() -> tuple[dict[str, Any], str]:
    """Tournaments in a new database by their names, and the session of their organizer."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from scoring.models import Actor, User
    from scoring.simulation.services import create_sample

    call_command("migrate", verbosity=0)
    chief = User.objects.create(
        username="helga", first_name="Helga", last_name="Reh", is_superuser=True
    )
    by = Actor(chief)
    sample = create_sample("Herbstpreis 2026", date(2026, 11, 21), by=by)
    tournaments = {"sample": sample, "preisskat": preisskat(by), "league": match_day()}
    client = Client()
    client.force_login(chief)
    return tournaments, client.cookies[settings.SESSION_COOKIE_NAME].value


def preisskat(by: Any) -> Any:
    """46 players in a season, two series played, the third released; teams, fees, four pots."""
    from scoring.models import Fees, Season, Tournament
    from scoring.money.services.ledger import set_fees
    from scoring.simulation.services import SimulationPlan, play_series, register, seat_series
    from tests.factories import make_team

    plan = SimulationPlan(46, 3, "screens", NAME, date(2026, 11, 22), by_totals=1)
    tournament = register(plan, by=by)
    season = Season.objects.create(name="Vereinsjahr 2026", host_id=tournament.host_id)
    Tournament.objects.filter(pk=tournament.pk).update(season=season)
    for first in range(1, 17, 4):
        make_team(tournament, range(first, first + 4), size=4)
    set_fees(tournament, Fees(entry_cents=1000, lost_ladder=[[1, 50], [4, 100]]), by=by)
    add_pots(tournament, by)
    for number in (1, 2):
        play_series(plan, tournament, number, by=by)
    seat_series(plan, tournament, 3, by=by)
    return Tournament.objects.get(pk=tournament.pk)


def add_pots(tournament: Any, by: Any) -> None:
    from scoring.models.money import PotKind
    from scoring.money.services.pots import PotTerms, add_prizes, create_pot
    from scoring.rules.prizes import PrizePlan

    share = PrizePlan(method="table", amounts=(500, 300), ties="share")
    series = tournament.series.get(number=1)
    create_pot(tournament, PotTerms("Gesamt", PotKind.OVERALL, PrizePlan(every=4)), by=by)
    for terms in (
        PotTerms("Serie 1", PotKind.SERIES, share, series=series, stake_cents=200, optional=True),
        PotTerms("Grand ouvert", PotKind.SPECIAL, share, special="grand-ouvert"),
        PotTerms("Trostpreis", PotKind.OVERALL, share),
    ):
        add_prizes(create_pot(tournament, terms, by=by), ["Schinken", "Wurst"], by=by)


def match_day() -> Any:
    from tests.leagues_played import make_league, meeting_of, play_all, prepared

    day = prepared(meeting_of(make_league()))
    play_all(day)
    return day
