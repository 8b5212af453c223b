"""The clock of a series, why a player has no list, and releases that are shown at once."""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE

from scoring.migrations._triggers import drop_triggers, make_triggers


def keep_public_ones_apart(apps, schema_editor):
    """Where the pages are public already, each part is still shown by hand."""
    apps.get_model("scoring", "Tournament").objects.filter(public=True).update(shows_releases=False)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0019_stakes_and_sittings")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.AddField(
            model_name="tournament",
            name="shows_releases",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(keep_public_ones_apart, migrations.RunPython.noop),
        migrations.AddField(
            model_name="series",
            name="started_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="series",
            name="minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__gte=1), name="series_limit_sensible"
            ),
        ),
        migrations.CreateModel(
            name="NoListReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="no_list_reasons", to="scoring.entry"
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="no_list_reasons", to="scoring.series"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["series", "entry"],
                        name="one_no_list_reason_a_player_and_series",
                    )
                ],
            },
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
