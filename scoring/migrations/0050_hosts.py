"""Hosts, and the first of them: whose everything is that an installation has so far."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count

UNNAMED = "Skat"


def make_the_first(apps, schema_editor):
    """Called as most of its tournaments name their organizer. One host alone is shown nowhere."""
    tournaments = apps.get_model("scoring", "Tournament").objects.exclude(organizer="")
    named = tournaments.values("organizer").annotate(often=Count("pk")).order_by("-often")
    most = named.first()
    host = apps.get_model("scoring", "Host")(name=most["organizer"] if most else UNNAMED)
    host.save()


class Migration(migrations.Migration):
    dependencies = [("scoring", "0048_servers_share_notes")]
    operations = [
        migrations.CreateModel(
            name="Host",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("club", "club"),
                            ("league", "league"),
                            ("state", "state association"),
                            ("federation", "federation"),
                        ],
                        default="club",
                        max_length=10,
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="children",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="host_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["club", "league", "state", "federation"])),
                        name="host_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("parent__isnull", True),
                            models.Q(("parent", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="host_above_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HostRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("administrator", "administrator"),
                            ("organizer", "organizer"),
                            ("referee", "referee"),
                            ("clerk", "clerk"),
                            ("viewer", "viewer"),
                        ],
                        max_length=15,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="scoring.host",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="host_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "host"), name="one_role_a_host"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["administrator", "organizer", "referee", "clerk", "viewer"],
                            )
                        ),
                        name="host_role_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(make_the_first, migrations.RunPython.noop),
    ]
