"""The addresses of seasons."""

from django.urls import include, path

from scoring.seasons.views import evenings, files, members, pages, settings

of_season = [
    path("", pages.show_season, name="season"),
    path("season.<file:kind>", files.season_file, name="season-file"),
    path("poster.pdf", files.poster, name="season-poster"),
    path("days.<file:kind>", files.days_file, name="season-days-file"),
    path("people/<int:person_id>/", pages.show_person, name="season-person"),
    path("people/<int:person_id>/days.<file:kind>", files.person_file, name="season-person-file"),
    path("members/", members.members, name="season-members"),
    path("members/fill/", members.fill_members, name="season-members-fill"),
    path("members/add/", members.add_member, name="season-member-add"),
    path("members.<file:kind>", files.members_file, name="season-members-file"),
    path("first-evening/", settings.first_evening, name="season-first-evening"),
    path("settings/", settings.season_settings, name="season-settings"),
    path("join/", settings.join, name="season-join"),
    path("leave/", settings.leave, name="season-leave"),
    path("remove/", settings.remove, name="season-remove"),
    path("public/", settings.switch_public, name="season-public"),
    path("close/", settings.close, name="season-close"),
]

urlpatterns = [
    path("seasons/", pages.show_seasons, name="seasons"),
    path("seasons/new/", settings.new_season, name="season-new"),
    path("seasons/honours/", pages.show_honours, name="honours"),
    path("seasons/honours.<file:kind>", files.honours_file, name="honours-file"),
    path("seasons/<int:season_id>/", include(of_season)),
    path(
        "tournaments/<int:tournament_id>/next-evening/", evenings.next_evening, name="next-evening"
    ),
    path("tournaments/<int:tournament_id>/attendance/", evenings.attendance, name="attendance"),
]
