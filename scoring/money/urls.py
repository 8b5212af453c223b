"""The addresses of this room."""

from django.urls import path

from scoring.money.views import files, pots, till

urlpatterns = [
    path("tournaments/<int:tournament_id>/money/", till.report, name="money"),
    path("tournaments/<int:tournament_id>/money/fees/", till.fees, name="money-fees"),
    path("tournaments/<int:tournament_id>/money/open/", till.show_open, name="money-open"),
    path("tournaments/<int:tournament_id>/money/collect/", till.collect, name="money-collect"),
    path("tournaments/<int:tournament_id>/money/lists/", till.lists_at_hand, name="money-lists"),
    path("tournaments/<int:tournament_id>/money/ledger/", till.show_ledger, name="ledger"),
    path("tournaments/<int:tournament_id>/money/book/", till.book, name="book"),
    path("tournaments/<int:tournament_id>/money/till/", till.show_till, name="till"),
    path("series/<int:series_id>/fees/", till.series_fees, name="series-fees"),
    path(
        "series/<int:series_id>/fees.<file:kind>", files.series_fees_file, name="series-fees-file"
    ),
    path("lists/<int:list_id>/fees/", till.list_fees, name="list-fees"),
    path("bookings/<int:booking_id>/reverse/", till.reverse_booking, name="booking-reverse"),
    path("tournaments/<int:tournament_id>/pots/", pots.show_pots, name="pots"),
    path("tournaments/<int:tournament_id>/pots/new/", pots.new_pot, name="pot-new"),
    path("tournaments/<int:tournament_id>/pots/preview/", pots.preview_pot, name="pot-preview"),
    path("pots/<int:pot_id>/", pots.show_pot, name="pot"),
    path("pots/<int:pot_id>/change/", pots.change_pot, name="pot-change"),
    path("pots/<int:pot_id>/remove/", pots.remove_pot, name="pot-remove"),
    path("pots/<int:pot_id>/pay/", pots.pay, name="pot-pay"),
    path("pots/<int:pot_id>/join/", pots.join, name="pot-join"),
    path("pots/<int:pot_id>/winners.<file:kind>", files.pot_file, name="pot-file"),
]
