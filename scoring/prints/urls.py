"""The addresses of this room."""

from django.urls import path

from scoring.prints.registry import MONEY
from scoring.prints.views import files, logo, prints

urlpatterns = [
    path("tournaments/<int:tournament_id>/prints/", prints.show_prints, name="prints"),
    path(
        "tournaments/<int:tournament_id>/prints/<slug:what>.pdf",
        prints.print_document,
        name="print",
    ),
    path(
        "tournaments/<int:tournament_id>/tables/<slug:what>.<file:kind>",
        files.table_file,
        name="table-file",
    ),
    path(
        "tournaments/<int:tournament_id>/money/<slug:what>.<file:kind>",
        files.table_file,
        {"tables": MONEY},
        name="money-file",
    ),
    path("installation/<slug:what>.<file:kind>", files.installation_file, name="installation-file"),
    path(
        "series/<int:series_id>/tables/<slug:order>.<file:kind>",
        files.series_table_file,
        name="series-table-file",
    ),
    path("entries/<int:entry_id>/lists.<file:kind>", files.player_file, name="entry-file"),
    path(
        "lists/<int:list_id>/tables/<slug:part>.<file:kind>",
        files.list_table_file,
        name="list-table-file",
    ),
    path(
        "tournaments/<int:tournament_id>/tournament.xlsx", files.whole_file, name="tournament-xlsx"
    ),
    path("tournaments/<int:tournament_id>/logo/", logo.show_logo, name="logo"),
    path("tournaments/<int:tournament_id>/logo/remove/", logo.remove_logo, name="logo-remove"),
    path("tournaments/<int:tournament_id>/logo.png", logo.logo_picture, name="logo-picture"),
]
