"""The addresses of this room."""

from django.urls import path

from scoring.referee import views

urlpatterns = [
    path("tournaments/<int:tournament_id>/rulings/", views.show_rulings, name="rulings"),
    path(
        "tournaments/<int:tournament_id>/rulings/rulings.pdf",
        views.rulings_file,
        {"kind": "pdf"},
        name="rulings-pdf",
    ),
    path(
        "tournaments/<int:tournament_id>/rulings/rulings.xlsx",
        views.rulings_file,
        {"kind": "xlsx"},
        name="rulings-xlsx",
    ),
    path(
        "tournaments/<int:tournament_id>/rulings/rulings.csv",
        views.rulings_file,
        {"kind": "csv"},
        name="rulings-csv",
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
