"""What was refused is told apart by its document: the copy of a computer has its key, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0086_versions_sum_up_what_they_changed")]
    operations = [
        migrations.RemoveConstraint("refusedreport", name="refused_report_once_a_host"),
        migrations.AddField(
            "refusedreport",
            "sha256",
            field=models.CharField(blank=True, db_default="", max_length=64),
        ),
        migrations.AddConstraint(
            "refusedreport",
            constraint=models.UniqueConstraint(
                fields=("host", "ident", "sha256"), name="refused_document_once_a_host"
            ),
        ),
    ]
