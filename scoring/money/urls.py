from django.urls import include, path

from scoring.money.views import prizes, till

of_tournament = [
    path("money/", till.show_report, name="money"),
    path("money/fees/", till.show_fees, name="money-fees"),
    path("money/open/", till.show_open, name="money-open"),
    path("money/collect/", till.collect_fees, name="money-collect"),
    path("money/lists/", till.redirect_to_series_fees, name="money-lists"),
    path("money/ledger/", till.show_ledger, name="ledger"),
    path("money/book/", till.book, name="book"),
    path("money/break-off/", till.break_off, name="break-off"),
    path("money/break-off/resume/", till.resume_tournament, name="break-off-resume"),
    path("money/handed-in/", prizes.show_handed_in, name="handed-in"),
    path("money/till/", till.show_till, name="till"),
    path("award/", prizes.show_award, name="award"),
    path("award/pay/", prizes.pay_prize, name="award-pay"),
    path("award/take-back/", prizes.take_back_payment, name="award-take-back"),
    path("pots/", prizes.show_pots, name="pots"),
    path("pots/new/", prizes.new_pot, name="pot-new"),
    path("pots/preview/", prizes.preview_pot, name="pot-preview"),
]

of_pot = [
    path("", prizes.show_pot, name="pot"),
    path("change/", prizes.change_pot, name="pot-change"),
    path("remove/", prizes.remove_pot, name="pot-remove"),
    path("pay/", prizes.pay_winners, name="pot-pay"),
    path("prizes/", prizes.add_prizes, name="prizes-add"),
    path("join/", prizes.join_pot, name="pot-join"),
    path("winners.<file:kind>", till.pot_file, name="pot-file"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("series/<int:series_id>/fees/", till.series_fees, name="series-fees"),
    path("series/<int:series_id>/fees.<file:kind>", till.series_fees_file, name="series-fees-file"),
    path("lists/<int:list_id>/fees/", till.collect_list_fees, name="list-fees"),
    path("bookings/<int:booking_id>/reverse/", till.reverse_booking, name="booking-reverse"),
    path("pots/<int:pot_id>/", include(of_pot)),
    path("prizes/<int:prize_id>/give/", prizes.give_prize, name="prize-give"),
    path("prizes/<int:prize_id>/take-back/", prizes.take_back_prize, name="prize-take-back"),
]
