from django.urls import include, path

from scoring.referee import views

of_tournament = [
    path("rulings/", views.show_rulings, name="rulings"),
    path("rulings/rulings.<file:kind>", views.rulings_file, name="rulings-file"),
    path("rulings/calls/", views.calls, name="rulings-calls"),
    path("rulings/new/", views.new_ruling, name="ruling-new"),
    path("rulings/<int:number>/", views.show_ruling, name="ruling"),
    path("rulings/<int:number>/sheet.pdf", views.ruling_sheet, name="ruling-sheet"),
    path("rulings/<int:number>/objection/", views.lodge, name="objection-lodge"),
    path("rulings/<int:number>/objection/decide/", views.decide_lodged, name="objection-decide"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
