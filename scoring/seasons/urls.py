"""The addresses of seasons."""

from django.urls import path

from scoring.seasons import views

urlpatterns = [
    path("tournaments/<int:tournament_id>/next-evening/", views.next_evening, name="next-evening"),
    path("tournaments/<int:tournament_id>/attendance/", views.attendance, name="attendance"),
]
