"""Things that winners choose, by pot."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0021_copies_of_the_prints")]
    operations = [
        migrations.CreateModel(
            name="PrizeInKind",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=80)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="scoring.entry",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_kind",
                        to="scoring.pot",
                    ),
                ),
            ],
            options={"ordering": ["number"], "verbose_name_plural": "prizes in kind"},
        ),
        migrations.AddConstraint(
            model_name="prizeinkind",
            constraint=models.UniqueConstraint(
                fields=("pot", "number"), name="prize_in_kind_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="prizeinkind",
            constraint=models.UniqueConstraint(
                fields=("pot", "entry"), name="prize_in_kind_once_a_winner"
            ),
        ),
    ]
