"""The addresses of this room."""

from django.urls import path

from scoring.referee import views

urlpatterns = [
    path("tournaments/<int:tournament_id>/rulings/", views.show_rulings, name="rulings"),
    path(
        "tournaments/<int:tournament_id>/rulings/rulings.<file:kind>",
        views.rulings_file,
        name="rulings-file",
    ),
    path("tournaments/<int:tournament_id>/rulings/new/", views.new_ruling, name="ruling-new"),
    path("tournaments/<int:tournament_id>/rulings/<int:number>/", views.show_ruling, name="ruling"),
    path(
        "tournaments/<int:tournament_id>/rulings/<int:number>/objection/",
        views.lodge,
        name="objection-lodge",
    ),
    path(
        "tournaments/<int:tournament_id>/rulings/<int:number>/objection/decide/",
        views.decide_lodged,
        name="objection-decide",
    ),
]
