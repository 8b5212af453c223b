from django.urls import include, path

from scoring.people.imports.views import people, results

of_tournament = [
    path("entries/import/", people.import_players_table, name="players-import"),
    path("entries/paste/", people.paste_list, name="entries-paste"),
    path(
        "clubs/<int:club_id>/members/import/",
        people.import_members_table,
        name="club-members-import",
    ),
    path("results/import/", results.import_results, name="results-import"),
    path("results/import/<int:log_id>/withdraw/", results.withdraw, name="results-withdraw"),
]

urlpatterns = [path("tournaments/<int:tournament_id>/", include(of_tournament))]
