from django.urls import include, path

from scoring.lists.views import confirming, lines, lists, second_entry, totals

of_list = [
    path("", lines.show_list, name="list"),
    path("games/<int:number>/", lines.save_line, name="game"),
    path("games/<int:number>/insert/", lines.move_rows, {"step": 1}, name="game-insert"),
    path("games/<int:number>/remove/", lines.move_rows, {"step": -1}, name="game-remove"),
    path("games/<int:number>/undo/", lines.undo, name="game-undo"),
    path("games/<int:number>/lowest/", lines.lowest, name="game-lowest"),
    path("foot/", lines.save_foot, name="list-foot"),
    path("trace/", lines.trace, name="list-trace"),
    path("totals/", totals.totals, name="list-totals"),
    path("close/", lists.close, name="list-close"),
    path("seats/", lists.exchange, name="list-seats"),
    path("players/", lists.players, name="list-players"),
    path("reset/", lists.reset, name="list-reset"),
    path("settlement/", lists.settlement, name="list-settlement"),
    path("tables/<slug:part>.<file:kind>", lists.list_file, name="list-table-file"),
    path("decide/", confirming.decide, name="list-decide"),
    path("undo/<int:log_id>/", confirming.undo_correction, name="correction-undo"),
    path("annulment/", confirming.annulment, name="list-annulment"),
    path("confirm/", confirming.confirm, name="list-confirm"),
    path("recheck/", second_entry.show_recheck, name="recheck"),
    path("recheck/games/<int:number>/", second_entry.save_line, name="recheck-game"),
    path("recheck/totals/", second_entry.save_totals, name="recheck-totals"),
    path("recheck/compare/", second_entry.compare, name="recheck-compare"),
    path("recheck/leave/", second_entry.give_up, name="recheck-leave"),
    path("recheck/finish/", second_entry.finish, name="recheck-finish"),
]

urlpatterns = [
    path("series/<int:series_id>/table/", lists.table, name="series-table"),
    path("series/<int:series_id>/signatures/", confirming.sign, name="series-signatures"),
    path(
        "tournaments/<int:tournament_id>/papers-back/", confirming.papers_back, name="papers-back"
    ),
    path("lists/<int:list_id>/", include(of_list)),
]
