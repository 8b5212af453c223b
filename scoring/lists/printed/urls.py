from django.urls import path

from scoring.lists.printed.views import blank_sheet, list_file, lists_file

urlpatterns = [
    path("lists/<int:list_id>/list.<file:kind>", list_file, name="list-file"),
    path(
        "tournaments/<int:tournament_id>/series/<int:number>/lists.xlsx",
        lists_file,
        name="series-lists-xlsx",
    ),
    path(
        "tournaments/<int:tournament_id>/blank/<int:seats>/<int:rounds>.xlsx",
        blank_sheet,
        name="blank-xlsx",
    ),
]
