"""Who chose an optional pot owes its stake until it is paid."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0022_prizes_in_kind")]
    operations = [
        migrations.CreateModel(
            name="PotChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="pot_choices", to="scoring.entry"
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="choices", to="scoring.pot"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "pot"), name="pot_chosen_once")
                ],
            },
        ),
    ]
