from django.urls import include, path

from scoring.tournament import views

of_tournament = [
    path("", views.show_tournament, name="tournament"),
    path("next/", views.show_next_steps, name="next-steps"),
    path("settings/", views.show_settings, name="tournament-settings"),
    path("state/", views.move_state, name="tournament-state"),
    path("remove/", views.remove_tournament, name="tournament-remove"),
]

urlpatterns = [
    path("tournaments/", views.show_tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="tournament-new"),
    path("hosts/<int:host_id>/defaults/", views.show_host_defaults, name="host-defaults"),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
