"""The addresses of this room."""

from django.urls import path

from scoring.players.views import entries, import_table, registration

urlpatterns = [
    path("tournaments/<int:tournament_id>/entries/", registration.show_entries, name="entries"),
    path("tournaments/<int:tournament_id>/entries/add/", registration.add, name="entry-add"),
    path("tournaments/<int:tournament_id>/entries/undo/", registration.undo, name="entries-undo"),
    path(
        "tournaments/<int:tournament_id>/entries/suggest/",
        registration.suggest,
        name="entries-suggest",
    ),
    path("tournaments/<int:tournament_id>/entries/paste/", entries.paste, name="entries-paste"),
    path(
        "tournaments/<int:tournament_id>/entries/import/",
        import_table.import_table,
        name="players-import",
    ),
    path("entries/<int:entry_id>/change/", entries.change, name="entry-change"),
    path("entries/<int:entry_id>/state/", entries.set_state, name="entry-state"),
    path("entries/<int:entry_id>/remove/", entries.remove, name="entry-remove"),
]
