"""Members from a table."""

from collections.abc import Collection, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor
from scoring.core.answers import notifying
from scoring.core.heavy import heavy
from scoring.members.files.read_members import read_members
from scoring.members.forms import MembersTableForm
from scoring.members.services.import_table import (
    MemberVerdict,
    digests,
    import_members,
    judge_members,
    undo_import,
)
from scoring.members.views.members import club_for
from scoring.models import Club, Person, Role, Tournament
from scoring.players.files.read_players import PlayersSheet
from scoring.players.views.table_import import TableImport


@heavy
@require_http_methods(["GET", "POST"])
def import_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    return MembersImport(request, tournament, club).answer()


@require_POST
def undo(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    """Undo the last table of members as a whole."""
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    with notifying(request):
        count = undo_import(tournament, club, by=actor(request))
        sentence = ngettext("%(count)s member removed.", "%(count)s members removed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("club-members", tournament.pk, club.pk)


class MembersImport(TableImport[MemberVerdict]):
    page = "members/import.html"
    form_class = MembersTableForm

    def __init__(self, request: HttpRequest, tournament: Tournament, club: Club) -> None:
        super().__init__(request, tournament, club=club)
        self.club = club

    def read(self, data: bytes) -> PlayersSheet:
        return read_members(data)

    def judge(self, sheet: PlayersSheet) -> list[MemberVerdict]:
        return judge_members(self.club, sheet.rows, self.choices)

    def digests(self, rows: Sequence[MemberVerdict]) -> set[str]:
        return digests(rows, self.choices)

    def write(self, sheet: PlayersSheet, shown: Collection[str]) -> int:
        return import_members(
            self.tournament,
            self.club,
            sheet.rows,
            choices=self.choices,
            shown=shown,
            by=actor(self.request),
        )

    def written(self, count: int) -> HttpResponse:
        sentence = ngettext("%(count)s new member.", "%(count)s new members.", count)
        messages.success(self.request, sentence % {"count": count})
        return self.unused()

    def unused(self) -> HttpResponse:
        return redirect("club-members", self.tournament.pk, self.club.pk)

    def candidates(self, row: MemberVerdict) -> list[Person]:
        if not row.candidates:
            return []
        return list(Person.objects.filter(pk__in=row.candidates).select_related("club"))
