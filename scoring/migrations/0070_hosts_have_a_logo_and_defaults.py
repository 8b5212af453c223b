"""A host has a logo, and says how its new tournaments begin."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0065_names_are_found_by_three_letters"),
    ]

    operations = [
        migrations.CreateModel(
            name="HostLogo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("png", models.BinaryField()),
                ("digest", models.CharField(max_length=32)),
                (
                    "host",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logo",
                        to="scoring.host",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HostDefaults",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_cents", models.PositiveIntegerField(default=0)),
                ("card_cents", models.PositiveIntegerField(default=0)),
                ("table_cents", models.PositiveIntegerField(default=0)),
                ("passed_cents", models.PositiveIntegerField(default=0)),
                ("lost_ladder", models.JSONField(blank=True, default=list)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("organizer", models.CharField(blank=True, max_length=120)),
                ("system", models.CharField(default="isko-1998", max_length=40)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("scheme", models.CharField(blank=True, max_length=20)),
                (
                    "ties",
                    models.CharField(
                        choices=[("lot", "draw lots"), ("share", "share rank and prize")],
                        default="lot",
                        max_length=10,
                    ),
                ),
                (
                    "counts",
                    models.CharField(
                        choices=[
                            ("entered", "every list that is entered and closed"),
                            ("confirmed", "only lists confirmed by a second person"),
                        ],
                        default="entered",
                        max_length=10,
                    ),
                ),
                (
                    "confirm",
                    models.CharField(
                        choices=[
                            ("second", "a second person"),
                            ("blind", "a blind second entry"),
                            ("self", "whoever entered it"),
                        ],
                        default="second",
                        max_length=10,
                    ),
                ),
                ("paper_total", models.BooleanField(default=True)),
                ("series", models.PositiveSmallIntegerField(default=3)),
                ("rounds", models.PositiveSmallIntegerField(default=12)),
                ("language", models.CharField(blank=True, max_length=5)),
                (
                    "host",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="defaults",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "host defaults",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("scheme__in", ["", "seeger-fabian", "seeger", "plain"])
                        ),
                        name="host_default_scheme_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ties__in", ["lot", "share"])),
                        name="host_default_ties_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counts__in", ["entered", "confirmed"])),
                        name="host_default_counts_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirm__in", ["second", "blind", "self"])),
                        name="host_default_confirm_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds__gte", 1), ("rounds__lte", 24)),
                        name="host_default_rounds_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["", "de", "en"])),
                        name="host_default_language_known",
                    ),
                ],
            },
        ),
    ]
