"""The addresses of this room."""

from django.urls import path

from scoring.standings.views import adjustments, standings
from scoring.standings.views.files import standings_file

urlpatterns = [
    path("tournaments/<int:tournament_id>/standings/", standings.overall, name="standings"),
    path(
        "tournaments/<int:tournament_id>/standings/lot/", standings.draw_lot, name="standings-lot"
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:number>/",
        standings.of_series,
        name="series-standings",
    ),
    path(
        "tournaments/<int:tournament_id>/standings.<file:kind>",
        standings_file,
        name="standings-file",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:number>/standings.<file:kind>",
        standings_file,
        name="series-standings-file",
    ),
    path("entries/<int:entry_id>/", standings.player, name="entry"),
    path(
        "tournaments/<int:tournament_id>/standings/of/<path:scope>/standings.<file:kind>",
        standings_file,
        name="standings-of-file",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/of/<path:scope>/",
        standings.of_kind,
        name="standings-of",
    ),
    path(
        "tournaments/<int:tournament_id>/adjustments/", adjustments.adjustments, name="adjustments"
    ),
    path(
        "tournaments/<int:tournament_id>/adjustments/<int:number>/reverse/",
        adjustments.reverse,
        name="adjustment-reverse",
    ),
]
