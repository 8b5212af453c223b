"""The addresses of this room."""

from django.urls import path

from scoring.tournament import views

urlpatterns = [
    path("tournaments/", views.show_tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="tournament-new"),
    path("tournaments/<int:tournament_id>/", views.show_tournament, name="tournament"),
    path(
        "tournaments/<int:tournament_id>/settings/",
        views.tournament_settings,
        name="tournament-settings",
    ),
    path("tournaments/<int:tournament_id>/state/", views.move, name="tournament-state"),
    path("tournaments/<int:tournament_id>/remove/", views.remove, name="tournament-remove"),
]
