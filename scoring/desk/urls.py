"""The addresses of this room."""

from django.urls import path

from scoring.desk.views import foot, lines, lists, lowest_value, totals

urlpatterns = [
    path("series/<int:series_id>/table/", lists.table, name="series-table"),
    path("lists/<int:list_id>/", lines.show_list, name="list"),
    path("lists/<int:list_id>/games/<int:number>/", lines.save_line, name="game"),
    path("lists/<int:list_id>/games/<int:number>/insert/", lines.insert_row, name="game-insert"),
    path("lists/<int:list_id>/games/<int:number>/remove/", lines.remove_row, name="game-remove"),
    path("lists/<int:list_id>/games/<int:number>/undo/", lines.undo, name="game-undo"),
    path("lists/<int:list_id>/games/<int:number>/lowest/", lowest_value.lowest, name="game-lowest"),
    path("lists/<int:list_id>/foot/", foot.save_foot, name="list-foot"),
    path("lists/<int:list_id>/trace/", foot.trace, name="list-trace"),
    path("lists/<int:list_id>/totals/", totals.totals, name="list-totals"),
    path("lists/<int:list_id>/totals/passed/", totals.passed, name="list-passed"),
    path("lists/<int:list_id>/close/", lists.close, name="list-close"),
    path("lists/<int:list_id>/seats/", lists.exchange, name="list-seats"),
    path("lists/<int:list_id>/reset/", lists.reset, name="list-reset"),
    path("lists/<int:list_id>/settlement/", lists.settlement, name="list-settlement"),
]
