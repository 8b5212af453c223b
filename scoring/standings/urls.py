from django.urls import include, path

from scoring.standings.views import adjustments, standings
from scoring.standings.views.files import standings_file

of_tournament = [
    path("standings/", standings.overall, name="standings"),
    path("standings/lot/", standings.draw_lot, name="standings-lot"),
    path("standings/<int:number>/", standings.of_series, name="series-standings"),
    path("standings.<file:kind>", standings_file, name="standings-file"),
    path(
        "standings/<int:number>/standings.<file:kind>", standings_file, name="series-standings-file"
    ),
    path(
        "standings/of/<path:scope>/standings.<file:kind>", standings_file, name="standings-of-file"
    ),
    path("standings/of/<path:scope>/", standings.of_kind, name="standings-of"),
    path("adjustments/", adjustments.adjustments, name="adjustments"),
    path("adjustments/<int:number>/reverse/", adjustments.reverse, name="adjustment-reverse"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("entries/<int:entry_id>/", standings.player, name="entry"),
]
