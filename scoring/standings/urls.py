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
        "tournaments/<int:tournament_id>/standings.pdf",
        standings_file,
        {"kind": "pdf"},
        name="standings-pdf",
    ),
    path(
        "tournaments/<int:tournament_id>/standings.xlsx",
        standings_file,
        {"kind": "xlsx"},
        name="standings-xlsx",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:number>/standings.pdf",
        standings_file,
        {"kind": "pdf"},
        name="series-standings-pdf",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:number>/standings.xlsx",
        standings_file,
        {"kind": "xlsx"},
        name="series-standings-xlsx",
    ),
    path("entries/<int:entry_id>/", standings.player, name="entry"),
    path(
        "tournaments/<int:tournament_id>/standings.csv",
        standings_file,
        {"kind": "csv"},
        name="standings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/<int:number>/standings.csv",
        standings_file,
        {"kind": "csv"},
        name="series-standings-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/of/<path:scope>/standings.pdf",
        standings_file,
        {"kind": "pdf"},
        name="standings-of-pdf",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/of/<path:scope>/standings.xlsx",
        standings_file,
        {"kind": "xlsx"},
        name="standings-of-xlsx",
    ),
    path(
        "tournaments/<int:tournament_id>/standings/of/<path:scope>/standings.csv",
        standings_file,
        {"kind": "csv"},
        name="standings-of-csv",
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
