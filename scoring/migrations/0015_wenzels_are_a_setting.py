"""Wenzels are a setting; where they count steps or a game has some they are allowed already."""

from django.db import migrations, models
from django.db.models import Q

from scoring.migrations._triggers import drop_triggers, make_triggers


def allow_where_played(apps, schema_editor):
    tournaments = apps.get_model("scoring", "Tournament").objects
    games = apps.get_model("scoring", "Game").objects.exclude(wenzel="J")
    played = games.values("list__series__tournament")
    tournaments.filter(Q(wenzel_bonus=True) | Q(pk__in=played)).update(wenzels=True)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0014_a_season_can_be_public")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="tournament",
            name="wenzels",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(allow_where_played, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("wenzel_bonus", False), ("wenzels", True), _connector="OR"),
                name="wenzel_bonus_needs_wenzels",
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
