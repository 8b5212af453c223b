"""A row that moved to where its soloist deals stays unread, and keeps what was written in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0087_refused_reports_of_copies_stay")]
    operations = [
        migrations.AddField(
            "game", "misplaced", field=models.JSONField(blank=True, null=True)
        ),
        migrations.AddConstraint(
            "game",
            constraint=models.CheckConstraint(
                condition=models.Q(misplaced__isnull=True) | models.Q(unread=True),
                name="a_misplaced_game_is_unread",
            ),
        ),
    ]
