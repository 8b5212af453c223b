"""The terms of a tournament: what is agreed before play, and whether it can be."""

from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction

from scoring.models import Tournament
from scoring.models.series import ROUNDS
from scoring.models.tournament import FIRST_DAY, LAST_DAY, Confirm, Counts, Ties
from scoring.rules import systems
from scoring.rules.problem import Problem
from scoring.rules.ranking import SCHEMES
from scoring.standings.services.seasons import MOST_KEPT, season_problems
from scoring.tournament.services.stakes import current_stake

NAME_LENGTH = 120
MOST_SERIES = 20

# What a figure in a list means depends on these: they are fixed once a list is entered.
LAW = ("system", "scheme", "hand_loss", "ramsch", "wenzel_bonus")
# Wenzels change no value: they may be allowed later, and are fixed once a game has some.
# What a final result hangs on besides.
RESULT = ("counts", "confirm", "ties", "best_of", "league")
APART = ("season", "season_best_of", "stake")  # written in their own way


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is agreed before play: where, when, and by which rules.

    An empty `scheme` means the default of the rule system, an empty `edition` its newest.
    """

    name: str
    date: date
    place: str = ""
    organizer: str = ""
    system: str = systems.ISKO.key
    edition: str = ""
    scheme: str = ""
    hand_loss: int | None = None
    ramsch: bool = False
    wenzels: bool = False
    wenzel_bonus: bool = False
    ties: str = Ties.LOT
    counts: str = Counts.ENTERED
    confirm: str = Confirm.SECOND
    paper_total: bool = True
    best_of: int | None = None
    league: bool = False
    ask_handed_in: bool = True
    substitutes: bool = False
    phones: bool = False
    signed_suffices: bool = False
    stake: Fraction | None = None
    season: str = ""
    season_best_of: int | None = None

    def values(self) -> dict[str, object]:
        """As columns of a tournament, with the defaults of its system; season and stake are written
        in their own way.
        """
        system = systems.find(self.system)
        values = {key: each for key, each in asdict(self).items() if key not in APART}
        if system:
            values["system"] = system.key
            values["edition"] = self.edition or system.newest_edition
            values["scheme"] = self.scheme or system.scheme
        return values


def tournament_terms(tournament: Tournament) -> TournamentTerms:
    """The terms that a tournament has now; its stake is that of the series to come."""
    columns = {
        key: getattr(tournament, key)
        for key in TournamentTerms.__dataclass_fields__
        if key not in APART
    }
    season = tournament.season
    return TournamentTerms(
        **columns,
        stake=current_stake(tournament),
        season=season.name if season else "",
        season_best_of=season.best_of if season else None,
    )


def terms_problems(terms: TournamentTerms) -> list[Problem]:
    """Everything that is wrong with the terms of a tournament."""
    problems = []
    if not terms.name:
        problems.append(Problem("tournament-name-missing", field="name"))
    for field in ("name", "place", "organizer"):
        if len(getattr(terms, field)) > NAME_LENGTH:
            problems.append(Problem("text-too-long", field, {"most": NAME_LENGTH}))
    if not FIRST_DAY <= terms.date <= LAST_DAY:
        problems.append(Problem("date-out-of-range", field="date"))
    if terms.scheme and terms.scheme not in SCHEMES:
        problems.append(Problem("scheme-unknown", field="scheme"))
    if terms.ties not in Ties.values or terms.counts not in Counts.values:
        problems.append(Problem("choice-unknown", field="ties"))
    if terms.confirm not in Confirm.values:
        problems.append(Problem("choice-unknown", field="confirm"))
    if terms.best_of is not None and not 1 <= terms.best_of <= MOST_KEPT:
        problems.append(Problem("best-of-out-of-range", "best_of", {"most": MOST_KEPT}))
    problems += season_problems(terms.season, terms.season_best_of)
    return problems + league_problems(terms) + phone_problems(terms) + system_problems(terms)


def size_problems(series: int, rounds: int) -> list[Problem]:
    """Whether a tournament may begin with so many series of so many rounds."""
    problems = []
    if not 0 <= series <= MOST_SERIES:
        problems.append(Problem("series-count-out-of-range", "series", {"most": MOST_SERIES}))
    if rounds not in ROUNDS:
        params = {"least": ROUNDS[0], "most": ROUNDS[-1]}
        problems.append(Problem("rounds-out-of-range", "rounds", params))
    return problems


def league_problems(terms: TournamentTerms) -> list[Problem]:
    """What is possible in a league alone, and what is not possible there."""
    problems = []
    if terms.best_of is not None and terms.league:
        problems.append(Problem("best-of-in-a-league", "best_of"))
    if terms.substitutes and not terms.league:
        problems.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    return problems


def phone_problems(terms: TournamentTerms) -> list[Problem]:
    """Signatures suffice where lists are kept by phone, and none is typed a second time."""
    if not terms.signed_suffices:
        return []
    problems = []
    if not terms.phones:
        problems.append(Problem("signatures-without-phones", "signed_suffices"))
    if terms.confirm == Confirm.BLIND:
        problems.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    return problems


def system_problems(terms: TournamentTerms) -> list[Problem]:
    """Whether the rule system is known and allows the club's options."""
    system = systems.find(terms.system)
    if system is None:
        return [Problem("system-unknown", field="system")]
    problems = []
    if terms.edition and terms.edition not in system.editions:
        problems.append(Problem("edition-not-of-system", field="system"))
    if terms.hand_loss is not None and terms.hand_loss not in system.hand_loss_options:
        problems.append(Problem("option-not-of-system", field="hand_loss"))
    if terms.ramsch and not system.ramsch_allowed:
        problems.append(Problem("option-not-of-system", field="ramsch"))
    if terms.wenzel_bonus and not terms.wenzels:
        problems.append(Problem("bonus-without-wenzels", "wenzel_bonus", rule="BT MP2"))
    return problems
