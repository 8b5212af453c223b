"""Tables that played for money, as the tests of this room want them."""

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, Entry, ScoreList, Tournament
from scoring.money.services.pots import PotTerms
from scoring.rules.bare_totals import BareTotal
from scoring.rules.prizes import PrizePlan

BY = Actor(name="test")
ALL_IN = (("entry_fee", 100),)
OVERALL = PotTerms(
    "Gesamt", "overall", PrizePlan(method="places", places=2, curve="linear", sources=ALL_IN)
)


def promised(
    *cents: int, kind: str = "overall", title: str = "Gesamt", ties: str = "lot", **terms: object
) -> PotTerms:
    """A pot that pays these amounts, whatever comes in."""
    return PotTerms(title, kind, PrizePlan(method="table", amounts=cents, ties=ties), **terms)


def fill_list(score_list: ScoreList, won=(12, 11, 10, 9), lost=(0, 0, 0, 0)) -> ScoreList:
    """A closed list of 48 games, by default with four different results."""
    games = zip(won, lost, strict=True)
    figures = [BareTotal(24 * own - 48 * slip, own, slip, None) for own, slip in games]
    score_list.refresh_from_db()
    passed = 48 - sum(won) - sum(lost)
    enter_totals(score_list, figures, passed, by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    return score_list


def ranked(tournament: Tournament) -> list[Entry]:
    """The players of the only list, best first."""
    seats = tournament.series.get(number=1).lists.get().seat_rows.select_related("entry")
    return [seat.entry for seat in seats.order_by("position")]
