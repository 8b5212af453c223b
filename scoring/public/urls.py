from django.urls import include, path

from scoring.public.views import pages, publishing

of_public_tournament = [
    path("", pages.start, name="room"),
    path("logo.png", pages.logo, name="room-logo"),
    path("seating/", pages.seating_by_name, name="room-seats"),
    path("seating/<int:number>/", pages.seating_by_name, name="room-seating"),
    path("seating/<int:number>/tables/", pages.seating_by_table, name="room-tables"),
    path("standings/", pages.show_standings, name="room-standings"),
    path("standings/<path:scope>/", pages.show_standings, name="room-kind-standings"),
    path("players/<int:number>/", pages.player, name="room-player"),
    path("lists/<int:number>/<int:table_number>/", pages.score_list, name="room-list"),
    path("pictures/", pages.show_pictures, name="room-pictures"),
    path("plan/", pages.plan, name="room-plan"),
    path("announcement/", pages.announcement, name="room-announcement"),
    path("announcement.pdf", pages.announcement_file, name="room-announcement-pdf"),
    path(
        "files/standings/<path:scope>.<file:kind>", pages.standings_file, name="room-standings-file"
    ),
    path("files/seating/<int:number>.<file:kind>", pages.seating_file, name="room-seating-file"),
    path(
        "files/lists/<int:number>/<int:table_number>.<file:kind>",
        pages.score_list_file,
        name="room-list-file",
    ),
    path(
        "lists/<int:number>/<int:table_number>/lead.<file:kind>",
        pages.list_picture,
        name="room-list-picture",
    ),
    path(
        "players/<int:number>/<slug:what>.<file:kind>", pages.player_file, name="room-player-file"
    ),
    path("pictures/<slug:what>.<file:kind>", pages.picture_file, name="room-picture-file"),
    path("<feed:feed>", pages.tournament_feed, name="room-feed"),
    path("wall/", pages.show_wall, name="room-wall"),
    path("wall/pages/", pages.wall_pages, name="room-wall-pages"),
]

of_tournament = [
    path("public/", publishing.show_public, name="tournament-public"),
    path("public/switch/", publishing.switch, name="public-switch"),
    path("public/freeze/", publishing.freeze, name="public-freeze"),
    path("public/links/", publishing.links, name="public-links"),
    path("announcement/", publishing.edit, name="announcement"),
    path("announcement/withdraw/", publishing.withdraw, name="announcement-withdraw"),
]

urlpatterns = [
    path("t/<int:tournament_id>/", include(of_public_tournament)),
    path("s/<int:season_id>/", pages.season, name="room-season"),
    path("s/<int:season_id>/<feed:feed>", pages.season_feed, name="room-season-feed"),
    path("s/<int:season_id>/logo.png", pages.season_logo, name="room-season-logo"),
    path("s/<int:season_id>/honours/", pages.honours, name="room-honours"),
    path("s/<int:season_id>/honours.<file:kind>", pages.honours_file, name="room-honours-file"),
    path("s/<int:season_id>/<slug:what>.<file:kind>", pages.season_file, name="room-season-file"),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
