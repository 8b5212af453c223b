from django.urls import include, path

from scoring.standings import views

of_tournament = [
    path("standings/", views.show_standings, name="standings"),
    path("standings/lot/", views.draw_lot, name="standings-lot"),
    path("standings/<int:number>/", views.show_standings, name="series-standings"),
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
    path("standings/of/<path:scope>/", views.show_standings, name="standings-of"),
    path("adjustments/", views.show_adjustments, name="adjustments"),
    path("adjustments/<int:number>/reverse/", views.reverse_points, name="adjustment-reverse"),
]

of_season = [
    path("", views.show_season, name="season"),
    path("season.<file:kind>", views.season_file, name="season-file"),
    path("way.<file:kind>", views.picture_file, name="season-picture"),
    path("poster.pdf", views.poster_file, name="season-poster"),
    path("days.<file:kind>", views.days_file, name="season-days-file"),
    path("people/<int:person_id>/", views.show_person, name="season-person"),
    path("people/<int:person_id>/days.<file:kind>", views.person_file, name="season-person-file"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("entries/<int:entry_id>/", views.show_player, name="entry"),
    path("entries/<int:entry_id>/lists.<file:kind>", views.player_lists_file, name="entry-file"),
    path("seasons/", views.show_seasons, name="seasons"),
    path("seasons/honours/", views.show_honours, name="honours"),
    path("seasons/honours.<file:kind>", views.honours_file, name="honours-file"),
    path("seasons/<int:season_id>/", include(of_season)),
]
