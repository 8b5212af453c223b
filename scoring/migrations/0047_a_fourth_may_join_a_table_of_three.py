"""A list knows whether it began as one of three: only then a fourth joined at a round."""

from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0045_lists_are_kept_by_phone"),
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
