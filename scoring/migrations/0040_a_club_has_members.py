"""A club has members, each under a number, and age limits of its own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_a_league_has_divisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("joined", models.DateField(blank=True, null=True)),
                ("left", models.DateField(blank=True, null=True)),
                ("lady", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["club", "number", "id"],
            },
        ),
        migrations.AddField(
            model_name="club",
            name="junior_below",
            field=models.PositiveSmallIntegerField(default=21),
        ),
        migrations.AddField(
            model_name="club",
            name="senior_from",
            field=models.PositiveSmallIntegerField(default=60),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("junior_below__lte", models.F("senior_from")), ("senior_from__lte", 150)
                ),
                name="juniors_are_younger_than_seniors",
            ),
        ),
        migrations.AddField(
            model_name="clubmember",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="members",
                to="scoring.club",
            ),
        ),
        migrations.AddField(
            model_name="clubmember",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="scoring.person",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left__isnull", True)),
                fields=("club", "number"),
                name="member_number_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left__isnull", True)),
                fields=("club", "person"),
                name="member_of_a_club_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", 99999999)),
                name="member_number_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("joined__isnull", True),
                    ("left__isnull", True),
                    ("left__gte", models.F("joined")),
                    _connector="OR",
                ),
                name="member_leaves_after_entering",
            ),
        ),
    ]
