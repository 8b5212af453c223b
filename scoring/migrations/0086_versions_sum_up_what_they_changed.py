"""What a version of a reported result changed is counted when it arrives."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0085_stand_ins_have_names_of_their_own")]
    operations = [
        migrations.AddField("reportversion", "changed", field=models.JSONField(null=True)),
    ]
