"""A league led by its pages alone, and what was played there reckoned a second time.

The figures are made here and typed into the pages; performance and sums follow from docs/law.md,
not from the program. A player's name tells his team: "Spieler7b" plays for team 7.
"""

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import Meeting, ScoreList, Season, Series, Tournament

BONUS = {3: 40, 4: 30}  # for a game lost by another, by the players at the table
VALUE = 24  # clubs with 1
Figures = tuple[int, int, int, int, int]  # performance, game points, won, lost, players


def player(team: int, place: int) -> str:
    return f"Kai Spieler{team}{'abcdefgh'[place]}"


@dataclass
class Led:
    """A leader's client, and the results of his league as they were typed.

    `results` holds by (day, meeting) and series what each team reached; `used` the names of the
    addresses that were asked for.
    """

    client: Client
    random: random.Random
    results: dict[tuple[int, int], dict[int, dict[int, Figures]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    used: set[str] = field(default_factory=set)

    def get(self, name: str, *args: object) -> str:
        response = self.client.get(reverse(name, args=args))
        assert response.status_code == 200, (name, response.status_code)
        self.used.add(name)
        return response.content.decode("utf-8", "replace")

    def send(self, where: str, /, *args: object, **fields: Any) -> str:
        """A form that is accepted: no error stands on the page that follows."""
        response = self.client.post(reverse(where, args=args), fields, follow=True)
        assert response.status_code == 200, (where, response.status_code)
        told = (response.context or {}).get("messages") or ()
        assert not [str(each) for each in told if each.level_tag in ("error", "danger")]
        self.used.add(where)
        return response.content.decode("utf-8", "replace")

    def line_up(self, meeting: Meeting, present: dict[int, int]) -> Tournament:
        """So many players of each team are there."""
        lineups = {
            f"team_{team}": "\n".join(player(team, place) for place in range(count))
            for team, count in present.items()
        }
        self.send("league-meeting-lineup", meeting.pk, **lineups)
        meeting.refresh_from_db()
        assert meeting.tournament is not None
        return meeting.tournament

    def seat(self, series: Series) -> None:
        """Draw and begin a series; team-mates sit at different tables."""
        self.send("series-draw", series.pk)
        self.send("series-state", series.pk, to="playing")
        for score_list in series.lists.all():
            teams = [team_of(name) for name in names_of(score_list)]
            assert len(set(teams)) == len(teams)

    def play(self, meeting: Meeting, number: int) -> None:
        """Type every list of a series and close it."""
        series = meeting.tournament.series.get(number=number)
        for score_list in series.lists.order_by("table_number"):
            self.keep(meeting, number, score_list, self.type_totals(score_list))
        self.send("series-state", series.pk, to="closed")

    def type_totals(self, score_list: ScoreList) -> list[tuple[int, int, int, int]]:
        """Three figures a player and the paper's total, which the program reckons itself."""
        seats = score_list.seats
        counts = [(self.random.randint(3, 8), self.random.randint(0, 2)) for _seat in range(seats)]
        lost = sum(each for _won, each in counts)
        figures = []
        for won, own in counts:
            points = VALUE * won - 2 * VALUE * own
            performance = points + 50 * (won - own) + BONUS[seats] * (lost - own)
            figures.append((performance, points, won, own))
        sent: dict[str, object] = {"layout": score_list.layout}
        for seat, (total, points, won, own) in enumerate(figures, 1):
            sent |= {f"points_{seat}": points, f"won_{seat}": won, f"lost_{seat}": own}
            sent[f"total_{seat}"] = total
        self.send("list-totals", score_list.pk, **sent)
        return figures

    def keep(
        self,
        meeting: Meeting,
        number: int,
        score_list: ScoreList,
        figures: list[tuple[int, int, int, int]],
    ) -> None:
        """Add the figures of a list to those of the teams."""
        series = self.results[meeting.match_day.number, meeting.number].setdefault(number, {})
        for name, (performance, *rest) in zip(names_of(score_list), figures, strict=True):
            own = series.get(team_of(name), (0, 0, 0, 0, 0))
            added = zip(own, (performance, *rest, 1), strict=True)
            series[team_of(name)] = tuple(one + other for one, other in added)

    def type_report(self, meeting: Meeting) -> None:
        """The match report of another venue: performance, games won and lost of every team."""
        sent = {}
        for number in range(1, meeting.division.series + 1):
            series = {}
            for team in meeting.teams.values_list("team__number", flat=True):
                performance = self.random.randint(2200, 4600)
                won, lost = self.random.randint(24, 40), self.random.randint(2, 9)
                series[team] = (performance, 0, won, lost, 4)
                sent[f"t{team}_s{number}"] = f"{performance} {won} {lost}"
            self.results[meeting.match_day.number, meeting.number][number] = series
        self.send("league-meeting-results", meeting.pk, **sent)

    def report(self, meeting: Meeting) -> None:
        self.send("league-meeting-reported", meeting.pk, reported="on")


def names_of(score_list: ScoreList) -> list[str]:
    """The players of a list by position."""
    return [str(seat.entry.person) for seat in score_list.seat_rows.order_by("position")]


def team_of(name: str) -> int:
    return int(re.search(r"(\d+)[a-z]$", name)[1])


def meetings_on(season: Season, day: int) -> list[Meeting]:
    rows = Meeting.objects.select_related("division__season", "match_day")
    return list(rows.filter(division__season=season, match_day__number=day).order_by("number"))


def teams_of(meeting: Meeting) -> list[int]:
    return list(meeting.teams.order_by("team__number").values_list("team__number", flat=True))
