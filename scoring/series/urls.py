from django.urls import include, path

from scoring.series.views import seat, series, teams

of_tournament = [
    path("categories/", teams.show_categories, name="categories"),
    path("categories/add/", teams.add_category, name="category-add"),
    path("categories/suggested/", teams.add_suggested, name="categories-suggested"),
    path("categories/change/", teams.change_category, name="category-change"),
    path("categories/remove/", teams.remove_category, name="category-remove"),
    path("categories/assign/", teams.assign, name="category-assign"),
    path("teams/", teams.show_teams, name="teams"),
    path("teams/contest/", teams.set_contest, name="contest-set"),
    path("teams/contest/remove/", teams.remove_contest, name="contest-remove"),
    path("teams/add/", teams.add_team, name="team-add"),
    path("teams/draw/", teams.draw_teams, name="teams-draw"),
    path("find/", series.search, name="find"),
    path("series/", series.redirect_to_current, name="series-at-hand"),
    path("series/new/", series.new_series, name="series-new"),
    path("times/", series.show_times, name="times"),
]

of_series = [
    path("", series.show_series, name="series"),
    path("state/", series.move, name="series-state"),
    path("back/", series.show_step_back, name="series-back"),
    path("remove/", series.remove_series, name="series-remove"),
    path("open-list/", series.open_list, name="list-open"),
    path("draw/", series.show_draw, name="series-draw"),
    path("draw/throw/", series.throw_dice, name="draw-throw"),
    path("draw/by-hand/", series.show_by_hand, name="draw-by-hand"),
    path("draws/<int:number>.json", series.download_draw, name="draw-document"),
    path("posting/", series.show_posting, name="series-posting"),
    path("swap/", series.swap, name="seats-swap"),
    path("seats/<int:number>/", seat.show_seat, name="series-seat"),
    path("late/", seat.show_latecomers, name="series-late"),
    path("change/", seat.change_seating, name="seating-change"),
    path("changes/<int:row_id>/", seat.show_change, name="seating-changed"),
    path("no-list/", seat.record_no_list, name="series-no-list"),
    path("limit/", series.set_limit, name="series-limit"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("teams/<int:team_id>/", teams.show_team, name="team"),
    path("teams/<int:team_id>/remove/", teams.remove_team, name="team-remove"),
    path("series/<int:series_id>/", include(of_series)),
]
