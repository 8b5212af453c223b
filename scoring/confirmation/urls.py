from django.urls import include, path

from scoring.confirmation.views import confirm, decisions, reversal, second_entry, signatures

of_list = [
    path("decide/", decisions.decide, name="list-decide"),
    path("undo/<int:log_id>/", reversal.undo_correction, name="correction-undo"),
    path("annulment/", decisions.annulment, name="list-annulment"),
    path("confirm/", confirm.confirm, name="list-confirm"),
    path("recheck/", second_entry.recheck, name="recheck"),
    path("recheck/games/<int:number>/", second_entry.save_line, name="recheck-game"),
    path("recheck/totals/", second_entry.save_totals, name="recheck-totals"),
    path("recheck/compare/", second_entry.compare, name="recheck-compare"),
    path("recheck/leave/", second_entry.leave, name="recheck-leave"),
    path("recheck/finish/", second_entry.finish, name="recheck-finish"),
]

urlpatterns = [
    path("series/<int:series_id>/signatures/", signatures.sign, name="series-signatures"),
    path("lists/<int:list_id>/", include(of_list)),
]
