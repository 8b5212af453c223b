from django.urls import include, path

from scoring.teams import views

of_tournament = [
    path("categories/", views.show_categories, name="categories"),
    path("categories/add/", views.add_category, name="category-add"),
    path("categories/suggested/", views.add_suggested, name="categories-suggested"),
    path("categories/change/", views.change_category, name="category-change"),
    path("categories/remove/", views.remove_category, name="category-remove"),
    path("categories/assign/", views.assign, name="category-assign"),
    path("teams/", views.show_teams, name="teams"),
    path("teams/contest/", views.set_contest, name="contest-set"),
    path("teams/contest/remove/", views.remove_contest, name="contest-remove"),
    path("teams/add/", views.add_team, name="team-add"),
    path("teams/draw/", views.draw_teams, name="teams-draw"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("teams/<int:team_id>/", views.show_team, name="team"),
    path("teams/<int:team_id>/remove/", views.remove_team, name="team-remove"),
]
