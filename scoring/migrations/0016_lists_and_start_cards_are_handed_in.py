"""Whether a player handed in lists and start card, and whether prizes wait for it."""

from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_wenzels_are_a_setting")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="entry",
            name="handed_in",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="ask_handed_in",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
