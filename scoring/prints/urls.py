from django.urls import include, path

from scoring.prints.table_files import MONEY
from scoring.prints.views import files, logo, prints

of_tournament = [
    path("prints/", prints.show_prints, name="prints"),
    path("prints/copies/", prints.change_copies, name="prints-copies"),
    path("prints/now.pdf", prints.print_now, name="prints-now"),
    path("prints/<slug:what>.pdf", prints.print_document, name="print"),
    path("tables/<slug:what>.<file:kind>", files.table_file, name="table-file"),
    path("money/<slug:what>.<file:kind>", files.table_file, {"tables": MONEY}, name="money-file"),
    path("tournament.xlsx", files.whole_file, name="tournament-xlsx"),
    path("tournament.xlsx/progress/", files.whole_file_progress, name="tournament-xlsx-progress"),
    path("logo/", logo.show_logo, name="logo"),
    path("logo/remove/", logo.remove_logo, name="logo-remove"),
    path("logo.png", logo.logo_picture, name="logo-picture"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("hosts/<int:host_id>/log.<file:kind>", files.host_log_file, name="host-log-file"),
    path("hosts/<int:host_id>/logo/", logo.show_host_logo, name="host-logo"),
    path("hosts/<int:host_id>/logo/remove/", logo.remove_host_logo, name="host-logo-remove"),
    path("hosts/<int:host_id>/logo.png", logo.host_logo_picture, name="host-logo-picture"),
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
]
