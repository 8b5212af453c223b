"""The addresses of this room."""

from django.urls import path

from scoring.confirmation.views import confirm, decisions, reversal, second_entry

urlpatterns = [
    path("lists/<int:list_id>/decide/", decisions.decide, name="list-decide"),
    path(
        "lists/<int:list_id>/undo/<int:log_id>/", reversal.undo_correction, name="correction-undo"
    ),
    path("lists/<int:list_id>/annulment/", decisions.annulment, name="list-annulment"),
    path("lists/<int:list_id>/confirm/", confirm.confirm, name="list-confirm"),
    path("lists/<int:list_id>/recheck/", second_entry.recheck, name="recheck"),
    path(
        "lists/<int:list_id>/recheck/games/<int:number>/",
        second_entry.save_line,
        name="recheck-game",
    ),
    path("lists/<int:list_id>/recheck/totals/", second_entry.save_totals, name="recheck-totals"),
    path("lists/<int:list_id>/recheck/compare/", second_entry.compare, name="recheck-compare"),
    path("lists/<int:list_id>/recheck/leave/", second_entry.leave, name="recheck-leave"),
    path("lists/<int:list_id>/recheck/finish/", second_entry.finish, name="recheck-finish"),
]
