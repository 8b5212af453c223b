from django.urls import URLPattern, URLResolver, include, path

from scoring.leagues.views import days, files, leagues, meetings, public, teams

of_team = [
    path("", teams.show_team, name="league-team"),
    path("change/", teams.change, name="league-team-change"),
    path("withdraw/", teams.withdraw, name="league-team-withdraw"),
    path("penalty/", teams.penalty, name="league-team-penalty"),
    path("remove/", teams.remove, name="league-team-remove"),
]

of_division: list[URLPattern | URLResolver] = [
    path("", leagues.show_division, name="league-division"),
    path("change/", leagues.change_terms, name="league-division-change"),
    path("remove/", leagues.remove, name="league-division-remove"),
    path("schedule/", days.make, name="league-schedule-make"),
    path("meetings/", days.change_meeting, name="league-meeting-set"),
    path("lot/", leagues.lot, name="league-lot"),
    path("teams/add/", teams.add, name="league-teams-add"),
    path("teams/<int:team_number>/", include(of_team)),
    path("tables/<slug:what>.<file:kind>", files.division_file, name="league-division-file"),
]

of_league: list[URLPattern | URLResolver] = [
    path("", leagues.show_league, name="league"),
    path("settings/", leagues.settings, name="league-settings"),
    path("log/", leagues.show_log, name="league-log"),
    path("leaders/add/", leagues.name_leader, name="league-leader-add"),
    path("leaders/<int:user_id>/remove/", leagues.dismiss, name="league-leader-remove"),
    path("schedule/", days.show_schedule, name="league-schedule"),
    path("schedule.<file:kind>", files.schedule_file, name="league-schedule-file"),
    path("days/<int:number>/", days.change_day, name="league-day"),
    path("venues/<int:venue_id>/", days.venue, name="league-venue"),
    path("divisions/new/", leagues.new_division, name="league-division-new"),
    path("divisions/<int:number>/", include(of_division)),
    path("penalties/<int:penalty_id>/reverse/", teams.reverse, name="league-penalty-reverse"),
]

of_meeting = [
    path("", meetings.show_meeting, name="league-meeting"),
    path("lineup/", meetings.line_up, name="league-meeting-lineup"),
    path("substitute/", meetings.substitution, name="league-meeting-substitute"),
    path("late/", meetings.late, name="league-meeting-late"),
    path("absent/", meetings.absent, name="league-meeting-absent"),
    path("results/", meetings.results, name="league-meeting-results"),
    path("import/", meetings.take_file, name="league-meeting-import"),
    path("reported/", meetings.reported, name="league-meeting-reported"),
    path("take/", meetings.take_day, name="league-meeting-take"),
    path("remove/", meetings.remove, name="league-meeting-remove"),
    path("report.pdf", files.report_file, name="league-meeting-report"),
    path("results.<file:kind>", files.meeting_file, name="league-meeting-file"),
]

urlpatterns = [
    path("leagues/", leagues.show_leagues, name="leagues"),
    path("leagues/new/", leagues.new_league, name="league-new"),
    path("leagues/<int:league_id>/", include(of_league)),
    path("meetings/<int:meeting_id>/", include(of_meeting)),
    path("l/<int:league_id>/", public.show_league, name="room-league"),
    path("l/<int:league_id>/<int:number>/", public.show_division, name="room-league-division"),
    path(
        "l/<int:league_id>/<int:number>/<slug:what>.<file:kind>",
        public.division_file,
        name="room-league-file",
    ),
]
