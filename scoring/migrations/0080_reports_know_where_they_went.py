"""A report knows its server and what was taken of it; a server keeps what it did not take."""

import django.db.models.deletion
from django.db import migrations, models


def tell_reports(apps, schema_editor):
    """Until now there was one server of a host, and the log knows what that took."""
    report, log = apps.get_model("scoring", "Report"), apps.get_model("scoring", "LogEntry")
    target = apps.get_model("scoring", "ReportTarget")
    for each in report.objects.defer("packed").select_related("tournament"):
        rows = log.objects.filter(tournament=each.tournament_id, action="report.accepted")
        taken = [(row.new or {}, row.at) for row in rows.order_by("id")]
        numbers = [new["version"] for new, _at in taken if isinstance(new.get("version"), int)]
        report.objects.filter(pk=each.pk).update(
            target=target.objects.filter(host=each.tournament.host_id).first(),
            accepted=max(numbers, default=None),
            accepted_at=taken[-1][1] if numbers else None,
            after=max(numbers, default=None),
        )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0075_seasons_are_closed")]

    operations = [
        migrations.AlterModelOptions(name="reporttarget", options={"ordering": ["id"]}),
        migrations.AddField(
            "reporttarget", "at_host", field=models.PositiveBigIntegerField(null=True)
        ),
        migrations.AddField("reporttarget", "removed_at", field=models.DateTimeField(null=True)),
        migrations.AlterField(
            "reporttarget",
            "host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="report_targets",
                to="scoring.host",
            ),
        ),
        migrations.AddField("report", "accepted", field=models.PositiveIntegerField(null=True)),
        migrations.AddField("report", "accepted_at", field=models.DateTimeField(null=True)),
        migrations.AddField("report", "after", field=models.PositiveIntegerField(null=True)),
        migrations.AddField("report", "season", field=models.CharField(max_length=120, null=True)),
        migrations.AddField(
            "report",
            "target",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="scoring.reporttarget",
            ),
        ),
        migrations.CreateModel(
            name="RefusedReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ident", models.UUIDField()),
                ("version", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=120)),
                ("date", models.DateField(null=True)),
                ("at", models.DateTimeField()),
                ("problems", models.JSONField(default=list)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refused_reports",
                        to="scoring.host",
                    ),
                ),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refused",
                        to="scoring.reportkey",
                    ),
                ),
                (
                    "taken_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.receivedreport",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("host", "ident"), name="refused_report_once_a_host"
                    )
                ],
            },
        ),
        migrations.RunPython(tell_reports, migrations.RunPython.noop),
    ]
