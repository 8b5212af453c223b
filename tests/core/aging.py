"""Notes that become older without waiting."""

from datetime import timedelta

from django.db.models import F

from scoring.core.notes import Topic
from scoring.models import Note


def age(topic: Topic, seconds: float) -> None:
    """Make every note of a topic older, wherever it is kept."""
    memory = topic.in_memory
    memory._notes = {key: (at - seconds, value) for key, (at, value) in memory._notes.items()}
    rows = Note.objects.filter(key__startswith=topic.in_database.topic)
    rows.update(at=F("at") - timedelta(seconds=seconds))
