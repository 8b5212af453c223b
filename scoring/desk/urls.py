from django.urls import include, path

from scoring.desk.views import foot, lines, lists, lowest_value, players, totals

of_list = [
    path("", lines.show_list, name="list"),
    path("games/<int:number>/", lines.save_line, name="game"),
    path("games/<int:number>/insert/", lines.insert_row, name="game-insert"),
    path("games/<int:number>/remove/", lines.remove_row, name="game-remove"),
    path("games/<int:number>/undo/", lines.undo, name="game-undo"),
    path("games/<int:number>/lowest/", lowest_value.lowest, name="game-lowest"),
    path("foot/", foot.save_foot, name="list-foot"),
    path("trace/", foot.trace, name="list-trace"),
    path("totals/", totals.totals, name="list-totals"),
    path("totals/passed/", totals.passed, name="list-passed"),
    path("close/", lists.close, name="list-close"),
    path("seats/", lists.exchange, name="list-seats"),
    path("players/", players.players, name="list-players"),
    path("reset/", lists.reset, name="list-reset"),
    path("settlement/", lists.settlement, name="list-settlement"),
]

urlpatterns = [
    path("series/<int:series_id>/table/", lists.table, name="series-table"),
    path("lists/<int:list_id>/", include(of_list)),
]
