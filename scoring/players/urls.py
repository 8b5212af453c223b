from django.urls import include, path

from scoring.players.views import entries, exclusion, registration

of_tournament = [
    path("entries/", registration.show_entries, name="entries"),
    path("entries/add/", registration.add, name="entry-add"),
    path("entries/undo/", registration.undo, name="entries-undo"),
    path("entries/undo/<int:log_id>/", registration.undo_import, name="players-import-undo"),
    path("entries/suggest/", registration.suggest, name="entries-suggest"),
    path("entries/paste/", entries.paste, name="entries-paste"),
    path("rulings/<int:number>/exclusion/", exclusion.decide, name="ruling-exclusion"),
]

of_entry = [
    path("change/", entries.change, name="entry-change"),
    path("state/", entries.set_state, name="entry-state"),
    path("leave/", entries.leave, name="entry-leave"),
    path("remove/", entries.remove, name="entry-remove"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("entries/<int:entry_id>/", include(of_entry)),
]
