"""The addresses of seasons."""

from django.urls import include, path

from scoring.seasons import views

of_season = [
    path("", views.show_season, name="season"),
    path("season.<file:kind>", views.season_file, name="season-file"),
    path("way.<file:kind>", views.picture_file, name="season-picture"),
    path("poster.pdf", views.poster, name="season-poster"),
    path("days.<file:kind>", views.days_file, name="season-days-file"),
    path("people/<int:person_id>/", views.show_person, name="season-person"),
    path("people/<int:person_id>/days.<file:kind>", views.person_file, name="season-person-file"),
    path("members/", views.members, name="season-members"),
    path("members/fill/", views.fill_members, name="season-members-fill"),
    path("members/add/", views.add_member, name="season-member-add"),
    path("members.<file:kind>", views.members_file, name="season-members-file"),
    path("first-evening/", views.first_evening, name="season-first-evening"),
    path("settings/", views.season_settings, name="season-settings"),
    path("join/", views.join, name="season-join"),
    path("leave/", views.leave, name="season-leave"),
    path("remove/", views.remove, name="season-remove"),
    path("public/", views.switch_public, name="season-public"),
    path("close/", views.close, name="season-close"),
]

urlpatterns = [
    path("seasons/", views.show_seasons, name="seasons"),
    path("seasons/new/", views.new_season, name="season-new"),
    path("seasons/honours/", views.show_honours, name="honours"),
    path("seasons/honours.<file:kind>", views.honours_file, name="honours-file"),
    path("seasons/<int:season_id>/", include(of_season)),
    path("tournaments/<int:tournament_id>/next-evening/", views.next_evening, name="next-evening"),
    path("tournaments/<int:tournament_id>/attendance/", views.attendance, name="attendance"),
]
