"""The addresses of this room."""

from django.urls import include, path

from scoring.reporting.views import above, hosts, receiving, sending

of_tournament = [
    path("report/", sending.show_report, name="report"),
    path("report/send/", sending.send_report, name="report-send"),
    path("report/document/", sending.report_document, name="report-document"),
    path("versions/", hosts.show_versions, name="report-versions"),
    path("versions/document/", hosts.received_document, name="report-received-document"),
]

of_host = [
    path("", hosts.show_reports, name="host-reports"),
    path("upload/", hosts.upload, name="report-upload"),
    path("season/", hosts.put_into_season, name="report-season"),
    path("keys/", hosts.new_key, name="report-key-give"),
    path("keys/<int:key_id>/", hosts.end_key, name="report-key-withdraw"),
    path("<int:tournament_id>/", above.show_reported, name="host-report"),
    path(
        "<int:tournament_id>/<path:scope>.<file:kind>", above.reported_file, name="host-report-file"
    ),
    path("<int:tournament_id>/<path:scope>/", above.show_reported, name="host-report-ranking"),
]

urlpatterns = [
    path("reports/", receiving.take, name="report-receive"),
    path("report-server/<int:host_id>/", sending.target, name="report-target"),
    path("report-server/<int:host_id>/remove/", sending.end_target, name="report-target-remove"),
    path("hosts/<int:host_id>/reports/", include(of_host)),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
