from django.urls import include, path

from scoring.reporting import views

of_tournament = [
    path("report/", views.show_report, name="report"),
    path("report/send/", views.send_report, name="report-send"),
    path("report/document/", views.report_document, name="report-document"),
    path("versions/", views.show_versions, name="report-versions"),
    path("versions/document/", views.received_document, name="report-received-document"),
]

of_host = [
    path("", views.show_reports, name="host-reports"),
    path("upload/", views.upload, name="report-upload"),
    path("season/", views.put_into_season, name="report-season"),
    path("keys/", views.give_key, name="report-key-give"),
    path("keys/<int:key_id>/", views.withdraw_key, name="report-key-withdraw"),
    path("<int:tournament_id>/", views.show_reported, name="host-report"),
    path(
        "<int:tournament_id>/<path:scope>.<file:kind>", views.reported_file, name="host-report-file"
    ),
    path("<int:tournament_id>/<path:scope>/", views.show_reported, name="host-report-ranking"),
]

urlpatterns = [
    path("reports/", views.receive_report, name="report-receive"),
    path("report-server/<int:host_id>/", views.change_target, name="report-target"),
    path("report-server/<int:host_id>/remove/", views.remove_target, name="report-target-remove"),
    path("seasons/<int:season_id>/season.json", views.season_document, name="season-document"),
    path("hosts/<int:host_id>/reports/", include(of_host)),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
