"""A tournament that cannot be played to its end, and what became of its money (TO 3.4)."""

from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [("scoring", "0016_lists_and_start_cards_are_handed_in")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="tournament",
            name="broken_off",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not broken off"),
                    ("refunded", "broken off, fees refunded"),
                    ("prizes", "broken off, prizes in proportion"),
                ],
                default="",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("broken_off__in", ["", "refunded", "prizes"])),
                name="tournament_broken_off_known",
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
