"""Clubs of a table that nobody on record is in: new ones, or others that are written otherwise."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from scoring.core.cached import digest_of
from scoring.core.text import folded, letters_and_digits
from scoring.imports.reads.answers import Answers, Option, Question
from scoring.messages import label
from scoring.models import Club
from scoring.models.host import Owned

NEW = "new"
ALIKE = 0.75
MAX_CLUBS = 200  # of the answers to one question: those that are alike come first


def club_questions(owned: Owned, names: Iterable[str], answers: Answers) -> dict[str, Question]:
    """A question for each name that no club has here; unless it is answered, it is a new one."""
    known = {club.pk: club.name for club in Club.objects.of(owned).order_by("name")}
    folded_names = {folded(name) for name in known.values()}
    unknown = [name for name in dict.fromkeys(names) if name and folded(name) not in folded_names]
    return {name: club_question(name, known, answers) for name in unknown} if known else {}


def club_question(name: str, known: dict[int, str], answers: Answers) -> Question:
    likeness = {pk: alike(name, club) for pk, club in known.items()}
    ordered = sorted(known, key=lambda pk: (likeness[pk] < ALIKE, -likeness[pk], known[pk]))
    people = [Option(str(pk), known[pk]) for pk in ordered[:MAX_CLUBS]]
    options = (Option(NEW, label("import_club", NEW)), *people)
    field = f"club-{digest_of(name)[:12]}"
    chosen = answers.of(field, (each.value for each in options))
    # Written the same but for spaces and signs: "SC Grün-Weiß", "SC Grün Weiß".
    is_same = bool(ordered) and likeness[ordered[0]] == 1
    return Question(field, name, options, chosen or (str(ordered[0]) if is_same else NEW))


def alike(one: str, other: str) -> float:
    return SequenceMatcher(None, letters_and_digits(one), letters_and_digits(other)).ratio()
