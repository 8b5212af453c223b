"""The addresses of this room."""

from django.urls import path

from scoring.series.views import draw, seat, series

urlpatterns = [
    path("tournaments/<int:tournament_id>/series/", series.at_hand, name="series-at-hand"),
    path("tournaments/<int:tournament_id>/series/new/", series.new_series, name="series-new"),
    path("series/<int:series_id>/", series.show_series, name="series"),
    path("series/<int:series_id>/state/", series.move, name="series-state"),
    path("series/<int:series_id>/back/", series.back, name="series-back"),
    path("series/<int:series_id>/remove/", series.remove, name="series-remove"),
    path("series/<int:series_id>/open-list/", series.open_list, name="list-open"),
    path("series/<int:series_id>/draw/", draw.draw, name="series-draw"),
    path("series/<int:series_id>/draw/throw/", draw.throw_dice, name="draw-throw"),
    path("series/<int:series_id>/draw/by-hand/", draw.by_hand, name="draw-by-hand"),
    path("series/<int:series_id>/draws/<int:number>.json", draw.document, name="draw-document"),
    path("series/<int:series_id>/posting/", draw.posting, name="series-posting"),
    path("series/<int:series_id>/swap/", draw.swap, name="seats-swap"),
    path("series/<int:series_id>/seats/<int:number>/", seat.seat, name="series-seat"),
    path("series/<int:series_id>/late/", seat.late, name="series-late"),
    path("series/<int:series_id>/change/", seat.change, name="seating-change"),
]
