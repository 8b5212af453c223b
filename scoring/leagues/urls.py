from django.urls import URLPattern, URLResolver, include, path

from scoring.leagues.views import leagues, meetings

of_team = [
    path("", leagues.show_team, name="league-team"),
    *(
        path(f"{what}/", leagues.change_league_team, {"what": what}, name=f"league-team-{what}")
        for what in leagues.TEAM_CHANGES
    ),
    path("remove/", leagues.drop_team, name="league-team-remove"),
]

of_division: list[URLPattern | URLResolver] = [
    path("", leagues.show_division, name="league-division"),
    path("change/", leagues.show_division_form, name="league-division-change"),
    path("remove/", leagues.drop_division, name="league-division-remove"),
    path("schedule/", meetings.show_schedule_form, name="league-schedule-make"),
    path("meetings/", meetings.change_meeting, name="league-meeting-set"),
    path("lot/", leagues.record_lots, name="league-lot"),
    path("teams/add/", leagues.add_division_teams, name="league-teams-add"),
    path("teams/<int:team_number>/", include(of_team)),
    path("<slug:what>.<file:kind>", meetings.division_file, name="league-division-file"),
]

of_league: list[URLPattern | URLResolver] = [
    path("", leagues.show_league, name="league"),
    path("settings/", leagues.show_settings, name="league-settings"),
    path("log/", leagues.show_log, name="league-log"),
    path("leaders/add/", leagues.appoint_leader, name="league-leader-add"),
    path("leaders/<int:user_id>/remove/", leagues.dismiss_leader, name="league-leader-remove"),
    path("schedule/", meetings.show_schedule, name="league-schedule"),
    path("schedule.<file:kind>", meetings.schedule_file, name="league-schedule-file"),
    path("days/<int:number>/", meetings.change_day, name="league-day"),
    path("venues/<int:venue_id>/", meetings.rename_venue, name="league-venue"),
    path("divisions/new/", leagues.new_division, name="league-division-new"),
    path("divisions/<int:number>/", include(of_division)),
    path(
        "penalties/<int:penalty_id>/reverse/", leagues.cancel_penalty, name="league-penalty-reverse"
    ),
]

of_meeting = [
    path("", meetings.show_meeting, name="league-meeting"),
    path("lineup/", meetings.show_lineup, name="league-meeting-lineup"),
    path("substitute/", meetings.record_substitution, name="league-meeting-substitute"),
    path("late/", meetings.record_late_players, name="league-meeting-late"),
    path("absent/", meetings.record_absence, name="league-meeting-absent"),
    path("results/", meetings.show_results_form, name="league-meeting-results"),
    path("import/", meetings.import_file, name="league-meeting-import"),
    path("reported/", meetings.record_report, name="league-meeting-reported"),
    path("take/", meetings.import_reported_day, name="league-meeting-take"),
    path("remove/", meetings.drop_meeting, name="league-meeting-remove"),
    path("report.pdf", meetings.report_file, name="league-meeting-report"),
    path("results.<file:kind>", meetings.meeting_file, name="league-meeting-file"),
]

urlpatterns = [
    path("leagues/", leagues.show_leagues, name="leagues"),
    path("leagues/new/", leagues.new_league, name="league-new"),
    path("leagues/<int:league_id>/", include(of_league)),
    path("meetings/<int:meeting_id>/", include(of_meeting)),
    path("l/<int:league_id>/", leagues.show_public_league, name="room-league"),
    path("l/<int:league_id>/<feed:feed>", leagues.league_feed, name="room-league-feed"),
    path(
        "l/<int:league_id>/<int:number>/", leagues.show_public_division, name="room-league-division"
    ),
    path(
        "l/<int:league_id>/<int:number>/<slug:what>.<file:kind>",
        leagues.public_division_file,
        name="room-league-file",
    ),
]
