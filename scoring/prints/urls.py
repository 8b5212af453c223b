from django.urls import include, path

from scoring.prints import views

of_tournament = [
    path("prints/", views.show_prints, name="prints"),
    path("prints/now.pdf", views.print_now, name="prints-now"),
    path("prints/press/", views.show_press_report, name="press"),
    path("prints/<slug:what>.pdf", views.print_document, name="print"),
    path("tables/<slug:what>.<file:kind>", views.table_file, name="table-file"),
    path("tournament.xlsx", views.whole_file, name="tournament-xlsx"),
    path("tournament.xlsx/progress/", views.whole_file_progress, name="tournament-xlsx-progress"),
    path("logo/", views.show_logo, name="logo"),
    path("logo.png", views.logo_picture, name="logo-picture"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("hosts/<int:host_id>/log.<file:kind>", views.host_log_file, name="host-log-file"),
    path("hosts/<int:host_id>/logo/", views.show_host_logo, name="host-logo"),
    path("hosts/<int:host_id>/logo.png", views.host_logo_picture, name="host-logo-picture"),
    path("installation/<slug:what>.<file:kind>", views.installation_file, name="installation-file"),
    path(
        "series/<int:series_id>/tables/<slug:order>.<file:kind>",
        views.series_table_file,
        name="series-table-file",
    ),
]
