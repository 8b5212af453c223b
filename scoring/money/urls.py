"""The addresses of this room."""

from django.urls import include, path

from scoring.money.views import award, breaking_off, files, handed_in, pots, till

of_tournament = [
    path("money/", till.report, name="money"),
    path("money/fees/", till.fees, name="money-fees"),
    path("money/open/", till.show_open, name="money-open"),
    path("money/collect/", till.collect, name="money-collect"),
    path("money/lists/", till.lists_at_hand, name="money-lists"),
    path("money/ledger/", till.show_ledger, name="ledger"),
    path("money/book/", till.book, name="book"),
    path("money/break-off/", breaking_off.break_off, name="break-off"),
    path("money/break-off/resume/", breaking_off.resume, name="break-off-resume"),
    path("money/handed-in/", handed_in.handed_in, name="handed-in"),
    path("money/till/", till.show_till, name="till"),
    path("award/", award.show_award, name="award"),
    path("award/pay/", award.award_pay, name="award-pay"),
    path("award/take-back/", award.award_take_back, name="award-take-back"),
    path("pots/", pots.show_pots, name="pots"),
    path("pots/new/", pots.new_pot, name="pot-new"),
    path("pots/preview/", pots.preview_pot, name="pot-preview"),
]

of_pot = [
    path("", pots.show_pot, name="pot"),
    path("change/", pots.change_pot, name="pot-change"),
    path("remove/", pots.remove_pot, name="pot-remove"),
    path("pay/", pots.pay, name="pot-pay"),
    path("prizes/", award.prizes_add, name="prizes-add"),
    path("join/", pots.join, name="pot-join"),
    path("winners.<file:kind>", files.pot_file, name="pot-file"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("series/<int:series_id>/fees/", till.series_fees, name="series-fees"),
    path(
        "series/<int:series_id>/fees.<file:kind>", files.series_fees_file, name="series-fees-file"
    ),
    path("lists/<int:list_id>/fees/", till.list_fees, name="list-fees"),
    path("bookings/<int:booking_id>/reverse/", till.reverse_booking, name="booking-reverse"),
    path("pots/<int:pot_id>/", include(of_pot)),
    path("prizes/<int:prize_id>/give/", award.prize_give, name="prize-give"),
    path("prizes/<int:prize_id>/take-back/", award.prize_take_back, name="prize-take-back"),
]
