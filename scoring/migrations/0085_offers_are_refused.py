"""Who is offered a member can refuse him, and say why."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0080_reports_know_where_they_went")]
    operations = [
        migrations.AddField(
            "memberoffer", "refused_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            "memberoffer",
            "refused_because",
            field=models.CharField(blank=True, db_default="", default="", max_length=400),
        ),
    ]
