from django.urls import include, path

from scoring.people.imports import views

of_tournament = [
    path("entries/import/", views.import_players_table, name="players-import"),
    path("entries/paste/", views.paste_list, name="entries-paste"),
    path(
        "clubs/<int:club_id>/members/import/",
        views.import_members_table,
        name="club-members-import",
    ),
    path("results/import/", views.import_results, name="results-import"),
    path("results/import/<int:log_id>/withdraw/", views.withdraw, name="results-withdraw"),
]

urlpatterns = [path("tournaments/<int:tournament_id>/", include(of_tournament))]
