"""A list knows whether it began as one of three: only then a fourth joined at a round."""

from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0046_teams_draw_lots_and_lose_series"),
    ]

    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="scorelist",
            name="began_as_three",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
