from django.urls import path

from scoring.backup import views

urlpatterns = [
    path("backups/", views.show_backups, name="backups"),
    path("backups/new/", views.new_backup, name="backup-new"),
    path("backups/<str:name>/download/", views.download_backup, name="backup-download"),
    path("backups/<str:name>/restore/", views.restore_backup, name="backup-restore"),
]
