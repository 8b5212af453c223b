from django.urls import include, path, re_path

from scoring.lists.phone import views

of_table = [
    path("", views.show, name="phone-list"),
    path("state/", views.poll_state, name="phone-state"),
    path("games/<int:number>/", views.game, name="phone-game"),
    path("device/", views.claim, name="phone-device"),
    path("call/", views.call, name="phone-call"),
    path("hand-in/", views.hand_in_list, name="phone-hand-in"),
    path("comparison/", views.keep_comparison, name="phone-comparison"),
]

urlpatterns = [
    path("phone/files/<slug:version>/<str:name>", views.client_file, name="phone-file"),
    path("phone/law/<str:name>.json", views.law, name="phone-law"),
    path("phone/worker.js", views.worker, name="phone-worker"),
    path("phone/practice/", views.practice, name="phone-practice"),
    re_path("^t/(?P<secret>[a-z2-7]{26})/", include(of_table)),
    path("series/<int:series_id>/phones/", views.tables, name="phone-tables"),
    path("series/<int:series_id>/phones/issue/", views.issue, name="phone-issue"),
    path("lists/<int:list_id>/phone/", views.address, name="phone-address"),
    path("lists/<int:list_id>/phone/<slug:act>/", views.change, name="phone-change"),
    path("phone/calls/<int:call_id>/", views.answer_call, name="phone-call-answer"),
    path("phone/unsent/<int:unsent_id>/", views.show_unsent, name="phone-unsent"),
    path("phone/unsent/<int:unsent_id>/settle/", views.settle, name="phone-unsent-settle"),
]
