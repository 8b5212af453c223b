"""Results are reported to a server: what is sent, and what has been received."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [("scoring", "0054_members_are_offered")]

    operations = [
        # The table of tournaments is copied on SQLite.
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.CreateModel(
            name="ReceivedReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ident", models.UUIDField()),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ident", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("result", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("packed", models.BinaryField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("accepted", "Accepted"),
                            ("refused", "Refused"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("reported_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(null=True)),
                ("trouble", models.CharField(blank=True, max_length=40)),
                ("answered_at", models.DateTimeField(null=True)),
                ("problems", models.JSONField(default=list)),
                ("newest", models.PositiveIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ReportKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("public_key", models.CharField(max_length=64, null=True, unique=True)),
                ("given_at", models.DateTimeField()),
                ("registered_at", models.DateTimeField(null=True)),
                ("used_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ReportTarget",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=200)),
                ("received_by", models.CharField(max_length=120)),
                ("seed", models.CharField(max_length=64)),
                ("public_key", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ReportVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("people", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="replaced_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="replaces",
                to="scoring.tournament",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reported_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("replaced_by__isnull", True),
                    models.Q(("public", False), ("reported_at__isnull", False)),
                    _connector="OR",
                ),
                name="replaced_is_reported_and_not_public",
            ),
        ),
        migrations.AddField(
            model_name="receivedreport",
            name="host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="received_reports",
                to="scoring.host",
            ),
        ),
        migrations.AddField(
            model_name="receivedreport",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="received_report",
                to="scoring.tournament",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="report",
                to="scoring.tournament",
            ),
        ),
        migrations.AddField(
            model_name="reportkey",
            name="host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="report_keys",
                to="scoring.host",
            ),
        ),
        migrations.AddField(
            model_name="reporttarget",
            name="host",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="report_target",
                to="scoring.host",
            ),
        ),
        migrations.AddField(
            model_name="reportversion",
            name="key",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="versions",
                to="scoring.reportkey",
            ),
        ),
        migrations.AddField(
            model_name="reportversion",
            name="report",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="versions",
                to="scoring.receivedreport",
            ),
        ),
        migrations.AddField(
            model_name="reportversion",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="report_version",
                to="scoring.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="receivedreport",
            constraint=models.UniqueConstraint(
                fields=("host", "ident"), name="received_report_once_a_host"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "accepted", "refused"])),
                name="report_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("version__gte", 1)), name="report_version_at_least_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("answered_at", None), ("packed__isnull", False), ("state", "waiting")
                    ),
                    models.Q(
                        models.Q(("state", "waiting"), _negated=True),
                        ("answered_at__isnull", False),
                        ("packed__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="report_waits_with_its_document",
            ),
        ),
        migrations.AddConstraint(
            model_name="reportkey",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="report_key_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="reportkey",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("public_key__isnull", True), ("registered_at__isnull", True)),
                    models.Q(("public_key__isnull", False), ("registered_at__isnull", False)),
                    _connector="OR",
                ),
                name="report_key_is_registered_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="reporttarget",
            constraint=models.CheckConstraint(
                condition=models.Q(("address", ""), _negated=True),
                name="report_target_has_an_address",
            ),
        ),
        migrations.AddConstraint(
            model_name="reportversion",
            constraint=models.UniqueConstraint(
                fields=("report", "number"), name="report_version_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="reportversion",
            constraint=models.UniqueConstraint(
                fields=("report", "sha256"), name="report_document_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="reportversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="report_version_positive"
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
