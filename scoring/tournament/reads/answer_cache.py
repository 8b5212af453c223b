"""What was read of a tournament, cached until something in it changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar, cast

from scoring.log.reads.newest import newest_of
from scoring.models import Tournament

T = TypeVar("T")


class AnswerCache:
    """Answers about tournaments, each as long as the tournament's log has no newer row.

    Every change of a tournament has a row in its log. One without any row is read anew each time.
    """

    def __init__(self, most: int = 300) -> None:
        self.most = most
        self.answers: OrderedDict[Hashable, object] = OrderedDict()
        self.lock = Lock()

    def of(self, revision: Hashable, about: Hashable, read: Callable[[], T]) -> T:
        """The answer to a question at a revision (`revision_of`)."""
        key = (revision, about)
        with self.lock:
            if revision is not None and key in self.answers:
                self.answers.move_to_end(key)
                return cast(T, self.answers[key])
        found = read()
        with self.lock:
            self.answers[key] = found
            while len(self.answers) > self.most:
                self.answers.popitem(last=False)
        return found

    def has(self, revision: Hashable, about: Hashable) -> bool:
        """Whether `of` need not read, unless another thread asks for much else meanwhile."""
        with self.lock:
            return revision is not None and (revision, about) in self.answers

    def clear(self) -> None:
        with self.lock:
            self.answers.clear()


ANSWER_CACHE = AnswerCache()


def revision_of(tournament: Tournament) -> Hashable:
    """The newest rows of a tournament's log; None if it has none."""
    found = (
        Tournament.objects.filter(pk=tournament.pk)
        .values_list("pk", *newest_of("pk").values())
        .first()
    )
    return found if found and found[1] else None
