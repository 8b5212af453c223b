"""Championships in which money does everything it may do, to count what their pages ask."""

from dataclasses import replace
from datetime import timedelta

from scoring.core.text import Name
from scoring.models import Actor, Season, Tournament
from scoring.models.money import PotKind
from scoring.money.reads.ledger import expected_in_till
from scoring.money.services.ledger import book, count_till, give_back, refund, set_fees
from scoring.money.services.pots import PotTerms, add_prizes, counter_book, create_pot
from scoring.people.services.entries import add_entries
from scoring.people.services.leaving import set_state
from scoring.people.services.matching import Newcomer
from scoring.referee.services import decide_objection, lodge_objection, make_ruling
from scoring.rules.prizes import PrizePlan
from scoring.series.reads.draw_request import USUAL
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.simulation.services import enter_list, play_table
from scoring.tournament.services.tournaments import TournamentTerms, create_tournament
from tests.factories import adjust, make_member
from tests.incidents import REVOKE
from tests.simulated import plan
from tests.snapshots import built_once
from tools import championship

BY = Actor(name="test")
CROWD = championship.Crowd(late=3, leaving=2, expelled=2)


@built_once
def played_to_its_end() -> Tournament:
    """On two days: pots of every kind paid out, some that are not, and much that stays open."""
    tournament = championship.simulate_championship(plan(players=24, series=3), CROWD, by=BY)
    Tournament.objects.filter(pk=tournament.pk).update(state="review")
    tournament.refresh_from_db()
    on_two_days(tournament)
    more_pots(tournament)
    move_money(tournament)
    disagree(tournament)
    return tournament


@built_once
def in_its_second_series() -> Tournament:
    """The same crowd in the middle of the day: one table has played, one is playing, others are
    to begin, and one player has left his seat.
    """
    day = plan(players=24, series=3)
    terms = TournamentTerms(day.name, day.day, place="Kranichmoor", system=day.system)
    tournament = create_tournament(terms, by=BY, series=day.series, rounds=day.rounds)
    championship.prepare_office(tournament, BY)
    entries = championship.register_everybody(day, tournament, CROWD, BY)
    championship.form_teams(day, tournament, entries, BY)
    championship.play(day, tournament, 1, by=BY)
    series = tournament.series.get(number=2)
    draw_series(series, USUAL, by=BY, seed="second")
    series.refresh_from_db()
    move_series(series, "released", by=BY)
    done, *others = series.lists.select_related("series__tournament")
    enter_list(day, done, play_table(day, done), by=BY)
    set_state(others[-1].seat_rows.first().entry, "withdrawn", by=BY)
    on_two_days(tournament)
    more_pots(tournament)
    move_money(tournament)
    return tournament


def on_two_days(tournament: Tournament) -> None:
    """Its last series on the next day, and all of it in a season."""
    season = Season.objects.create(name="Vereinsjahr", host_id=tournament.host_id)
    Tournament.objects.filter(pk=tournament.pk).update(season=season)
    tournament.refresh_from_db()
    for series in tournament.series.all():
        series.day = tournament.date + timedelta(days=series.number // 3)
        series.save(update_fields=["day"])
    adjust(tournament, 2, -100)
    adjust(tournament, 3, 50, tournament.series.get(number=1))


def more_pots(tournament: Tournament) -> None:
    """Pots of which nothing is paid yet, with things to choose beside money."""
    share = PrizePlan(method="table", amounts=(500, 300), ties="share")
    for terms in (
        PotTerms("Zweiter Tag", PotKind.DAY, share, day=tournament.date + timedelta(days=1)),
        PotTerms("Erster Tag", PotKind.DAY, share, day=tournament.date),
        PotTerms("Siege", PotKind.SPECIAL, share, special="most-won"),
        PotTerms("Nebentopf", PotKind.OVERALL, share, stake_cents=100, optional=True),
        PotTerms("Einer", PotKind.OVERALL, replace(share, one_each=True)),
    ):
        pot = create_pot(tournament, terms, by=BY)
        add_prizes(pot, ["Schinken", "Wurst"], by=BY)


def move_money(tournament: Tournament) -> None:
    """Whoever came late owes, others get back; change, a donation, and counts that do not agree."""
    by_number = list(tournament.entries.order_by("start_number"))
    new = [Newcomer(Name("Rohde", name), "SC Eichel") for name in ("Heike", "Ute")]
    owing, gone = add_entries(tournament, new, by=BY)
    championship.choose(
        owing, tournament.pots.filter(optional=True).values_list("pk", flat=True), by=BY
    )
    set_state(gone, "no_show", by=BY)
    give_back(by_number[5], by=BY, reason="ill")
    refund(by_number[6], 100, by=BY, reason="less was agreed")
    book(tournament, 5000, by=BY, reason="change")
    pot = tournament.pots.first().pk
    given = book(tournament, 2500, pot=pot, by=BY, reason="a donation")
    counter_book(given, by=BY, reason="into the wrong pot")
    steep = championship.LADDERS["steep"]
    set_fees(tournament, championship.fees_with(steep), by=BY)
    count_till(tournament, {"": expected_in_till(tournament) - 70, "stake": 1000}, by=BY)


def disagree(tournament: Tournament) -> None:
    """Objections that were upheld without a correction, and one that nobody has decided."""
    referee = Actor(make_member(tournament, "referee"))
    board = Actor(make_member(tournament, "organizer"))
    lists = tournament.series.last().lists.select_related("series__tournament")
    for place, score_list in enumerate(lists[:3]):
        ruling = make_ruling(tournament, REVOKE, by=referee, score_list=score_list)
        objection = lodge_objection(ruling, "He had followed suit.", by=referee)
        if place:
            decide_objection(objection, upheld=True, reason="The trick shows it.", by=board)
