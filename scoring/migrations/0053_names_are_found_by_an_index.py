"""By itself: PostgreSQL makes no index over rows that the same transaction has changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0052_names_are_searched")]
    operations = [
        migrations.AddIndex(
            "person", index=models.Index(fields=["host", "sought"], name="person_by_name")
        ),
        migrations.AddIndex(
            "person", index=models.Index(fields=["host", "alike"], name="person_by_spelling")
        ),
    ]
