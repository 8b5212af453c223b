"""The pages of teams and of categories."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, grant, team_for, tournament_for
from scoring.core.forms import (
    UNPROCESSABLE,
    cleaned_data_of,
    form_page,
    is_partial,
    notifying,
    parse_number,
    refusals,
    refuse,
)
from scoring.messages.citing import with_paragraph
from scoring.models import Category, Role, TeamContest, Tournament
from scoring.models.team import Member
from scoring.rules.problem import Problem
from scoring.series.forms import (
    AssignForm,
    CategoryForm,
    ContestForm,
    DrawTeamsForm,
    TeamForm,
    TeamLineForm,
)
from scoring.series.reads.teams import category_views, contest_view, contests
from scoring.series.services import categories, teams


@require_GET
def show_teams(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    rows, kind = contests(tournament), request.GET.get("kind", "")
    contest = next((row for row in rows if row.kind == kind), rows[0] if rows else None)
    return teams_page(request, tournament, contest, rows)


def teams_page(
    request: HttpRequest,
    tournament: Tournament,
    contest: TeamContest | None,
    all_contests: Sequence[TeamContest],
    *,
    line: TeamLineForm | None = None,
    counting: ContestForm | None = None,
    draw: DrawTeamsForm | None = None,
) -> HttpResponse:
    """All teams of one kind and the line that adds one; `counting` and `draw` were refused."""
    new = ContestForm(tournament=tournament) if contest or counting is None else counting
    context: dict[str, Any] = {
        "tournament": tournament,
        "contests": all_contests,
        "new": new,
    }
    if contest:
        context["view"], context["draw"] = contest_view(contest), draw or DrawTeamsForm()
        context["contest_form"] = counting or ContestForm.of(contest)
        context["line"] = line or TeamLineForm(contest=contest)
    return form_page(request, "series/teams/teams.html", line or counting or draw or new, **context)


def redirect_to_teams(tournament: Tournament, kind: str) -> HttpResponse:
    return redirect(reverse("teams", args=[tournament.pk], query={"kind": kind}))


def contest_of_kind(tournament: Tournament, kind: str) -> TeamContest | None:
    return next((contest for contest in contests(tournament) if contest.kind == kind), None)


@require_POST
def set_contest(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    contest = contest_of_kind(tournament, request.POST.get("kind", ""))
    if contest:
        form = ContestForm.of(contest, request.POST)
    else:
        form = ContestForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals(form):
            contest = teams.set_contest(tournament, by=actor(request), **form.cleaned_data)
            return redirect_to_teams(tournament, contest.kind)
    return teams_page(request, tournament, contest, contests(tournament), counting=form)


def posted_contest(request: HttpRequest, tournament: Tournament) -> TeamContest:
    contest = contest_of_kind(tournament, request.POST.get("kind", ""))
    if contest is None:
        raise refuse("contest-missing", field="kind")
    return contest


@require_POST
def remove_contest(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        contest = posted_contest(request, tournament)
        teams.remove_contest(contest, by=actor(request))
    return redirect("teams", tournament.pk)


@require_POST
def add_team(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    with refusals() as refused:
        contest = posted_contest(request, tournament)
        form = TeamLineForm(request.POST, contest=contest)
        if form.is_valid():
            with refusals(form):
                team = teams.add_team(contest, *form.cleaned_data["line"], by=actor(request))
                messages.success(request, f"{team.number} · {team.name}")
                return redirect_to_teams(tournament, contest.kind)
        return teams_page(request, tournament, contest, contests(tournament), line=form)
    return respond_not_counted(request, tournament, refused.problems)


def respond_not_counted(
    request: HttpRequest, tournament: Tournament, problems: list[Problem]
) -> HttpResponse:
    """Answer a line from a page that is out of date: teams of its kind are no longer counted."""
    line = request.POST.get("line", "")
    why = format_html_join(" ", "{}", ((with_paragraph(problem),) for problem in problems))
    if not is_partial(request):
        messages.error(request, format_html("{}: {}", line, why))
        return redirect("teams", tournament.pk)
    context = {"line": line, "why": why}
    response = render(request, "series/teams/_not_counted.html", context, status=UNPROCESSABLE)
    response["HX-Reswap"] = "none"  # the list of teams stays; the response goes out of band
    return response


@require_POST
def draw_teams(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        contest = posted_contest(request, tournament)
        form = DrawTeamsForm(request.POST)
        if form.is_valid():
            with refusals(form):
                count = len(teams.draw_teams(contest, **form.cleaned_data, by=actor(request)))
                sentence = ngettext("%(count)s team drawn.", "%(count)s teams drawn.", count)
                messages.success(request, sentence % {"count": count})
                return redirect_to_teams(tournament, contest.kind)
        return teams_page(request, tournament, contest, contests(tournament), draw=form)
    return redirect("teams", tournament.pk)


def show_team(request: HttpRequest, team_id: int) -> HttpResponse:
    team = team_for(request, team_id)
    tournament = team.contest.tournament
    members = list(team.members.select_related("entry__person"))
    stays = [Member(m.entry.start_number, m.from_series, m.until_series) for m in members]
    values = {"name": team.name, "members": "  ".join(teams.describe(stays))}
    form = TeamForm(request.POST or None, initial=values)
    if request.method == "POST":
        grant(request, tournament, Role.CLERK)
        if form.is_valid():
            with refusals(form):
                teams.change_team(team, by=actor(request), **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect_to_teams(tournament, team.contest.kind)
    return form_page(
        request, "series/teams/team.html", form, tournament=tournament, team=team, members=members
    )


@require_POST
def remove_team(request: HttpRequest, team_id: int) -> HttpResponse:
    team = team_for(request, team_id, Role.CLERK)
    kind, tournament = team.contest.kind, team.contest.tournament
    with notifying(request):
        teams.remove_team(team, by=actor(request))
        messages.success(request, _("“%(name)s” is dissolved.") % {"name": team.name})
    return redirect_to_teams(tournament, kind)


# Categories.


@require_GET
def show_categories(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    return categories_page(request, tournament, CategoryForm())


def categories_page(
    request: HttpRequest, tournament: Tournament, form: CategoryForm
) -> HttpResponse:
    rows = [(view, CategoryForm.of(view.category)) for view in category_views(tournament)]
    missing = [terms.name for terms in categories.missing_terms(tournament)]
    template = "series/teams/categories.html"
    return form_page(request, template, form, tournament=tournament, rows=rows, missing=missing)


@require_POST
def add_category(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = CategoryForm(request.POST)
    if form.is_valid():
        with refusals(form):
            categories.add_category(tournament, form.terms, by=actor(request))
            return redirect("categories", tournament.pk)
    return categories_page(request, tournament, form)


@require_POST
def add_suggested(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        categories.add_suggested(tournament, by=actor(request))
    return redirect("categories", tournament.pk)


def posted_category(request: HttpRequest, tournament: Tournament) -> Category:
    pk = parse_number(request.POST.get("category", ""), digits=18) or 0
    category = tournament.categories.select_related("tournament").filter(pk=pk).first()
    if category is None:
        raise refuse("category-gone")
    return category


@require_POST
def change_category(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = CategoryForm(request.POST)
    with notifying(request, _("Saved.")):
        category = posted_category(request, tournament)
        cleaned_data_of(form)
        categories.change_category(category, form.terms, by=actor(request))
    return redirect("categories", tournament.pk)


@require_POST
def remove_category(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        category = posted_category(request, tournament)
        categories.remove_category(category, by=actor(request))
        messages.success(request, _("“%(name)s” is removed.") % {"name": category.name})
    return redirect("categories", tournament.pk)


@require_POST
def assign(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Many players at once by start number, into a category or out of it."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    with notifying(request):
        category = posted_category(request, tournament)
        data = cleaned_data_of(AssignForm(request.POST))
        moved = categories.assign(category, data["numbers"], away=data["away"], by=actor(request))
        count = len(moved)
        sentence = ngettext(
            "%(name)s: %(count)s player changed.",
            "%(name)s: %(count)s players changed.",
            count,
        )
        messages.success(request, sentence % {"name": category.name, "count": count})
    return redirect("categories", tournament.pk)
