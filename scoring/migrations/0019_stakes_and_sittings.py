"""The stakes of a tournament (TO 9.2); who left or joined a table at a round (SkO 4.5.9, 3.1.2), and
whether a league allows substitutes (TO 9.7).
"""

from django.db import migrations, models
from django.db.models import F, Q

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [("scoring", "0018_the_log_is_sealed")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="tournament",
            name="stakes",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="substitutes",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="scorelist",
            name="sittings",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="game",
            name="at_three",
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(model_name="game", name="dealer_of_four_does_not_play"),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(seats=3)
                | Q(at_three=True)
                | Q(soloist__isnull=True)
                | ~Q(soloist=F("dealer")),
                name="dealer_of_four_does_not_play",
            ),
        ),
        migrations.RemoveConstraint(model_name="seat", name="seat_position_1_to_4"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=16), name="seat_position_in_range"
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
