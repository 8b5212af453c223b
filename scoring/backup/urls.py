"""The addresses of this room."""

from django.urls import path

from scoring.backup.views import backups

urlpatterns = [
    path("backups/", backups.show_backups, name="backups"),
    path("backups/new/", backups.new_backup, name="backup-new"),
    path("backups/<str:name>/download/", backups.download_backup, name="backup-download"),
    path("backups/<str:name>/restore/", backups.restore_backup, name="backup-restore"),
]
