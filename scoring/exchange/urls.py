"""The addresses of whole documents."""

from django.urls import path

from scoring.exchange import views

urlpatterns = [
    path("seasons/<int:season_id>/season.json", views.season_document, name="season-document"),
]
