"""Sentences about photos of lists (docs/photo.md)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

PHOTOS: dict[str, Sentence] = {
    "photo-gone": _("The list has no photo any more."),
    "photo-twice": _("This photo is there already: series %(series)s, table %(table)s."),
    "photo-there-already": _(
        "The list of table %(table)s is entered and has a photo. Remove that one first."
    ),
    "photo-without-sure-rows": _("No row waits that was read for sure."),
}
# Why a photo was refused or not read whole, and what to do.
REFUSALS: dict[str, str | Promise] = {
    "file-too-large": _("The file has more than 20 MB. Photograph one list a picture."),
    "not-a-picture": _("This is no JPEG, PNG or PDF. Photograph the list, or scan it as one."),
    "too-many-pixels": _("The picture is too large. A scan with 300 dots an inch suffices."),
    "too-few-pixels": _("The picture is too small. Photograph the list from near."),
    "broken-picture": _("The file is damaged or cut off. Send it again, or take the photo anew."),
    "no-picture-in-pdf": _("There is no scanned picture in this PDF."),
    "another-tournament": _("This is a list of another tournament."),
    "no-such-table": _("The series has no such table."),
    "no-marks": _(
        "The four corner marks are not all in the picture, or this is another form: photograph the "
        "whole sheet from above. The rows are typed."
    ),
    "cut-off": _(
        "A part of the rows is not in the picture: photograph the whole sheet from above. Or type "
        "the rows."
    ),
    "unmarked": _("The form has no corner marks: which table is it?"),
    "number-unread": _("The number beside the marks is illegible."),
    "other-form": _("The form has other rows or seats than the list. The rows are typed."),
    "no-ruling": _(
        "The lines of the form are too faint: photograph it again in more light. Or type the rows."
    ),
    "illegible": _(
        "The writing is illegible: photograph it again, near, flat and in good light. Or type the "
        "rows."
    ),
    "too-much-asked": _(
        "Too many rows are doubtful: photograph it again, near, flat and in good light. Or type "
        "the rows."
    ),
    "ended-early": _("The list ended early."),
    "foot-differs": _("The foot says something else than the rows."),
    "rows-asked": _("Some rows have to be looked at."),
}
# Why a row is asked.
ROWS: dict[str, str | Promise] = {
    "row-unread": _("No game fits what stands here."),
    "row-empty": _("Nothing stands here, not even a tick for “passed in”."),
    "row-struck": _("Something stands behind the end of the list."),
    "sum-differs": _("Counted %(counted)s, written %(written)s."),
    "tick-missing": _("A tick is missing that the value needs."),
    "overbid": _("The value is higher than the marks: overbid?"),
    "written-otherwise": _("A figure says something else."),
    "hardly-legible": _("Hardly legible."),
    "unsure": _("It may be another game."),
}
