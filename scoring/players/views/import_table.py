"""Players from a table."""

from collections.abc import Collection, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, tournament_for
from scoring.core.heavy import heavy
from scoring.models import Person, Role
from scoring.players.files.read_players import PlayersSheet, read_players
from scoring.players.forms.import_table import PlayersTableForm
from scoring.players.reads.entries import Suggestion, as_suggestions
from scoring.players.services.import_table import (
    RowResult,
    digests,
    import_players,
    judge,
)
from scoring.players.views.entries import entered
from scoring.players.views.table_import import TableImport


@heavy
@require_http_methods(["GET", "POST"])
def import_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    return PlayersImport(request, tournament).answer()


class PlayersImport(TableImport[RowResult]):
    page = "players/import.html"
    form_class = PlayersTableForm

    def read(self, data: bytes) -> PlayersSheet:
        return read_players(data)

    def judge(self, sheet: PlayersSheet) -> list[RowResult]:
        return judge(self.tournament, sheet.rows, self.choices)

    def digests(self, rows: Sequence[RowResult]) -> set[str]:
        return digests(rows, self.choices)

    def write(self, sheet: PlayersSheet, shown: Collection[str]) -> int:
        entries = import_players(
            self.tournament,
            sheet.rows,
            choices=self.choices,
            shown=shown,
            by=actor(self.request),
        )
        return len(entries)

    def written(self, count: int) -> HttpResponse:
        return entered(self.request, self.tournament, count)

    def unused(self) -> HttpResponse:
        return redirect("entries", self.tournament.pk)

    def candidates(self, row: RowResult) -> list[Suggestion]:
        if not row.candidates:
            return []
        known = Person.objects.filter(pk__in=row.candidates).values_list("pk", flat=True)
        return as_suggestions(self.tournament, list(known))
