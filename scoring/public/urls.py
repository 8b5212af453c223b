"""The addresses of this room."""

from django.urls import path

from scoring.public.views import announcement, files, pages, publishing

urlpatterns = [
    path("t/<int:tournament_id>/", pages.start, name="room"),
    path("t/<int:tournament_id>/seating/", pages.newest_seating, name="room-seats"),
    path("t/<int:tournament_id>/seating/<int:number>/", pages.seating_by_name, name="room-seating"),
    path(
        "t/<int:tournament_id>/seating/<int:number>/tables/",
        pages.seating_by_table,
        name="room-tables",
    ),
    path("t/<int:tournament_id>/standings/", pages.standings, name="room-standings"),
    path(
        "t/<int:tournament_id>/standings/<path:scope>/", pages.standings, name="room-kind-standings"
    ),
    path("t/<int:tournament_id>/players/<int:number>/", pages.player, name="room-player"),
    path(
        "t/<int:tournament_id>/lists/<int:number>/<int:table_number>/",
        pages.score_list,
        name="room-list",
    ),
    path("t/<int:tournament_id>/pictures/", pages.show_pictures, name="room-pictures"),
    path("t/<int:tournament_id>/plan/", pages.plan, name="room-plan"),
    path("t/<int:tournament_id>/announcement/", pages.announcement, name="room-announcement"),
    path(
        "t/<int:tournament_id>/announcement.pdf",
        pages.announcement_file,
        name="room-announcement-pdf",
    ),
    path(
        "t/<int:tournament_id>/files/standings/<path:scope>.<file:kind>",
        files.standings_file,
        name="room-standings-file",
    ),
    path(
        "t/<int:tournament_id>/files/seating/<int:number>.<file:kind>",
        files.seating_file,
        name="room-seating-file",
    ),
    path(
        "t/<int:tournament_id>/files/lists/<int:number>/<int:table_number>.<file:kind>",
        files.score_list_file,
        name="room-list-file",
    ),
    path(
        "t/<int:tournament_id>/files/players/<int:number>/<slug:what>.<file:kind>",
        files.player_file,
        name="room-player-file",
    ),
    path(
        "t/<int:tournament_id>/files/pictures/<slug:what>.<file:kind>",
        files.picture_file,
        name="room-picture-file",
    ),
    path("t/<int:tournament_id>/wall/", pages.show_wall, name="room-wall"),
    path("t/<int:tournament_id>/wall/pages/", pages.wall_pages, name="room-wall-pages"),
    path("s/<int:season_id>/", pages.season, name="room-season"),
    path("s/<int:season_id>/season.<file:kind>", files.season_file, name="room-season-file"),
    path(
        "tournaments/<int:tournament_id>/public/", publishing.show_public, name="tournament-public"
    ),
    path("tournaments/<int:tournament_id>/public/switch/", publishing.switch, name="public-switch"),
    path("tournaments/<int:tournament_id>/public/freeze/", publishing.freeze, name="public-freeze"),
    path(
        "tournaments/<int:tournament_id>/public/season/",
        publishing.switch_season,
        name="public-season",
    ),
    path("tournaments/<int:tournament_id>/public/links/", publishing.links, name="public-links"),
    path("tournaments/<int:tournament_id>/announcement/", announcement.edit, name="announcement"),
    path(
        "tournaments/<int:tournament_id>/announcement/withdraw/",
        announcement.withdraw,
        name="announcement-withdraw",
    ),
]
