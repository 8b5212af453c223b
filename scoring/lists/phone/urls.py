from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from scoring.lists.phone.views import overview, table


class SecretConverter(StringConverter):
    """The secret of a list's address."""

    regex = "[a-z2-7]{26}"


register_converter(SecretConverter, "secret")

of_table = [
    path("", table.show, name="phone-list"),
    path("state/", table.state, name="phone-state"),
    path("games/<int:number>/", table.game, name="phone-game"),
    path("device/", table.claim, name="phone-device"),
    path("call/", table.call, name="phone-call"),
    path("hand-in/", table.hand_in_list, name="phone-hand-in"),
    path("comparison/", table.keep_comparison, name="phone-comparison"),
]

urlpatterns = [
    path("phone/files/<slug:version>/<str:name>", table.client_file, name="phone-file"),
    path("phone/law/<str:name>.json", table.law, name="phone-law"),
    path("phone/worker.js", table.worker, name="phone-worker"),
    path("phone/practice/", table.practice, name="phone-practice"),
    path("t/<secret:secret>/", include(of_table)),
    path("tournaments/<int:tournament_id>/phones/", overview.tables_at_hand, name="phones"),
    path("series/<int:series_id>/phones/", overview.tables, name="phone-tables"),
    path("series/<int:series_id>/phones/issue/", overview.issue, name="phone-issue"),
    path("lists/<int:list_id>/phone/", overview.address, name="phone-address"),
    path("lists/<int:list_id>/phone/<slug:act>/", overview.change, name="phone-change"),
    path("phone/calls/<int:call_id>/", overview.answer, name="phone-call-answer"),
    path("phone/unsent/<int:unsent_id>/", overview.show_unsent, name="phone-unsent"),
    path("phone/unsent/<int:unsent_id>/settle/", overview.settle, name="phone-unsent-settle"),
]
