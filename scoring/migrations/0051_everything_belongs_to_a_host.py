"""Tournaments, seasons, people and clubs belong to a host: all that are there, to the first."""

import django.db.models.deletion
from django.db import migrations, models

from scoring.migrations._triggers import drop_triggers, make_triggers, make_triggers_of_the_log


def belongs(model, related_name):
    return migrations.AddField(
        model_name=model,
        name="host",
        field=models.ForeignKey(
            default=1,
            on_delete=django.db.models.deletion.PROTECT,
            related_name=related_name,
            to="scoring.host",
        ),
    )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0050_hosts")]
    operations = [
        migrations.RunPython(drop_triggers, make_triggers),
        belongs("tournament", "tournaments"),
        belongs("season", "seasons"),
        belongs("club", "clubs"),
        belongs("person", "people"),
        migrations.RemoveIndex("person", name="scoring_per_family_aa97f5_idx"),
        migrations.AddIndex(
            "person",
            index=models.Index(fields=["host", "family", "given"], name="person_of_a_host"),
        ),
        # A name is unique in its host: nobody learns of another's by a name that is taken.
        migrations.AlterField("club", "name", field=models.CharField(max_length=120)),
        migrations.AlterField("season", "name", field=models.CharField(max_length=120)),
        migrations.AddConstraint(
            "club",
            constraint=models.UniqueConstraint(
                fields=("host", "name"), name="club_name_once_a_host"
            ),
        ),
        migrations.AddConstraint(
            "season",
            constraint=models.UniqueConstraint(
                fields=("host", "name"), name="season_name_once_a_host"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.host",
            ),
        ),
        # On the way there the column is added beside the triggers.
        migrations.RunPython(migrations.RunPython.noop, make_triggers_of_the_log),
        migrations.AddField(
            model_name="logentry",
            name="host",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="log",
                to="scoring.host",
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
