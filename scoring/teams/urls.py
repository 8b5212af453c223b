from django.urls import include, path

from scoring.teams.views import categories, teams

of_tournament = [
    path("categories/", categories.show_categories, name="categories"),
    path("categories/add/", categories.add, name="category-add"),
    path("categories/suggested/", categories.add_suggested, name="categories-suggested"),
    path("categories/change/", categories.change, name="category-change"),
    path("categories/remove/", categories.remove, name="category-remove"),
    path("categories/assign/", categories.assign, name="category-assign"),
    path("teams/", teams.show_teams, name="teams"),
    path("teams/contest/", teams.set_contest, name="contest-set"),
    path("teams/contest/remove/", teams.remove_contest, name="contest-remove"),
    path("teams/add/", teams.add, name="team-add"),
    path("teams/draw/", teams.draw, name="teams-draw"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("teams/<int:team_id>/", teams.show_team, name="team"),
    path("teams/<int:team_id>/remove/", teams.remove, name="team-remove"),
]
