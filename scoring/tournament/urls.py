from django.urls import include, path

from scoring.tournament import views

of_tournament = [
    path("", views.show_tournament, name="tournament"),
    path("next/", views.show_next_steps, name="next-steps"),
    path("settings/", views.show_settings, name="tournament-settings"),
    path("state/", views.move_state, name="tournament-state"),
    path("remove/", views.remove_tournament, name="tournament-remove"),
    path("next-evening/", views.next_evening, name="next-evening"),
    path("attendance/", views.attendance, name="attendance"),
]

of_season = [
    path("settings/", views.season_settings, name="season-settings"),
    path("join/", views.join_season, name="season-join"),
    path("leave/", views.leave_season, name="season-leave"),
    path("remove/", views.remove_season, name="season-remove"),
    path("public/", views.switch_season_public, name="season-public"),
    path("close/", views.end_season, name="season-close"),
]

urlpatterns = [
    path("tournaments/", views.show_tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="tournament-new"),
    path("hosts/<int:host_id>/defaults/", views.show_host_defaults, name="host-defaults"),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("seasons/new/", views.new_season, name="season-new"),
    path("seasons/<int:season_id>/", include(of_season)),
]
