"""The addresses of this room."""

from django.urls import include, path

from scoring.members.views import member, members, offers

of_tournament = [
    path("clubs/<int:club_id>/members/", members.show_members, name="club-members"),
    path("clubs/<int:club_id>/members/add/", members.add_member, name="club-member-add"),
    path("clubs/<int:club_id>/members/limits/", members.set_limits, name="club-limits"),
    path(
        "clubs/<int:club_id>/members/import/undo/",
        members.undo_table,
        name="club-members-import-undo",
    ),
    path("clubs/<int:club_id>/members.<file:kind>", members.members_file, name="club-members-file"),
    path("members/<int:member_id>/", member.show_member, name="club-member"),
    path("members/<int:member_id>/rejoin/", member.rejoin, name="club-member-rejoin"),
    path("members/<int:member_id>/move/", member.move, name="club-member-move"),
    path("members/<int:member_id>/offer/", offers.offer, name="club-member-offer"),
    path("members/<int:member_id>/withdraw/", offers.withdraw, name="club-member-withdraw"),
    path("offered/", offers.show_offered, name="members-offered"),
    path("offered/refuse/", offers.refuse, name="members-offered-refuse"),
    path("members/<int:member_id>/remove/", member.remove, name="club-member-remove"),
]

of_host = [
    path("", offers.show_offered_to_host, name="host-offered"),
    path("refuse/", offers.refuse_for_host, name="host-offered-refuse"),
]

urlpatterns = [
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
    path("hosts/<int:host_id>/offered/", include(of_host)),
]
