from django.urls import include, path

from scoring.standings import views

of_tournament = [
    path("standings/", views.page, name="standings"),
    path("standings/lot/", views.draw_lot, name="standings-lot"),
    path("standings/<int:number>/", views.page, name="series-standings"),
    path("standings.<file:kind>", views.standings_file, name="standings-file"),
    path(
        "standings/<int:number>/standings.<file:kind>",
        views.standings_file,
        name="series-standings-file",
    ),
    path(
        "standings/of/<path:scope>/standings.<file:kind>",
        views.standings_file,
        name="standings-of-file",
    ),
    path("standings/of/<path:scope>/", views.page, name="standings-of"),
    path("adjustments/", views.adjustments, name="adjustments"),
    path("adjustments/<int:number>/reverse/", views.reverse_points, name="adjustment-reverse"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("entries/<int:entry_id>/", views.player, name="entry"),
]
