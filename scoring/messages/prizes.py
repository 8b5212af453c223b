"""What the ways of a prize plan are called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

METHODS: Mapping[str, Promise] = {
    "every": _("every fourth player, every third, …"),
    "places": _("a number of places"),
    "table": _("fixed amounts by place"),
}
CURVES: Mapping[str, Promise] = {
    "equal": pgettext_lazy("curve", "all the same"),
    "gentle": pgettext_lazy("curve", "gentle: the last gets half of the first"),
    "linear": pgettext_lazy("curve", "even steps"),
    "falling": pgettext_lazy("curve", "falling: half, a third, a quarter of the first"),
    "steep": pgettext_lazy("curve", "steep: each half of the one before"),
}
SHARING: Mapping[str, Promise] = {
    "lot": _("a lot decides"),
    "share": _("they share the sum of their places"),
}
