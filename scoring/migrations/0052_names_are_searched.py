"""How a name is searched stands beside it, so that the database finds the few who are meant."""

from django.db import migrations, models

from scoring.models.spelling import alike, sought_by

BATCH = 2_000


def spell(apps, schema_editor):
    person = apps.get_model("scoring", "Person")
    waiting = []
    for each in person.objects.iterator(chunk_size=BATCH):
        each.sought = sought_by(each.family, each.given)
        each.alike = alike(each.family, each.given)
        waiting.append(each)
    person.objects.bulk_update(waiting, ["sought", "alike"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0051_everything_belongs_to_a_host")]
    operations = [
        migrations.AddField(
            "person",
            "sought",
            field=models.CharField(default="", editable=False, max_length=400),
        ),
        migrations.AddField(
            "person",
            "alike",
            field=models.CharField(default="", editable=False, max_length=400),
        ),
        migrations.RunPython(spell, migrations.RunPython.noop),
    ]
