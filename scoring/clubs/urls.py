"""The addresses of this room."""

from django.urls import path

from scoring.clubs import views

urlpatterns = [
    path("tournaments/<int:tournament_id>/clubs/", views.show_clubs, name="clubs"),
    path("tournaments/<int:tournament_id>/clubs/rename/", views.rename_club, name="club-rename"),
    path("tournaments/<int:tournament_id>/clubs/merge/", views.merge_clubs, name="clubs-merge"),
    path("tournaments/<int:tournament_id>/register/", views.show_register, name="register"),
    path(
        "tournaments/<int:tournament_id>/register/merge/", views.merge_people, name="person-merge"
    ),
    path(
        "tournaments/<int:tournament_id>/register/anonymise/",
        views.anonymise,
        name="person-anonymise",
    ),
    path(
        "tournaments/<int:tournament_id>/register/anonymise/many/",
        views.anonymise_many,
        name="people-anonymise",
    ),
]
