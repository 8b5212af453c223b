"""The addresses of this room."""

from django.urls import path

from scoring.teams.views import categories, teams

urlpatterns = [
    path(
        "tournaments/<int:tournament_id>/categories/", categories.show_categories, name="categories"
    ),
    path("tournaments/<int:tournament_id>/categories/add/", categories.add, name="category-add"),
    path(
        "tournaments/<int:tournament_id>/categories/suggested/",
        categories.add_suggested,
        name="categories-suggested",
    ),
    path(
        "tournaments/<int:tournament_id>/categories/change/",
        categories.change,
        name="category-change",
    ),
    path(
        "tournaments/<int:tournament_id>/categories/remove/",
        categories.remove,
        name="category-remove",
    ),
    path(
        "tournaments/<int:tournament_id>/categories/assign/",
        categories.assign,
        name="category-assign",
    ),
    path("tournaments/<int:tournament_id>/teams/", teams.show_teams, name="teams"),
    path("tournaments/<int:tournament_id>/teams/contest/", teams.set_contest, name="contest-set"),
    path(
        "tournaments/<int:tournament_id>/teams/contest/remove/",
        teams.remove_contest,
        name="contest-remove",
    ),
    path("tournaments/<int:tournament_id>/teams/add/", teams.add, name="team-add"),
    path("tournaments/<int:tournament_id>/teams/draw/", teams.draw, name="teams-draw"),
    path("teams/<int:team_id>/", teams.show_team, name="team"),
    path("teams/<int:team_id>/remove/", teams.remove, name="team-remove"),
]
