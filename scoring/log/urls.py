from django.urls import path

from scoring.log import views

urlpatterns = [
    path("hosts/<int:host_id>/log/", views.host_log, name="host-log"),
    path("log/", views.installation_log, name="installation-log"),
    path("tournaments/<int:tournament_id>/log/", views.show_log, name="log"),
    path(
        "tournaments/<int:tournament_id>/log/<path:subject>/", views.log_subject, name="log-subject"
    ),
    path("lists/<int:list_id>/history/", views.history, name="list-history"),
]
