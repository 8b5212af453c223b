"""The addresses of this room."""

from django.urls import path

from scoring.results_import import views

urlpatterns = [
    path(
        "tournaments/<int:tournament_id>/results/import/",
        views.import_results,
        name="results-import",
    ),
]
