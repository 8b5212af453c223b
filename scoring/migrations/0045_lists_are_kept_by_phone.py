"""Addresses, devices, calls and signatures of lists that are kept at the table by phone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scoring.models.phone
from scoring.migrations._triggers import drop_triggers, make_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0040_a_club_has_members"),
    ]

    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        migrations.CreateModel(
            name="Signature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("strokes", models.JSONField(default=scoring.models.phone.nothing)),
                ("revision", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="TableAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.CharField(max_length=32)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("issued_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TableCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TableDevice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("name", models.CharField(max_length=40)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="UnsentGames",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("name", models.CharField(max_length=40)),
                ("games", models.JSONField(default=scoring.models.phone.nothing)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "unsent games",
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="phones",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="signed_suffices",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("signed_suffices", False),
                    models.Q(("phones", True), models.Q(("confirm", "blind"), _negated=True)),
                    _connector="OR",
                ),
                name="signatures_suffice_where_lists_are_kept_by_phone",
            ),
        ),
        migrations.AddField(
            model_name="signature",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="finger_signatures",
                to="scoring.scorelist",
            ),
        ),
        migrations.AddField(
            model_name="tableaccess",
            name="list",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="access",
                to="scoring.scorelist",
            ),
        ),
        migrations.AddField(
            model_name="tablecall",
            name="answered_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tablecall",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calls",
                to="scoring.scorelist",
            ),
        ),
        migrations.AddField(
            model_name="tabledevice",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="devices",
                to="scoring.scorelist",
            ),
        ),
        migrations.AddField(
            model_name="unsentgames",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="unsent",
                to="scoring.scorelist",
            ),
        ),
        migrations.AddConstraint(
            model_name="signature",
            constraint=models.UniqueConstraint(
                fields=("list", "position"), name="one_signature_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="signature",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="signature_of_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecall",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("list",),
                name="one_open_call_a_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablecall",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("answered_by__isnull", True), ("closed_at__isnull", False), _connector="OR"
                ),
                name="answered_call_is_closed",
            ),
        ),
        migrations.AddConstraint(
            model_name="tabledevice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True)),
                fields=("list",),
                name="one_device_writes_a_list",
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
