"""Keep and remove the photo of a list, and write its sure rows into the list."""

from hashlib import sha256

from django.utils import timezone

from scoring.core.forms import refuse
from scoring.core.services import get_or_refuse, write_block
from scoring.lists.photos.reading import ReadPhoto
from scoring.lists.photos.reads import photo_of
from scoring.lists.services.confirmation import refuse_final
from scoring.lists.services.games import (
    FROM_PHOTO,
    Seen,
    holding_list,
    record_game,
    refuse_without_reason,
)
from scoring.models import Actor, ListPhoto, ScoreList
from scoring.models.log import Action
from scoring.models.score_list import ListState
from scoring.models.tournament import SeriesState

DIGEST_LENGTH = 8  # characters of a photo's digest, in the log


def keep_photo(score_list: ScoreList, photo: ReadPhoto, *, by: Actor) -> None:
    """Keep the photo of a list; while the list is open, also in place of another photo."""
    digest = sha256(photo.jpeg).hexdigest()
    with holding_list(score_list, by, Action.LIST_PHOTO_ADDED) as change:
        series = score_list.series
        refuse_final(series.tournament)
        if series.state == SeriesState.DRAFT:
            raise refuse("series-not-released")
        of_tournament = ListPhoto.objects.filter(list__series__tournament=series.tournament)
        same = of_tournament.filter(digest=digest).select_related("list__series").first()
        if same:
            number, table = same.list.series.number, same.list.table_number
            raise refuse("photo-twice", series=number, table=table)
        before = ListPhoto.objects.filter(list=score_list).only("digest").first()
        if before and score_list.state != ListState.OPEN:
            raise refuse("photo-there-already", table=score_list.table_number)
        new: dict[str, object] = {"jpeg": photo.jpeg, "digest": digest, "reading": photo.reading}
        new |= {"added_by": by.user, "added_at": timezone.now()}
        ListPhoto.objects.update_or_create(list=score_list, defaults=new)
        old = {"photo": before.digest[:DIGEST_LENGTH]} if before else None
        change.log(old=old, new={"photo": digest[:DIGEST_LENGTH]})


def remove_photo(score_list: ScoreList, *, reason: str, by: Actor) -> None:
    refuse_without_reason(reason)
    with holding_list(score_list, by, Action.LIST_PHOTO_REMOVED, reason=reason) as change:
        photos = ListPhoto.objects.filter(list=score_list).only("digest")
        photo = get_or_refuse(photos, "photo-gone")
        photo.delete()
        change.log(old={"photo": photo.digest[:DIGEST_LENGTH]})


def take_sure_rows(score_list: ScoreList, *, by: Actor, layout: int, reason: str = "") -> int:
    """Write the sure rows of the photo that nobody has typed, as `record_game`; returns how many.

    Raises Refused without such a row.
    """
    photo, content, count = photo_of(score_list), score_list.content(), 0
    with write_block():
        for row in photo.waiting if photo else ():
            if row.state == "sure" and row.line:
                content = record_game(
                    score_list, row.line, by=by, revision=Seen("", layout), reason=reason,
                    content=content, source=FROM_PHOTO,
                )  # fmt: skip
                count += 1
    if not count:
        raise refuse("photo-without-sure-rows")
    return count
