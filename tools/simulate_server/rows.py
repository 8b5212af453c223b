"""The rows of a played tournament once more, for others: copied inside the database.

2,000,000 games made one by one in Python take an hour, copied they take a minute.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from scoring.models import Entry, Game, LogEntry, Person, ScoreList, Seat, Series, Tournament

# Where the rows of a model come from: `old` is the row that is copied, `%(series)s` the series of
# the template, and the new tournaments are those of the ids from `%(first)s` to `%(last)s`.
SERIES = """
    scoring_series old, scoring_tournament new
    WHERE old.id = %(series)s AND new.id BETWEEN %(first)s AND %(last)s"""
LISTS = """
    scoring_scorelist old, scoring_series new
    WHERE old.series_id = %(series)s AND new.tournament_id BETWEEN %(first)s AND %(last)s"""
SEATS = """
    scoring_seat old
    JOIN scoring_scorelist mine ON mine.id = old.list_id
    JOIN scoring_scorelist list ON list.table_number = mine.table_number
    JOIN scoring_series new ON new.id = list.series_id
    JOIN scoring_entry played ON played.id = old.entry_id
    JOIN scoring_entry entry
        ON entry.start_number = played.start_number AND entry.tournament_id = new.tournament_id
    WHERE old.series_id = %(series)s AND new.tournament_id BETWEEN %(first)s AND %(last)s"""
GAMES = """
    scoring_game old
    JOIN scoring_scorelist mine ON mine.id = old.list_id
    JOIN scoring_scorelist list ON list.table_number = mine.table_number
    JOIN scoring_series new ON new.id = list.series_id
    WHERE mine.series_id = %(series)s AND new.tournament_id BETWEEN %(first)s AND %(last)s"""
LOG = """
    scoring_logentry old, scoring_tournament new
    WHERE old.tournament_id = %(tournament)s AND new.id BETWEEN %(first)s AND %(last)s
    ORDER BY new.id, old.id"""


class PlayedTournament:
    """A tournament of one series that was played."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.series: Series = tournament.series.get()
        self.entries = list(tournament.entries.all())

    def release(self) -> None:
        """Show seating and results wherever the tournament is public."""
        self.series.seating_public_at = self.series.results_public_at = timezone.now()
        self.series.save()

    def tournament_again(self, **changed: object) -> Tournament:
        """The tournament once more with other values, not saved."""
        made = copy(self.tournament)
        made.pk, made._state.adding = None, True
        for name, value in changed.items():
            setattr(made, name, value)
        return made

    def repeat(self, made: Sequence[tuple[Tournament, Sequence[Person]]], rng: Random) -> None:
        """Save these tournaments, each with some of these people, lists, games and logs."""
        Tournament.objects.bulk_create(each for each, _people in made)
        Entry.objects.bulk_create(
            Entry(
                tournament=each,
                person=person,
                start_number=entry.start_number,
                club_name=str(person.club),
            )
            for each, people in made
            for entry, person in zip(
                self.entries, rng.sample(people, len(self.entries)), strict=True
            )
        )
        ids = sorted(int(each.pk) for each, _people in made)
        where = {
            "tournament": self.tournament.pk,
            "series": self.series.pk,
            "first": ids[0],
            "last": ids[-1],
        }
        copy_rows(Series, SERIES, where, tournament_id="new.id")
        copy_rows(ScoreList, LISTS, where, series_id="new.id")
        copy_rows(Seat, SEATS, where, series_id="new.id", list_id="list.id", entry_id="entry.id")
        copy_rows(Game, GAMES, where, list_id="list.id")
        actor = "'organizer-' || new.host_id || '-0'"
        copy_rows(LogEntry, LOG, where, tournament_id="new.id", actor=actor)


def copy_rows(model: type[Model], source: str, where: Mapping[str, Any], /, **changed: str) -> None:
    """Insert the rows `old` of a FROM clause again; `changed` holds columns as SQL."""
    quote = connection.ops.quote_name
    columns = [str(each.column) for each in model._meta.concrete_fields if not each.primary_key]
    values = (changed.get(column, f"old.{quote(column)}") for column in columns)
    into = f"{quote(model._meta.db_table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor:
        # Only names of tables and columns are put in; what varies are parameters.
        cursor.execute(f"INSERT INTO {into} SELECT {', '.join(values)} FROM {source}", where)
