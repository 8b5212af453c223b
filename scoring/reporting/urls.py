"""The addresses of this room."""

from django.urls import include, path

from scoring.reporting.views import above, keys, receiving, sending

of_tournament = [
    path("report/", sending.show_report, name="report"),
    path("report/send/", sending.send_report, name="report-send"),
    path("versions/", keys.show_versions, name="report-versions"),
]

of_host = [
    path("", keys.show_reports, name="host-reports"),
    path("season/", keys.put_into_season, name="report-season"),
    path("refused/<int:refused_id>/", keys.join_report, name="report-join"),
    path("refused/<int:refused_id>/dismiss/", keys.dismiss, name="report-dismiss"),
    path("keys/", keys.new_key, name="report-key-give"),
    path("keys/<int:key_id>/", keys.end_key, name="report-key-withdraw"),
    path("<int:tournament_id>/", above.show_reported, name="host-report"),
    path(
        "<int:tournament_id>/<path:scope>.<file:kind>", above.reported_file, name="host-report-file"
    ),
    path("<int:tournament_id>/<path:scope>/", above.show_reported, name="host-report-ranking"),
]

urlpatterns = [
    path("reports/", receiving.take, name="report-receive"),
    path("report-keys/", receiving.register, name="report-key-register"),
    path("report-server/<int:host_id>/", sending.target, name="report-target"),
    path(
        "report-server/<int:host_id>/<int:target_id>/address/",
        sending.move_target,
        name="report-target-address",
    ),
    path(
        "report-server/<int:host_id>/<int:target_id>/remove/",
        sending.end_target,
        name="report-target-remove",
    ),
    path("hosts/<int:host_id>/reports/", include(of_host)),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
