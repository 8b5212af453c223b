"""A league, a season of that kind: divisions, teams, venues, match days, meetings, penalties."""

from fractions import Fraction
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.person import Club, Person
from scoring.models.season import Season
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE
from scoring.models.tournament import ROUNDS, Tournament
from scoring.rules.league.scoring import LeagueScoring, Lines
from scoring.rules.league.season import SeriesSums
from scoring.rules.ranking import simplify_figure

MAX_DAYS, MAX_SERIES_PER_DAY = 60, 12
MAX_PENALTY = 99  # match points or counter-points by one decision


class WithdrawnResults(models.TextChoices):
    """What happens to the results of a team that withdraws."""

    KEEP = "keep", _("its results up to then stand")
    ANNUL = "annul", _("all its results are annulled")


class LeagueLeader(models.Model):
    """A leader of a league, who organizes all of it."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="leaders")
    user = models.ForeignKey("scoring.User", models.CASCADE, related_name="leagues")

    class Meta:
        ordering = ["id"]
        constraints = [unique("league_leader_once", "season", "user")]


class Division(models.Model):
    """A division or one of its groups: teams that play each other and share a table.

    `level` 1 is the highest; groups of one division have the same. A team has `size` players, a
    match day `series` series of `rounds` rounds. `scoring` has the fields of `LeagueScoring` that
    differ from its defaults, which are those of the DSkV.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    level = models.PositiveSmallIntegerField(default=1)
    size = models.PositiveSmallIntegerField(default=4)
    series = models.PositiveSmallIntegerField(default=3)
    rounds = models.PositiveSmallIntegerField(default=12)
    promoted = models.PositiveSmallIntegerField(default=0)
    promotion_playoff = models.PositiveSmallIntegerField(default=0)
    relegation_playoff = models.PositiveSmallIntegerField(default=0)
    relegated = models.PositiveSmallIntegerField(default=0)
    scoring = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("division_number_once", "season", "number"),
            unique("division_name_once", "season", "name"),
            check(
                "division_sensible",
                Q(size__gte=MIN_TEAM_SIZE, size__lte=MAX_TEAM_SIZE)
                & Q(series__gte=1, series__lte=MAX_SERIES_PER_DAY)
                & Q(rounds__gte=ROUNDS[0], rounds__lte=ROUNDS[-1])
                & Q(level__gte=1, number__gte=1),
            ),
            check("division_has_a_name", ~Q(name="")),
        ]

    @property
    def league_scoring(self) -> LeagueScoring:
        return read_scoring(self.scoring, self.size)

    @property
    def lines(self) -> Lines:
        return Lines(self.promoted, self.promotion_playoff, self.relegation_playoff, self.relegated)


# A figure of match points as text: "3", "2.5" or "5/2". A decimal is stored as a fraction, which
# has to match as well: "33.3333" as "333333/10000".
MATCH_POINTS = r"^-?([0-9]{1,5}(\.[0-9]{1,5})?|[0-9]{1,10}/[1-9][0-9]{0,5})$(?!\n)"


def read_scoring(document: dict[str, Any], size: int) -> LeagueScoring:
    """The scoring of a division from its JSON, where tuples are lists and halves are "5/2".

    >>> read_scoring({"points": [[5, "5/2", 0]], "ties": "higher"}, 4).of_places(3)
    (5, Fraction(5, 2), 0)
    """
    scoring = {key: value for key, value in document.items() if key in LeagueScoring.__slots__}
    if "points" in scoring:
        scoring["points"] = tuple(
            tuple(simplify_figure(Fraction(value)) for value in places)
            for places in scoring["points"]
        )
    for key in ("order", "breakers"):
        if key in scoring:
            scoring[key] = tuple(scoring[key])
    return LeagueScoring(**{**scoring, "size": size})


class Venue(models.Model):
    season = models.ForeignKey(Season, models.CASCADE, related_name="venues")
    name = models.CharField(max_length=120)
    address = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            unique("venue_name_once", "season", "name"),
            check("venue_has_a_name", ~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class LeagueTeam(models.Model):
    """A team of a division; `withdrawn_from` is the first match day without it."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="+")
    home = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True, related_name="+")
    cannot_host = models.BooleanField(default=False)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn_results = models.CharField(
        max_length=10, choices=WithdrawnResults.choices, default=WithdrawnResults.KEEP
    )
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("league_team_number_once", "division", "number"),
            unique("league_team_name_once", "division", "name"),
            check("league_team_is_named", Q(number__gte=1) & ~Q(name="")),
            check(
                "league_team_withdrawn_for_a_reason",
                Q(withdrawn_from__isnull=True) | Q(withdrawn_from__gte=1) & ~Q(withdrawn_reason=""),
            ),
            check("league_team_results_known", Q(withdrawn_results__in=WithdrawnResults.values)),
        ]

    def __str__(self) -> str:
        return self.name


class LeaguePlayer(models.Model):
    """A player of a team, from one match day to another.

    `position` is the place in the roster where places are fixed (1–8, substitutes from 9 on).
    `season` repeats the division's for a constraint.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, models.PROTECT, related_name="in_leagues")
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    from_day = models.PositiveSmallIntegerField(default=1)
    until_day = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = [F("position").asc(nulls_last=True), "id"]
        constraints = [
            # A player who changes teams leaves the old one first.
            unique(
                "league_player_in_one_team", "season", "person", condition=Q(until_day__isnull=True)
            ),
            unique("league_position_once", "team", "position", condition=Q(until_day__isnull=True)),
            check(
                "league_player_leaves_after_coming",
                Q(until_day__isnull=True) | Q(until_day__gte=F("from_day")),
            ),
        ]

    def plays(self, day: int) -> bool:
        """Whether the player may play for the team on this match day."""
        return self.from_day <= day and (self.until_day is None or day <= self.until_day)


class MatchDay(models.Model):
    season = models.ForeignKey(Season, models.CASCADE, related_name="match_days")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("match_day_number_once", "season", "number"),
            check("match_day_number_sensible", Q(number__gte=1, number__lte=MAX_DAYS)),
        ]


class Meeting(models.Model):
    """The teams that play at one venue on a match day.

    Results come from `tournament`; without one they are entered by hand. They are provisional until
    `reported_at`.
    """

    match_day = models.ForeignKey(MatchDay, models.CASCADE, related_name="meetings")
    division = models.ForeignKey(Division, models.CASCADE, related_name="meetings")
    number = models.PositiveSmallIntegerField()
    venue = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True, related_name="+")
    host = models.ForeignKey(LeagueTeam, models.SET_NULL, null=True, blank=True, related_name="+")
    tournament = models.OneToOneField(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="meeting"
    )
    reported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match_day__number", "division__number", "number"]
        constraints = [unique("meeting_number_once", "match_day", "division", "number")]

    @property
    def place(self) -> str:
        """The venue and the host, as far as they are known."""
        host = _("host: %(team)s") % {"team": self.host.name} if self.host else ""
        return " · ".join(part for part in (str(self.venue or ""), host) if part)

    @property
    def team_names(self) -> str:
        return ", ".join(row.team.name for row in self.teams.all())

    @property
    def state(self) -> str:
        """Whether the meeting is planned, or its results are provisional or reported: a code."""
        if self.reported_at is not None:
            return "reported"
        has_results = any(row for team in self.teams.all() for row in team.results.all())
        return "provisional" if self.tournament_id or has_results else "planned"


class MeetingTeam(models.Model):
    """A team of a meeting; `match_day` repeats the meeting's for a constraint."""

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="teams")
    match_day = models.ForeignKey(MatchDay, models.CASCADE, related_name="+")
    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="meetings")
    absent = models.BooleanField(default=False)  # or refused to play short
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["team__number"]
        constraints = [
            unique("team_plays_once_a_day", "match_day", "team"),
            check("absent_for_a_reason", Q(absent=False) | ~Q(reason="")),
        ]


class SeriesForfeit(models.Model):
    """A series that a team loses by decision, as if it had not appeared."""

    meeting_team = models.ForeignKey(MeetingTeam, models.CASCADE, related_name="forfeits")
    series = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["series"]
        constraints = [
            unique("series_forfeited_once", "meeting_team", "series"),
            check(
                "series_forfeited_for_a_reason",
                Q(series__gte=1, series__lte=MAX_SERIES_PER_DAY) & ~Q(reason=""),
            ),
        ]


class LeagueLot(models.Model):
    """The place that a team drew among teams that are equal in the table.

    It decides among those of the same `drawing`, at the `totals` it was drawn at
    (docs/law.md "League" 9).
    """

    team = models.OneToOneField(LeagueTeam, models.CASCADE, related_name="lot")
    order = models.PositiveSmallIntegerField()
    drawing = models.PositiveIntegerField()
    totals = models.CharField(max_length=120)


class ReportedResult(models.Model):
    """A team's result in a series of a meeting, entered by hand."""

    meeting_team = models.ForeignKey(MeetingTeam, models.CASCADE, related_name="results")
    series = models.PositiveSmallIntegerField()
    # Sums of the players; `performance` and `points` are equal in the scheme "plain".
    performance = models.IntegerField()
    points = models.IntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    players = models.PositiveSmallIntegerField(default=4)

    class Meta:
        ordering = ["series"]
        constraints = [
            unique("reported_once_a_series", "meeting_team", "series"),
            check("reported_series_sensible", Q(series__gte=1, series__lte=MAX_SERIES_PER_DAY)),
        ]

    @property
    def sums(self) -> SeriesSums:
        return SeriesSums(self.performance, self.points, self.won, self.lost, self.players)


class TeamPenalty(models.Model):
    """Points that the league leader adds to or takes from a team; a mistake is reversed."""

    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="penalties")
    match_day = models.ForeignKey(
        MatchDay, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    match_points = models.SmallIntegerField(default=0)
    counter_points = models.SmallIntegerField(default=0)
    points = models.IntegerField(default=0)
    reason = models.CharField(max_length=200)
    reverses = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="reversed_by"
    )
    at = models.DateTimeField()
    by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            check("penalty_changes_something", ~Q(match_points=0, counter_points=0, points=0)),
            check("penalty_has_a_reason", ~Q(reason="")),
        ]
