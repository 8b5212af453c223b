from django.urls import include, path

from scoring.clubs import views

of_tournament = [
    path("clubs/", views.show_clubs, name="clubs"),
    path("clubs/add/", views.add_club, name="club-add"),
    path("clubs/rename/", views.rename_club, name="club-rename"),
    path("clubs/merge/", views.merge_clubs, name="clubs-merge"),
    path("register/", views.show_register, name="register"),
    path("register/merge/", views.merge_people, name="person-merge"),
    path("register/data/", views.person_data, name="person-data"),
    path("register/anonymise/", views.anonymise, name="person-anonymise"),
    path("register/anonymise/many/", views.anonymise_many, name="people-anonymise"),
]

urlpatterns = [path("tournaments/<int:tournament_id>/", include(of_tournament))]
