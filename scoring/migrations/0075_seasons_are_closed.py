"""A season ends when its organizer says so. One whose last evening is long ago has ended."""

from datetime import timedelta

from django.db import migrations, models
from django.utils import timezone

LONG_AGO = timedelta(days=180)


def close_old_ones(apps, schema_editor):
    season = apps.get_model("scoring", "Season")
    tournament = apps.get_model("scoring", "Tournament")
    now = timezone.now()
    days = tournament.objects.filter(season=models.OuterRef("pk"), sample=False)
    season.objects.filter(
        models.Exists(days.filter(state="final")),
        ~models.Exists(days.exclude(state="final")),
        ~models.Exists(days.filter(date__gt=(now - LONG_AGO).date())),
    ).update(closed_at=now)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0070_hosts_have_a_logo_and_defaults")]
    operations = [
        migrations.AddField(
            "season", "closed_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(close_old_ones, migrations.RunPython.noop),
    ]
