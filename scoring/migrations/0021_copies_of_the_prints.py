"""How many copies of each paper "Print for this moment" makes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0020_series_have_a_clock_and_reasons")]

    operations = [
        migrations.CreateModel(
            name="PrintCopies",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("paper", models.CharField(max_length=20)),
                ("copies", models.PositiveSmallIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="print_copies",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "paper"), name="copies_set_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("copies__lte", 20)), name="twenty_copies_at_most"
                    ),
                ],
            },
        ),
    ]
