"""Players of a tournament, clubs and people on record, members of a club and of a season."""

from django.urls import include, path

from scoring.people.views import entries, members, register, registration

of_tournament = [
    path("entries/", registration.show_entries, name="entries"),
    path("entries/add/", registration.add, name="entry-add"),
    path("entries/undo/", registration.undo, name="entries-undo"),
    path("entries/undo/<int:log_id>/", registration.undo_import, name="players-import-undo"),
    path("entries/suggest/", registration.suggest, name="entries-suggest"),
    path("reservations/", entries.show_reservations, name="reservations"),
    path("reservations/limit/", entries.limit, name="reservations-limit"),
    path("reservations/<int:row_id>/cancel/", entries.cancel, name="reservation-cancel"),
    path("rulings/<int:number>/exclusion/", entries.decide, name="ruling-exclusion"),
    path("clubs/", register.show_clubs, name="clubs"),
    path("clubs/add/", register.add_club, name="club-add"),
    path("clubs/rename/", register.rename_club, name="club-rename"),
    path("clubs/merge/", register.merge_clubs, name="clubs-merge"),
    path("register/", register.show_register, name="register"),
    path("register/merge/", register.merge_people, name="person-merge"),
    path("register/data/", register.person_data, name="person-data"),
    path("register/anonymise/", register.anonymise, name="person-anonymise"),
    path("clubs/<int:club_id>/members/", members.show_members, name="club-members"),
    path("clubs/<int:club_id>/members/add/", members.add_member, name="club-member-add"),
    path("clubs/<int:club_id>/members/limits/", members.set_limits, name="club-limits"),
    path(
        "clubs/<int:club_id>/members/import/undo/",
        members.undo_table,
        name="club-members-import-undo",
    ),
    path("clubs/<int:club_id>/members.<file:kind>", members.members_file, name="club-members-file"),
    path("members/<int:member_id>/", members.show_member, name="club-member"),
    path("members/<int:member_id>/rejoin/", members.rejoin, name="club-member-rejoin"),
    path("members/<int:member_id>/move/", members.move, name="club-member-move"),
    path("members/<int:member_id>/offer/", members.offer, name="club-member-offer"),
    path("members/<int:member_id>/withdraw/", members.withdraw, name="club-member-withdraw"),
    path("offered/", members.show_offered, name="members-offered"),
    path("offered/refuse/", members.refuse, name="members-offered-refuse"),
    path("members/<int:member_id>/remove/", members.remove, name="club-member-remove"),
]

of_entry = [
    path("change/", entries.change, name="entry-change"),
    path("state/", entries.set_state, name="entry-state"),
    path("publish/", entries.publish_as, name="entry-publish"),
    path("leave/", entries.leave, name="entry-leave"),
    path("remove/", entries.remove, name="entry-remove"),
]

of_host = [
    path("", members.show_offered, name="host-offered"),
    path("refuse/", members.refuse, name="host-offered-refuse"),
]

of_season = [
    path("", members.season_members, name="season-members"),
    path("fill/", members.fill_season, name="season-members-fill"),
    path("add/", members.add_to_season, name="season-member-add"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("entries/<int:entry_id>/", include(of_entry)),
    path("hosts/<int:host_id>/offered/", include(of_host)),
    path("seasons/<int:season_id>/members/", include(of_season)),
    path(
        "seasons/<int:season_id>/members.<file:kind>",
        members.season_members_file,
        name="season-members-file",
    ),
]
